import { describe, expect, test } from 'vitest'
import { againstDeposit, bonusOfDeposit, wagerOfBonus } from './promotion-sums.ts'

const half = { percent: 5_000n, fixed: null, max: 10_000n }

describe('what an offer comes to', () => {
  // Examples 1 to 5 of the design: credited, percent, cap, bonus, times, to wager.
  test.each([
    ['60.00', 6_000n, 5_000n, 10_000n, 3_000n, 3_000n, 90_000n],
    ['40.00 with a fee of 0.40', 3_960n, 5_000n, 10_000n, 1_980n, 3_000n, 59_400n],
    ['300.00, more than the cap', 30_000n, 5_000n, 10_000n, 10_000n, 3_000n, 300_000n],
    ['5,000 yen', 5_000n, 3_300n, null, 1_650n, 1_250n, 20_625n],
    ['12.345678 of a coin', 12_345_678n, 3_333n, null, 4_114_814n, 300n, 12_344_442n],
  ])('%s', (_what, credited, percent, max, bonus, times, required) => {
    expect(bonusOfDeposit({ percent, fixed: null, max }, credited)).toBe(bonus)
    expect(wagerOfBonus({ basis: 'bonus', times }, { bonus, credited })).toBe(required)
  })

  test('a fixed amount is the same for every deposit, and no cap touches it', () => {
    const fixed = { percent: null, fixed: 1_500n, max: 1_000n }
    expect([0n, 100n, 90_000n].map((credited) => bonusOfDeposit(fixed, credited))).toEqual([1_500n, 1_500n, 1_500n])
  })

  test('what comes to nothing is nothing', () => {
    expect(bonusOfDeposit(half, 1n)).toBeNull()
    expect(bonusOfDeposit(half, 0n)).toBeNull()
    expect(bonusOfDeposit({ percent: null, fixed: null, max: null }, 100n)).toBeNull()
  })

  test('it is wagered by the bonus, the deposit or both, and half a cent is let off', () => {
    const of = (basis: 'bonus' | 'deposit' | 'both') =>
      wagerOfBonus({ basis, times: 150n }, { bonus: 33n, credited: 67n })
    expect([of('bonus'), of('deposit'), of('both')]).toEqual([49n, 100n, 150n])
  })
})

describe('what speaks against an offer with a deposit', () => {
  const rule = { excludedMethods: ['wallet'], min: 2_000n }
  test.each([
    ['enough by a method that fits', { amount: 2_000n, method: 'card' }, null],
    ['a cent too little', { amount: 1_999n, method: 'card' }, 'AMOUNT_TOO_SMALL'],
    ['nothing typed yet', { amount: null, method: 'card' }, null],
    ['a method that is left out', { amount: 2_000n, method: 'wallet' }, 'METHOD_EXCLUDED'],
    ['the method before the amount', { amount: 1n, method: 'wallet' }, 'METHOD_EXCLUDED'],
  ])('%s', (_what, deposit, said) => {
    expect(againstDeposit(rule, deposit)).toBe(said)
  })

  test('without a minimum every amount will do', () => {
    expect(againstDeposit({ excludedMethods: [], min: null }, { amount: 1n, method: 'card' })).toBeNull()
  })
})
