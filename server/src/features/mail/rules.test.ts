import { describe, expect, test } from 'vitest'
import { fill } from './render.ts'
import { cleanHeaders, escapeHtml, isAddress, isNumber, oneLine, plainWord } from './rules.ts'

describe('a letter goes to exactly one address', () => {
  test.each(['anna@example.com', "o'brien+casino@sub.example.co.uk", 'почта@пример.рф', 'x@localhost'])(
    '%s is one',
    (address) => expect(isAddress(address)).toBe(true),
  )

  test.each([
    '',
    'anna',
    'anna@example.com, eve@evil.example',
    'anna@example.com;eve@evil.example',
    'anna@example.com eve@evil.example',
    'anna@example.com\r\nBcc: eve@evil.example',
    'anna@example.com\nBcc:eve@evil.example',
    'anna@example.com\u0000',
    'anna@example.com\u2028Bcc: eve@evil.example',
    'Anna <anna@example.com>',
    '<anna@example.com>',
    '"anna, eve"@example.com',
    'anna(comment)@example.com',
    'anna@example.com@evil.example',
    'group:anna@example.com;',
    'anna@[127.0.0.1]',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(191)}`,
    'an\u202ena@example.com',
  ])('%j is not', (address) => expect(isAddress(address)).toBe(false))

  test.each([
    ['+4915112345678', true],
    ['4915112345678', false],
    ['+49 151', false],
    ['+49151123456,+49151654321', false],
    ['+49151123456\r\n', false],
    ['+12345', false],
  ])('the number %j: %s', (number, isFine) => expect(isNumber(number)).toBe(isFine))
})

test('a header is one line, whatever was put into it', () => {
  expect(oneLine('Hello\r\nBcc: eve@evil.example\u0000\u2028x')).toBe('Hello Bcc: eve@evil.example x')
  expect(oneLine('x'.repeat(10_000))).toHaveLength(200)
  expect(cleanHeaders({ 'X-Good': 'a\r\nb', 'X Bad': 'x', 'X:Bad': 'x', 'X-\r\nBad': 'x', '': 'x' })).toEqual({
    'X-Good': 'a b',
  })
})

test('what people typed makes neither a line nor a link nor markup', () => {
  expect(plainWord('Anna\r\n\r\nhttps://evil.example/<b>')).toBe('Anna https evil.example/b')
  expect(escapeHtml(`<a href="x" title='y'>&`)).toBe('&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;')
})

test.each([
  ['{amount} is on its way to {name}.', '5.00 is on its way to Anna.'],
  ['{amout} is on its way to {name}.', '{amout} is on its way to Anna.'],
  ['{amount} {name', '5.00 {name'],
  ['{count, plural, one {a day} other {# days}', '{count, plural, one {a day} other {# days}'],
  ['{until, date, lang} {', '2026-01-02T03:04:05.000Z {'],
])('a text with a slip of the pen is sent as it stands: %s', (text, sent) => {
  const until = new Date('2026-01-02T03:04:05Z')
  expect(fill(text, 'en', { amount: '5.00', name: 'Anna', count: 2, until })).toBe(sent)
})
