import { expect, test } from 'vitest'
import { maxValue, minValue, sum } from './money-input.ts'

const range = { min: 10n, max: 5000n }

test.each([
  ['10', null],
  ['5000', null],
  ['777', null],
  ['', 'REQUIRED'],
  ['9', 'TOO_SMALL'],
  ['5001', 'TOO_LARGE'],
  ['9007199254740993', 'TOO_LARGE'],
  ['9'.repeat(10_000), 'TOO_LARGE'],
  ['0', 'FORMAT'],
  ['010', 'FORMAT'],
  ['-20', 'FORMAT'],
  ['+20', 'FORMAT'],
  ['20.00', 'FORMAT'],
  ['1,000', 'FORMAT'],
  ['1e3', 'FORMAT'],
  ['0x20', 'FORMAT'],
  [' 20', 'FORMAT'],
  ['20 ', 'FORMAT'],
  ['20\n', 'FORMAT'],
  ['٢٠', 'FORMAT'],
  ['２０', 'FORMAT'],
  ['abc', 'FORMAT'],
])('a sum of %j between 10 and 5000: %s', (text, reason) => {
  expect(sum(text, range)).toBe(reason)
})

test('sums beyond 2^53 are told apart to the last unit', () => {
  const exact = { min: 9007199254740993n, max: 9007199254740993n }
  expect(sum('9007199254740992', exact)).toBe('TOO_SMALL')
  expect(sum('9007199254740993', exact)).toBeNull()
  expect(sum('9007199254740994', exact)).toBe('TOO_LARGE')
})

test.each([
  ['', null, null],
  ['   ', null, null],
  ['1000', null, null],
  ['1,000', null, null],
  ['1,250.50', null, null],
  ['1 250', null, null],
  ["1'250", null, null],
  ['999.99', 'TOO_SMALL', null],
  ['-5', 'TOO_SMALL', null],
  ['2000', null, null],
  ['2,000.01', null, 'TOO_LARGE'],
  ['9,999,999', null, 'TOO_LARGE'],
  ['abc', 'FORMAT', 'FORMAT'],
  ['1e3', 'FORMAT', 'FORMAT'],
  ['0x7d0', 'FORMAT', 'FORMAT'],
  ['Infinity', 'FORMAT', 'FORMAT'],
  ['1.', 'FORMAT', 'FORMAT'],
  ['--1', 'FORMAT', 'FORMAT'],
  ['9'.repeat(10_000), 'FORMAT', 'FORMAT'],
])('%j against a least value of 1000 and a most of 2000: %s, %s', (text, atLeast, atMost) => {
  expect([minValue(1000)(text), maxValue(2000)(text)]).toEqual([atLeast, atMost])
})
