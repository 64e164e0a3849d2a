import { expect, test } from 'vitest'
import { fitsQuota } from './rules.ts'

test.each([
  ['the first value', 10, { keys: 0, bytes: 0 }, true],
  ['a value of exactly 4 KB', 4096, { keys: 0, bytes: 0 }, true],
  ['one byte more than 4 KB', 4097, { keys: 0, bytes: 0 }, false],
  ['the hundredth key', 1, { keys: 99, bytes: 99 }, true],
  ['the key after the hundredth', 1, { keys: 100, bytes: 100 }, false],
  ['the last byte of 64 KB', 1, { keys: 16, bytes: 65_535 }, true],
  ['the byte after 64 KB', 1, { keys: 16, bytes: 65_536 }, false],
])('%s (%i bytes beside %o) fits: %s', (_what, bytes, beside, fits) => {
  expect(fitsQuota(bytes, beside)).toBe(fits)
})
