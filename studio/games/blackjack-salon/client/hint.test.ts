import { expect, test } from 'vitest'
import type { View } from '../math.ts'
import { bookMove } from './hint.ts'

const hand = {
  cards: ['TS', '6H'],
  total: 16,
  isSoft: false,
  stake: 2,
  isDoubled: false,
  result: null,
  won: 0,
} as const
const view: View = {
  dealer: { cards: ['9C'], total: 9, isSoft: false, isOpen: false },
  hands: [hand],
  active: 0,
  insurance: { state: 'none', won: 0 },
  moves: [
    { move: 'hit', stake: 0 },
    { move: 'stand', stake: 0 },
  ],
}

test('the book hits sixteen against nine, stands against six, leaves insurance, and has nothing to say at the end', () => {
  expect(bookMove(view)).toBe('hit')
  expect(bookMove({ ...view, dealer: { ...view.dealer, cards: ['6C'], total: 6 } })).toBe('stand')
  const asked: View = {
    ...view,
    active: null,
    insurance: { state: 'offered', won: 0 },
    moves: [{ move: 'decline', stake: 0 }],
  }
  expect(bookMove(asked)).toBe('decline')
  expect(bookMove({ ...view, active: null, moves: [] })).toBeNull()
})
