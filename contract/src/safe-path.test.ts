import { expect, test } from 'vitest'
import { behindLocale, elsewhere, schemes } from '../test/elsewhere-cases.ts'
import { pagePath, safeLink, safePath } from './safe-path.ts'

test.each([
  ['/', '/'],
  ['/cashier/deposit', '/cashier/deposit'],
  ['/gamehall?providers=a,b#top', '/gamehall?providers=a,b#top'],
  ['/game/x?back=https://elsewhere.example', '/game/x?back=https://elsewhere.example'],
  ['/a/../cashier', '/cashier'],
  ['/página', '/p%C3%A1gina'],
])('%s stays with us as %s', (path, kept) => {
  expect(safePath(path)).toBe(kept)
})

test.each([
  '',
  'evil.test',
  'cashier',
  '//evil.test',
  '///evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  '\\/evil.test',
  '/\\/evil.test',
  '/%2f/evil.test',
  '/%2F%2Fevil.test',
  '/%5cevil.test',
  '/%5Cevil.test',
  '/%255cevil.test',
  '/%252f%252fevil.test',
  '/%25252f%25252fevil.test',
  '/.//evil.test',
  '/a/..//evil.test',
  '/./\\evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '/\r\n/evil.test',
  '/%09/evil.test',
  '/%0a/evil.test',
  '\t//evil.test',
  ' //evil.test',
  'http://evil.test',
  'https:evil.test',
  'https:/evil.test',
  'HTTPS://evil.test',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'blob:https://evil.test/x',
  '@evil.test',
  '/%',
  '/%E0%A4%A',
  `/${'a'.repeat(4001)}`,
])('%j is dropped', (path) => {
  expect(safePath(path)).toBeNull()
})

test('of ninety ways to write an address elsewhere none leads there', () => {
  expect(new Set(elsewhere).size).toBe(90)
  const own = 'https://casino.example'
  for (const value of [...elsewhere, ...behindLocale, ...schemes]) {
    // Once or twice encoded, as an address in the query of an address is.
    for (const written of [value, encodeURI(value), value.replaceAll('/', '%2f'), value.replaceAll('%', '%25')]) {
      const path = safePath(written)
      if (path === null) continue
      const { origin, protocol } = new URL(path, own)
      expect([written, path, origin, protocol]).toEqual([written, path, own, 'https:'])
      expect(/^\/(?![/\\])/.test(path)).toBe(true)
    }
  }
})

test.each([null, undefined, 7, {}, ['/cashier'], true])('%o is no path', (value) => {
  expect(safePath(value)).toBeNull()
})

test.each([
  ['/cashier', '/cashier'],
  ['https://example.com/a?b=c', 'https://example.com/a?b=c'],
  ['http://example.com', 'http://example.com/'],
  ['mailto:help@example.com', 'mailto:help@example.com'],
  ['tel:+49301234', 'tel:+49301234'],
])('an editor may link to %s', (value, kept) => {
  expect(safeLink(value)).toBe(kept)
})

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'https://user:word@example.com',
  'https://example.com@evil.test',
  'cashier',
  '',
  null,
  7,
])('an editor may not link to %j', (value) => {
  expect(safeLink(value)).toBeNull()
})

test('a visitor is led to pages, not to what answers programs', () => {
  for (const path of ['/', '/es', '/game/book#real', '/apiary', '/es/api', '/offers/api', '/about?x=/api/y'])
    expect(pagePath(path), path).toBe(path)
  for (const path of [
    '/api/auth.logout',
    '/API/x',
    '/%61pi/x',
    '/a/../api/x',
    '/oauth/init',
    '/robots.txt',
    '/art/fallback.webp',
    '//evil.test',
  ])
    expect(pagePath(path), path).toBeNull()
})
