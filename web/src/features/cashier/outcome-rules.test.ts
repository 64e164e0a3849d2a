import { transactionStatuses } from '@croupier/contract/cashier'
import { expect, test } from 'vitest'
import {
  firstWaitMs,
  isUnderway,
  newerOf,
  nextWaitMs,
  numberOf,
  offerWaits,
  routeBack,
  viewOf,
} from './outcome-rules.ts'

test('only a paid deposit is shown as one', () => {
  expect(transactionStatuses.filter((status) => viewOf(status) === 'success')).toEqual(['paid'])
  expect(['created', 'pending'].every((status) => isUnderway(status === 'created' ? 'created' : 'pending'))).toBe(true)
  expect([viewOf('failed'), viewOf('cancelled'), viewOf('refunded')]).toEqual(['fail', 'cancel', 'refunded'])
})

test('what was chosen with a deposit is waited for once the money is there, and no longer than until it is told', () => {
  const waits = (status: 'pending' | 'paid' | 'failed', state?: string) =>
    offerWaits({ status, offer: state ? { state } : null })
  expect([waits('paid', 'promised'), waits('paid', 'released')]).toEqual([true, true])
  expect([waits('paid', 'issued'), waits('paid', 'refused'), waits('paid')]).toEqual([false, false, false])
  expect([waits('pending', 'promised'), waits('failed', 'released')]).toEqual([false, false])
})

test('asking begins after two seconds and gets rarer, to ten', () => {
  const waits = [firstWaitMs]
  while (waits.length < 7) waits.push(nextWaitMs(waits.at(-1) ?? 0))
  expect(waits).toEqual([2_000, 3_000, 4_500, 6_750, 10_000, 10_000, 10_000])
})

test('an answer that was overtaken does not win', () => {
  const at = (updated_at: string, id = 1) => ({ id, updated_at })
  const [older, newer] = [at('2026-03-01T10:00:00.000Z'), at('2026-03-01T10:00:00.001Z')]
  expect(newerOf(newer, older)).toBe(newer)
  expect(newerOf(older, newer)).toBe(newer)
  expect(newerOf(newer, at('2020-01-01T00:00:00.000Z', 2))).toMatchObject({ id: 2 })
})

test.each([
  ['100001', 100_001],
  ['t-1', null],
  ['0', null],
  ['-5', null],
  ['1.5', null],
  ['9'.repeat(30), null],
])('the number in an address: %s', (word, id) => expect(numberOf(word)).toBe(id))

test('a way back is taken inside its own language; another language is another load', () => {
  const locales = ['en', 'es'].map((code) => ({ code, isDefault: code === 'en' }))
  const spanish = { locale: 'es', defaultLocale: 'en', locales }
  expect(routeBack('/es/promotions?a=1#x', spanish)).toBe('/promotions?a=1#x')
  expect(routeBack('/promotions', spanish)).toBeNull()
  expect(routeBack('/promotions', { ...spanish, locale: 'en' })).toBe('/promotions')
  // Behind the locale a second slash would name another host.
  expect(routeBack('/es//evil.example', spanish)).toBeNull()
})
