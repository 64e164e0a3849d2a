import { expect, test } from 'vitest'
import { isFromOwnPage, isFromOwnPageOrHand, isSameOrigin, type Provenance } from './same-origin.ts'

const live = { origin: 'https://casino.example', port: 3000, isProduction: true }
const atHome = { origin: 'http://localhost:3000', port: 3000, isProduction: false }
const partner = 'https://partner.example'
const nothing: Provenance = { fetchSite: undefined, origin: undefined, hasSessionCookie: true }

test.each<[string, Partial<Provenance>, boolean]>([
  ['our own page', { fetchSite: 'same-origin' }, true],
  ['our own page that hides its origin', { fetchSite: 'same-origin', origin: 'null' }, true],
  ['our own page in an older browser', { origin: 'https://casino.example' }, true],
  ['a foreign page', { fetchSite: 'cross-site', origin: 'https://evil.test' }, false],
  ['a foreign form in an older browser', { origin: 'https://evil.test' }, false],
  ['a foreign image', { fetchSite: 'cross-site' }, false],
  ['a sandboxed frame', { fetchSite: 'cross-site', origin: 'null' }, false],
  ['a sandboxed frame in an older browser', { origin: 'null' }, false],
  ['a sub-domain of ours', { fetchSite: 'same-site', origin: 'https://blog.casino.example' }, false],
  ['a sub-domain in an older browser', { origin: 'https://blog.casino.example' }, false],
  ['our host without encryption', { origin: 'http://casino.example' }, false],
  ['our host on another port', { origin: 'https://casino.example:8443' }, false],
  ['our name as the beginning of another', { origin: 'https://casino.example.evil.test' }, false],
  ['a redirect through a foreign page', { fetchSite: 'cross-site', origin: 'https://casino.example' }, false],
  ['an address typed by hand', { fetchSite: 'none' }, false],
  ['an unknown word', { fetchSite: 'same-origin, cross-site' }, false],
  ['a partner page, whose frames may show our forms', { fetchSite: 'cross-site', origin: partner }, false],
  ['a partner page in an older browser', { origin: partner }, false],
  ['no header, with a session', {}, false],
  ['no header, without a session', { hasSessionCookie: false }, true],
  ['localhost in production', { origin: 'http://localhost:3000' }, false],
])('%s: %o may act: %s', (_who, from, may) => {
  expect(isSameOrigin({ ...nothing, ...from }, live)).toBe(may)
})

test.each([
  ['http://localhost:3000', true],
  ['http://127.0.0.1:3000', true],
  ['http://localhost:3001', false],
  ['https://localhost:3000', false],
])('outside production %s is ours: %s', (origin, may) => {
  expect(isSameOrigin({ ...nothing, origin }, atHome)).toBe(may)
})

test.each([
  [undefined, true, true],
  ['same-origin', true, true],
  ['none', false, true],
  ['same-site', false, false],
  ['cross-site', false, false],
  ['', false, false],
  ['same-origin, none', false, false],
])('a request from %s may be answered to a page: %s, or as a download: %s', (site, page, download) => {
  const headers = site === undefined ? {} : { 'sec-fetch-site': site }
  expect([isFromOwnPage(headers), isFromOwnPageOrHand(headers)]).toEqual([page, download])
})
