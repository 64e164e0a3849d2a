import { describe, expect, test } from 'vitest'
import vectors from '../../docs/betting-vectors.json' with { type: 'json' }
import { legFactor, resultOf, type VectorLeg } from '../test/bets.ts'
import { cashOutValue, expectedFactor, partOfValue } from './cash-out.ts'
import { type Format, formatPrice, formats, totalPriceText } from './formats.ts'
import type { Fraction } from './fraction.ts'
import { exactPrice, impliedChance, priceOf } from './odds.ts'
import { won } from './result.ts'
import { boostOf, boostPercent, freeBetReturn, maxStake, returnOf, sameTotal, splitOver, worthOf } from './settle.ts'
import { combinationsOf, systemName, systems } from './slip.ts'

/** What is published for the code of others holds for our own. */

const numbered = (rows: readonly { n: number | string }[]) => rows.map(({ n }) => Number.parseInt(String(n), 10))

test('all 68 are there', () => {
  const all = [
    ...[vectors.bets, vectors.boosts, vectors.caps, vectors.free_bets, vectors.purses, vectors.same_total],
    ...[vectors.cash_outs, vectors.cash_out_parts],
  ].flatMap(numbered)
  expect([...new Set(all)]).toEqual(Array.from({ length: 68 }, (_, at) => at + 1))
})

const multiple = (legs: readonly VectorLeg[]) => ({ sizes: [legs.length], bankers: [], others: legs.map(legFactor) })

describe('prices', () => {
  test.each(vectors.prices)('$win and $back of a billion at $payout: $price', ({ win, back, payout, price }) => {
    expect(priceOf({ win, back }, payout)).toBe(price)
  })

  test.each(vectors.formats)('$price in every format', ({ price, implied, ...texts }) => {
    const written = Object.fromEntries(formats.map((format: Format) => [format, formatPrice(price, format)]))
    expect(written).toMatchObject(texts)
    expect(impliedChance(price)).toBe(implied)
  })

  test.each(vectors.total_prices)('a multiple shows $total', ({ prices, total }) => {
    expect(totalPriceText(prices.map(exactPrice))).toBe(total)
  })
})

test.each(vectors.systems)('$name: $combinations combinations', ({ name, legs, sizes, combinations }) => {
  const slip = { kind: 'system', picks: legs, bankers: [], sizes } as const
  expect(combinationsOf(slip)).toBe(combinations)
  expect(systemName(slip)).toBe(name)
  expect(Object.keys(systems)).toHaveLength(vectors.systems.length)
})

test.each(vectors.bets)('$n $bet of $stake returns $return', ({ stake, sizes, bankers, legs, ...said }) => {
  const bet = { sizes, bankers: bankers.map(legFactor), others: legs.map(legFactor) }
  expect(returnOf(BigInt(stake), bet)).toBe(BigInt(said.return))
  const places = bankers.map((_, at) => at)
  const slip = { kind: 'system', picks: legs.length + bankers.length, bankers: places, sizes } as const
  expect(combinationsOf(slip)).toBe(said.combinations)
})

test.each(vectors.boosts)('$n a boost of $percent percent: $boost', ({ stake, legs, percent, boost, ...said }) => {
  const returned = returnOf(BigInt(stake), multiple(legs))
  expect(returned).toBe(BigInt(said.return))
  const boosted = legs.map(({ price, result }) => ({ price: exactPrice(price), result: resultOf(result) }))
  expect(boostPercent(boosted)).toBe(percent)
  expect(boostOf(BigInt(stake), returned, percent)).toBe(BigInt(boost))
})

test.each(vectors.caps)('$n at most $stake for a cap of $cap', ({ cap, prices, stake, above, ...said }) => {
  const best = multiple(prices.map((price) => ({ price, result: won })))
  expect(maxStake(BigInt(cap), worthOf(best))).toBe(BigInt(stake))
  expect(returnOf(BigInt(stake), best)).toBe(BigInt(said.return))
  expect(returnOf(BigInt(stake) + 1n, best)).toBe(BigInt(above))
})

test.each(vectors.free_bets)('$n a free bet pays $paid', ({ stake, price, result, paid }) => {
  const returned = returnOf(BigInt(stake), multiple([{ price, result }]))
  expect(freeBetReturn(BigInt(stake), returned)).toBe(BigInt(paid))
})

test.each(vectors.purses)('$n $return over $parts', ({ parts, shares, ...said }) => {
  expect(splitOver(BigInt(said.return), parts.map(BigInt))).toEqual(shares.map(BigInt))
})

test.each(vectors.same_total)('$n $total over $singles singles', ({ total, singles, stakes }) => {
  expect(sameTotal(BigInt(total), singles)).toEqual(stakes.map(BigInt))
})

test.each(vectors.cash_outs)('$n is worth $value now', ({ stake, sizes, legs, share, value }) => {
  const bet = (undecided: (leg: { price: number; win?: number; back?: number }) => Fraction) => ({
    sizes,
    bankers: [],
    others: legs.map((leg) => (leg.result ? legFactor({ ...leg, result: leg.result }) : undecided(leg))),
  })
  const now = bet(({ price, win = 0, back = 0 }) => expectedFactor(exactPrice(price), { win, back }))
  const atBest = bet(({ price }) => legFactor({ price, result: won }))
  expect(cashOutValue(BigInt(stake), now, atBest, share)).toBe(BigInt(value))
})

test.each(vectors.cash_out_parts)('$n a part pays $paid, the rest runs on', ({ value, stake, part, paid, rest }) => {
  expect(partOfValue(BigInt(value), BigInt(part), BigInt(stake))).toBe(BigInt(paid))
  expect(BigInt(stake) - BigInt(part)).toBe(BigInt(rest.stake))
  expect(returnOf(BigInt(rest.stake), multiple([{ price: rest.price, result: won }]))).toBe(BigInt(rest.return))
})
