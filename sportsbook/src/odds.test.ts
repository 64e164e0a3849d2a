import { describe, expect, test } from 'vitest'
import { chanceFrom } from '../test/chance.ts'
import { counted, patience } from '../test/effort.ts'
import { deducted, deductionFor } from './deductions.ts'
import { formatPrice, totalPriceText } from './formats.ts'
import { floor, fraction, times } from './fraction.ts'
import { chancesOf, exactPrice, isAsGoodAsDecided, isOnLadder, isPrice, priceOf } from './odds.ts'

const rungs = Array.from({ length: 501_000 - 1010 + 1 }, (_, at) => 1010 + at).filter(isOnLadder)

describe('the ladder', () => {
  test('has its rungs where it says, and both ends', () => {
    const widths = new Set(rungs.map((rung, at) => (rungs[at + 1] ?? rung) - rung))
    expect([...widths]).toEqual([5, 10, 20, 50, 100, 500, 1000, 5000, 0])
    expect(rungs.slice(-3)).toEqual([495_000, 500_000, 501_000])
    for (const edge of [1010, 1200, 3000, 5000, 10_000, 20_000, 50_000, 100_000]) expect(rungs).toContain(edge)
    for (const off of [1009, 1011, 1205, 3010, 100_500, 500_500, 501_001, 2100.5]) expect(isOnLadder(off)).toBe(false)
    expect([1009, 501_001, 1.5, Number.NaN].some(isPrice)).toBe(false)
  })

  test('gives the nearest rung, of two as near the lower, and nothing outside', () => {
    const at = (thousandths: number) => priceOf({ win: 1_000_000_000, back: 0 }, thousandths * 10)
    expect([2174.9, 2175, 2175.1].map(at)).toEqual([2170, 2170, 2180].map((price) => price))
    expect([1009.9, 1010, 500_500, 500_500.1, 501_000, 501_000.1].map(at)).toEqual([
      ...[null, 1010, 500_000],
      ...[501_000, 501_000, null],
    ])
    expect(priceOf({ win: 0, back: 0 }, 9500)).toBeNull()
  })

  test(
    'no rung is nearer than the one that is given',
    () => {
      const chance = chanceFrom(3)
      for (let trial = 0; trial < counted(2000, 100_000); trial++) {
        const [win, back] = [chance.between(1, 900_000_000), chance.between(0, 99_999_999)]
        const price = priceOf({ win, back }, 9500)
        const exact = (9500 * (1e9 - back)) / (10 * win)
        if (price === null) expect(exact < 1010 || exact > 501_000).toBe(true)
        else {
          const place = rungs.indexOf(price)
          const near = [rungs[place - 1] ?? price, rungs[place + 1] ?? price]
          for (const other of near)
            expect(Math.abs(other - exact)).toBeGreaterThanOrEqual(Math.abs(price - exact) - 1e-6)
        }
      }
    },
    patience,
  )
})

test('formats read back to a price that is written the same; decimal and Hong Kong to the very price', () => {
  const read = {
    decimal: (text: string) => Math.round(Number(text) * 1000),
    hong_kong: (text: string) => Math.round(Number(text) * 1000) + 1000,
    american: (text: string) => {
      const number = Number(text)
      return 1000 + (number > 0 ? number * 10 : Math.round(-100_000 / number))
    },
    malay: (text: string) => 1000 + Math.round(Number(text) > 0 ? Number(text) * 1000 : -1000 / Number(text)),
    indonesian: (text: string) => 1000 + Math.round(Number(text) > 0 ? Number(text) * 1000 : -1000 / Number(text)),
    fractional: (text: string) => {
      const [profit = 0, stake = 1] = text.replace('≈', '').split('/').map(Number)
      return 1000 + (profit * 1000) / stake
    },
  }
  for (const price of rungs) {
    expect(read.decimal(formatPrice(price, 'decimal'))).toBe(price)
    expect(read.hong_kong(formatPrice(price, 'hong_kong'))).toBe(price)
    if (price <= 2000) expect(read.malay(formatPrice(price, 'malay'))).toBe(price)
    if (price >= 2000) expect(read.indonesian(formatPrice(price, 'indonesian'))).toBe(price)
    const american = read.american(formatPrice(price, 'american'))
    expect(Math.abs(american - price)).toBeLessThanOrEqual(price < 2000 ? 5 : 5)
    const text = formatPrice(price, 'fractional')
    expect(text.startsWith('≈')).toBe(read.fractional(text) !== price)
  }
  expect(formatPrice(2000, 'american')).toBe('+100')
  expect([1035, 2100, 34_000].map((price) => formatPrice(price, 'decimal'))).toEqual(['1.035', '2.10', '34.00'])
  expect(totalPriceText([99_999, 1001].map(exactPrice))).toBe('100.09')
  expect(totalPriceText([2000, 2100].map(exactPrice))).toBe('4.20')
})

test('a feed without chances: one over each price, never more than certainty together', () => {
  expect(chancesOf([2000, 2000])).toEqual([500_000_000, 500_000_000])
  const chances = chancesOf([1870, 3420, 4550])
  expect(chances.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(1_000_000_000)
  expect(chances.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(999_999_990)
})

test('a market is as good as decided when all outcomes but one are below five in a million', () => {
  expect(isAsGoodAsDecided([999_995_001, 4999, 0])).toBe(true)
  expect(isAsGoodAsDecided([999_995_000, 5000])).toBe(false)
})

describe('withdrawn runners', () => {
  test.each([
    [[1120], 9000],
    [[1121], 8500],
    [[1990], 5000],
    [[2240, 5490], 6500],
    [[10_990], 1000],
    [[15_000], 0],
    [[15_000, 14_000], 1000],
    [[15_000, 20_000], 0],
    [[15_001], 0],
    [[1500, 1500], 9000],
  ])('that left at %j take %i', (prices, deduction) => expect(deductionFor(prices)).toBe(deduction))

  test('take from the profit alone', () => {
    expect(floor(times(fraction(1000), deducted(exactPrice(9000), 9000)))).toBe(1800n)
  })
})
