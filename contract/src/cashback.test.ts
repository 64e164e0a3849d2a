import { describe, expect, test } from 'vitest'
import {
  type CashbackSums,
  cashbackAmount,
  cashbackLoss,
  cashbackRate,
  cashbackSumOf,
  percentText,
} from './cashback.ts'

const nothing: CashbackSums = {
  stakes: 0n,
  wins: 0n,
  rollbacks_in: 0n,
  rollbacks_out: 0n,
  jackpots: 0n,
  conversions: 0n,
}
const five = { rate: 500, least: null, most: null }

describe('the formula', () => {
  // Examples 35 and 36 of the design.
  test.each([
    ['a week', { stakes: 41_260n, wins: 37_125n, rollbacks_in: 200n }, 3_935n, 196n],
    [
      'a week in which a bonus was converted',
      { stakes: 41_260n, wins: 37_125n, rollbacks_in: 200n, conversions: 3_000n },
      935n,
      46n,
    ],
    ['a win that was taken back', { stakes: 1_000n, wins: 400n, rollbacks_out: 400n }, 1_000n, 50n],
    ['a pot', { stakes: 10_000n, jackpots: 9_000n }, 1_000n, 50n],
    ['more won than staked', { stakes: 1_000n, wins: 3_000n }, -2_000n, 0n],
    ['as much', { stakes: 1_000n, wins: 1_000n }, 0n, 0n],
  ])('%s', (_name, sums, loss, amount) => {
    expect(cashbackLoss({ ...nothing, ...sums })).toBe(loss)
    expect(cashbackAmount(loss, five)).toBe(amount)
  })

  test.each([
    ['rounds down once', 1_999n, five, 99n],
    ['a currency without decimals', 999n, { ...five, rate: 333 }, 33n],
    ['a currency with six', 12_345_678n, { ...five, rate: 750 }, 925_925n],
    ['not more than the most', 100_000n, { ...five, most: 1_000n }, 1_000n],
    ['not less than the least', 980n, { ...five, least: 50n }, 0n],
    ['exactly the least', 1_000n, { ...five, least: 50n }, 50n],
    ['the cap before the least', 100_000n, { ...five, least: 50n, most: 49n }, 0n],
    ['no loss has no least', -1n, { ...five, least: 0n }, 0n],
    ['more than numbers hold', 9_007_199_254_740_993n * 3n, five, 1_351_079_888_211_148n],
  ])('%s', (_name, loss, rule, amount) => {
    expect(cashbackAmount(loss, rule)).toBe(amount)
  })
})

describe('a line', () => {
  test.each([
    ['stake', false, 'stakes'],
    ['win', true, 'wins'],
    ['cashout', true, 'wins'],
    ['void', true, 'rollbacks_in'],
    ['void', false, null],
    ['rollback', true, 'rollbacks_in'],
    ['rollback', false, 'rollbacks_out'],
    ['jackpot', true, 'jackpots'],
    ['conversion', true, 'conversions'],
    ['deposit', true, null],
    ['withdrawal', false, null],
    ['cashback', true, null],
    ['correction', true, null],
    ['stake', true, null],
    ['win', false, null],
  ] as const)('%s, in: %s', (reason, isIn, sum) => {
    expect(cashbackSumOf({ scope: 'wallet', reason, isIn }, 2)).toBe(sum)
  })

  test('of a bet on sports counts nothing, and as play in the first formula', () => {
    const stake = { scope: 'bet-step', reason: 'stake', isIn: false }
    expect([cashbackSumOf(stake, 2), cashbackSumOf(stake, 1)]).toEqual([null, 'stakes'])
  })
})

test('the rate is that of the highest level reached', () => {
  const rates = [
    { level: 4, rate: 600 },
    { level: 1, rate: 300 },
    { level: 8, rate: 1_000 },
  ]
  expect([1, 3, 4, 7, 8, 99].map((level) => cashbackRate(rates, level))).toEqual([300, 300, 600, 600, 1_000, 1_000])
  expect(cashbackRate([{ level: 2, rate: 100 }], 1)).toBeNull()
  expect([500, 750, 1, 10_000].map(percentText)).toEqual(['5', '7.5', '0.01', '100'])
})
