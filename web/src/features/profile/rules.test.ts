import type { AccountInfo } from '@croupier/contract/methods/account'
import { expect, test } from 'vitest'
import { emptyDetails, isCurrencyFixed, missingSteps } from './rules.ts'

const nothing = { amount: '0.00', currency: 'EUR' }
const complete: AccountInfo = {
  uid: 7,
  reg_time: '2026-01-01T00:00:00.000Z',
  login: 'alice@example.com',
  fakename: 'LuckyAlice',
  is_subscribed: false,
  currency: 'EUR',
  balance_main: nothing,
  balance_bonus: nothing,
  balance_betting_bonus: nothing,
  balance_fun: { amount: '0.00', currency: 'FUN' },
  balance_held: nothing,
  balance_version: 0,
  has_deposited: false,
  is_on_verification: false,
  is_verified: true,
  is_kyc_block_enabled: false,
  is_registration_completed: true,
  is_payout_only: false,
  has_password: true,
  country_code: 'DE',
  locale: 'en',
  two_factor_auth: true,
  contacts: {
    email: { value: 'alice@example.com', confirmed: true },
    phone: { value: '+4915112345678', confirmed: true },
  },
}
const all = { twoFactor: true, verification: true }
const stepsOf = (change: Partial<AccountInfo>, missing: string[] = [], features = all) =>
  missingSteps({ ...complete, ...change }, missing, features)

test('a complete account is asked for nothing', () => expect(stepsOf({})).toEqual([]))

test('everything that is missing is listed, details first', () => {
  const contacts = { email: { value: 'a@b.de', confirmed: false }, phone: { value: '+49151', confirmed: false } }
  const bare = { contacts, has_password: false, is_verified: false, two_factor_auth: false }
  expect(stepsOf(bare, ['address'])).toEqual([
    'details',
    'confirmEmail',
    'confirmPhone',
    'password',
    'verification',
    'twoFactor',
  ])
})

test('an account without contacts is asked for an e-mail, and for a phone where the country wants one', () => {
  const contacts = { email: null, phone: null }
  expect(stepsOf({ contacts })).toEqual(['addEmail'])
  expect(stepsOf({ contacts }, ['phone', 'email'])).toEqual(['addEmail', 'addPhone'])
})

test('contacts are not counted among the empty details', () =>
  expect(emptyDetails(['email', 'first_name', 'phone'])).toEqual(['first_name']))

test('a check that is under way, or a house without one, asks for nothing', () => {
  expect(stepsOf({ is_verified: false, is_on_verification: true })).toEqual([])
  expect(
    stepsOf({ is_verified: false, two_factor_auth: false }, [], { twoFactor: false, verification: false }),
  ).toEqual([])
})

test('an excluded player is asked only for what a payout needs', () => {
  const bare = { is_payout_only: true, has_password: false, two_factor_auth: false, is_verified: false }
  expect(stepsOf(bare, ['address'])).toEqual(['verification'])
})

test.each([
  [false, 0, false],
  [true, 0, true],
  [false, 1, true],
])('deposited %s with %i money limits: the currency is fixed %s', (has_deposited, moneyLimits, isFixed) =>
  expect(isCurrencyFixed({ has_deposited, moneyLimits })).toBe(isFixed),
)
