import { expect, test } from 'vitest'
import { contactToConfirm, hasRegistrationHint, isException } from './hint-rules.ts'

const at = Date.parse('2026-03-02T09:00:00Z')
const hours = (count: number) => count * 3_600_000

test('a new player is shown the way for two hours, unless money is there already', () => {
  const since = (ms: number, has_deposited = false) =>
    hasRegistrationHint({ reg_time: new Date(at - ms).toISOString(), has_deposited }, at)
  expect([since(0), since(hours(2) - 1), since(hours(2)), since(0, true)]).toEqual([true, true, false, false])
  expect(hasRegistrationHint({ reg_time: '', has_deposited: false }, at)).toBe(false)
})

const email = (value: string, confirmed = false) => ({ value, confirmed })
test.each([
  ['mira@example.org', { email: email('Mira@example.org'), phone: null }, 0, 'Mira@example.org'],
  ['mira@example.org', { email: email('mira@example.org', true), phone: null }, 0, null],
  ['mira', { email: email('mira@example.org'), phone: null }, 0, null],
  ['48512000904', { email: null, phone: email('+48512000904') }, 0, '+48512000904'],
  ['48512000904', { email: email('mira@example.org'), phone: email('+48512000904') }, 0, '+48512000904'],
  ['mira@example.org', { email: email('mira@example.org'), phone: null }, hours(120) - 1, 'mira@example.org'],
  ['mira@example.org', { email: email('mira@example.org'), phone: null }, hours(120), null],
])('the login %s with %j, %d ms after joining: %s is to be confirmed', (login, contacts, ms, expected) =>
  expect(contactToConfirm({ reg_time: new Date(at - ms).toISOString(), login, contacts }, at)).toBe(expected),
)

test('hints stay away from the pages that content names', () => {
  const pages = ['/confirmation', '/profile/*']
  expect(
    ['/confirmation', '/confirmation/success', '/profile/settings', '/'].map((path) => isException(path, pages)),
  ).toEqual([true, false, true, false])
})
