import { describe, expect, test } from 'vitest'
import { address, cardHolder, personName, plainText } from './name.ts'

const marks = [...'@_"!?#$%^&*(){}[]|/\\<>~§+:;`']

describe('a name', () => {
  test.each([
    'Ann',
    "O'Neil",
    'O’Neil',
    'Jean-Luc',
    'María José',
    'Лев',
    'de la Cruz, Jr.',
    'Nguyễn',
    '王',
    'Ağaoğlu',
    'Zoë',
    'ﷲ',
    'x'.repeat(100),
  ])('%j is fine', (text) => {
    expect(personName(text)).toBeNull()
  })

  test.each(marks)('may not have a %s in it', (mark) => {
    expect(personName(`An${mark}n`)).toBe('CHARACTERS')
    expect(address(`Main street ${mark} 5`)).toBe('CHARACTERS')
  })

  test.each(['0', '5', 'Ann2', 'Ann٣', 'Ann４'])('may not have a digit in it: %j', (text) => {
    expect(personName(text)).toBe('CHARACTERS')
  })

  test.each(['.', '...', "-'-", '—', ' , ', '\u0301', '☎'])('has a letter in it: %j has none', (text) => {
    expect(personName(text)).toBe('CHARACTERS')
    expect(cardHolder(text)).toBe('CHARACTERS')
  })

  test.each([
    ['right-to-left override', 'Ann\u202eeoD'],
    ['zero-width space', 'An\u200bn'],
    ['zero-width joiner', 'An\u200dn'],
    ['soft hyphen', 'An\u00adn'],
    ['byte order mark', '\ufeffAnn'],
    ['line break', 'Ann\nBcc: x'],
    ['carriage return', 'Ann\rX'],
    ['tab', 'Ann\tX'],
    ['line separator', 'Ann\u2028X'],
    ['paragraph separator', 'Ann\u2029X'],
    ['private use', 'Ann\ue000'],
    ['NUL', 'Ann\0'],
    ['half a character', 'Ann\ud800'],
  ])('may not have a %s in it', (_what, text) => {
    expect(personName(text)).toBe('CHARACTERS')
    expect(address(text)).toBe('CHARACTERS')
  })

  test.each(['', ' ', '   ', '\u00a0'])('has to be there: %j', (text) => {
    expect(personName(text)).toBe('REQUIRED')
    expect(address(text)).toBe('REQUIRED')
    expect(cardHolder(text)).toBe('REQUIRED')
    expect(plainText(text)).toBe('REQUIRED')
  })

  test.each([101, 10_000])('of %i letters is too long', (length) => {
    expect(personName('x'.repeat(length))).toBe('TOO_LONG')
    expect(address('x'.repeat(length))).toBe('TOO_LONG')
    expect(cardHolder('x'.repeat(length))).toBe('TOO_LONG')
    expect(plainText('x'.repeat(length))).toBe('TOO_LONG')
  })
})

test.each(['Main street 5', 'ul. Długa 12, m. 4', 'Calle 8', 'Невский проспект, 1', '5'])(
  'an address may have digits: %j',
  (text) => {
    expect(address(text)).toBeNull()
  },
)

describe('a card holder', () => {
  test.each(['ANN LEE', "O'NEIL", 'J. R. Smith', 'Anna-Maria', 'Иван Петров', 'José'])('%j is fine', (text) => {
    expect(cardHolder(text)).toBeNull()
  })

  test.each(['ANN 2', 'ANN_LEE', 'Ann, Lee', 'Ann/Lee', 'Ann@Lee', 'Ann\nLee', 'Ann\u202eLee', '王!', '😀'])(
    '%j is not',
    (text) => {
      expect(cardHolder(text)).toBe('CHARACTERS')
    },
  )
})

test.each([
  ['passport', null],
  ['Any text: 5 + 5', null],
  ['un\u200bseen', 'CHARACTERS'],
  ['two\nlines', 'CHARACTERS'],
])('plain text %j: %s', (text, reason) => {
  expect(plainText(text)).toBe(reason)
})
