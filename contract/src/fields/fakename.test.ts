import { describe, expect, test } from 'vitest'
import { fakename } from './fakename.ts'

test.each([
  'Rufus',
  'SwiftOtter482',
  'ñandú',
  'Łukasz',
  'Алиса7',
  'Ελένη',
  '1234',
  'ゲーム太郎',
  '한글이름',
  'निकनेम',
  'x'.repeat(20),
  'Zoe\u0308x',
])('%j may be a nickname', (text) => {
  expect(fakename(text)).toBeNull()
})

test.each([
  ['', 'REQUIRED'],
  ['abc', 'TOO_SHORT'],
  ['x'.repeat(21), 'TOO_LONG'],
  ['x'.repeat(10_000), 'TOO_LONG'],
  ['\ufb03'.repeat(8), 'TOO_LONG'],
])('%j is refused: %s', (text, reason) => {
  expect(fakename(text)).toBe(reason)
})

describe('nothing in it that is not a letter or a digit', () => {
  test.each([...[...' @_"!?#$%^&*(){}[]|/\\<>~§+:;`.,-=\''], '\n', '\t', '\u00a0', '€', '°'])('%j', (sign) => {
    expect(fakename(`Ru${sign}fus`)).toBe('CHARACTERS')
  })
})

test.each([
  ['right-to-left override', 'Ru\u202efus'],
  ['left-to-right mark', 'Ru\u200efus'],
  ['isolate', 'Ru\u2066fus'],
  ['zero-width space', 'Ru\u200bfus'],
  ['zero-width joiner', 'Ru\u200dfus'],
  ['zero-width non-joiner', 'Ru\u200cfus'],
  ['word joiner', 'Ru\u2060fus'],
  ['byte order mark', '\ufeffRufus'],
  ['soft hyphen', 'Ru\u00adfus'],
  ['variation selector', 'Rufus\ufe0f'],
  ['Hangul filler', 'Ru\u3164fus'],
  ['blank Braille', 'Ru\u2800fus'],
  ['tag letter', 'Rufus\u{e0041}'],
  ['NUL', 'Rufus\0'],
  ['half a character', 'Rufus\ud83d'],
  ['emoji', 'Rufus😀'],
  ['flag', 'Rufus🇵🇱'],
  ['family of emoji', 'Rufus👨‍👩‍👧'],
  ['stacked marks', 'Ru\u0300\u0301\u0302fus'],
  ['a mark that nothing carries', '\u0301Rufus'],
  ['Cyrillic letter among Latin ones', 'Rufu\u0455'],
  ['Latin letter among Cyrillic ones', 'Aлиса'],
  ['Greek letter among Latin ones', 'Rufuѕ'.replace('R', 'Ρ')],
  ['Arabic letters', 'مرحبا'],
  ['Hebrew letters', 'שלום'],
  ['Hebrew letter among Latin ones', 'Rufusש'],
  ['digits of another script', 'Rufus٣'],
])('a %s is refused', (_what, text) => {
  expect(fakename(text)).toBe('CHARACTERS')
})

test('letters that only look different become one', () => {
  expect(fakename('Ｒｕｆｕｓ')).toBeNull()
  expect('Ｒｕｆｕｓ'.normalize('NFKC')).toBe('Rufus')
})
