import { describe, expect, test } from 'vitest'
import { type BookMarket, changesSince, moveSince, mustAsk, pickNow, pricePolicies } from './slip-prices.ts'

const picked = { price: 2100, version: 3, isLive: false, outcome: '1' }
const market: BookMarket = {
  state: 'open',
  cause: null,
  version: 4,
  is_live: true,
  outcomes: ['x', '1', '2'],
  prices: [3300, 2050, 3500],
}

describe('a pick now', () => {
  test('is what was picked until the book has answered', () => {
    expect(pickNow(picked, undefined, false)).toEqual({
      state: 'open',
      price: 2100,
      version: 3,
      isLive: false,
      cause: null,
      reason: null,
    })
  })

  test('has the price of its own outcome', () => {
    expect(pickNow(picked, market, false)).toEqual({
      state: 'open',
      price: 2050,
      version: 4,
      isLive: true,
      cause: null,
      reason: null,
    })
  })

  test.each(['off', 'closed', 'disputed', 'resulted', 'void'] as const)('is closed in a market that is %s', (state) => {
    expect(pickNow(picked, { ...market, state }, false)).toMatchObject({ state: 'closed', price: 2050 })
  })

  test('is closed where the market is gone, the outcome is unknown or not offered, and keeps its last price', () => {
    expect(pickNow(picked, null, false)).toMatchObject({ state: 'closed', price: 2100 })
    expect(pickNow({ ...picked, outcome: '12' }, market, false)).toMatchObject({ state: 'closed', price: 2100 })
    expect(pickNow(picked, { ...market, prices: [3300, 0, 3500] }, false)).toMatchObject({
      state: 'closed',
      price: 2100,
    })
  })

  test('is paused with its cause, also while the stop has no prices', () => {
    const stopped: BookMarket = { ...market, state: 'suspended', cause: 'GOAL' }
    expect(pickNow(picked, stopped, false)).toMatchObject({ state: 'paused', cause: 'GOAL', price: 2050 })
    expect(pickNow(picked, { ...stopped, prices: [] }, true)).toMatchObject({
      state: 'paused',
      cause: 'GOAL',
      price: 2100,
    })
  })

  test('is paused by a producer that is silent, but stays closed', () => {
    expect(pickNow(picked, market, true)).toMatchObject({ state: 'paused', cause: 'FEED' })
    expect(pickNow(picked, { ...market, cause: 'FEED' }, false)).toMatchObject({ state: 'paused', cause: 'FEED' })
    expect(pickNow(picked, { ...market, state: 'closed' }, true)).toMatchObject({ state: 'closed', cause: null })
  })
})

test('what the operator closed is paused with the reason, unless it is over', () => {
  expect(pickNow(picked, market, false, 'a strike')).toMatchObject({
    state: 'paused',
    cause: 'OPERATOR',
    reason: 'a strike',
  })
  expect(pickNow(picked, { ...market, state: 'resulted' }, false, 'a strike')).toMatchObject({
    state: 'closed',
    reason: null,
  })
})

test('a price moves up, down or not', () => {
  expect([2110, 2090, 2100].map((now) => moveSince(2100, now))).toEqual(['better', 'worse', 'same'])
})

test('who is asked: by default about worse prices, never about the same', () => {
  const asked = (now: number) => pricePolicies.filter((policy) => mustAsk(policy, 2100, now))
  expect(asked(2100)).toEqual([])
  expect(asked(2200)).toEqual(['none'])
  expect(asked(2050)).toEqual(['none', 'better'])
  // A tenth less is the last that is taken at any price.
  expect(asked(1890)).toEqual(['none', 'better'])
  expect(asked(1889)).toEqual(['none', 'better', 'any'])
})

describe('what is said', () => {
  const now = pickNow(picked, undefined, false)
  const said = (before: Partial<typeof now> | null, after: Partial<typeof now>) =>
    changesSince(new Map(before ? [['a', { ...now, ...before }]] : []), new Map([['a', { ...now, ...after }]]))

  test('a price that moved, with the one before', () => {
    expect(said({}, { price: 2050 })).toEqual([{ pick: 'a', kind: 'price', before: 2100, after: 2050 }])
  })

  test.each(['paused', 'closed'] as const)('that a pick is %s, and that it is open again', (state) => {
    expect(said({}, { state })).toMatchObject([{ kind: state }])
    expect(said({ state }, { price: 2200 })).toMatchObject([{ kind: 'open', after: 2200 }])
  })

  test('nothing of a new pick, of the same price, or of prices behind a lock', () => {
    expect(said(null, { price: 2050 })).toEqual([])
    expect(said({}, { version: 9 })).toEqual([])
    expect(said({ state: 'paused' }, { state: 'paused', price: 2050 })).toEqual([])
    expect(changesSince(new Map([['a', now]]), new Map())).toEqual([])
  })
})
