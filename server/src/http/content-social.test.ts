import { expect, test } from 'vitest'
import { testApp } from '../test/app.ts'
import { contentWith } from '../test/content.ts'
import { type Browser, freePort, openBrowser } from '../test/http-browser.ts'
import type { Person } from '../test/social.ts'

const port = await freePort()
const origin = `http://localhost:${port}`
const contentDir = contentWith({ 'auth.json': { socialServices: [{ service: 'google', label: 'Google' }] } })
const { app, db } = await testApp({
  env: { PORT: String(port), TRUST_PROXY: '127.0.0.1' },
  contentDir,
})
await app.listen({ port, host: '127.0.0.1' })

const browse = () => openBrowser({ origin, port })
const nora: Person = { name: 'Nora New', email: 'nora@example.com', email_verified: '1' }

/** Up to the address on our side that the service sends the browser back to. */
async function answerOf(browser: Browser, person: Person, start = '/content/connect/google'): Promise<string> {
  const page = await browser.follow(await browser.get(start))
  const isCallback = (address: string) => /\/(connect|oauth)\/.*callback/.test(new URL(address).pathname)
  return browser.next(await browser.follow(await browser.post(page.url, { ...person }), isCallback))
}

/** The whole way to the page with the code. */
async function codeOf(browser: Browser, person: Person, start?: string) {
  const back = await browser.get(await answerOf(browser, person, start))
  const page = new URL(back.headers.location ?? '/', origin)
  return { back, page, code: page.searchParams.get('access_token') ?? '' }
}

const exchange = async (browser: Browser, code: string, provider = 'google') => {
  const { status, body, headers } = await browser.get(`/content/auth/${provider}/callback?access_token=${code}`)
  return { status, body: JSON.parse(body), headers }
}
const me = async (browser: Browser, jwt: string) =>
  JSON.parse((await browser.get('/content/users/me', { headers: { authorization: `Bearer ${jwt}` } })).body)

test('a person comes in through a service and gets a token of the backend', async () => {
  const browser = browse()
  const start = await browser.get('/content/connect/google?callback=/about')
  expect(start.status).toBe(302)
  expect(start.headers.location).toContain(`${origin}/sandbox/social/`)
  expect(start.headers.location).toContain(encodeURIComponent(`${origin}/content/connect/google/callback`))
  const { back, page, code } = await codeOf(browser, nora, '/content/api/connect/google?callback=/about')
  expect([back.status, page.origin, page.pathname]).toEqual([302, origin, '/about'])
  expect(back.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  const { status, body, headers } = await exchange(browser, code)
  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  expect(body.user).toMatchObject({ email: 'nora@example.com', confirmed: true, blocked: false })
  expect(await me(browser, body.jwt)).toMatchObject({ id: body.user.id, username: body.user.username })
  // No player came of it.
  expect(
    await db.sql.selectFrom('account_player').select('id').where('login', '=', 'nora@example.com').execute(),
  ).toEqual([])
})

test('the second time it is the same person, and a code works once', async () => {
  const browser = browse()
  const { code } = await codeOf(browser, nora)
  const first = await exchange(browser, code)
  expect(first.body.user.email).toBe('nora@example.com')
  const again = await exchange(browser, code)
  expect([again.status, again.body.error.message]).toEqual([400, 'Invalid access token'])
  const other = await codeOf(browse(), nora)
  expect((await exchange(browser, other.code)).body.user.id).toBe(first.body.user.id)
})

test('the owner of an address gets the identity that a stranger registered with it, and the stranger nothing', async () => {
  const stranger = browse()
  const taken = { username: 'squatter', email: 'victim@example.com', password: 'Strange-1' }
  const registered = JSON.parse((await stranger.post('/content/auth/local/register', taken)).body)
  const owner = browse()
  const { code } = await codeOf(owner, { ...nora, email: 'victim@example.com' })
  const { body } = await exchange(owner, code)
  expect(body.user).toMatchObject({ id: registered.user.id, confirmed: true })
  expect((await me(stranger, registered.jwt)).error.status).toBe(401)
  const login = await stranger.post('/content/auth/local', { identifier: 'squatter', password: 'Strange-1' })
  expect(login.status).toBe(400)
})

test.each<[string, Person, number]>([
  ['an address that is not verified', { ...nora, email_verified: '0' }, 400],
  ['no address', { name: 'Nora', email: '' }, 400],
])('%s opens nothing', async (_name, person, status) => {
  const { back } = await codeOf(browse(), person)
  expect([back.status, JSON.parse(back.body).error.name]).toEqual([status, 'ApplicationError'])
})

test('a person who says no is led back with that', async () => {
  const { back } = await codeOf(browse(), { ...nora, action: 'cancel' })
  expect([back.status, back.headers.location]).toEqual([302, '/?error=access_denied'])
})

test('what one browser began no other finishes, and what was begun for a player is none of it', async () => {
  const address = await answerOf(browse(), nora)
  expect((await browse().get(address)).status).toBe(400)
  const browser = browse()
  const player = await answerOf(browser, nora, '/oauth/init?service=google')
  const crossed = player.replace('/oauth/callback/google', '/content/connect/google/callback')
  expect((await browser.get(crossed)).status).toBe(400)
  const other = browse()
  const own = await answerOf(other, nora)
  const answer = await other.get(own.replace('/content/connect/google/callback', '/oauth/callback/google'))
  expect(answer.status).toBe(400)
  expect(other.header()).not.toMatch(/sid=/)
})

test('a token of the backend is no code, and a code is no token', async () => {
  const browser = browse()
  const { code } = await codeOf(browser, nora)
  expect((await me(browser, code)).error.status).toBe(401)
  const { body } = await exchange(browser, code)
  expect((await exchange(browser, body.jwt)).status).toBe(400)
  const fresh = await codeOf(browser, nora)
  expect((await exchange(browser, fresh.code, 'facebook')).status).toBe(400)
  expect((await exchange(browser, `${fresh.code}x`)).status).toBe(400)
})

test('a service that content does not name is disabled, and no page elsewhere is led to', async () => {
  const browser = browse()
  for (const path of ['connect/facebook', 'connect/..%2f..%2fevil', 'auth/facebook/callback?access_token=x']) {
    const answer = await browser.get(`/content/${path}`)
    expect([answer.status, JSON.parse(answer.body).error.message]).toEqual([400, 'This provider is disabled'])
  }
  for (const callback of ['https://evil.example/', '//evil.example', '/api/auth.logout']) {
    const { page } = await codeOf(browse(), nora, `/content/connect/google?callback=${encodeURIComponent(callback)}`)
    expect([page.origin, page.pathname]).toEqual([origin, '/'])
  }
})

test('a blocked person stays out', async () => {
  const { code } = await codeOf(browse(), { ...nora, email: 'blocked@example.com' })
  const browser = browse()
  const { body } = await exchange(browser, code)
  await db.sql
    .updateTable('content_identity')
    .set({ is_blocked: true })
    .where('id', '=', BigInt(body.user.id))
    .execute()
  const again = await codeOf(browse(), { ...nora, email: 'blocked@example.com' })
  expect((await exchange(browser, again.code)).body.error.message).toMatch(/blocked/)
})
