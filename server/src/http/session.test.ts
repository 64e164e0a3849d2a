import { expect, test } from 'vitest'
import { sessionCookie } from './session.ts'

const live = { origin: 'https://casino.example', isSecure: true }
const atHome = { origin: 'http://localhost:3000', isSecure: false }
const withoutTls = { origin: 'http://casino.lan', isSecure: false }

test.each([
  ['on the live site', live, false, '__Host-sid=t; Path=/; HttpOnly; Secure; SameSite=Lax'],
  ['in an allowed frame', live, true, '__Host-sid=t; Path=/; HttpOnly; Secure; SameSite=None; Partitioned'],
  ['on localhost', atHome, false, 'sid=t; Path=/; HttpOnly; SameSite=Lax'],
  ['in a frame on localhost', atHome, true, 'sid=t; Path=/; HttpOnly; SameSite=Lax'],
  ['elsewhere without https', withoutTls, false, 'sid=t; Path=/; HttpOnly; Secure; SameSite=Lax'],
])('the session cookie %s', (_where, site, isFramed, cookie) => {
  expect(sessionCookie(site, 't', { isFramed })).toBe(cookie)
})

test('a remembered session stays in the browser for its life', () => {
  expect(sessionCookie(live, 't', { isFramed: false, maxAgeSeconds: 60 })).toContain('; Max-Age=60;')
})
