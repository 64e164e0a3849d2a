import type { VerificationInfo } from '@croupier/contract/methods/account-control'
import { expect, test } from 'vitest'
import {
  fieldsOf,
  isFramable,
  isSubmitted,
  mayReturnToCheck,
  mayStartVerification,
  type State,
  stepsOf,
} from './rules.ts'

const shown = (state: State, missing: string[] = []) =>
  stepsOf({ state, missing })
    .map((step) => `${step.name} ${step.state}`)
    .join(', ')

test.each([
  ['none', ['birth_date'], 'details current, documents later, check later, done later'],
  ['none', [], 'details done, documents current, check later, done later'],
  ['created', [], 'details done, documents current, check later, done later'],
  // A player who has begun was asked for the details already.
  ['created', ['birth_date'], 'details done, documents current, check later, done later'],
  ['pending', [], 'details done, documents done, check current, done later'],
  ['retry', [], 'details done, documents current, check later, done later'],
  ['rejected', [], 'details done, documents done, check current, done later'],
  ['approved', [], 'details done, documents done, check done, done done'],
] as const)('a check that is %s with %j missing shows: %s', (state, missing, steps) =>
  expect(shown(state, [...missing])).toBe(steps),
)

const info = (state: State, more: Partial<VerificationInfo> = {}): VerificationInfo => ({
  is_enabled: true,
  state,
  reasons: [],
  missing: [],
  updated_at: null,
  ...more,
})

test('the player can begin, go on or show something again, and nothing else', () => {
  const states: State[] = ['none', 'created', 'pending', 'approved', 'retry', 'rejected']
  expect(states.filter((state) => mayStartVerification(info(state)))).toEqual(['none', 'created', 'retry'])
  expect(mayStartVerification(info('none', { missing: ['first_name'] }))).toBe(false)
  expect(mayStartVerification(info('none', { is_enabled: false }))).toBe(false)
})

test('who waits for the result finds the way back to the provider’s pages, and no other state has it', () => {
  const states: State[] = ['none', 'created', 'pending', 'approved', 'retry', 'rejected']
  expect(states.filter((state) => mayReturnToCheck(info(state)))).toEqual(['pending'])
  expect(mayReturnToCheck(info('pending', { is_enabled: false }))).toBe(false)
})

test.each([
  ['https://house.example/sandbox/identity/flow?token=1', true],
  ['https://house.example:8443/x', false],
  ['https://in.sumsub.com/websdk/p/abc', false],
  ['https://house.example.evil.com/', false],
  ['/sandbox/identity', false],
  ['javascript:alert(1)', false],
])('%s stands in a frame: %s', (url, expected) => expect(isFramable(url, 'https://house.example')).toBe(expected))

test('only the word for handed in counts', () => {
  expect(isSubmitted({ type: 'idCheck.onApplicantSubmitted' })).toBe(true)
  for (const said of [null, 'idCheck.onApplicantSubmitted', {}, { type: 'idCheck.onReady' }, 5])
    expect(isSubmitted(said)).toBe(false)
})

test('a refusal names fields, or nothing that can be used', () => {
  expect(fieldsOf({ fields: ['first_name', 7, 'birth_date'] })).toEqual(['first_name', 'birth_date'])
  expect(fieldsOf({ fields: 'first_name' })).toEqual([])
  expect(fieldsOf(undefined)).toEqual([])
})
