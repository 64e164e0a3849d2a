import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { SignJWT, UnsecuredJWT } from 'jose'
import { pino } from 'pino'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openContent } from '../features/content/content.ts'
import { atFullPrice } from '../test/cheap-argon2.ts'
import { testDatabase } from '../test/database.ts'
import { contentApi } from './content-api.ts'

const dir = mkdtempSync(join(tmpdir(), 'content-auth-'))
const lines: string[] = []
const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) })
const db = await testDatabase()
const content = await openContent({ dir, url: undefined, token: undefined, cacheDir: dir, host: 'x', log })
const keys = {
  current: 'current-key-of-the-tests-0123456789abcdef',
  previous: 'previous-key-of-the-tests-0123456789abcde',
}
const mails: { to: string; code: string }[] = []
const app = fastify({ trustProxy: true })
await app.register(contentApi, {
  prefix: '/content',
  content,
  db,
  keys,
  config: { isSecure: false },
  sendMail: async (_kind, to, code) => {
    mails.push({ to, code })
  },
  log,
})
afterAll(async () => {
  await app.close()
  await content.close()
  rmSync(dir, { recursive: true, force: true })
})
beforeEach(async () => {
  await db.sql.deleteFrom('http_rate_limit').execute()
  mails.length = 0
})

let person = 0
const newcomer = () => {
  person += 1
  return { username: `editor${person}`, email: `editor${person}@example.com`, password: 'Correct-horse-1' }
}

async function post(path: string, payload: object, { token = '', from = '203.0.113.1' } = {}) {
  const headers = { 'x-forwarded-for': from, ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await app.inject({ method: 'POST', url: `/content/auth/${path}`, payload, headers })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}
const me = async (token: string) => {
  const answer = await app.inject({ url: '/content/users/me', headers: { authorization: `Bearer ${token}` } })
  return { status: answer.statusCode, body: answer.json() }
}
async function registered() {
  const wanted = newcomer()
  const { body } = await post('local/register', wanted)
  return { ...wanted, jwt: String(body.jwt), id: Number(body.user.id) }
}

test('an editor registers, is known by the token, and signs in by name or by address', async () => {
  const { username, email, password, jwt, id } = await registered()
  expect((await me(jwt)).body).toEqual({
    id,
    documentId: expect.any(String),
    username,
    email,
    provider: 'local',
    confirmed: false,
    blocked: false,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  })
  for (const identifier of [username, email, email.toUpperCase()]) {
    const { status, body, headers } = await post('local', { identifier, password })
    expect(status).toBe(200)
    expect(body.user.id).toBe(id)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['set-cookie']).toBeUndefined()
  }
})

test('forms are understood like JSON', async () => {
  const { username, password } = await registered()
  const answer = await app.inject({
    method: 'POST',
    url: '/content/api/auth/local',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ identifier: username, password }).toString(),
  })
  expect(answer.statusCode).toBe(200)
})

test('passwords are kept as argon2id, and nothing secret is logged', async () => {
  const { id, password, email } = await registered()
  const row = await db.sql
    .selectFrom('content_identity')
    .selectAll()
    .where('id', '=', BigInt(id))
    .executeTakeFirstOrThrow()
  expect(row.password_hash).toMatch(/^\$argon2id\$/)
  expect(lines.join()).not.toContain(password)
  expect(lines.join()).not.toContain(email)
})

test('a wrong password and an unknown name get the same answer', async () => {
  const { username } = await registered()
  const wrong = await post('local', { identifier: username, password: 'wrong-password' })
  const unknown = await post('local', { identifier: 'nobody\0at-all', password: 'wrong-password' })
  expect(wrong.status).toBe(400)
  expect(wrong.body).toEqual({
    data: null,
    error: { status: 400, name: 'ValidationError', message: 'Invalid identifier or password', details: {} },
  })
  expect(unknown.body).toEqual(wrong.body)
})

describe('at the full price of a password', () => {
  atFullPrice()

  test('an unknown name takes as long as a wrong password', async () => {
    const { username } = await registered()
    const time = async (identifier: string) => {
      const startedAt = performance.now()
      await post('local', { identifier, password: 'wrong-password' })
      return performance.now() - startedAt
    }
    const known: number[] = []
    const unknown: number[] = []
    for (let round = 0; round < 7; round += 1) {
      known.push(await time(username))
      unknown.push(await time('nobody-here'))
    }
    // The best of each: a busy machine makes times longer, never shorter.
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) * 0.5)
  })
})

test('a taken name or address cannot be registered again', async () => {
  const { username, email } = await registered()
  for (const again of [
    { ...newcomer(), username: username.toUpperCase() },
    { ...newcomer(), email },
  ]) {
    const { status, body } = await post('local/register', again)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ name: 'ApplicationError', message: 'Email or Username are already taken' })
  }
})

test.each([
  ['a role of its own', { role: 1 }],
  ['a confirmed address', { confirmed: true }],
  ['a short password', { password: 'short' }],
  ['an address as a name', { username: 'somebody@example.com' }],
  ['no address', { email: 'nowhere' }],
  ['a list as a password', { password: ['Correct-horse-1'] }],
])('nobody can register with %s', async (_name, change) => {
  const { status, body } = await post('local/register', { ...newcomer(), ...change })
  expect(status).toBe(400)
  expect(body.error.name).toBe('ValidationError')
})

test('a token of another algorithm, key, age or shape is worth nothing', async () => {
  const { id, jwt } = await registered()
  const sign = (key: string, { alg = 'HS256', life = '1h', v = 0 } = {}) =>
    new SignJWT({ id, v })
      .setProtectedHeader({ alg })
      .setIssuedAt()
      .setExpirationTime(life)
      .sign(new TextEncoder().encode(key))
  const [head, body] = jwt.split('.')
  const forged = [
    '',
    'rubbish',
    `${head}.${body}.`,
    new UnsecuredJWT({ id, v: 0 }).setExpirationTime('1h').encode(),
    await sign('another-key-of-the-tests-0123456789abcdef'),
    await sign(keys.current, { alg: 'HS512' }),
    await sign(keys.current, { life: '-1h' }),
    await sign(keys.current, { v: 1 }),
    await new SignJWT({ id, v: 0 }).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(keys.current)),
  ]
  for (const token of forged) {
    const answer = await me(token)
    expect(answer.status, token).toBe(401)
    expect(answer.body.error.name).toBe('UnauthorizedError')
  }
  expect((await me(await sign(keys.current))).status).toBe(200)
  expect((await me(await sign(keys.previous))).status).toBe(200)
})

test('a blocked editor is out at once', async () => {
  const { id, jwt, username, password } = await registered()
  await db.sql.updateTable('content_identity').set({ is_blocked: true }).where('id', '=', BigInt(id)).execute()
  expect((await me(jwt)).status).toBe(401)
  expect((await post('local', { identifier: username, password })).body.error.message).toMatch(/blocked/)
})

test('changing the password ends every token given before', async () => {
  const { jwt, password } = await registered()
  const next = { password: 'Another-horse-2', passwordConfirmation: 'Another-horse-2' }
  expect((await post('change-password', { currentPassword: password, ...next })).status).toBe(401)
  expect((await post('change-password', { currentPassword: 'wrong', ...next }, { token: jwt })).status).toBe(400)
  const mismatch = { currentPassword: password, password: 'Another-horse-2', passwordConfirmation: 'x' }
  expect((await post('change-password', mismatch, { token: jwt })).body.error.message).toBe('Passwords do not match')
  const changed = await post('change-password', { currentPassword: password, ...next }, { token: jwt })
  expect(changed.status).toBe(200)
  expect((await me(jwt)).status).toBe(401)
  expect((await me(changed.body.jwt)).status).toBe(200)
})

test('a forgotten password is reset once with the code from the mail', async () => {
  const { email, jwt, username } = await registered()
  mails.length = 0
  const known = await post('forgot-password', { email })
  const unknown = await post('forgot-password', { email: 'nobody@example.com' })
  expect(known.body).toEqual({ ok: true })
  expect(unknown.body).toEqual(known.body)
  expect(mails).toHaveLength(1)
  const code = mails[0]?.code ?? ''
  const wanted = { code, password: 'Third-horse-3', passwordConfirmation: 'Third-horse-3' }
  expect((await post('reset-password', { ...wanted, code: `${code}x` })).body.error.message).toBe(
    'Incorrect code provided',
  )
  const atOnce = await Promise.all(Array.from({ length: 4 }, () => post('reset-password', wanted)))
  expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  expect((await me(jwt)).status).toBe(401)
  expect((await post('local', { identifier: username, password: 'Third-horse-3' })).status).toBe(200)
})

test('a reset code does not live longer than its hour', async () => {
  const { email, id } = await registered()
  await post('forgot-password', { email })
  await db.sql
    .updateTable('content_identity')
    .set({ reset_expires_at: new Date(0) })
    .where('id', '=', BigInt(id))
    .execute()
  const wanted = { code: mails.at(-1)?.code ?? '', password: 'Third-horse-3', passwordConfirmation: 'Third-horse-3' }
  expect((await post('reset-password', wanted)).status).toBe(400)
})

const address = '/content/auth/email-confirmation'

test('a program confirms an address with the newest code', async () => {
  const { email, jwt } = await registered()
  const confirm = (code: string) =>
    app.inject({ url: `${address}?confirmation=${code}`, headers: { accept: 'application/json, text/plain, */*' } })
  const first = mails.at(-1)?.code ?? ''
  expect((await post('send-email-confirmation', { email })).body).toEqual({ email, sent: true })
  expect((await confirm(first)).statusCode).toBe(400)
  const confirmed = await confirm(mails.at(-1)?.code ?? '')
  expect(confirmed.statusCode).toBe(200)
  expect(confirmed.json().user).toMatchObject({ email, confirmed: true })
  expect((await me(jwt)).body.confirmed).toBe(true)
  expect((await confirm('')).statusCode).toBe(400)
})

test.each(['text/html,application/xhtml+xml,*/*;q=0.8', '*/*', undefined])(
  'a machine that opens every link of a mail (%s) uses nothing up; the button does',
  async (accept) => {
    const { jwt } = await registered()
    const code = mails.at(-1)?.code ?? ''
    const headers = accept ? { accept } : {}
    for (const method of ['GET', 'HEAD', 'GET'] as const) {
      const page = await app.inject({ method, url: `${address}?confirmation=${code}`, headers })
      expect(page.statusCode).toBe(200)
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    }
    expect((await me(jwt)).body.confirmed).toBe(false)
    const press = () =>
      app.inject({
        method: 'POST',
        url: address,
        payload: `confirmation=${code}`,
        headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      })
    const pressed = await press()
    expect([pressed.statusCode, pressed.body]).toEqual([200, expect.stringContaining('is confirmed')])
    expect((await me(jwt)).body.confirmed).toBe(true)
    expect((await press()).statusCode).toBe(400)
  },
)

test('the page of a link holds what was in the link as plain text', async () => {
  const page = await app.inject({ url: `${address}?confirmation=${encodeURIComponent('"><script>alert(1)</script>')}` })
  expect(page.body).not.toContain('<script')
  expect(page.body).toContain('&#60;script&#62;')
})

test('ten guesses at one name are enough, wherever they come from', async () => {
  const { username, password } = await registered()
  for (let round = 0; round < 10; round += 1)
    expect(
      (await post('local', { identifier: username, password: 'guess' }, { from: `198.51.100.${round}` })).status,
    ).toBe(400)
  const refused = await post('local', { identifier: username.toUpperCase(), password }, { from: '198.51.100.99' })
  expect(refused.status).toBe(429)
  expect(refused.body.error).toMatchObject({ status: 429, name: 'RateLimitError' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

test('fifty tries from one address are enough, whoever is meant', async () => {
  const statuses: number[] = []
  for (let round = 0; round < 51; round += 1)
    statuses.push((await post('forgot-password', { email: `x${round}@example.com` }, { from: '192.0.2.7' })).status)
  expect(statuses.slice(0, 50).every((status) => status === 200)).toBe(true)
  expect(statuses[50]).toBe(429)
})

test('a crowd is counted together: of thirty guesses at once at most ten are looked at', async () => {
  const { username } = await registered()
  const guesses = Array.from({ length: 30 }, () => post('local', { identifier: username, password: 'guess' }))
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 400)).toHaveLength(10)
})

test('the counters keep no names', async () => {
  const { email } = await registered()
  await post('forgot-password', { email }, { from: '192.0.2.8' })
  const rows = await db.sql.selectFrom('http_rate_limit').selectAll().execute()
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toMatch(/@|192\.0\.2/)
})

test.each(['auth/google/callback?access_token=x', 'connect/google', 'connect/..%2f..%2fevil'])(
  'where no provider is set up: %s',
  async (path) => {
    const answer = await app.inject({ url: `/content/${path}` })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error).toEqual({
      status: 400,
      name: 'ApplicationError',
      message: 'This provider is disabled',
      details: {},
    })
  },
)

test.each([
  ['broken JSON', 'application/json', '{"identifier":', 400],
  ['a poisoned prototype', 'application/json', '{"__proto__":{"x":1},"identifier":"a","password":"b"}', 400],
  ['nothing', 'application/json', '', 400],
  ['another type', 'text/xml', '<a/>', 415],
  ['a huge body', 'application/json', JSON.stringify({ identifier: 'x'.repeat(20_000) }), 413],
])('%s is refused in the shape of Strapi', async (_name, type, payload, status) => {
  const headers = { 'content-type': type }
  const answer = await app.inject({ method: 'POST', url: '/content/auth/local', headers, payload })
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject({ data: null, error: { status } })
})
