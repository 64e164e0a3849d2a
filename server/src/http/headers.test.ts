import { expect, test } from 'vitest'
import { apiHeaders, pageHeaders } from './headers.ts'

const safe = { isSecure: true }
const plain = { isSecure: false }
const rulesOf = (headers: Record<string, string>) =>
  Object.fromEntries(
    (headers['content-security-policy'] ?? '').split('; ').map((rule) => {
      const [name = '', ...sources] = rule.split(' ')
      return [name, sources]
    }),
  )

test('an ordinary page runs only scripts with its nonce and stands in no frame', () => {
  const headers = pageHeaders({ config: safe, scripts: { nonce: 'abc' }, framedBy: null })
  const rules = rulesOf(headers)
  expect(rules['script-src']).toEqual(["'self'", "'nonce-abc'"])
  expect(rules['frame-ancestors']).toEqual(["'none'"])
  expect(rules['object-src']).toEqual(["'none'"])
  expect(rules['base-uri']).toEqual(["'none'"])
  expect(rules['form-action']).toEqual(["'self'"])
  expect(headers['x-frame-options']).toBe('DENY')
  expect(headers['content-security-policy']).not.toContain('unsafe-eval')
})

test('a snippet of the operator may load its own helpers', () => {
  const rules = rulesOf(pageHeaders({ config: safe, scripts: { nonce: 'abc', hasSnippets: true }, framedBy: null }))
  expect(rules['script-src']).toEqual(["'self'", "'nonce-abc'", "'strict-dynamic'"])
})

test('what the visitor agreed to is named where it is loaded and spoken to, and may frame or post nothing', () => {
  const outside = ['https://chat.example', 'wss://chat.example']
  const rules = rulesOf(pageHeaders({ config: safe, scripts: { hashes: [] }, framedBy: null, outside }))
  for (const name of ['script-src', 'style-src', 'font-src', 'connect-src', 'media-src', 'frame-src'])
    expect(rules[name]?.slice(-2)).toEqual(outside)
  for (const name of ['default-src', 'frame-ancestors', 'form-action', 'base-uri', 'object-src'])
    expect(rules[name]?.join(' ')).not.toContain('chat.example')
})

test('a stored page names the hashes of its scripts, and no inline script beside them', () => {
  const rules = rulesOf(pageHeaders({ config: plain, scripts: { hashes: ['sha256-x='] }, framedBy: null }))
  expect(rules['script-src']).toEqual(["'self'", "'sha256-x='"])
})

test('a form may be framed by us and by the named hosts only', () => {
  const headers = pageHeaders({ config: safe, scripts: { hashes: [] }, framedBy: ['https://partner.example/landing'] })
  expect(rulesOf(headers)['frame-ancestors']).toEqual(["'self'", 'https://partner.example'])
  expect(headers).not.toHaveProperty('x-frame-options')
})

test('a page of the cashier may frame the gateway and post to it, and nobody else', () => {
  const partners = ['https://pay.example']
  const rules = rulesOf(pageHeaders({ config: safe, scripts: { nonce: 'abc' }, framedBy: null, partners }))
  expect(rules['frame-src']).toEqual(["'self'", 'https://pay.example'])
  expect(rules['form-action']).toEqual(["'self'", 'https://pay.example'])
  const plainRules = rulesOf(pageHeaders({ config: safe, scripts: { nonce: 'abc' }, framedBy: null }))
  expect(plainRules['frame-src']).toEqual(["'self'"])
  for (const name of ['default-src', 'script-src', 'connect-src', 'frame-ancestors']) {
    expect(rules[name]).toEqual(plainRules[name])
  }
})

test('only a site behind https asks browsers to stay there', () => {
  expect(apiHeaders(safe)['strict-transport-security']).toContain('max-age=31536000')
  expect(apiHeaders(plain)).not.toHaveProperty('strict-transport-security')
})

test('an API answer can be neither shown, framed nor run', () => {
  const headers = apiHeaders(plain)
  expect(rulesOf(headers)).toEqual({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] })
  expect(headers['x-content-type-options']).toBe('nosniff')
})
