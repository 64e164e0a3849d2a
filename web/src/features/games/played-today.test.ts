import { expect, test } from 'vitest'
import { playedOf } from './played-today.ts'

const eur = (amount: string) => ({ amount, currency: 'EUR' })
const line = (staked: string, won: string, more = {}) => ({
  ...{ staked: eur(staked), won: eur(won), is_free: false, is_closed: true },
  ...more,
})

test('what was played today is counted with its net', () => {
  expect(playedOf([line('2.00', '0.00'), line('1.00', '2.50'), line('3.00', '0.00', { is_free: true })], 3)).toEqual({
    rounds: 3,
    net: eur('-0.50'),
  })
})

test('an open round is neither a round of today nor a loss', () => {
  expect(playedOf([line('2.00', '0.00', { is_closed: false })], 1)).toBeNull()
  expect(playedOf([line('2.00', '0.00', { is_closed: false }), line('1.00', '0.00')], 2)).toEqual({
    rounds: 1,
    net: eur('-1.00'),
  })
})

test('of more rounds than are known no net is told', () => {
  expect(playedOf([line('1.00', '0.00', { is_closed: false }), line('1.00', '0.00')], 250)).toEqual({
    rounds: 249,
    net: null,
  })
  expect(playedOf([], 0)).toBeNull()
})
