import { describe, expect, test } from 'vitest'
import { type BuilderPart, builderFault, builderLeg, builderQuote } from './builder.ts'
import { cashOutValue, isCashOutPart } from './cash-out.ts'
import { fraction } from './fraction.ts'
import { isHalfLine } from './lines.ts'
import { halfWon, lost, voided, won } from './result.ts'
import { type EventState, eventMoves, type MarketState, marketMoves, mayMoveEvent, mayMoveMarket } from './states.ts'

/** Home wins, over 2.5, both score: chances of every set, by its bits. */
const chances = [
  ...[0, 436_774_000, 496_101_000, 261_804_000],
  ...[557_421_000, 207_555_000, 420_000_000, 207_555_000],
] as const
const quote = builderQuote(chances, 3, 9200)
const prices = 'prices' in quote ? quote.prices : []

describe('a builder', () => {
  test('has a price for every set of its parts, and says what changes nothing', () => {
    expect(quote).toEqual({ prices: [0, 2110, 1850, 3520, 1650, 4440, 2190, 4440], implied: [1] })
  })

  test.each([
    ['all won', [won, won, won], 4440, won],
    ['one lost', [won, lost, won], 4440, lost],
    ['one lost, another void', [voided, lost, won], 2190, lost],
    ['the second void', [won, voided, won], 4440, won],
    ['the third void', [won, won, voided], 3520, won],
    ['one left', [voided, won, voided], 1850, won],
    ['all void', [voided, voided, voided], 4440, voided],
  ])('%s', (_, parts, price, result) => expect(builderLeg(prices, parts)).toEqual({ price, result }))

  test('refuses what cannot happen and what has no price', () => {
    expect(builderQuote([0, 5e8, 5e8, 0], 2, 9200)).toEqual({ reason: 'BUILDER_IMPOSSIBLE' })
    expect(builderQuote([0, 99e7, 99e7, 98e7], 2, 9200)).toEqual({ reason: 'BUILDER_UNPRICED' })
    expect(builderQuote([0, 5e8, 5e8, 1000], 2, 9200)).toEqual({ reason: 'BUILDER_UNPRICED' })
  })

  test('a part that would be too sure alone has the lowest price', () => {
    expect(builderQuote([0, 99e7, 5e8, 49e7], 2, 9200)).toEqual({ prices: [0, 1010, 1840, 1880], implied: [] })
  })

  test('takes two to six parts of which none comes back in part', () => {
    expect(() => builderQuote([0, 1], 1, 9200)).toThrow()
    expect(() =>
      builderQuote(
        Array.from({ length: 128 }, () => 1),
        7,
        9200,
      ),
    ).toThrow()
    expect(() => builderLeg(prices, [won, halfWon, won])).toThrow()
    const lines = [-6, -4, -3, -2, -1, 0, 1, 2, 3, 4, 6].filter((quarters) => isHalfLine({ quarters }))
    expect(lines).toEqual([-6, -2, 2, 6])
  })
})

describe('picks are a builder', () => {
  const parts = (count: number): BuilderPart[] =>
    Array.from({ length: count }, (_, market) => ({ event: 7, market, isBuildable: true }))
  const with2 = (more: Partial<BuilderPart>) => [...parts(2), { event: 7, market: 9, isBuildable: true, ...more }]

  test.each([
    ['two to six of one event', parts(6), null],
    ['not of one', parts(1), 'COUNT'],
    ['nor of seven', parts(7), 'COUNT'],
    ['nor of two events', with2({ event: 8 }), 'EVENTS'],
    ['nor with two answers to one question', with2({ market: 1 }), 'MARKET_TWICE'],
    ['nor with a stake that may come back', with2({ isBuildable: false }), 'LINE'],
  ])('%s', (_, list, fault) => expect(builderFault(list)).toBe(fault))
})

describe('cash-out', () => {
  const bet = (worth: number) => ({ sizes: [1], bankers: [], others: [fraction(worth, 1000)] })

  test('is never above what the bet may return, and not offered below one unit', () => {
    expect(cashOutValue(1000n, bet(2000), bet(1900), 9850)).toBe(1900n)
    expect(cashOutValue(1n, bet(1000), bet(2000), 9650)).toBeNull()
    expect(cashOutValue(1000n, bet(0), bet(2000), 9650)).toBeNull()
    expect(cashOutValue(1000n, bet(2000), bet(0), 9650)).toBeNull()
  })

  test('a part leaves a bet that could be placed', () => {
    const parts = [0n, 1n, 980n, 981n, 999n, 1000n, 1001n].filter((part) => isCashOutPart(part, 1000n, 20n))
    expect(parts).toEqual([1n, 980n, 1000n])
  })
})

describe('states', () => {
  const events = Object.keys(eventMoves).filter((state): state is EventState => state in eventMoves)
  const markets = Object.keys(marketMoves).filter((state): state is MarketState => state in marketMoves)
  const movers = ['feed', 'clock', 'operator', 'settler'] as const

  test('events move as the table says, and not otherwise', () => {
    const moves = events.flatMap((from) =>
      events.flatMap((to) => {
        const by = movers.filter((mover) => mayMoveEvent(from, to, mover))
        return by.length > 0 ? [`${from} ${to} ${by.join(' ')}`] : []
      }),
    )
    expect(moves).toEqual([
      'planned open feed operator',
      'planned postponed feed operator',
      'planned cancelled feed operator',
      'open postponed feed operator',
      'open live feed clock operator',
      'open cancelled feed operator',
      'postponed open feed operator',
      'postponed cancelled feed operator',
      'live interrupted feed operator',
      'live abandoned feed clock operator',
      'live ended feed operator',
      'interrupted live feed operator',
      'interrupted abandoned feed clock operator',
      'interrupted ended feed operator',
      'abandoned closed clock',
      'ended closed clock',
    ])
  })

  test('markets too', () => {
    const moves = markets.flatMap((from) =>
      markets.flatMap((to) => {
        const by = movers.filter((mover) => mayMoveMarket(from, to, mover))
        return by.length > 0 ? [`${from} ${to} ${by.join(' ')}`] : []
      }),
    )
    expect(moves).toEqual([
      'off open feed',
      'off closed feed',
      'open suspended feed clock operator',
      'open closed feed clock operator',
      'suspended open feed operator',
      'suspended closed feed operator',
      'suspended void operator',
      'closed disputed feed operator settler',
      'closed resulted feed operator settler',
      'closed void feed operator settler',
      'disputed resulted operator',
      'disputed void operator',
      'resulted closed feed operator',
      'void closed feed operator',
    ])
  })
})
