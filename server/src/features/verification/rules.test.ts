import { describe, expect, test } from 'vitest'
import { signNotice } from '../../sandbox/identity-signature.ts'
import { readNotice } from './read-notice.ts'
import { type CheckState, isNewer, missingIdentityFields, showing, stateOf } from './rules.ts'
import { isNoticeSigned, signRequest } from './signature.ts'

const review = (answer: string, rejectType: string | null = null) => ({ answer, rejectType, labels: [] })

test.each([
  ['applicantCreated', null, 'created'],
  ['applicantReset', null, 'created'],
  ['applicantPending', null, 'pending'],
  ['applicantOnHold', null, 'pending'],
  ['applicantActionPending', null, 'pending'],
  ['applicantReviewed', review('GREEN'), 'approved'],
  ['applicantReviewed', review('RED', 'RETRY'), 'retry'],
  ['applicantReviewed', review('RED', 'FINAL'), 'rejected'],
  ['applicantReviewed', review('RED'), 'rejected'],
  ['applicantActionReviewed', review('GREEN'), 'approved'],
  ['applicantReviewed', review('YELLOW'), null],
  ['applicantReviewed', null, null],
  // Only a review can say yes.
  ['applicantPending', review('GREEN'), 'pending'],
  ['applicantPersonalInfoChanged', review('GREEN'), null],
  ['toString', null, null],
  ['', null, null],
])('%s with %o means %s', (type, said, state) => {
  expect(stateOf({ type, review: said })).toBe(state)
})

test('of two notices the newer counts; of the same millisecond the later step, and a no before a yes', () => {
  const states: CheckState[] = ['created', 'pending', 'approved', 'retry', 'rejected']
  for (const one of states) {
    for (const other of states) {
      expect(isNewer({ state: one, eventAtMs: 2n }, { state: other, eventAtMs: 1n })).toBe(true)
      expect(isNewer({ state: one, eventAtMs: 1n }, { state: other, eventAtMs: 2n })).toBe(false)
      const isLaterStep = states.indexOf(one) > states.indexOf(other)
      expect(isNewer({ state: one, eventAtMs: 1n }, { state: other, eventAtMs: 1n })).toBe(isLaterStep)
    }
  }
})

test.each([
  ['created', false, { isOnVerification: false, isVerified: false }],
  ['created', true, { isOnVerification: false, isVerified: false }],
  ['pending', false, { isOnVerification: true, isVerified: false }],
  ['pending', true, { isOnVerification: true, isVerified: true }],
  ['approved', false, { isOnVerification: false, isVerified: true }],
  ['retry', true, { isOnVerification: false, isVerified: false }],
  ['rejected', true, { isOnVerification: false, isVerified: false }],
] as const)('%s shows (verified before: %s) %o', (state, isVerified, shown) => {
  expect(showing(state, isVerified)).toEqual(shown)
})

test('what a profile lacks is named', () => {
  expect(missingIdentityFields({ firstName: '', lastName: '', birthDate: null })).toEqual([
    'first_name',
    'last_name',
    'birth_date',
  ])
  expect(missingIdentityFields({ firstName: 'A', lastName: 'B', birthDate: '1990-01-01' })).toEqual([])
})

describe('a notice on the wire', () => {
  const read = (about: object) => readNotice(Buffer.from(JSON.stringify(about)))
  const base = { applicantId: 'a', type: 'applicantPending' }

  test.each([
    [{ createdAtMs: '2026-02-21 13:23:19.321' }, 1_771_680_199_321n],
    [{ createdAtMs: 1_771_680_199_321 }, 1_771_680_199_321n],
    [{ createdAtMs: '1771680199321' }, 1_771_680_199_321n],
    [{ createdAt: '2026-02-21 13:23:19+0000' }, 1_771_680_199_000n],
    [{ createdAt: '2026-02-21T13:23:19Z' }, 1_771_680_199_000n],
    [{ createdAt: '2026-02-21 13:23:19+0000', createdAtMs: '2026-02-21 13:23:19.321' }, 1_771_680_199_321n],
  ])('%o is understood', (moment, ms) => {
    expect(read({ ...base, ...moment })?.eventAtMs).toBe(ms)
  })

  test.each([
    [base],
    [{ ...base, createdAtMs: 'yesterday' }],
    [{ ...base, createdAtMs: '2026-13-41 13:23:19.321' }],
    [{ createdAtMs: 1, type: 'applicantPending' }],
    [{ createdAtMs: 1, applicantId: 'a' }],
    [{ ...base, createdAtMs: 1, applicantId: 'a'.repeat(300) }],
    [[]],
  ])('%o is not a notice', (about) => {
    expect(read(about)).toBeNull()
  })

  test('neither is anything that is not JSON', () => {
    expect(readNotice(Buffer.from('{"applicantId":'))).toBeNull()
    expect(readNotice(Buffer.alloc(0))).toBeNull()
  })
})

describe('signatures', () => {
  test('a request is signed over time, verb, path and body', () => {
    // Made with openssl: printf '1607551635POST/resources/accessTokens?userId=x{}' | openssl dgst -sha256 -hmac secret
    const signed = {
      secret: 'secret',
      ts: '1607551635',
      method: 'POST',
      path: '/resources/accessTokens?userId=x',
      body: '{}',
    }
    expect(signRequest(signed)).toBe('3eed34156425fd3649aa246245440a0a2dc7b1d4726459f9933cdc6120f15b8c')
  })

  const keys = { current: 'new secret', previous: 'old secret' }
  const body = Buffer.from('{"a":1}')

  test('the present key and the one before are believed, nothing else', () => {
    expect(isNoticeSigned(body, signNotice(body, 'new secret'), keys)).toBe(true)
    expect(isNoticeSigned(body, signNotice(body, 'old secret'), keys)).toBe(true)
    expect(isNoticeSigned(body, signNotice(body, 'old secret'), { ...keys, previous: undefined })).toBe(false)
    expect(isNoticeSigned(body, signNotice(body, 'third'), keys)).toBe(false)
    expect(isNoticeSigned(Buffer.from('{"a":2}'), signNotice(body, 'new secret'), keys)).toBe(false)
  })

  test.each(['', 'none', 'HMAC_SHA1_HEX', 'constructor', 'HMAC_SHA512_HEX'])(
    'a digest said to be %s is not believed',
    (algorithm) => {
      expect(isNoticeSigned(body, { ...signNotice(body, 'new secret'), algorithm }, keys)).toBe(false)
    },
  )

  test.each(['', '00', 'x'.repeat(64), 'é'.repeat(32)])('neither is the digest %s', (digest) => {
    expect(isNoticeSigned(body, { algorithm: 'HMAC_SHA256_HEX', digest }, keys)).toBe(false)
  })
})
