import { pipsOf } from '../../engine/cards.ts'
import type { HandView, MoveName, View } from './math.ts'

/**
 * Basic strategy for these rules: six decks, the dealer stands on every 17 and looks for blackjack, double on any two
 * cards and after a split, no surrender. One letter for each up card from 2 to ace: H hit, S stand, D double or else
 * hit, T double or else stand, P split.
 */
const hard: Readonly<Record<number, string>> = {
  9: 'HDDDDHHHHH',
  10: 'DDDDDDDDHH',
  11: 'DDDDDDDDDH',
  12: 'HHSSSHHHHH',
  13: 'SSSSSHHHHH',
  14: 'SSSSSHHHHH',
  15: 'SSSSSHHHHH',
  16: 'SSSSSHHHHH',
}

const soft: Readonly<Record<number, string>> = {
  13: 'HHHDDHHHHH',
  14: 'HHHDDHHHHH',
  15: 'HHDDDHHHHH',
  16: 'HHDDDHHHHH',
  17: 'HDDDDHHHHH',
  18: 'STTTTSSHHH',
}

/** By the value of one card; what is not split is played by its total. */
const pairs: Readonly<Record<number, string>> = {
  1: 'PPPPPPPPPP',
  2: 'PPPPPP----',
  3: 'PPPPPP----',
  4: '---PP-----',
  6: 'PPPPP-----',
  7: 'PPPPPP----',
  8: 'PPPPPPPPPP',
  9: 'PPPPP-PP--',
}

function letterFor({ total, isSoft }: HandView, column: number): string {
  const row = isSoft ? soft[total] : hard[total]
  if (row) return row.charAt(column)
  return total >= 17 ? 'S' : 'H'
}

function moveFor(hand: HandView, column: number, may: (move: MoveName) => boolean): MoveName {
  const [first] = hand.cards
  if (first && may('split') && pairs[pipsOf(first)]?.charAt(column) === 'P') return 'split'
  const letter = letterFor(hand, column)
  if ((letter === 'D' || letter === 'T') && may('double')) return 'double'
  return letter === 'S' || letter === 'T' ? 'stand' : 'hit'
}

/** The next choice by the book. Insurance is never taken. */
export function strategy(view: View): { move: MoveName } {
  if (view.insurance.state === 'offered') return { move: 'decline' }
  const [up] = view.dealer.cards
  const hand = view.active === null ? undefined : view.hands[view.active]
  if (!up || !hand) throw new Error('nothing to decide')
  const column = pipsOf(up) === 1 ? 9 : pipsOf(up) - 2
  return { move: moveFor(hand, column, (move) => view.moves.some((allowed) => allowed.move === move)) }
}

/** The book as a table for the player: the hand, then one letter for each up card from 2 to ace. */
export const chart: readonly (readonly string[])[] = [
  ['', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'A'],
  ['8−', ...'HHHHHHHHHH'],
  ...Object.entries(hard).map(([total, row]) => [total, ...row]),
  ['17+', ...'SSSSSSSSSS'],
  ...Object.entries(soft).map(([total, row]) => [`A+${Number(total) - 11}`, ...row.replaceAll('T', 'D')]),
  ['A+8', ...'SSSSSSSSSS'],
  ...Object.entries(pairs).map(([value, row]) => {
    const name = value === '1' ? 'A' : value
    return [`${name}+${name}`, ...row.replaceAll('-', '·')]
  }),
]
