import { useEffect, useSyncExternalStore } from 'react'
import { call } from '../../api.ts'
import { type BetQuote, createQuoteKeeper } from './quote-keeper.ts'
import type { SlipView } from './slip-view.ts'

const quoteKeeper = createQuoteKeeper({
  ask: (bets) => call('bets.quote', { bets }),
  isSeen: () => !document.hidden,
})

const none: readonly BetQuote[] = []

/** What the house says of each bet of the slip; empty until it has answered. */
export const useQuotes = (): readonly BetQuote[] =>
  useSyncExternalStore(quoteKeeper.subscribe, quoteKeeper.all, () => none)

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
