import type { FieldDefinition } from '@croupier/contract/fields/definition'
import { describe, expect, test } from 'vitest'
import {
  documentTail,
  fitsQuota,
  isLockedFor,
  isRegistrationComplete,
  loginKey,
  loginKindOf,
  maskContact,
  missingProfileFields,
} from './rules.ts'

test.each([
  ['the first value', 10, { keys: 0, bytes: 0 }, true],
  ['a value of exactly 4 KB', 4096, { keys: 0, bytes: 0 }, true],
  ['one byte more than 4 KB', 4097, { keys: 0, bytes: 0 }, false],
  ['the hundredth key', 1, { keys: 99, bytes: 99 }, true],
  ['the key after the hundredth', 1, { keys: 100, bytes: 100 }, false],
  ['the last byte of 64 KB', 1, { keys: 16, bytes: 65_535 }, true],
  ['the byte after 64 KB', 1, { keys: 16, bytes: 65_536 }, false],
])('%s (%i bytes beside %o) fits: %s', (_what, bytes, beside, fits) => {
  expect(fitsQuota(bytes, beside)).toBe(fits)
})

test.each([
  ['+48512334904', '48512334904'],
  [' Alice@Example.com ', 'alice@example.com'],
  ['ＡＬＩＣＥ', 'alice'],
])('the login %j is looked up as %j', (text, key) => {
  expect(loginKey(text)).toBe(key)
})

test.each([
  ['alice@example.com', 'email'],
  ['48512334904', 'phone'],
  ['alice', 'chosen'],
  ['player-000000001', 'made'],
  ['player-12-123456', 'made'],
  ['player-one', 'chosen'],
])('%j was given as %s', (login, kind) => {
  expect(loginKindOf(login)).toBe(kind)
})

test.each([
  ['529.982.247-25', '7-25'],
  ['AB123', '3'],
  ['A1', ''],
  ['', ''],
])('of the document number %j one sees %j', (number, tail) => {
  expect(documentTail(number)).toBe(tail)
})

test.each([
  ['alice@example.com', 'a…e@example.com'],
  ['al@example.com', '…@example.com'],
  ['+48512334904', '+48…904'],
])('%j is shown as %j', (contact, masked) => {
  expect(maskContact(contact)).toBe(masked)
})

const nobody = { isVerified: false, email: null, phone: null }
test.each([
  ['first_name', nobody, false],
  ['first_name', { ...nobody, isVerified: true }, true],
  ['country_code', { ...nobody, isVerified: true }, true],
  ['document_number', { ...nobody, isVerified: true }, true],
  ['address', { ...nobody, isVerified: true }, false],
  ['email', nobody, false],
  ['email', { ...nobody, email: 'a@example.com' }, true],
  ['phone', { ...nobody, phone: '+48512334904' }, true],
  ['login', nobody, true],
])('%s of %o is locked: %s', (sysname, player, isLocked) => {
  expect(isLockedFor(sysname, player)).toBe(isLocked)
})

describe('a registration is complete', () => {
  const field = (sysname: string, isRequired = true, isRegistration = true): FieldDefinition => ({
    sysname,
    type: sysname === 'password' ? 'password' : 'input',
    options: {},
    params: { is_required: isRequired, is_visible: true, is_registration: isRegistration, is_locked: false },
  })
  const fields = [field('first_name'), field('password'), field('address', true, false), field('home_town', false)]
  const values = { country_code: 'PL', first_name: 'Ann' }
  const asked = { hasTerms: true, termsVersion: '2' }

  test.each([
    ['with everything that is demanded', { values, termsVersion: '2' }, asked, true],
    ['without a field', { values: { country_code: 'PL' }, termsVersion: '2' }, asked, false],
    ['without a country', { values: { first_name: 'Ann' }, termsVersion: '2' }, asked, false],
    ['with older terms', { values, termsVersion: '1' }, asked, false],
    ['where there are no terms', { values, termsVersion: '' }, { ...asked, hasTerms: false }, true],
  ])('%s', (_what, standing, wanted, isComplete) => {
    expect(isRegistrationComplete({ ...standing, fields }, wanted)).toBe(isComplete)
  })

  test('what is missing is named, a password never', () => {
    expect(missingProfileFields(fields, values)).toEqual(['address'])
    expect(missingProfileFields([field('sex')], { sex: '0' })).toEqual(['sex'])
  })
})
