import { expect, test } from 'vitest'
import { lockOf, priceMove, stepTo } from './odds-rules.ts'

test.each([
  ['open', null, 2100, false, null],
  ['suspended', 'GOAL', 2100, false, 'paused'],
  ['closed', null, 2100, false, 'closed'],
  ['open', 'FEED', 2100, false, 'silent'],
  ['open', null, 2100, true, 'silent'],
  ['open', null, 0, false, 'notOffered'],
] as const)('a market that is %s because of %s at %i, silent %s: %s', (state, cause, price, isSilent, lock) => {
  expect(lockOf({ state, cause }, { price, isSilent })).toBe(lock)
})

test.each([
  ['open', null, 'house'],
  ['suspended', 'GOAL', 'house'],
  ['resulted', null, 'closed'],
] as const)('what the operator closed is locked by the house while it could be for sale: %s', (state, cause, lock) => {
  expect(lockOf({ state, cause }, { price: 2100, isSilent: false, isShut: true })).toBe(lock)
})

test('a price moves up or down, and not at all when it was not there', () => {
  expect([
    priceMove(2100, 2150),
    priceMove(2100, 2050),
    priceMove(2100, 2100),
    priceMove(0, 2100),
    priceMove(2100, 0),
  ]).toEqual(['up', 'down', null, null, null])
})

const counts = [3, 0, 2]

test.each([
  ['ArrowRight', 0, 0, { row: 0, column: 1 }],
  ['ArrowRight', 0, 2, { row: 2, column: 0 }],
  ['ArrowLeft', 2, 0, { row: 0, column: 2 }],
  ['ArrowLeft', 0, 0, null],
  ['ArrowDown', 0, 2, { row: 2, column: 1 }],
  ['ArrowUp', 2, 1, { row: 0, column: 1 }],
  ['ArrowDown', 2, 1, null],
  ['Home', 2, 1, { row: 0, column: 0 }],
  ['End', 0, 0, { row: 2, column: 1 }],
  ['a', 0, 0, null],
] as const)('%s from row %i, column %i leads to %o', (key, row, column, to) => {
  expect(stepTo(counts, { row, column }, key)).toEqual(to)
})

test('in a right-to-left page the arrows turn around', () => {
  expect(stepTo(counts, { row: 0, column: 0 }, 'ArrowLeft', true)).toEqual({ row: 0, column: 1 })
})
