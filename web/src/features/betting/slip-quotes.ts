import { useEffect } from 'react'
import { quoteKeeper } from './quote-store.ts'
import type { SlipView } from './slip-view.ts'

/** Once for the page. */
export function FollowQuotes({ view: { bets, lines, account } }: { view: SlipView }) {
  useEffect(() => {
    const mark = lines.map(({ now }) => `${now.version}${now.state}`).join()
    quoteKeeper.want(
      bets.map(({ body }) => body),
      `${account?.uid ?? ''} ${mark}`,
    )
  }, [bets, lines, account])
  useEffect(() => () => quoteKeeper.want([], ''), [])
  return null
}
