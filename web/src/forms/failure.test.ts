import { Refusal } from '@croupier/contract/refusals'
import { expect, test } from 'vitest'
import { readFailure, resendSeconds } from './failure.ts'

test('wrong fields are shown at the field, with the phone under its one name', () => {
  const fields = { mobile: ['TAKEN'], email: ['EMAIL', 'REQUIRED'], empty: [] }
  expect(readFailure(new Refusal('InvalidParameter', { fields }))).toEqual({
    kind: 'fields',
    fields: { phone: 'TAKEN', email: 'EMAIL' },
  })
})

test('a reason that is about one field goes to that field', () => {
  expect(readFailure(new Refusal('InvalidParameter:PASSWORD_COMMON'))).toEqual({
    kind: 'fields',
    fields: { password: 'PASSWORD_COMMON' },
  })
  expect(readFailure(new Refusal('InvalidParameter:PROMO_INVALID'))).toEqual({
    kind: 'fields',
    fields: { promo_code: 'PROMO_INVALID' },
  })
})

test('a refusal without details keeps its name', () => {
  expect(readFailure(new Refusal('Authorization:WRONG_CREDENTIALS'))).toEqual({
    kind: 'refused',
    type: 'Authorization',
    reason: 'WRONG_CREDENTIALS',
  })
  expect(readFailure(new Refusal('InternalServerError'))).toMatchObject({ kind: 'refused', reason: null })
})

test('no connection and a late answer are told apart', () => {
  expect(readFailure(new TypeError('Failed to fetch'))).toEqual({ kind: 'offline' })
  expect(readFailure(new DOMException('late', 'TimeoutError'))).toEqual({ kind: 'slow' })
})

test.each([
  [{ data: { resend_time: 41.2 } }, 42],
  [{ message: 'Too many requests, resend time 58' }, 58],
  [{ message: 'Wait 12', data: { resend_time: 0 } }, 0],
  [{ message: 'nothing to count' }, null],
])('%j asks to wait %s', (details, seconds) => {
  expect(resendSeconds(new Refusal('TooManyRequests', details))).toBe(seconds)
})

test('who asks too often is told for how long', () => {
  expect(readFailure(new Refusal('TooManyRequests', { data: { resend_time: 30 } }))).toEqual({
    kind: 'wait',
    seconds: 30,
  })
  expect(readFailure(new Refusal('TooManyRequests', { message: 'slow down' }))).toEqual({ kind: 'wait', seconds: 60 })
})

test('whatever was refused may say when to ask again; what is no refusal says nothing', () => {
  expect(resendSeconds(new Refusal('Authorization:CODE_INVALID', { data: { resend_time: 30 } }))).toBe(30)
  expect(resendSeconds(new Refusal('InvalidParameter', { message: 'Already sent, resend time 12' }))).toBe(12)
  expect(resendSeconds(new TypeError('Failed to fetch 30'))).toBeNull()
})
