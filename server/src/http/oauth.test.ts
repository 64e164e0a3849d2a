import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { elsewhere } from '@croupier/contract/test/elsewhere-cases'
import { type JWTPayload, SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../test/app.ts'
import { contentWith } from '../test/content.ts'
import { balanceOf, fund } from '../test/game-provider.ts'
import { freePort, openBrowser } from '../test/http-browser.ts'
import { type Lies, openLiar } from '../test/liar.ts'
import { answerOf, endOf, openSocial, type Person, signInBySocial } from '../test/social.ts'

const port = await freePort()
const origin = `http://localhost:${port}`
const liar = await openLiar()

const secretsDir = mkdtempSync(join(tmpdir(), 'croupier-social-'))
afterAll(() => rmSync(secretsDir, { recursive: true, force: true }))
const liars = ['liar', 'liar-other', 'liar-issuer', 'liar-iss', 'liar-inside', 'liar-post', 'liar-keys']
const settings = { issuer: liar.issuer, clientId: 'croupier', clientSecret: 'secret:of/liar+' }
const away = { ...settings, issuer: `http://127.0.0.1:${await freePort()}` }
writeFileSync(
  join(secretsDir, 'social.json'),
  JSON.stringify({ ...Object.fromEntries(liars.map((service) => [service, settings])), away }),
)
const services = ['google', 'facebook', 'away', ...liars].map((service) => ({ service, label: service }))
const contentDir = contentWith({ 'auth.json': { socialServices: services } })
const env = { PORT: String(port), SECRETS_DIR: secretsDir, TRUST_PROXY: '127.0.0.1' }
const house = await testApp({ env, contentDir })
const { app, db, secrets, addPlayer, as, lines } = house
await app.listen({ port, host: '127.0.0.1' })
const node = await testApp({ env, contentDir, beside: { db, secrets } })

const browse = () => openBrowser({ origin, port })
const init = (query: Record<string, string>) => `/oauth/init?${new URLSearchParams(query)}`
const nora: Person = { name: 'Nora New', email: 'nora@example.com', email_verified: '1' }

/** Everything a sign-in leaves behind. */
async function traces() {
  const { rows } = await sql<Record<string, bigint>>`select
    (select count(*) from auth_session) as sessions, (select count(*) from auth_social) as identities,
    (select count(*) from account_player) as players, (select count(*) from auth_second_step) as steps`.execute(db.sql)
  return rows[0]
}

const aliceId = await addPlayer({ login: 'alice@example.com', emailConfirmed: true })
// Registered with a stranger's address and never confirmed it.
const squatterId = await addPlayer({ login: 'victim@example.com' })

describe('a person', () => {
  test('who is new gets an account that is to be completed, and is signed in', async () => {
    const browser = browse()
    const end = await signInBySocial(browser, nora, { redirect_url: '/es/cashier?a=1' })
    const target = '/es/cashier?a=1&register=success'
    expect(end).toEqual({ outcome: 'incomplete', isNew: true, target, status: 200 })
    const info = (await as(browser.header()).get('account.getInfo')).json.data
    expect(info).toMatchObject({
      login: 'nora@example.com',
      is_registration_completed: false,
      has_password: false,
      contacts: { email: { value: 'nora@example.com', confirmed: true }, phone: null },
    })
  })

  test('who comes again is the same player, also from another browser; only the first time is a registration', async () => {
    const [first, second] = [browse(), browse()]
    const ways = { redirect_url: '/offers', register_url: '/cashier/deposit' }
    const ends = [
      await signInBySocial(first, { ...nora, email: 'again@example.com' }, ways),
      await signInBySocial(second, { ...nora, email: 'again@example.com' }, ways),
    ]
    expect(ends.map(({ isNew, target }) => [isNew, target])).toEqual([
      [true, '/cashier/deposit?register=success'],
      [undefined, '/offers'],
    ])
    const uids = await Promise.all(
      [first, second].map(async (browser) => (await as(browser.header()).get('account.getInfo')).json.data.uid),
    )
    expect(uids[0]).toBe(uids[1])
  })

  test('who comes twice at once for the first time gets one account', async () => {
    const before = await traces()
    const person = { name: 'Twin', email: 'twin@example.com', email_verified: '1' }
    const ready = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const browser = browse()
        return { browser, url: await answerOf(browser, { service: 'google' }, person) }
      }),
    )
    const ends = await Promise.all(ready.map(async ({ browser, url }) => endOf(await browser.get(url))))
    expect(ends.map(({ outcome }) => outcome)).toEqual(Array(8).fill('incomplete'))
    expect(ends.filter(({ isNew }) => isNew)).toHaveLength(1)
    const after = await traces()
    expect(Number(after?.players) - Number(before?.players)).toBe(1)
    expect(Number(after?.identities) - Number(before?.identities)).toBe(1)
  })

  test('whose verified address is a confirmed one of a player is that player', async () => {
    const browser = browse()
    const end = await signInBySocial(browser, { name: 'A', email: 'Alice@Example.com', email_verified: '1' })
    expect(end.outcome).toBe('signedIn')
    expect((await as(browser.header()).get('account.getInfo')).json.data.uid).toBe(Number(aliceId))
    const events = await db.sql.selectFrom('account_event').select('kind').where('player_id', '=', aliceId).execute()
    expect(events.map(({ kind }) => kind)).toContain('socialLinked')
  })

  test('who says no is told so on the way back', async () => {
    const before = await traces()
    const end = await signInBySocial(browse(), { action: 'cancel' }, { redirect_url: '/offers?x=1#y' })
    expect(end).toMatchObject({
      outcome: 'refused',
      reason: 'CANCELLED',
      target: '/offers?x=1&social=refused&reason=CANCELLED#y',
    })
    expect(await traces()).toEqual(before)
  })

  test('who signs in anew leaves the old session behind', async () => {
    const browser = browse()
    await signInBySocial(browser, nora)
    const old = browser.header()
    await signInBySocial(browser, { ...nora, email: 'other@example.com' })
    expect((await as(old).get('account.getInfo')).status).toBe(401)
    expect((await as(browser.header()).get('account.getInfo')).status).toBe(200)
  })

  test('is remembered on request, and what rode along is kept with the registration', async () => {
    const browser = browse()
    const query = {
      remember: '1',
      terms: '1',
      notify: '1',
      locale: 'es',
      currency: 'BRL',
      track_id: 't-7',
      visit: 'v-7',
    }
    const url = await answerOf(browser, { service: 'google', ...query }, { ...nora, email: 'rides@example.com' })
    const answer = await browser.get(url)
    expect(String(answer.headers['set-cookie'])).toMatch(/sid=[\w-]{43}; Path=\/; HttpOnly; Max-Age=2592000/)
    const row = await db.sql
      .selectFrom('account_player')
      .select(['locale', 'currency', 'terms_at', 'email_is_subscribed', 'first_name', 'last_name'])
      .where('login', '=', 'rides@example.com')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      locale: 'es',
      currency: 'BRL',
      email_is_subscribed: true,
      first_name: 'Nora',
      last_name: 'New',
    })
    expect(row.terms_at).not.toBeNull()
    const { rows } = await sql<{
      data: unknown
    }>`select data from jobs.job where name = 'player.registered/tracking'`.execute(db.sql)
    expect(rows.map(({ data }) => data)).toContainEqual(
      expect.objectContaining({ visit: 'v-7', params: { track_id: 't-7' } }),
    )
  })
})

describe('the last page', () => {
  test('runs its own script only, can close itself, and is kept nowhere', async () => {
    const browser = browse()
    const answer = await browser.get(await answerOf(browser, { service: 'google' }, nora))
    const policy = String(answer.headers['content-security-policy'])
    const [, nonce] = /script-src 'nonce-([^']+)'/.exec(policy) ?? []
    expect(policy).toContain("default-src 'none'")
    expect(answer.body).toContain(`<script nonce="${nonce}">`)
    expect(answer.headers).toMatchObject({
      'cross-origin-opener-policy': 'unsafe-none',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    })
  })

  test('speaks the language of the visitor', async () => {
    const browser = browse()
    browser.put('locale', 'es')
    const answer = await browser.get('/oauth/callback/google?state=x&code=y')
    expect(answer.body).toContain('<html lang="es">')
    expect(answer.body).toContain('No se pudo iniciar sesión')
  })
})

describe('a sign-in begins', () => {
  test.each(['unknown', 'GOOGLE', '', '../x', 'constructor', '__proto__'])(
    'with no service called %j: 404',
    async (service) => {
      const answer = await browse().get(init({ service }))
      expect([answer.status, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
      expect(answer.body).toContain('This login method does not exist.')
      if (service && !service.includes('/')) {
        expect((await browse().get(`/oauth/callback/${service}?state=x`)).status).toBe(404)
      }
    },
  )

  test.each([
    [{ 'sec-fetch-site': 'cross-site' }, 400],
    [{ 'sec-fetch-site': 'same-site' }, 400],
    [{ 'sec-fetch-site': 'cross-site', referer: `${origin}/` }, 400],
    [{ 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, 400],
    [{ 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }, 400],
    [{ 'sec-fetch-dest': 'iframe' }, 400],
    [{ 'sec-fetch-site': 'none' }, 302],
    [{}, 302],
  ])('by our own page or by hand, not by %o', async (headers, status) => {
    const answer = await browse().get(init({ service: 'google' }), { headers })
    expect(answer.status).toBe(status)
    expect(answer.headers['set-cookie'] !== undefined).toBe(status === 302)
  })

  test('in an old browser only from our own pages', async () => {
    const old = (referer?: string) =>
      app.inject({ url: init({ service: 'google' }), headers: referer ? { referer } : {} }).then((it) => it.statusCode)
    expect(await Promise.all([old(), old(`${origin}/es`), old('https://evil.test/')])).toEqual([302, 302, 400])
  })

  test('by GET alone', async () => {
    for (const method of ['HEAD', 'POST'] as const) {
      const answer = await app.inject({ method, url: init({ service: 'google' }) })
      expect(answer.headers.location).toBeUndefined()
    }
  })

  test('with proof keys, a state and a nonce of its own each time, of which the database keeps no state', async () => {
    const begun = await Promise.all(Array.from({ length: 5 }, async () => browse().get(init({ service: 'google' }))))
    const asked = begun.map(({ headers }) => new URL(headers.location ?? '').searchParams)
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(new Set(asked.map((params) => params.get(name))).size).toBe(5)
    }
    for (const params of asked) {
      expect(params.get('code_challenge_method')).toBe('S256')
      expect(Buffer.from(params.get('state') ?? '', 'base64url')).toHaveLength(32)
    }
    const rows = await db.sql.selectFrom('auth_social_flow').selectAll().execute()
    const text = JSON.stringify(rows.map((row) => ({ ...row, state_hash: row.state_hash.toString('latin1') })))
    expect(asked.some((params) => text.includes(params.get('state') ?? ''))).toBe(false)
  })

  test('only so often from one address', async () => {
    const browser = browse()
    const statuses: number[] = []
    for (let n = 0; n < 62; n += 1) statuses.push((await browser.get(init({ service: 'unknown' }))).status)
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(404))
    expect(statuses.slice(60)).toEqual([429, 429])
  })

  test('and says so when the service is away', async () => {
    const answer = await browse().get(init({ service: 'away', redirect_url: '/offers' }))
    expect(answer.status).toBe(503)
    expect(endOf(answer)).toMatchObject({ outcome: 'refused', reason: 'PROVIDER_AWAY' })
  })
})

describe('a return address', () => {
  test('never leads away, in 90 ways to write it', async () => {
    expect(new Set(elsewhere).size).toBe(90)
    for (const [at, redirect_url] of elsewhere.entries()) {
      const browser = browse()
      const begun = await browser.get(init({ service: 'liar', redirect_url, register_url: redirect_url }))
      const { state } = liar.agree(begun.headers.location ?? '')
      const answer = await browser.get(`/oauth/callback/liar?${new URLSearchParams({ error: 'access_denied', state })}`)
      const { target } = endOf(answer)
      expect([at, new URL(target, origin).origin, target.startsWith('/'), /^\/[/\\]/.test(target)]).toEqual([
        at,
        origin,
        true,
        false,
      ])
      expect(answer.body).not.toContain('evil.test')
    }
  })

  test.each([
    '/api/auth.logout',
    '/API/auth.logout',
    '/oauth/init?service=google',
    '/content/x',
    'javascript:alert(1)',
    '</script><b>',
    '',
  ])('is a page: %j is not', async (redirect_url) => {
    const browser = browse()
    const url = await answerOf(browser, { service: 'google', redirect_url }, nora)
    const answer = await browser.get(url)
    expect(endOf(answer).target).toBe('/')
    const person = { ...nora, email: `fresh${Math.random()}@example.com` }
    const ways = { service: 'google', redirect_url: '/offers', register_url: redirect_url }
    const fresh = await browser.get(await answerOf(browser, ways, person))
    expect(endOf(fresh).target).toBe('/offers?register=success')
    expect(answer.body).not.toContain('<b>')
  })

  test('cannot end the script it stands in', async () => {
    const browser = browse()
    const url = await answerOf(browser, { service: 'google', redirect_url: '/offers?</script><b>"' }, nora)
    const answer = await browser.get(url)
    expect(answer.body.match(/<\/script>/g)).toHaveLength(1)
    expect(endOf(answer).target).toMatch(/^\/offers\?/)
  })
})

describe('attacks on the way: nobody gets in', () => {
  let before: Awaited<ReturnType<typeof traces>>
  beforeEach(async () => {
    before = await traces()
  })
  afterEach(async () => {
    expect(await traces()).toEqual(before)
  })

  const person: Person = { name: 'Mallory', email: 'mallory@example.com', email_verified: '1' }
  const change = (address: string, params: Record<string, string | null>) => {
    const url = new URL(address)
    for (const [name, value] of Object.entries(params)) {
      if (value === null) url.searchParams.delete(name)
      else url.searchParams.set(name, value)
    }
    return url.href
  }
  const reasonOf = async (answer: Parameters<typeof endOf>[0]) => {
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.status).toBe(400)
    return endOf(answer).reason
  }

  test('1 without a state', async () => {
    const browser = browse()
    const url = await answerOf(browser, { service: 'google' }, person)
    expect(await reasonOf(await browser.get(change(url, { state: null })))).toBe('STATE_INVALID')
  })

  test('2 with a wrong state', async () => {
    const browser = browse()
    const url = await answerOf(browser, { service: 'google' }, person)
    for (const state of ['x', 'a'.repeat(43), '', "' or 1=1 --"]) {
      expect(await reasonOf(await browser.get(change(url, { state })))).toBe('STATE_INVALID')
    }
  })

  test('3 with two states', async () => {
    const browser = browse()
    const url = await answerOf(browser, { service: 'google' }, person)
    expect(await reasonOf(await browser.get(`${url}&state=${'a'.repeat(43)}`))).toBe('STATE_INVALID')
  })

  test('4 after ten minutes', async () => {
    const browser = browse()
    const url = await answerOf(browser, { service: 'google' }, person)
    await db.sql
      .updateTable('auth_social_flow')
      .set({ created_at: sql<Date>`created_at - interval '10 minutes'` })
      .execute()
    expect(await reasonOf(await browser.get(url))).toBe('STATE_INVALID')
  })

  test('5 in the browser of a victim that began nothing', async () => {
    const url = await answerOf(browse(), { service: 'google' }, person)
    expect(await reasonOf(await browse().get(url))).toBe('BROWSER_CHANGED')
  })

  test('6 in the browser of a victim that began a sign-in too', async () => {
    const url = await answerOf(browse(), { service: 'google' }, person)
    const victim = browse()
    await openSocial(victim, { service: 'google' })
    expect(await reasonOf(await victim.get(url))).toBe('BROWSER_CHANGED')
  })

  test('7 with the nonce changed on the way out', async () => {
    const browser = browse()
    const begun = await browser.get(init({ service: 'google' }))
    const page = await browser.follow(await browser.get(change(browser.next(begun), { nonce: 'mine' })))
    const last = await browser.follow(await browser.post(page.url, { ...person }))
    expect(await reasonOf(last)).toBe('ANSWER_INVALID')
  })

  test('8 with a code that belongs to another sign-in of another person', async () => {
    const [attacker, victim] = [browse(), browse()]
    const stolen = new URL(await answerOf(victim, { service: 'google' }, { ...person, email: 'alice@example.com' }))
    const own = await answerOf(attacker, { service: 'google' }, person)
    const code = stolen.searchParams.get('code') ?? ''
    expect(await reasonOf(await attacker.get(change(own, { code })))).toBe('ANSWER_INVALID')
  })

  test.each([
    ['9 without a proof key', { code_challenge: null, code_challenge_method: null }],
    ['10 with a plain proof key', { code_challenge_method: 'plain', code_challenge: 'a'.repeat(43) }],
    ['11 with the proof key of the attacker', { code_challenge: 'a'.repeat(43) }],
  ])('%s', async (_, params) => {
    const browser = browse()
    const begun = await browser.get(init({ service: 'google' }))
    const page = await browser.follow(await browser.get(change(browser.next(begun), params)))
    // The service refuses by itself, or what it answers is worth nothing.
    const last = page.url.includes('/interaction/')
      ? await browser.follow(await browser.post(page.url, { ...person }))
      : page
    expect(last.headers['set-cookie']).toBeUndefined()
    if (last.url.includes('/oauth/callback/')) expect(endOf(last).outcome).toBe('refused')
  })

  test('12 with the answer of one service at the address of another', async () => {
    const browser = browse()
    const url = await answerOf(browser, { service: 'google' }, person)
    const other = url.replace('/callback/google', '/callback/facebook')
    expect(await reasonOf(await browser.get(other))).toBe('SERVICE_CHANGED')
    expect(await reasonOf(await browser.get(url))).toBe('STATE_INVALID')
  })

  test('13 with the code of one service in the sign-in of another', async () => {
    const browser = browse()
    const code = new URL(await answerOf(browser, { service: 'google' }, person)).searchParams.get('code') ?? ''
    const url = await answerOf(browser, { service: 'facebook' }, person)
    expect(await reasonOf(await browser.get(change(url, { code })))).toBe('ANSWER_INVALID')
  })

  test('14 with another issuer, or with none where one was promised', async () => {
    for (const iss of [liar.issuer, 'https://accounts.google.com', null]) {
      const browser = browse()
      const url = await answerOf(browser, { service: 'google' }, person)
      expect(await reasonOf(await browser.get(change(url, { iss })))).toBe('ANSWER_INVALID')
    }
  })

  test('15 with an error instead of a code, whatever else stands beside it', async () => {
    const browser = browse()
    const errors = ['server_error', 'login_required', 'temporarily_unavailable', '<script>']
    for (const error of errors) {
      const url = await answerOf(browser, { service: 'google' }, person)
      expect(await reasonOf(await browser.get(change(url, { error })))).toBe('ANSWER_INVALID')
    }
    const url = await answerOf(browser, { service: 'google' }, person)
    expect(await reasonOf(await browser.get(change(url, { error: 'access_denied' })))).toBe('CANCELLED')
  })

  test('16 with a return address of our own made longer at the service', async () => {
    const browser = browse()
    const begun = await browser.get(init({ service: 'google' }))
    for (const redirect_uri of [
      `${origin}/oauth/callback/google/../../x`,
      `${origin}/oauth/callback/google.evil.test`,
      `${origin}@evil.test/`,
      'https://evil.test/',
    ]) {
      const answer = await browser.get(change(browser.next(begun), { redirect_uri }))
      expect([answer.status, answer.headers.location]).toEqual([400, undefined])
    }
  })
})

test('17 a sign-in works once: the same answer again is refused, also 32 times at once', async () => {
  const browser = browse()
  const url = await answerOf(browser, { service: 'google' }, { ...nora, email: 'once@example.com' })
  const answers = await Promise.all(Array.from({ length: 32 }, () => browser.get(url)))
  const outcomes = answers.map((answer) => endOf(answer).outcome)
  expect(outcomes.filter((outcome) => outcome === 'incomplete')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(31)
  expect(endOf(await browser.get(url))).toMatchObject({ outcome: 'refused', reason: 'STATE_INVALID' })
})

describe('18 addresses that prove nothing lead to no account of another', () => {
  const claimed: [string, Person][] = [
    ['unverified', { email: 'alice@example.com', sub: 'evil-1' }],
    ['unverified, in capitals', { email: 'ALICE@EXAMPLE.COM', sub: 'evil-2' }],
    ['verified, in letters that fold into hers', { email: 'ａlice@example.com', email_verified: '1', sub: 'evil-3' }],
    ['verified, with a Kelvin sign', { email: 'alice@eXample.com\u212a', email_verified: '1', sub: 'evil-4' }],
  ]
  test.each(claimed)('%s', async (_, person) => {
    const browser = browse()
    const { outcome } = await signInBySocial(browser, { name: 'Evil', ...person })
    const info = (await as(browser.header()).get('account.getInfo')).json.data
    expect(outcome).toBe('incomplete')
    expect(info.uid).not.toBe(Number(aliceId))
    expect(info.contacts.email).toBeNull()
  })

  test('and nobody learns by an unverified one whether it has an account', async () => {
    const bytes = async (email: string) => {
      const browser = browse()
      const person = { name: 'Asks', email, sub: `asks-${email}` }
      const { body } = await browser.get(await answerOf(browser, { service: 'google' }, person))
      const info = (await as(browser.header()).get('account.getInfo')).json.data
      return [body.replaceAll(/nonce="[^"]+"/g, ''), info.contacts, /^player-\d+$/.test(info.login)]
    }
    expect(await bytes('alice@example.com')).toEqual(await bytes('nobody-here@example.com'))
  })

  test('who opened an account with an address and never confirmed it loses it to its owner, with every way in', async () => {
    const squatter = await house.signIn(squatterId)
    expect((await as(squatter).get('account.getInfo')).status).toBe(200)
    const browser = browse()
    await signInBySocial(browser, { name: 'Victim', email: 'victim@example.com', email_verified: '1' })
    const info = (await as(browser.header()).get('account.getInfo')).json.data
    expect(info.uid).toBe(Number(squatterId))
    expect(info.contacts.email).toEqual({ value: 'victim@example.com', confirmed: true })
    expect((await as(squatter).get('account.getInfo')).status).toBe(401)
  })

  test('a player who signed up by a form and comes back by a button is the same player, with the money', async () => {
    const email = 'formfirst@example.com'
    const playerId = await addPlayer({ login: email, password: 'Marmot-Hill-7' })
    await fund(house, playerId, '50.00')
    const browser = browse()
    const end = await signInBySocial(browser, { name: 'Form First', email, email_verified: '1' })
    expect(end.outcome).not.toBe('refused')
    const info = (await as(browser.header()).get('account.getInfo')).json.data
    expect([info.uid, info.login]).toEqual([Number(playerId), email])
    expect(await balanceOf(house, playerId)).toBe('50.00')
    // The password may have been a stranger's: it is gone, the owner is told, and a new one can be had by mail.
    await house.runJobs()
    const [letter] = await house.letters(email)
    expect(letter?.subject).toContain('yours alone')
    const login = await as(null).post('auth.login', { login: email, password: 'Marmot-Hill-7' })
    expect(login.json.error.error_data.reason).toBe('WRONG_CREDENTIALS')
  })

  test.each(['banned', 'deleted'])('an account that is %s is nobody’s way in, and keeps no owner out', async (kind) => {
    const email = `${kind}-claim@example.com`
    const playerId = await addPlayer({ login: email })
    const column = kind === 'banned' ? 'banned_at' : 'deleted_at'
    await db.sql
      .updateTable('account_player')
      .set({ [column]: new Date() })
      .where('id', '=', playerId)
      .execute()
    const browser = browse()
    await signInBySocial(browser, { name: 'Owner', email, email_verified: '1' })
    const info = (await as(browser.header()).get('account.getInfo')).json.data
    expect(info.uid).not.toBe(Number(playerId))
  })

  test('who excluded itself before confirming anything is told so, by whichever button', async () => {
    const email = 'out-claim@example.com'
    const playerId = await addPlayer({ login: email })
    const cookie = await house.signIn(playerId)
    expect((await as(cookie).post('account.selfExclude', { period: '1y' })).status).toBe(200)
    const browser = browse()
    const end = await signInBySocial(browser, { name: 'Out', email, email_verified: '1' })
    expect(end.outcome).toBe('excluded')
  })

  test('a stranger who excluded the account before its owner came has no way in when the time is over', async () => {
    const email = 'out-squat@example.com'
    const password = 'Marmot-Hill-7'
    const playerId = await addPlayer({ login: email, password })
    const stranger = await house.signIn(playerId)
    expect((await as(stranger).post('account.selfExclude', { period: '1d' })).status).toBe(200)
    const owner: Person = { name: 'Owner', email, email_verified: '1' }
    expect((await signInBySocial(browse(), owner)).outcome).toBe('excluded')
    await sql`update limits_exclusion set started_at = started_at - interval '2 days',
      ends_at = ends_at - interval '2 days' where player_id = ${playerId}`.execute(db.sql)
    await sql`update account_player set excluded_until = now() - interval '1 day' where id = ${playerId}`.execute(
      db.sql,
    )
    const browser = browse()
    await signInBySocial(browser, owner)
    expect((await as(browser.header()).get('account.getInfo')).json.data.uid).toBe(Number(playerId))
    const login = await as(null).post('auth.login', { login: email, password })
    expect(login.json.error?.error_data.reason).toBe('WRONG_CREDENTIALS')
  })
})

describe('a service that lies gets nobody in', () => {
  const none = (claims: JWTPayload) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    return `${part({ alg: 'none' })}.${part(claims)}.`
  }
  const symmetric = (secret: string) => (claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'honest' }).sign(Buffer.from(secret))
  const now = Math.floor(Date.now() / 1000)

  const lies: [string, Lies][] = [
    ['a signature of somebody else', { idToken: liar.forge }],
    [
      'a signature cut off',
      { idToken: async (claims) => `${(await liar.sign(claims)).split('.').slice(0, 2).join('.')}.` },
    ],
    ['a claim changed after signing', { idToken: async (claims) => changed(await liar.sign(claims)) }],
    ['no signature at all', { idToken: none }],
    ['our own secret as the key', { idToken: symmetric(settings.clientSecret) }],
    ['its public key as a secret', { idToken: symmetric(JSON.stringify(liar.publicKey)) }],
    ['another audience', { claims: { aud: 'somebody-else' } }],
    ['several audiences, not for us', { claims: { aud: ['croupier', 'other'], azp: 'other' } }],
    ['another issuer', { claims: { iss: 'https://accounts.google.com' } }],
    ['an hour too late', { claims: { iat: now - 7200, exp: now - 3600 } }],
    ['no end', { claims: { exp: undefined } }],
    ['another nonce', { claims: { nonce: 'mine' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['no subject', { claims: { sub: undefined } }],
    ['an empty subject', { claims: { sub: '' } }],
    ['a subject that is too long', { claims: { sub: 'x'.repeat(256) } }],
    ['no id token', { tokens: { id_token: undefined } }],
    [
      'another subject behind the token',
      { claims: { email: undefined }, userinfo: { sub: 'other', email: 'alice@example.com', email_verified: true } },
    ],
    ['tokens with a fault', { tokenStatus: 500 }],
    ['tokens with a redirect', { tokenStatus: 302 }],
    ['a refusal', { tokens: { error: 'invalid_grant' }, tokenStatus: 400 }],
    ['an endless answer', { tokens: { padding: 'x'.repeat(600_000) } }],
  ]

  function changed(token: string): string {
    const [head = '', body = '', seal = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    const other = Buffer.from(JSON.stringify({ ...claims, sub: 'somebody' })).toString('base64url')
    return [head, other, seal].join('.')
  }

  async function comeBack(service: string, extra: Record<string, string> = {}) {
    const browser = browse()
    const begun = await browser.get(init({ service }))
    if (begun.status !== 302) return begun
    const answer = { ...liar.agree(begun.headers.location ?? ''), ...extra }
    return browser.get(`/oauth/callback/${service}?${new URLSearchParams(answer)}`)
  }

  afterEach(() => {
    liar.state.lies = {}
  })

  test('but an honest one does: the lies below are what is refused', async () => {
    const answer = await comeBack('liar')
    expect(endOf(answer).outcome).toBe('incomplete')
    const linked = await db.sql
      .selectFrom('auth_social')
      .select('service')
      .where('subject', '=', 'liar-subject')
      .execute()
    expect(linked).toEqual([{ service: `liar ${liar.issuer}` }])
  })

  test('our secret travels in the header, or in the body where only that is taken', async () => {
    liar.state.requests = []
    liar.state.bodies = []
    await comeBack('liar')
    liar.state.lies = { metadata: { token_endpoint_auth_methods_supported: ['client_secret_post'] } }
    await comeBack('liar-post')
    const asked = liar.state.requests.filter(({ url }) => url === '/token').map(({ headers }) => headers.authorization)
    const basic = Buffer.from(`croupier:${encodeURIComponent(settings.clientSecret)}`).toString('base64')
    expect(asked).toEqual([`Basic ${basic}`, undefined])
    expect(liar.state.bodies.map((body) => body.get('client_secret'))).toEqual([null, settings.clientSecret])
    expect(liar.state.bodies.every((body) => /^[\w-]{43,}$/.test(body.get('code_verifier') ?? ''))).toBe(true)
  })

  test.each(lies)('with %s', async (_, told) => {
    const before = await traces()
    liar.state.lies = told
    const answer = await comeBack('liar')
    expect(endOf(answer).outcome).toBe('refused')
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(await traces()).toEqual(before)
  })

  test.each([[[]], [[{ kty: 'oct', k: 'c2VjcmV0', kid: 'honest', alg: 'HS256' }]]])(
    'with keys that fit nothing',
    async (keys) => {
      const before = await traces()
      liar.state.lies = { keys }
      expect(endOf(await comeBack('liar-keys'))).toMatchObject({ outcome: 'refused', reason: 'ANSWER_INVALID' })
      expect(await traces()).toEqual(before)
    },
  )

  test('with a code that was used already', async () => {
    const browser = browse()
    const first = liar.agree((await browser.get(init({ service: 'liar' }))).headers.location ?? '')
    await browser.get(`/oauth/callback/liar?${new URLSearchParams(first)}`)
    const before = await traces()
    const second = liar.agree((await browser.get(init({ service: 'liar' }))).headers.location ?? '')
    // The same service would answer; the nonce of the first sign-in is not the one that is asked for now.
    const answer = await browser.get(`/oauth/callback/liar?${new URLSearchParams({ ...second, code: first.code })}`)
    expect(endOf(answer)).toMatchObject({ outcome: 'refused', reason: 'ANSWER_INVALID' })
    expect(await traces()).toEqual(before)
  })

  test.each([
    ['that calls itself another one', 'liar-issuer', { issuer: 'https://accounts.google.com' }],
    [
      'that promises its name with every answer and leaves it out',
      'liar-iss',
      { authorization_response_iss_parameter_supported: true },
    ],
  ])('%s', async (_, service, metadata) => {
    const before = await traces()
    liar.state.lies = { metadata }
    const answer = await comeBack(service)
    expect(endOf(answer)).toMatchObject({ outcome: 'refused', reason: 'ANSWER_INVALID' })
    expect(await traces()).toEqual(before)
  })

  test('that wants us to ask a machine inside our network: that machine hears nothing', async () => {
    let heard = 0
    const inside = http.createServer((_request, response) => {
      heard += 1
      response.end('{}')
    })
    await new Promise<void>((done) => inside.listen(0, '127.0.0.1', done))
    const address = inside.address()
    const at = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    liar.state.lies = {
      metadata: { token_endpoint: `${at}/token`, jwks_uri: `${at}/jwks`, userinfo_endpoint: `${at}/me` },
    }
    const answer = await comeBack('liar-inside')
    expect(endOf(answer).outcome).toBe('refused')
    expect(heard).toBe(0)
    inside.close()
  })

  test('one subject at two services is two persons', async () => {
    await comeBack('liar')
    liar.state.lies = { claims: { email: 'second@example.com' } }
    await comeBack('liar-other')
    const rows = await db.sql
      .selectFrom('auth_social')
      .select('player_id')
      .where('subject', '=', 'liar-subject')
      .where('service', 'in', [`liar ${liar.issuer}`, `liar-other ${liar.issuer}`])
      .execute()
    expect([rows.length, new Set(rows.map(({ player_id }) => player_id)).size]).toEqual([2, 2])
  })
})

test('a sign-in that began on one node ends on another', async () => {
  const browser = browse()
  const begun = await browser.get(init({ service: 'liar' }))
  const answer = liar.agree(begun.headers.location ?? '')
  const end = await node.app.inject({
    url: `/oauth/callback/liar?${new URLSearchParams(answer)}`,
    headers: { cookie: browser.header() },
  })
  expect(end.statusCode).toBe(200)
  expect(String(end.headers['set-cookie'])).toContain('sid=')
})

test('nothing secret is in the log', () => {
  const text = lines.join('')
  expect(text).not.toContain(settings.clientSecret)
  expect(text).not.toMatch(/code=|state=|id_token|eyJ|alice@example\.com/)
})
