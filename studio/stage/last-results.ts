import { el, write } from './dom.ts'
import type { Stage } from './game-client.ts'

export type Tally = { count: number; gains: number; net: bigint }

export const tallied = ({ count, gains, net }: Tally, { staked, won }: { staked: bigint; won: bigint }): Tally => ({
  count: count + 1,
  gains: gains + (won > staked ? 1 : 0),
  net: net + won - staked,
})

type LastResult = {
  text: string
  /** Nothing for a round that the house paid. */
  staked: bigint
  won: bigint
}

/**
 * What the last rounds brought, the newest first, and what all of this opening did. It counts and promises nothing: no
 * streaks, no numbers that are due.
 */
export function createLastResults(
  { words, money, isReplay }: Pick<Stage, 'words' | 'money' | 'isReplay'>,
  most: number,
) {
  const list = el('ol', { class: 'st-last-list', 'aria-label': words('last.title') })
  const tally = el('p', { class: 'st-last-tally' })
  let sum: Tally = { count: 0, gains: 0, net: 0n }
  return {
    root: el('div', { class: 'st-last' }, list, tally),
    keep({ text, staked, won }: LastResult) {
      // A recorded round may be shown again and again.
      if (isReplay) return
      sum = tallied(sum, { staked, won })
      const { count, gains, net } = sum
      list.prepend(el('li', { class: won > staked ? 'is-gain' : '', text }))
      while (list.childElementCount > most) list.lastElementChild?.remove()
      const values = { count, gains, net: `${net > 0n ? '+' : ''}${money(net)}` }
      write(tally, words('last.tally', values))
    },
  }
}
