import { expect, test } from 'vitest'
import { type BookedPick, fateOf, slipPicksOf } from './booking-rules.ts'

const booked = (more: Partial<BookedPick>): BookedPick => ({
  ...{ pick: '7/result/ft/-/1', outcome: '1', price_then: 2100, price: 2100, version: 4, state: 'open' },
  ...{ market: { id: 9, type: 'result', period: 'ft', line: null }, is_live: false, is_buildable: true },
  event: { id: 7, slug: 'a-b', sport: 'football', home: 'A', away: 'B', starts_at: '2026-12-01T18:00:00.000Z' },
  ...more,
})

test.each([
  ['same', {}],
  ['moved', { price: 2000 }],
  ['paused', { price: null, state: 'suspended' }],
  ['gone', { price: null, state: 'suspended', price_then: 0 }],
  ['gone', { price: null, state: 'resulted' }],
  ['gone', { price: null, state: 'closed' }],
] as const)('a pick that is %s', (fate, more) => {
  expect(fateOf(booked(more))).toBe(fate)
})

test('what is for sale comes into the slip at the price of now, what is gone does not', () => {
  const picks = slipPicksOf([
    booked({ price: 2000 }),
    booked({ price: null, state: 'suspended', pick: '8/result/ft/-/1' }),
    booked({ price: null, state: 'void' }),
  ])
  expect(picks.map(({ pick, price }) => [pick, price])).toEqual([
    ['7/result/ft/-/1', 2000],
    ['8/result/ft/-/1', 2100],
  ])
  expect(picks[0]).toMatchObject({
    marketId: 9,
    version: 4,
    isBuildable: true,
    event: { startsAt: expect.any(String) },
  })
})
