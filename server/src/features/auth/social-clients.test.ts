import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { providerFetch } from '../../http/provider-fetch.ts'
import { ProviderError, readIdentity } from './social.ts'
import { openSocialClients, readSocialSettings } from './social-clients.ts'

const dir = mkdtempSync(join(tmpdir(), 'croupier-social-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const written = (text: string) => {
  writeFileSync(join(dir, 'social.json'), text)
  return () => readSocialSettings(dir)
}
const google = { issuer: 'https://accounts.google.com', clientId: 'id', clientSecret: 'secret' }

test('settings are read, and none is an answer too', () => {
  expect(written(JSON.stringify({ google }))()).toEqual({ google })
  expect(readSocialSettings(join(dir, 'nowhere'))).toEqual({})
})

test.each([
  'not json',
  '[]',
  JSON.stringify({ GOOGLE: google }),
  JSON.stringify({ google: { ...google, clientSecret: '' } }),
  JSON.stringify({ google: { ...google, issuer: 'http://accounts.google.com' } }),
  JSON.stringify({ google: { ...google, issuer: 'https://accounts.google.com/.well-known/openid-configuration' } }),
  JSON.stringify({ google: { ...google, issuer: 'https://accounts.google.com/?x' } }),
  JSON.stringify({ google: { ...google, issuer: 'accounts.google.com' } }),
  JSON.stringify({ google: { ...google, secret: 'x' } }),
])('%s stops the start with one line that tells no secret', (text) => {
  expect(written(text)).toThrow(/^.*social\.json takes services with an https issuer, such as .*$/)
  expect(() => written(text)()).not.toThrow(/"secret"/)
})

test('a service without settings is nobody, unless the sandbox stands in', () => {
  const fetchFor = () => () => Promise.reject(new Error('nobody is asked'))
  const bare = openSocialClients({ settings: { google }, standIn: null, fetchFor })
  expect(bare.find('google')?.key).toBe('google https://accounts.google.com')
  for (const name of ['facebook', 'constructor', '__proto__', 'toString']) expect(bare.find(name)).toBeNull()
  const standIn = () => ({ ...google, issuer: 'http://localhost:3000/sandbox/social' })
  const sandbox = openSocialClients({ settings: { google }, standIn, fetchFor })
  expect(sandbox.find('google')?.key).toBe('google https://accounts.google.com')
  expect(sandbox.find('facebook')?.key).toBe('facebook http://localhost:3000/sandbox/social')
})

test('a service that was away is asked again the next time', async () => {
  let asked = 0
  const fetchFor = () => () => {
    asked += 1
    return Promise.reject(new Error('away'))
  }
  const client = openSocialClients({ settings: { google }, standIn: null, fetchFor }).find('google')
  await expect(client?.open()).rejects.toThrow()
  await expect(client?.open()).rejects.toThrow()
  expect(asked).toBe(2)
})

test('a service that never answers is given up on, and called away', async () => {
  const silent = http.createServer(() => {})
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  const address = silent.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const fetchFor = (from: string) => providerFetch(from, null)
  const settings = { slow: { ...google, issuer } }
  const client = openSocialClients({ settings, standIn: null, fetchFor, timeoutSeconds: 0.2 }).find('slow')
  const error: unknown = await client?.open().catch((reason: unknown) => reason)
  expect(new ProviderError(error).reason).toBe('PROVIDER_AWAY')
  silent.closeAllConnections()
  silent.close()
})

test.each([
  [true, true],
  ['true', true],
  ['True', false],
  ['1', false],
  [1, false],
  ['yes', false],
  [false, false],
  ['false', false],
  [null, false],
  [undefined, false],
  [{}, false],
])('email_verified %j is %s', (email_verified, isVerified) => {
  const said = { sub: 'x', email: 'nora@example.com', email_verified }
  expect(readIdentity('google', said).email).toEqual({ value: 'nora@example.com', isVerified })
})

test.each([
  '',
  'nora',
  'nora@',
  '@example.com',
  'a@b@example.com',
  'nora@example.com\r\nBcc: x@example.com',
  7,
  null,
  {},
])('%j is no address', (email) => {
  expect(readIdentity('google', { sub: 'x', email, email_verified: true }).email).toBeNull()
})

test.each(['ｎora@example.com', 'nora@ⓔxample.com', 'ñora@example.com', 'nora\u0301@example.com'])(
  '%s may be verified there, and is not here',
  (email) => {
    expect(readIdentity('google', { sub: 'x', email, email_verified: true }).email?.isVerified ?? false).toBe(false)
  },
)
