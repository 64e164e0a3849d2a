import { expect, test } from 'vitest'
import { mayFullscreen, readLaunch } from './messenger-launch.ts'

const payload = new URLSearchParams({
  user: JSON.stringify({ id: 42, username: 'mira', language_code: 'es' }),
  auth_date: '1790000000',
  hash: 'abc',
}).toString()
const address = (more: Record<string, string> = {}) =>
  `#${new URLSearchParams({ tgWebAppData: payload, tgWebAppVersion: '8.0', ...more })}`

test('what the messenger wrote is read as it stands, the signed text untouched', () => {
  expect(readLaunch(address())).toEqual({
    payload,
    id: '42',
    username: 'mira',
    hash: 'abc',
    language_code: 'es',
    theme: null,
  })
})

test.each(['', '#', '#real', '#tgWebAppVersion=8.0', '#tgWebAppData='])('%j is no mini-app', (hash) => {
  expect(readLaunch(hash)).toBeNull()
})

test('a broken user does not break the page', () => {
  expect(readLaunch('#tgWebAppData=user%3Dnot-json')).toMatchObject({ id: '', username: '', hash: '' })
  expect(readLaunch('#tgWebAppData=user%3D%5B1%5D')).toMatchObject({ id: '' })
})

test.each([
  ['#17212b', 'dark'],
  ['#ffffff', 'light'],
  ['red', null],
])('the colour %s of the messenger means %s', (bg_color, theme) => {
  expect(readLaunch(address({ tgWebAppThemeParams: JSON.stringify({ bg_color }) }))).toMatchObject({ theme })
})

test.each([
  ['all', true, true],
  ['telegram', true, false],
  ['product', false, true],
  ['none', false, false],
] as const)('the rule %s: in the messenger %s, on the site %s', (rule, inMessenger, onSite) => {
  expect([mayFullscreen(rule, true), mayFullscreen(rule, false)]).toEqual([inMessenger, onSite])
})
