import { describe, expect, test } from 'vitest'
import { email, emailKey, emailText, mailboxKey } from './email.ts'

test.each([
  'a@b.co',
  'alice@example.com',
  'Alice.Smith+tag@example.co.uk',
  "o'neil@example.com",
  'имя@пример.рф',
  'a_b-c%d@sub.example.com',
  '1@2.com',
  'alice@xn--e1afmkfd.com',
  `${'x'.repeat(64)}@example.com`,
])('%j is an address', (text) => {
  expect(email(text)).toBeNull()
})

test.each(['', ' ', '\n'])('there has to be one: %j', (text) => {
  expect(email(text)).toBe('REQUIRED')
})

test.each([
  ['no at-sign', 'alice.example.com'],
  ['two at-signs', 'a@b@example.com'],
  ['two at-signs, one of them wide', 'a＠b@example.com'],
  ['no name', '@example.com'],
  ['no domain', 'alice@'],
  ['no dot in the domain', 'alice@localhost'],
  ['three dots in the domain', 'alice@a.b.c.com'],
  ['a space', 'ali ce@example.com'],
  ['a space before', ' alice@example.com'],
  ['a space after', 'alice@example.com '],
  ['a line break', 'alice@example.com\nBcc: eve@example.com'],
  ['a carriage return', 'alice@example.com\r'],
  ['a tab', 'alice\t@example.com'],
  ['a zero-width space', 'ali\u200bce@example.com'],
  ['a right-to-left override', 'moc.\u202ealice@example.com'],
  ['NUL', 'alice\0@example.com'],
  ['a list', 'alice@example.com,eve@example.com'],
  ['a semicolon', 'alice;eve@example.com'],
  ['a name and brackets', 'Alice <alice@example.com>'],
  ['a comment', 'alice(x)@example.com'],
  ['quotes', '"alice"@example.com'],
  ['a backslash', 'ali\\ce@example.com'],
  ['a route', 'a:b@example.com'],
  ['a number for a host', 'alice@[127.0.0.1]'],
  ['an address for a host', 'alice@127.0.1'],
  ['an empty label', 'alice@example..com'],
  ['a dot at the end', 'alice@example.com.'],
  ['a dot at the beginning', 'alice@.example.com'],
  ['a hyphen at the end of a label', 'alice@example-.com'],
  ['a hyphen at the beginning of a label', 'alice@-example.com'],
  ['an underscore in the domain', 'alice@exa_mple.com'],
  ['dots beside each other in the name', 'ali..ce@example.com'],
  ['a dot before the at-sign', 'alice.@example.com'],
  ['a dot at the start', '.alice@example.com'],
  ['a name too long', `${'x'.repeat(65)}@example.com`],
  ['a label too long', `a@${'x'.repeat(64)}.com`],
  ['ten thousand letters', `${'x'.repeat(10_000)}@example.com`],
])('with %s it is none', (_what, text) => {
  expect(email(text)).toBe('EMAIL')
})

describe('one mailbox is one key', () => {
  test.each([
    ['Alice@Example.COM', 'alice@example.com'],
    [' alice@example.com ', 'alice@example.com'],
    ['ａlice@example.com', 'alice@example.com'],
    ['alice@example.com'.replace('k', '\u212a'), 'alice@example.com'],
  ])('%j → %s', (text, key) => {
    expect(emailKey(text)).toBe(key)
  })

  test('letters that only look different are written to as the ones they stand for', () => {
    expect(emailText('\u212aim@example.com')).toBe('Kim@example.com')
    expect(emailText('ⓐlice@example.com')).toBe('alice@example.com')
  })

  test.each([
    ['alice+casino@example.com', 'alice@example.com'],
    ['ALICE+1@example.com', 'alice@example.com'],
    ['a.l.i.c.e@gmail.com', 'alice@gmail.com'],
    ['a.lice+2@googlemail.com', 'alice@gmail.com'],
    ['a.lice@example.com', 'a.lice@example.com'],
  ])('%j belongs to the person of %s', (text, key) => {
    expect(mailboxKey(text)).toBe(key)
  })
})
