import { expect, test } from 'vitest'
import type { HandView, View } from '../math.ts'
import { dealerSteps, drawnIn, isAsLaid, moveSteps, openingSteps } from './deal-steps.ts'

const hand = (...cards: HandView['cards'][number][]): HandView => ({
  cards,
  total: 0,
  isSoft: false,
  stake: 2,
  isDoubled: false,
  result: null,
  won: 0,
})
const dealer = (isOpen: boolean, ...cards: View['dealer']['cards'][number][]): View['dealer'] => ({
  cards,
  total: 0,
  isSoft: false,
  isOpen,
})

test('player, dealer, player, dealer: the last card lies face down', () => {
  const view = { hands: [hand('TS', '6H')], dealer: dealer(false, '9C') }
  expect(openingSteps(view).map((step) => [step.kind, 'card' in step ? step.card : null])).toEqual([
    ['player', 'TS'],
    ['dealer', '9C'],
    ['player', '6H'],
    ['dealer', null],
  ])
})

test('a drawn card goes to its hand', () => {
  const before = { hands: [hand('TS', '6H'), hand('2C', '3C')], active: 1 }
  const view = { hands: [hand('TS', '6H'), hand('2C', '3C', '4D')], active: 1 }
  expect(moveSteps(view, before)).toEqual([{ kind: 'player', hand: 1, card: '4D' }])
  expect(drawnIn(view, before)).toBe('4D')
})

test('a split parts the hand first, then each half gets its card', () => {
  const before = { hands: [hand('8S', '8H')], active: 0 }
  const view = { hands: [hand('8S', '2D'), hand('8H', '3D')], active: 0 }
  expect(moveSteps(view, before)).toEqual([
    { kind: 'split', hand: 0 },
    { kind: 'player', hand: 0, card: '2D' },
    { kind: 'player', hand: 1, card: '3D' },
  ])
  expect(drawnIn(view, before)).toBeNull()
})

test('the dealer turns the hole card and draws, once it is the dealer’s turn', () => {
  expect(dealerSteps({ dealer: dealer(false, '9C') })).toEqual([])
  expect(dealerSteps({ dealer: dealer(true, '9C', '5D', '6S') })).toEqual([
    { kind: 'turn', card: '5D' },
    { kind: 'dealer', card: '6S', isLate: true },
  ])
})

test('a table that shows something else is laid anew', () => {
  const view = { hands: [hand('TS', '6H')] }
  expect(isAsLaid(view, { dealer: 2, hands: [2] })).toBe(true)
  expect(isAsLaid(view, { dealer: 3, hands: [2] })).toBe(false)
  expect(isAsLaid(view, { dealer: 2, hands: [1] })).toBe(false)
})
