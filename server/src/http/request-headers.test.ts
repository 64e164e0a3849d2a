import { expect, test } from 'vitest'
import { encodingOf, hasTag } from './request-headers.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['BR;q=0.5', 'br'],
  ['br;q=0, gzip;q=1', 'gzip'],
  ['br; q=0.000,gzip ;q=0', 'identity'],
  ['brotli, x-gzip', 'identity'],
  ['br;q=0.01', 'br'],
])('a browser that takes %s gets %s', (accepted, encoding) => {
  expect(encodingOf(accepted)).toBe(encoding)
})

test.each([
  [undefined, false],
  ['', false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", W/"a"', true],
  ['*', true],
  ['"aa"', false],
  ['a', false],
])('If-None-Match: %s', (header, isNamed) => {
  expect(hasTag(header, '"a"')).toBe(isNamed)
  expect(hasTag(header, 'W/"a"')).toBe(isNamed)
})
