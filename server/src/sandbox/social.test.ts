import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testApp } from '../test/app.ts'
import { contentWith } from '../test/content.ts'
import { freePort, openBrowser } from '../test/http-browser.ts'
import { openSocial, type Person, signInBySocial } from '../test/social.ts'

const services = ['google', 'facebook'].map((service) => ({ service, label: service }))
const contentDir = contentWith({ 'auth.json': { socialServices: services } })

// The site has another name outside than here: only the detour leads the server to its own sandbox.
const port = await freePort()
const origin = 'https://casino.example'
const env = { SANDBOX: 'on', PORT: String(port), PUBLIC_URL: origin, TRUST_PROXY: '127.0.0.1' }
const { app, as } = await testApp({ env, contentDir })
await app.listen({ port, host: '127.0.0.1' })
const production = await testApp({ env: { NODE_ENV: 'production' }, contentDir })

const browse = () => openBrowser({ origin, port })
const nora: Person = { name: 'Nora New', email: 'nora@example.com', email_verified: '1' }

const said: unknown[] = []
beforeEach(() => {
  said.length = 0
  for (const way of ['log', 'info', 'warn', 'error'] as const) {
    vi.spyOn(console, way).mockImplementation((...words) => {
      said.push(words)
    })
  }
})
afterEach(() => {
  vi.restoreAllMocks()
  expect(said).toEqual([])
})

describe('the stand-in service', () => {
  test('signs in under the name that the site has outside', async () => {
    const browser = browse()
    const page = await openSocial(browser, { service: 'google' })
    expect(page.url).toMatch(/^https:\/\/casino\.example\/sandbox\/social\/interaction\//)
    expect((await signInBySocial(browser, nora)).outcome).toBe('incomplete')
    expect(browser.cookie('__Host-sid')).toMatch(/^[\w-]{43}$/)
    expect((await as(browser.header()).get('account.getInfo')).json.data.login).toBe('nora@example.com')
  })

  test('asks each time who one is, so that one browser can be several persons', async () => {
    const browser = browse()
    const uids: number[] = []
    for (const email of ['one@example.com', 'two@example.com', 'one@example.com']) {
      await signInBySocial(browser, { ...nora, email })
      uids.push((await as(browser.header()).get('account.getInfo')).json.data.uid)
    }
    expect([uids[0] === uids[2], uids[0] === uids[1]]).toEqual([true, false])
  })

  test('is another one under each name: the same person there is known apart', async () => {
    const browser = browse()
    await signInBySocial(browser, { name: 'Solo', sub: 'same' }, { service: 'google' })
    const first = (await as(browser.header()).get('account.getInfo')).json.data.uid
    await signInBySocial(browser, { name: 'Solo', sub: 'same' }, { service: 'facebook' })
    expect((await as(browser.header()).get('account.getInfo')).json.data.uid).not.toBe(first)
  })

  test('offers the players of the demo world, a free choice and a way out', async () => {
    const page = await openSocial(browse(), { service: 'google' })
    for (const word of ['alice@example.com', 'name="email_verified"', 'value="cancel"', 'method="post"']) {
      expect(page.body).toContain(word)
    }
    expect(page.headers['content-security-policy']).toContain("form-action 'self'")
    expect(page.body).not.toContain('<script')
  })

  test('writes what is typed as text', async () => {
    const browser = browse()
    await signInBySocial(browser, { name: '<b>x</b>', email: 'x@example.com', email_verified: '1' })
    const page = await browser.get('/sandbox/social/auth?client_id=<b>x</b>')
    expect(page.status).toBe(400)
    expect(page.body).not.toContain('<b>x')
  })

  test('takes the form only in the browser that was asked, and only from its own page', async () => {
    const browser = browse()
    const page = await openSocial(browser, { service: 'google' })
    expect((await browse().post(page.url, { ...nora })).status).toBe(400)
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }
    expect((await browser.post(page.url, { ...nora }, { headers })).status).toBe(400)
    expect((await browser.post(page.url, { ...nora })).status).toBe(303)
  })

  test('says its addresses as the site is called, whatever a request calls it', async () => {
    const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http' }
    const answer = await browse().get('/sandbox/social/.well-known/openid-configuration', { headers })
    const { issuer, authorization_endpoint, token_endpoint } = JSON.parse(answer.body)
    expect(issuer).toBe(`${origin}/sandbox/social`)
    expect([authorization_endpoint, token_endpoint].every((url) => url.startsWith(`${issuer}/`))).toBe(true)
    expect(answer.body).not.toContain('evil.test')
  })

  test('exists only while the sandbox is on, and then its services do not exist either', async () => {
    const off = await production.send({ url: '/sandbox/social/.well-known/openid-configuration' })
    expect(off.headers['content-type']).not.toContain('application/json')
    const begun = await production.send({ url: '/oauth/init?service=google' })
    expect(begun.status).toBe(404)
  })
})
