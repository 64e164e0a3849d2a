import { describe, expect, test } from 'vitest'
import {
  boostsOf,
  dayBars,
  nextLevel,
  placeOf,
  questCount,
  ratesOf,
  shelfOf,
  sourceOf,
  stakeForPoint,
  stepPage,
  worthOf,
} from './club-rules.ts'

describe('what has to be staked for a point', () => {
  test.each([
    ['0.20', 'EUR', 20, '10.00'],
    ['0.20', 'EUR', 10, '20.00'],
    ['0.20', 'EUR', 4, '50.00'],
    ['20', 'JPY', 20, '1000'],
    ['0.200000', 'USDT', 20, '10.000000'],
    // Rounded up.
    ['0.20', 'EUR', 7, '28.58'],
  ])('%s %s at %i thousandths: %s', (amount, currency, rate, stake) => {
    expect(stakeForPoint({ amount, currency }, rate)).toEqual({ amount: stake, currency })
  })

  test('nothing is earned at a rate of nothing', () => {
    expect(stakeForPoint({ amount: '0.20', currency: 'EUR' }, 0)).toBeNull()
  })
})

test('rates of games stand before those of kinds, and what is left comes last', () => {
  const rates = [
    { type: 'slot', rate: 20 },
    { game: 'twin-dice', name: 'Twin Dice', rate: 5 },
  ]
  expect(ratesOf({ rates, default_rate: 4 })).toEqual([
    { name: 'Twin Dice', kind: 'game', rate: 5 },
    { name: 'slot', kind: 'type', rate: 20 },
    { name: '', kind: 'rest', rate: 4 },
  ])
})

test('kinds that a dealer counts alike stand together', () => {
  expect(boostsOf({ live: '120', casino: '120', slot: '100' })).toEqual([{ kinds: ['live', 'casino'], percent: '120' }])
  const all = { casino: '105', slot: '105', live: '105', fast: '105', sports: '105' }
  expect(boostsOf(all)).toEqual([{ kinds: ['everything'], percent: '105' }])
  expect(boostsOf({})).toEqual([])
})

test('the last level has none after it', () => {
  const level = (id: number, is_current: boolean) => ({
    ...{ id, name: String(id), image: '', benefits: [], minValue: 0, maxValue: null, keep: null },
    ...{ is_current, is_reached: true },
  })
  expect(nextLevel({ levels: [level(1, true), level(2, false)] })?.id).toBe(2)
  expect(nextLevel({ levels: [level(1, false), level(2, true)] })).toBeNull()
})

test.each([
  [true, null, 'open'],
  [false, 'NOT_ENOUGH_POINTS', 'lock'],
  [false, 'SOLD_OUT', 'shut'],
  [false, 'LEVEL_NEEDED', 'shut'],
] as const)('a product that can be bought: %s, %s stands %s', (can_buy, reason, shelf) => {
  expect(shelfOf({ can_buy, reason })).toBe(shelf)
})

test.each([
  ['quest:safe-account', 200, 'quest'],
  ['order:12', -400, 'order'],
  ['order:12', 400, 'returned'],
  ['play', 3, 'play'],
  ['gift:sorry', 10, 'gift'],
  ['something', 1, 'other'],
] as const)('%s of %i is %s', (ref, amount, source) => {
  expect(sourceOf({ ref, amount })).toBe(source)
})

test('a quest of one step counts inside of it, one of several counts steps', () => {
  const step = (done: number, of: number) => ({
    ...{ kind: 'demo_games' as const, is_done: done === of, done, of, link: null },
  })
  expect(questCount({ steps: [step(2, 3)] })).toEqual({ done: 2, of: 3 })
  expect(questCount({ steps: [step(1, 1), step(0, 1)] })).toEqual({ done: 1, of: 2 })
})

test('a step leads to its own page, else to that of its kind', () => {
  expect(stepPage({ kind: 'article_read', link: '/fairness' })).toBe('/fairness')
  expect(stepPage({ kind: 'limit_set', link: null })).toBe('/profile/responsible-game')
})

test('a bonus and a bet have an amount as cash has; of spins the stake is none', () => {
  const amount = { amount: '5.00', currency: 'EUR' }
  const becomes = { amount, spins: null, wagering: null, days: 7 }
  expect(worthOf({ amount, becomes: null })).toBe(amount)
  expect(worthOf({ amount: null, becomes })).toBe(amount)
  expect(worthOf({ amount: null, becomes: { ...becomes, spins: { count: 10, game: 'Fruit Parade' } } })).toBeNull()
  expect(worthOf({ amount: null, becomes: null })).toBeNull()
})

test('what was bought is found where its kind lives', () => {
  expect([placeOf('cash'), placeOf('freespins'), placeOf('goods')]).toEqual([
    '/cashier/wallet',
    '/profile/bonuses',
    '/loyalty/shop#orders',
  ])
})

test('bars run from the oldest day, and the cap is the top', () => {
  const days = [
    { day: '2026-11-17', points: 500 },
    { day: '2026-11-16', points: 125 },
  ]
  expect(dayBars(days, 500).map(({ day, height }) => [day, height])).toEqual([
    ['2026-11-16', 0.25],
    ['2026-11-17', 1],
  ])
  expect(dayBars([], 0)).toEqual([])
})
