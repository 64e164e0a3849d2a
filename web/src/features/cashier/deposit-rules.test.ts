import { Refusal } from '@croupier/contract/refusals'
import { describe, expect, test } from 'vitest'
import { barrierOf, payUrl, problemOf, startAmount, startMethod } from './deposit-rules.ts'

const money = (amount: string) => ({ amount, currency: 'EUR' })

describe('what becomes of a refusal', () => {
  test.each([
    [
      new Refusal('InvalidParameter', { fields: { amount: ['TOO_SMALL'] } }),
      { kind: 'fields', fields: { amount: 'TOO_SMALL' } },
    ],
    [
      new Refusal('InvalidParameter', { fields: { 'requisites[iban]': ['IBAN'] } }),
      { kind: 'fields', fields: { 'requisites[iban]': 'IBAN' } },
    ],
    [new Refusal('InvalidParameter:UNKNOWN_METHOD', { fields: { method_id: ['UNKNOWN_METHOD'] } }), { kind: 'closed' }],
    [new Refusal('InvalidParameter:METHOD_CLOSED'), { kind: 'closed' }],
    [new Refusal('InvalidParameter:KEY_CONFLICT'), { kind: 'stale' }],
    [new Refusal('InvalidParameter', { fields: { currency: ['UNKNOWN_VALUE'] } }), { kind: 'stale' }],
    [new Refusal('BillingUnavailable', { data: { transaction: 7 } }), { kind: 'silence' }],
    [new Refusal('BillingServiceError'), { kind: 'silence' }],
    [
      new Refusal('BillingTransactionDeclined', { data: { reason: 'DECLINED_BY_BANK' } }),
      { kind: 'declined', reason: 'DECLINED_BY_BANK' },
    ],
    [new Refusal('InvalidParameter:SELF_EXCLUDED'), { kind: 'barrier', barrier: { kind: 'excluded', until: null } }],
    [new Refusal('KycUserProfile'), { kind: 'barrier', barrier: { kind: 'identity' } }],
    [new Refusal('UserBanned'), { kind: 'barrier', barrier: { kind: 'banned' } }],
    [
      new Refusal('UserNeedProfileData', { data: { fields: ['first_name', 5] } }),
      { kind: 'barrier', barrier: { kind: 'profile', fields: ['first_name'] } },
    ],
    [
      new Refusal('UserNeedConfirmContact', { data: { contact: 'email' } }),
      { kind: 'barrier', barrier: { kind: 'contact', contact: 'email' } },
    ],
    [
      new Refusal('TooManyRequests', { data: { resend_time: 90 } }),
      { kind: 'failure', failure: { kind: 'wait', seconds: 90 } },
    ],
    [new TypeError('Failed to fetch'), { kind: 'failure', failure: { kind: 'offline' } }],
    [new DOMException('late', 'TimeoutError'), { kind: 'failure', failure: { kind: 'slow' } }],
  ])('%s', (error, problem) => expect(problemOf(error)).toEqual(problem))

  test('a limit says what it leaves, even where it names the field', () => {
    const data = { period: 7, limit_amount: money('60.00'), available_amount: money('10.00') }
    const error = new Refusal('BillingDepositLimitExceeded', { fields: { amount: ['TOO_LARGE'] }, data })
    expect(problemOf(error)).toEqual({
      kind: 'barrier',
      barrier: { kind: 'limit', limit: money('60.00'), left: money('10.00'), period: 7, opensAt: null },
    })
  })
})

test('a barrier believes only what it can read', () => {
  expect(barrierOf({ type: 'BillingDepositLimitExceeded', reason: null, data: { limit_amount: 5 } }, 'x')).toEqual({
    kind: 'limit',
    limit: null,
    left: null,
    period: null,
    opensAt: 'x',
  })
  expect(barrierOf({ type: 'InvalidParameter', reason: 'SELF_EXCLUDED', data: { ends_at: 'soon' } })).toEqual({
    kind: 'excluded',
    until: null,
  })
  expect(barrierOf({ type: 'Authorization', reason: null, data: {} })).toBeNull()
})

test('the method of the address comes first, then the last used, then the first that works', () => {
  const methods = [
    { sysname: 'card', is_open: false },
    { sysname: 'bank', is_open: true },
    { sysname: 'wallet', is_open: true },
  ]
  expect(startMethod(methods, 'wallet', 'bank')).toBe('wallet')
  expect(startMethod(methods, null, 'wallet')).toBe('wallet')
  expect(startMethod(methods, 'card', null)).toBe('bank')
  expect(startMethod(methods.slice(0, 1), null, null)).toBeNull()
})

test('an amount out of an address is a sum or nothing', () =>
  expect(['20', '020', '1e3', '-5', '', null, '<b>', '9'.repeat(20)].map(startAmount)).toEqual([
    '20',
    ...Array(7).fill(''),
  ]))

test('only pages are opened', () => {
  const here = 'https://croupier.example/cashier'
  expect(payUrl('/sandbox/payment/1', here)).toBe('https://croupier.example/sandbox/payment/1')
  expect(payUrl('https://pay.example/x', here)).toBe('https://pay.example/x')
  for (const bad of ['javascript:alert(1)', 'data:text/html,x', 'blob:x', 'file:///etc'])
    expect(payUrl(bad, here)).toBeNull()
})
