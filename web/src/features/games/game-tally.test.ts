import { expect, test } from 'vitest'
import { count, sums } from './game-tally.ts'

const round = (staked: string, won: string, currency = 'EUR') => ({
  staked: { amount: staked, currency },
  won: { amount: won, currency },
  is_free: false,
})

test('rounds add up without a float, in the decimals of their currency', () => {
  const tally = [round('0.10', '0.20'), round('0.20', '0.00'), round('0.10', '0.10')].reduce<ReturnType<typeof count>>(
    count,
    null,
  )
  expect(tally && sums(tally)).toEqual({
    staked: { amount: '0.40', currency: 'EUR' },
    won: { amount: '0.30', currency: 'EUR' },
    net: { amount: '-0.10', currency: 'EUR' },
  })
  expect(tally?.rounds).toBe(3)
  const yen = count(null, round('20', '45', 'JPY'))
  expect(yen && sums(yen).net).toEqual({ amount: '25', currency: 'JPY' })
})

test('practice money is not added to real money', () => {
  const tally = count(count(null, round('5.00', '0.00')), round('1.00', '2.00', 'FUN'))
  expect(tally).toMatchObject({ currency: 'FUN', rounds: 1, staked: 100n, won: 200n })
})

test('a free spin costs nothing, and what it won counts', () => {
  const tally = count(null, { ...round('0.40', '0.64'), is_free: true })
  expect(tally && sums(tally).net).toEqual({ amount: '0.64', currency: 'EUR' })
})

test('an unknown currency is not counted', () => {
  expect(count(null, round('1', '2', 'XXX'))).toBeNull()
})
