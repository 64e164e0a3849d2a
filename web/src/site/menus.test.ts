import { expect, test } from 'vitest'
import { iconOf, isCurrent } from './menus.ts'

test.each([
  ['/', '/', '', true],
  ['/gamehall', '/gamehall', '', true],
  ['/gamehall', '/gamehall', '?providers=x', true],
  ['/gamehall', '/gamehall', '?category=slots', false],
  ['/gamehall?category=slots', '/gamehall', '?category=slots&providers=x', true],
  ['/gamehall?category=slots', '/gamehall', '?category=live', false],
  ['/gamehall?category=slots', '/gamehall', '', false],
  ['/', '/gamehall', '', false],
  ['/betting', '/betting/football/17-liga', '?market=total', true],
  ['/betting', '/betting-rules', '', false],
])('%s is the current link at %s%s: %s', (url, pathname, search, expected) => {
  expect(isCurrent(url, { pathname, search })).toBe(expected)
})

test('an icon that the sprite lacks is left out', () => {
  expect(iconOf('house')).toBe('house')
  expect(iconOf('no-such-icon')).toBeUndefined()
  expect(iconOf('')).toBeUndefined()
})
