import { Refusal } from '@croupier/contract/refusals'
import { describe, expect, test } from 'vitest'
import { codeErrorKey, readEntry } from './entry.ts'

describe('a try to come in', () => {
  test('with two-factor on goes on to the code', () => {
    const data = { two_factor: true, method: 'email', to: 'c***@example.com', resend_time: 60 }
    expect(readEntry(new Refusal('Authorization:TWO_FACTOR', { data }))).toEqual({
      kind: 'second',
      step: { method: 'email', to: 'c***@example.com', resendSeconds: 60 },
    })
    expect(readEntry(new Refusal('Authorization', { data: { resend_time: 12 } }))).toMatchObject({
      kind: 'second',
      step: { method: 'unknown', resendSeconds: 12 },
    })
  })

  test.each([
    [
      'Authorization:SELF_EXCLUDED',
      { excluded_until: '2027-01-01T00:00:00.000Z' },
      'excluded',
      '2027-01-01T00:00:00.000Z',
    ],
    ['Authorization:SELF_EXCLUDED', { excluded_until: null }, 'excluded', null],
    ['Authorization:RETURN_NEEDED', {}, 'returnNeeded', null],
    ['Authorization:RETURN_WAITS', { until: '2026-12-01T00:00:00.000Z' }, 'returnWaits', '2026-12-01T00:00:00.000Z'],
    ['InvalidParameter:SELF_EXCLUDED', {}, 'person', null],
  ] as const)('%s %j is told calmly', (name, data, kind, until) => {
    expect(readEntry(new Refusal(name, { data }))).toEqual({ kind: 'excluded', exclusion: { kind, until } })
  })

  test('a wrong name, a wrong password and a deleted account read the same', () => {
    for (const name of ['Authorization:WRONG_CREDENTIALS', 'Authorization', 'UserDeleted'] as const)
      expect(readEntry(new Refusal(name))).toEqual({ kind: 'wrongCredentials' })
  })

  test('too many tries and a lost connection are no wrong password', () => {
    expect(readEntry(new Refusal('TooManyRequests', { data: { resend_time: 90 } }))).toEqual({
      kind: 'failure',
      failure: { kind: 'wait', seconds: 90 },
    })
    expect(readEntry(new TypeError('Failed to fetch'))).toEqual({ kind: 'failure', failure: { kind: 'offline' } })
  })
})

test.each([
  [new Refusal('Authorization:CODE_DIGITS'), 'twoFaErrorCodeDigits'],
  [new Refusal('Authorization:CODE_EXPIRED'), 'twoFaErrorTimeExpired'],
  [new Refusal('Authorization:CODE_INVALID'), 'twoFaErrorInvalidCode'],
  [new Refusal('Authorization', { message: 'The code must contain 6 digits' }), 'twoFaErrorCodeDigits'],
  [new Refusal('Authorization', { message: 'Two-factor code: time expired' }), 'twoFaErrorTimeExpired'],
  [new Refusal('Authorization', { message: 'Two-factor code invalid' }), 'twoFaErrorInvalidCode'],
  [new Refusal('InternalServerError'), 'twoFaErrorSomethingWrong'],
  [new TypeError('Failed to fetch'), 'twoFaErrorSomethingWrong'],
])('%s of a code is said as %s', (error, key) => expect(codeErrorKey(error)).toBe(key))
