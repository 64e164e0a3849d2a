import { expect, test } from 'vitest'
import { directionOf, localePath, matchLanguages, splitLocale } from './locales.ts'

const locales = {
  locales: ['en', 'es', 'pt-BR'].map((code) => ({ code, isDefault: code === 'en' })),
  defaultLocale: 'en',
}

test.each([
  ['/', null, '/'],
  ['/es', 'es', '/'],
  ['/es/', 'es', '/'],
  ['/es/gamehall/x', 'es', '/gamehall/x'],
  ['/pt-BR/offers', 'pt-BR', '/offers'],
  ['/en/offers', null, '/en/offers'],
  ['/ES/offers', null, '/ES/offers'],
  ['/espresso', null, '/espresso'],
  ['//es/offers', null, '//es/offers'],
])('%s is in locale %s at %s', (pathname, code, path) => {
  expect(splitLocale(pathname, locales)).toEqual({ code, path })
})

test.each([
  ['en', '/offers', '/offers'],
  ['es', '/offers', '/es/offers'],
  ['es', '/', '/es'],
  ['es', '/?tab=1', '/es?tab=1'],
  ['en', '/', '/'],
])('in %s the page %s has the address %s', (code, path, address) => {
  expect(localePath(code, 'en', path)).toBe(address)
})

test.each([
  ['es-MX,es;q=0.9', 'es'],
  ['pt', 'pt-BR'],
  ['de, es;q=0.5, en;q=0.9', 'en'],
  ['fr;q=0.9, *;q=0.1', null],
  ['es;q=0, en', 'en'],
  ['', null],
  ['es;q=rubbish', null],
  [','.repeat(10_000), null],
])('a browser that asks for "%s" gets %s', (header, code) => {
  expect(
    matchLanguages(
      header,
      locales.locales.map((locale) => locale.code),
    ),
  ).toBe(code)
})

test.each([
  ['en', 'ltr'],
  ['ru', 'ltr'],
  ['pt-BR', 'ltr'],
  ['ar', 'rtl'],
  ['ar-EG', 'rtl'],
  ['HE', 'rtl'],
  ['fa-IR', 'rtl'],
])('%s is written %s', (code, direction) => {
  expect(directionOf(code)).toBe(direction)
})
