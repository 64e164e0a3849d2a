import { describe, expect, test } from 'vitest'
import { dayIn, daysOf, exactShare, isUnseen, lossBars, mayTellOn, newerSeen } from './rules.ts'

const eur = (amount: string) => ({ amount, currency: 'EUR' })
const none = {
  stakes: eur('0.00'),
  wins: eur('0.00'),
  rollbacks_in: eur('0.00'),
  rollbacks_out: eur('0.00'),
  jackpots: eur('0.00'),
  conversions: eur('0.00'),
}

test.each([
  ['39.35', '6', '2.361'],
  ['39.35', '5', '1.9675'],
  ['164.00', '5', '8.2'],
  ['100.00', '7.5', '7.5'],
  ['1000', '3.33', '33.3'],
  ['0.000001', '0.01', '0.0000000001'],
  ['0.00', '5', '0'],
  ['-22.10', '5', '−1.105'],
])('%s at %s percent is %s before it is rounded', (amount, rate, share) => {
  expect(exactShare(eur(amount), rate)).toBe(share)
})

test('each bar begins where the one before ended', () => {
  const sums = { ...none, stakes: eur('412.60'), wins: eur('371.25'), rollbacks_in: eur('2.00') }
  const bars = lossBars({ sums, base: eur('39.35') })
  expect(bars.map(({ name }) => name)).toEqual(['stakes', 'wins', 'rollbacks_in', 'loss'])
  const [stakes, wins, back, loss] = bars
  expect([stakes?.from, stakes?.width]).toEqual([0, 1])
  expect((wins?.from ?? 0) + (wins?.width ?? 0)).toBeCloseTo(1)
  expect((back?.from ?? 0) + (back?.width ?? 0)).toBeCloseTo(wins?.from ?? 0)
  expect(loss?.width).toBeCloseTo(back?.from ?? 0)
})

test('more won than staked stays within the bars, and nothing at all too', () => {
  const sums = { ...none, stakes: eur('10.00'), rollbacks_out: eur('1.00'), jackpots: eur('900.00') }
  for (const base of ['-889.00', '0.00'])
    for (const { from, width } of [
      ...lossBars({ sums, base: eur(base) }),
      ...lossBars({ sums: none, base: eur('0.00') }),
    ]) {
      expect(from).toBeGreaterThanOrEqual(0)
      expect(width).toBeGreaterThanOrEqual(0)
      expect(from + width).toBeLessThanOrEqual(1.000001)
    }
})

test('days are those of the scheme, and the end is not part of it', () => {
  expect(dayIn(new Date('2026-11-08T23:30Z'), 'Europe/Berlin')).toBe('09.11.2026')
  const week = { start_date: '2026-03-22T23:00:00.000Z', end_date: '2026-03-29T22:00:00.000Z', zone: 'Europe/Berlin' }
  expect(daysOf(week)).toEqual({ from: '23.03.2026', to: '29.03.2026' })
})

describe('the popup', () => {
  const latest = { id: '12', status: 'active', receiving_expired_at: '2026-11-22T23:59Z' } as const
  test.each([
    ['one to claim', latest, null, true],
    ['the one that was seen', latest, '12', false],
    ['another was seen', latest, '11', true],
    ['paid by itself', { ...latest, status: 'paid_out', receiving_expired_at: null }, null, true],
    ['paid by itself and seen', { ...latest, status: 'paid_out', receiving_expired_at: null }, '12', false],
    ['claimed', { ...latest, status: 'paid_out' }, null, false],
    ['expired', { ...latest, status: 'expired' }, null, false],
  ] as const)('%s', (_name, one, seen, isShown) => {
    expect(isUnseen(one, seen)).toBe(isShown)
  })

  test.each([
    ['9', '12', '12'],
    ['12', '9', '12'],
    [null, '9', '9'],
    ['9', null, '9'],
    ['x', undefined, null],
  ])('of %s and %s it believes %s', (one, other, newer) => {
    expect(newerSeen(one, other)).toBe(newer)
  })

  test.each([
    ['/', true],
    ['/profile/cashback', true],
    ['/cashier/history', true],
    ['/cashier/deposit', false],
    ['/cashier/deposit/card', false],
    ['/cashier/withdraw', false],
    ['/game/plinth', false],
    ['/forms/login', false],
    ['/profile/responsible-game', false],
    ['/profile/verification', false],
    ['/cashier/paysuccess/7', false],
  ])('on %s: %s', (path, isAllowed) => {
    expect(mayTellOn(path)).toBe(isAllowed)
  })
})
