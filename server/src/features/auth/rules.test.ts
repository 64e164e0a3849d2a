import { describe, expect, test } from 'vitest'
import { isOwnName, nameKey, readSecond } from './rules.ts'

test.each([
  [' Alice@Example.COM ', 'alice@example.com'],
  ['+49 (151) 123-456', '49151123456'],
  ['49151123456', '49151123456'],
  ['Marmot', 'marmot'],
  ['ＭARMOT', 'marmot'],
])('the name %j is counted as %j', (text, key) => {
  expect(nameKey(text)).toBe(key)
})

describe('a second factor', () => {
  test.each([
    ['123456', { kind: 'digits', code: '123456' }],
    [' 123 456 ', { kind: 'digits', code: '123456' }],
    ['abcd-efgh', { kind: 'recovery', code: 'abcdefgh' }],
    ['ABCD EFGH', { kind: 'recovery', code: 'abcdefgh' }],
    ['12345', null],
    ['1234567', null],
    ['１２３４５６', null],
    ['abcdefg', null],
    ['', null],
    ['abcd_efgh', null],
  ])('%j is read as %j', (text, read) => {
    expect(readSecond(text)).toEqual(read)
  })
})

test.each([
  ['alice@example.com', true],
  ['ALICE@example.com', true],
  ['alice', true],
  ['+4915112345678', true],
  ['4915112345678', true],
  ['alice1', false],
  ['example.com', false],
])('the password %j is a name of the account: %j', (password, isOwn) => {
  expect(isOwnName(password, ['alice@example.com', '+4915112345678', null])).toBe(isOwn)
})
