import { expect, test } from 'vitest'
import { newPassword, passwordForbidden, passwordStrength, repeatReason } from './password.ts'
import { sameAs } from './plain.ts'

test.each(['abcdef', 'Croupier-1', '123456', '!#$%&()*+,-./', ':;=?@[]^_`{|}~', 'x'.repeat(20)])(
  '%j may be a password',
  (text) => {
    expect(newPassword(text)).toBeNull()
  },
)

test.each([
  ['', 'REQUIRED'],
  ['abcde', 'TOO_SHORT'],
  ['x'.repeat(21), 'TOO_LONG'],
  ['x'.repeat(10_000), 'TOO_LONG'],
  ['пароль-1', 'CHARACTERS'],
  ['pass\u200bword', 'CHARACTERS'],
  ['password\n', 'CHARACTERS'],
  ['pass\0word', 'CHARACTERS'],
  ['pässword', 'CHARACTERS'],
  ['pass😀word', 'CHARACTERS'],
  ['й'.repeat(10_000), 'CHARACTERS'],
])('%j may not: %s', (text, reason) => {
  expect(newPassword(text)).toBe(reason)
})

test.each(passwordForbidden)('a password has no %j in it', (sign) => {
  expect(newPassword(`pass${sign}word`)).toBe('CHARACTERS')
})

test('every printable ASCII character but those that are named may be in it', () => {
  const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i))
  const refused = printable.filter((sign) => newPassword(`passw${sign}rd`) !== null)
  expect(refused).toEqual([...passwordForbidden])
})

test('the second time it is the same as the first', () => {
  expect(sameAs('Croupier-1')('Croupier-1')).toBeNull()
  expect(sameAs('Croupier-1')('croupier-1')).toBe('NOT_SAME')
})

test('longer and more varied is stronger', () => {
  const strengths = ['', 'abc', 'aaaaaa', 'abcdef', 'abcdefghij', 'Abcdefgh1j', 'Abcd-efgh-1jkl'].map(passwordStrength)
  expect(strengths).toEqual([0, 1, 1, 1, 2, 3, 4])
})

test.each([
  ['Baize-Ink-42', 'Baize-Ink-42', null],
  ['Baize-Ink-42', 'Baize-Ink-43', 'NOT_SAME'],
  ['Baize-Ink-42', 'baize-ink-42', 'NOT_SAME'],
  ['Baize-Ink-42', '', 'REQUIRED'],
  ['Baize-Ink-42', undefined, null],
])('%j written again: %j, %s', (password, repeat, reason) => {
  expect(repeatReason(password, repeat)).toBe(reason)
})
