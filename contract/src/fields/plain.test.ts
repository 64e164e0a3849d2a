import { expect, test } from 'vitest'
import {
  checkbox,
  code,
  firstOf,
  maxLength,
  minLength,
  optional,
  promo,
  promoAtRegistration,
  required,
  sameAs,
  sex,
} from './plain.ts'

const long = 'x'.repeat(10_000)

test.each([
  ['text', null],
  ['0', null],
  [long, null],
  ['', 'REQUIRED'],
  [' \t\n', 'REQUIRED'],
])('required: %j → %s', (text, reason) => {
  expect(required(text)).toBe(reason)
})

test.each([
  ['abc', null],
  ['😀😀😀', null],
  ['', null],
  ['ab', 'TOO_SHORT'],
  ['😀', 'TOO_SHORT'],
])('at least three letters: %j → %s', (text, reason) => {
  expect(minLength(3)(text)).toBe(reason)
})

test.each([
  ['', null],
  ['abc', null],
  ['😀😀😀', null],
  ['abcd', 'TOO_LONG'],
  [long, 'TOO_LONG'],
])('at most three letters: %j → %s', (text, reason) => {
  expect(maxLength(3)(text)).toBe(reason)
})

test.each([
  ['secret', null],
  ['Secret', 'NOT_SAME'],
  ['secret ', 'NOT_SAME'],
  ['', 'NOT_SAME'],
])('the same as before: %j → %s', (text, reason) => {
  expect(sameAs('secret')(text)).toBe(reason)
})

test.each([
  ['123456', null],
  ['000000', null],
  ['', 'REQUIRED'],
  ['12345', 'CODE_DIGITS'],
  ['1234567', 'CODE_DIGITS'],
  ['12345a', 'CODE_DIGITS'],
  ['123 456', 'CODE_DIGITS'],
  [' 123456', 'CODE_DIGITS'],
  ['123456\n', 'CODE_DIGITS'],
  ['１２３４５６', 'CODE_DIGITS'],
  ['٣٤٥٦٧٨', 'CODE_DIGITS'],
  ['-12345', 'CODE_DIGITS'],
  ['1'.repeat(10_000), 'CODE_DIGITS'],
])('a code: %j → %s', (text, reason) => {
  expect(code(text)).toBe(reason)
})

test('a box has to be ticked', () => {
  expect(checkbox(true)).toBeNull()
  expect(checkbox(false)).toBe('NOT_CHECKED')
})

test.each([
  ['1', null],
  ['2', null],
  ['3', null],
  ['', 'REQUIRED'],
  ['0', 'REQUIRED'],
  ['4', 'UNKNOWN_VALUE'],
  ['-1', 'UNKNOWN_VALUE'],
  ['male', 'UNKNOWN_VALUE'],
  ['1 ', 'UNKNOWN_VALUE'],
  [long, 'UNKNOWN_VALUE'],
])('sex: %j → %s', (text, reason) => {
  expect(sex(text)).toBe(reason)
})

test.each(['', 'EMBER50', '<b>', long])('any promo code may be typed: %j', (text) => {
  expect(promo(text)).toBeNull()
})

test.each([
  ['E', null],
  ['EMBER50', null],
  ['', 'REQUIRED'],
  ['  ', 'REQUIRED'],
])('whoever has a promo code writes at least one letter: %j → %s', (text, reason) => {
  expect(promoAtRegistration(text)).toBe(reason)
})

test('an optional field speaks only when something is written', () => {
  expect(optional(code)('')).toBeNull()
  expect(optional(code)('  ')).toBeNull()
  expect(optional(code)('12')).toBe('CODE_DIGITS')
})

test('of several rules the first that is broken speaks', () => {
  const rule = firstOf(required, minLength(3), maxLength(5))
  expect(['', 'ab', 'abc', 'abcdef'].map(rule)).toEqual(['REQUIRED', 'TOO_SHORT', null, 'TOO_LONG'])
})
