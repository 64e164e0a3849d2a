import { expect, test } from 'vitest'
import { above, firstStake, fitted, keptStake, ladderOf, under } from './ladder.ts'

const facts = {
  currency: 'EUR',
  stakes: { min: '0.20', max: '5.00', step: '0.20', ladder: ['0.20', '0.40', '1.00', '2.00', '5.00', '10.00'] },
}
const ladder = ladderOf(facts)

test('rungs above the greatest stake are not offered', () => expect(ladder.rungs).toEqual([20n, 40n, 100n, 200n, 500n]))

test('plus and minus climb the ladder, from between two rungs too, and stop at its ends', () => {
  expect([20n, 60n, 100n, 500n].map((stake) => above(stake, ladder))).toEqual([40n, 100n, 200n, 500n])
  expect([500n, 60n, 40n, 20n].map((stake) => under(stake, ladder))).toEqual([200n, 40n, 20n, 20n])
})

test('a typed stake becomes one that is allowed, never a greater one than was typed', () => {
  expect([0n, 20n, 33n, 119n, 120n, 9_999n].map((stake) => fitted(stake, ladder))).toEqual([
    20n,
    20n,
    20n,
    100n,
    120n,
    500n,
  ])
})

test('a small balance begins with the smallest stake', () => {
  expect(firstStake(ladder, 100_000n)).toBe(100n)
  expect(firstStake(ladder, 99n)).toBe(20n)
})

test.each([
  ['2.00', 'EUR', '10.00', 200n],
  // Not a stake that the balance cannot pay, nor one that the game no longer takes.
  ['2.00', 'EUR', '1.99', null],
  ['9.00', 'EUR', '10.00', 500n],
  ['0.31', 'EUR', '10.00', 20n],
  ['2.00', 'FUN', '10.00', null],
  ['-2.00', 'EUR', '10.00', null],
  ['2.001', 'EUR', '10.00', null],
])('the stake of the last time, %s %s, with %s in the purse: %s', (amount, currency, balance, stake) => {
  const kept = keptStake({ amount, currency }, { ...facts, balance: { amount: balance, currency: 'EUR' } })
  expect(kept).toBe(stake)
})
