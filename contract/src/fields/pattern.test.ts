import { describe, expect, test } from 'vitest'
import { countPaths } from './path-count.ts'
import { custom, matches, postcode, readPattern } from './pattern.ts'

test.each([
  ['12345678', null],
  ['1', null],
  [' 12345 ', null],
  ['', 'REQUIRED'],
  ['  ', 'REQUIRED'],
  ['123456789', 'FORMAT'],
  ['12-345', 'FORMAT'],
  ['AB1', 'FORMAT'],
  ['１２３', 'FORMAT'],
  ['1'.repeat(10_000), 'FORMAT'],
])('a postcode of up to eight digits: %j → %s', (text, reason) => {
  expect(postcode()(text)).toBe(reason)
})

test.each([
  ['00-950', null],
  ['00950', 'PATTERN'],
  ['00-9500', 'PATTERN'],
  ['x00-950', 'PATTERN'],
  ['00-950\n', null],
  ['00-\n950', 'PATTERN'],
  ['', 'REQUIRED'],
])('a postcode as content wants it, such as 00-000: %j → %s', (text, reason) => {
  expect(postcode('[0-9]{2}-[0-9]{3}')(text)).toBe(reason)
})

test('a pattern that cannot be used leaves the postcode to the digits', () => {
  expect(postcode('(a+)+')('12345')).toBeNull()
  expect(postcode('(a+)+')('aaaa')).toBe('FORMAT')
})

test.each([
  ['', null],
  ['AB12', null],
  ['AB123', 'PATTERN'],
  ['xAB12', 'PATTERN'],
  ['AB12\n', 'PATTERN'],
  ['A'.repeat(10_000), 'PATTERN'],
])('the whole value fits the pattern, or is empty: %j → %s', (text, reason) => {
  expect(matches('[A-Z]{2}[0-9]{2}')(text)).toBe(reason)
})

test('without a pattern anything fits', () => {
  expect(matches(undefined)('anything')).toBeNull()
  expect(matches('')('anything')).toBeNull()
  expect(matches('[')('anything')).toBeNull()
})

test.each([
  ['[0-9]+', '12', null],
  ['[0-9]+', 'x', 'PATTERN'],
  ['[0-9]+', '', null],
  ['', 'x', null],
  ['', '', 'REQUIRED'],
  ['(', 'x', null],
  ['(', '', 'REQUIRED'],
])('a custom field with the pattern %j: %j → %s', (source, text, reason) => {
  expect(custom(source)(text)).toBe(reason)
})

describe("an editor's pattern", () => {
  test.each([
    '[0-9]{5}(-[0-9]{4})?',
    '[A-Za-z]{1,2}[0-9][A-Za-z0-9]? ?[0-9][A-Za-z]{2}',
    '\\d{3}\\.\\d{3}\\.\\d{3}-\\d{2}',
    '(?:AB|CD)\\d{6,8}',
    '\\p{Lu}\\p{L}+ \\p{L}+',
    '.+',
    '\\u{41}+[^\\]]*',
    '(?<year>\\d{4})-(?<month>\\d{2})',
    '(?=.*\\d)[a-z\\d]+',
    '[+*?{}()|]{2}',
  ])('%s is used', (source) => {
    expect(readPattern(source)).toBeInstanceOf(RegExp)
  })

  test.each([
    ['', 'empty'],
    ['[', 'broken'],
    ['(', 'broken'],
    ['a{2,1}', 'broken'],
    ['\\', 'broken'],
    ['(?<a>x)(?<a>y)', 'broken'],
    ['x'.repeat(301), 'too long'],
    ['(a+)+', 'repetition in a repetition'],
    ['(a*)*', 'repetition in a repetition'],
    ['(a|a)*', 'two ways for one letter'],
    ['(a|aa)+', 'two ways for one text'],
    ['(.*a){12}', 'many ways'],
    ['([a-z]+)*\\d', 'repetition in a repetition'],
    ['(\\w|\\d)+', 'two ways for one digit'],
    [`${'a?'.repeat(30)}a{30}`, 'two to the thirtieth'],
    ['a*'.repeat(6), 'six beside each other'],
    ['(?:a?){50}', 'two to the fiftieth'],
    ['(a|b|ab)*c', 'several ways'],
    ['(?=(a+))\\1*b', 'a reference back'],
    ['(?<x>a+)\\k<x>+', 'a reference back'],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 'the one from the text books'],
    ['(x+x+)+y', 'the one from the text books'],
    ['([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}', 'an e-mail pattern of the web'],
  ])('%s is not: %s', (source) => {
    expect(readPattern(source)).toBeNull()
  })

  test.each([
    ['abc', 1],
    ['a|b|c', 3],
    ['a?', 2],
    ['a{3}', 1],
    ['a{2,4}', 3],
    ['a*', 11],
    ['a+', 10],
    ['(ab|cd)x?', 4],
    ['(a|b){2}', 4],
    ['(a|b){1,2}', 6],
    ['[(|*]', 1],
    ['\\(\\|\\*', 1],
    ['(?:a*?)b', 11],
    ['\\u{1F600}+', 10],
    ['\\p{L}{2}', 1],
    ['', 1],
    ['()*', 11],
  ])('%s can walk through ten letters in %i ways', (source, ways) => {
    expect(countPaths(source, 10)).toBe(ways)
  })

  test('the slowest that is let through needs no time to speak of', () => {
    const pattern = readPattern('[a-z]*[a-z]*[a-z]*[0-9]')
    expect(pattern).not.toBeNull()
    // Half a million steps; the refused ones would need more than there are atoms.
    expect(pattern?.test('a'.repeat(100))).toBe(false)
  })
})
