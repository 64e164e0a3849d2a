import { expect, test } from 'vitest'
import { chooseLocale, type LocaleAsk } from './locale-choice.ts'

const locales = {
  locales: [
    { code: 'en', isDefault: true },
    { code: 'es', isDefault: false },
    { code: 'ru', isDefault: false },
  ],
  defaultLocale: 'en',
}

type Case = [story: string, ask: Partial<LocaleAsk>, locale: string, path: string, redirect: string | null]

test.each<Case>([
  ['a newcomer without any sign gets the default', { pathname: '/gamehall' }, 'en', '/gamehall', null],
  [
    'the address decides before cookie and browser',
    { pathname: '/es/a', cookie: 'ru', languages: 'ru' },
    'es',
    '/a',
    null,
  ],
  ['the address of a locale alone is its home', { pathname: '/ru' }, 'ru', '/', null],
  ['the default code alone leads to the plain home', { pathname: '/en' }, 'en', '/', '/'],
  ['the default code is no prefix', { pathname: '/en/gamehall' }, 'en', '/en/gamehall', null],
  ['an unknown code is a slug', { pathname: '/de' }, 'en', '/de', null],
  ['the cookie decides before the browser', { pathname: '/a', cookie: 'es', languages: 'ru' }, 'en', '/a', '/es/a'],
  ['a cookie of an unknown locale is not believed', { pathname: '/a', cookie: '../../' }, 'en', '/a', null],
  ['the browser decides when nothing else does', { pathname: '/', languages: 'es-MX,es;q=0.9' }, 'en', '/', '/es'],
  [
    'an English cookie keeps a Spanish browser English',
    { pathname: '/', cookie: 'en', languages: 'es' },
    'en',
    '/',
    null,
  ],
  ['a language that we do not have gets the default', { pathname: '/', languages: 'de, *;q=0.1' }, 'en', '/', null],
  ['the account goes before everything', { pathname: '/es/a', cookie: 'es', account: 'ru' }, 'es', '/a', '/ru/a'],
  ['the account brings a player back from a prefix', { pathname: '/es/a', account: 'en' }, 'es', '/a', '/a'],
  ['the account at its own address stays', { pathname: '/ru/a', account: 'ru' }, 'ru', '/a', null],
])('%s', (_story, ask, locale, path, redirect) => {
  const full: LocaleAsk = { pathname: '/', cookie: undefined, languages: undefined, account: null, ...ask }
  expect(chooseLocale(locales, full)).toEqual({ locale, path, redirect })
})
