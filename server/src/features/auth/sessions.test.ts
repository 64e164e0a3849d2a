import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { openBrowser } from '../../test/player-browser.ts'
import { endPlayerSessions, sessionLife } from './auth.ts'
import { makeToken } from './sessions.ts'

const one = await testApp()
const two = await testApp({ beside: one })
const { app, db, addPlayer, signIn, runJobs, letters } = one

const password = 'Marmot-Hill-7'
const next = 'Heron-Lake-9'
let count = 0
let login = ''
let playerId = 0n

beforeEach(async () => {
  count += 1
  login = `sess${count}@example.com`
  playerId = await addPlayer({ login, password, emailConfirmed: true })
})

const browser = (node = app) => openBrowser(node, { address: `10.30.${Math.floor(count / 250)}.${count % 250}` })
async function signedIn(more: Record<string, string> = {}) {
  const mine = browser()
  expect((await mine.post('auth.login', { login, password, ...more })).said).toBe('ok')
  return mine
}
/** Seen from the other node, with this token. */
const statusOf = async (token: string | undefined, node = two.app) => {
  const there = browser(node)
  there.cookies.set('sid', token ?? '')
  return (await there.get('account.getInfo')).status
}

describe('nobody chooses my session for me', () => {
  const isIn = async (token: string) => (await statusOf(token)) === 200

  /** Each puts something into the victim's request; afterwards none of it may open the account. */
  const ways: [
    string,
    () => Promise<{ token: string; params?: Record<string, string>; url?: string; header?: string }>,
  ][] = [
    ['a made-up token', async () => ({ token: makeToken() })],
    [
      "the attacker's own open session",
      async () => ({ token: (await signIn(await addPlayer({ login: `att${count}@example.com` }))).slice(4) }),
    ],
    ['an old session of my own', async () => ({ token: (await signIn(playerId)).slice(4) })],
    [
      'an ended session of my own',
      async () => {
        const token = (await signIn(playerId)).slice(4)
        await endPlayerSessions(db.sql, playerId)
        return { token }
      },
    ],
    ['a token in the query', async () => withToken((token) => ({ url: `?sid=${token}` }))],
    ['a token in the body', async () => withToken((token) => ({ params: { sid: token, session: token, token } }))],
    ['a token beside mine, first', async () => withToken((token) => ({ header: `sid=${token}; sid=${makeToken()}` }))],
    ['a token beside mine, last', async () => withToken((token) => ({ header: `sid=${makeToken()}; sid=${token}` }))],
    ['the name of the secure cookie', async () => withToken((token) => ({ header: `__Host-sid=${token}` }))],
    ['the name in another case', async () => withToken((token) => ({ header: `SID=${token}; Sid=${token}` }))],
    ['quotes and spaces around it', async () => withToken((token) => ({ header: `sid="${token}"; sid= ${token}` }))],
    ['a planted device token', async () => withToken((token) => ({ header: `device=${token}; second=${token}` }))],
  ]

  function withToken<T extends object>(make: (token: string) => T) {
    const token = makeToken()
    return { token, ...make(token) }
  }

  test.each(ways)('by %s', async (_name, plant) => {
    const { token, params = {}, url = '', header } = await plant()
    const answer = await app.inject({
      method: 'POST',
      url: `/api/auth.login${url}`,
      remoteAddress: '10.31.0.1',
      headers: {
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
        cookie: header ?? `sid=${token}`,
      },
      payload: new URLSearchParams({ login, password, ...params }).toString(),
    })
    expect(answer.statusCode).toBe(200)
    const set = [answer.headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0] ?? '')
    const mine = set.find((pair) => pair.startsWith('sid='))?.slice(4) ?? ''
    expect(mine).toMatch(/^[\w-]{43}$/)
    expect(mine).not.toBe(token)
    expect(set.join()).not.toContain(token)
    expect(await isIn(mine)).toBe(true)
    expect(await isIn(token)).toBe(false)
  })

  test('a failed sign-in leaves the session I had, and makes none', async () => {
    const mine = await signedIn()
    const before = mine.cookies.get('sid')
    await mine.post('auth.login', { login, password: 'wrong' })
    expect(mine.cookies.get('sid')).toBe(before)
    expect(await statusOf(before)).toBe(200)
  })
})

test('ten thousand tokens are all different and have 256 bits', async () => {
  const tokens = Array.from({ length: 10_000 }, makeToken)
  expect(new Set(tokens).size).toBe(10_000)
  expect(tokens.every((token) => Buffer.from(token, 'base64url').length === 32)).toBe(true)
})

describe('an old token is dead on the other node', () => {
  test('after signing out', async () => {
    const mine = await signedIn()
    const token = mine.cookies.get('sid')
    expect(await statusOf(token)).toBe(200)
    expect((await mine.get('auth.logout')).said).toBe('ok')
    expect(mine.cookies.has('sid')).toBe(false)
    expect(await statusOf(token)).toBe(401)
    expect((await mine.get('auth.logout')).said).toBe('ok')
  })

  test('after signing in again', async () => {
    const mine = await signedIn()
    const token = mine.cookies.get('sid')
    await mine.post('auth.login', { login, password })
    expect(await statusOf(token)).toBe(401)
    expect(await statusOf(mine.cookies.get('sid'))).toBe(200)
  })

  test('after the password was changed: the others end, mine goes on under a new token', async () => {
    const mine = await signedIn({ remember: '1' })
    const other = await signedIn()
    const before = mine.cookies.get('sid')
    expect((await mine.post('account.changepassword', { old_password: password, new_password: next })).said).toBe('ok')
    expect(mine.attributes.get('sid')).toContain(`Max-Age=${sessionLife.remembered}`)
    expect(await statusOf(before)).toBe(401)
    expect(await statusOf(other.cookies.get('sid'))).toBe(401)
    expect(await statusOf(mine.cookies.get('sid'))).toBe(200)
    expect((await mine.get('account.getSessions')).data).toHaveLength(1)
    expect((await browser().post('auth.login', { login, password })).said).toMatch(/WRONG_CREDENTIALS$/)
  })

  test.each([
    ['a ban', { banned_at: sql<Date>`now()` }, 403],
    ['deletion', { deleted_at: sql<Date>`now()` }, 401],
    ['exclusion', { excluded_until: sql<Date>`'infinity'` }, 401],
  ] as const)('after %s', async (_word, set, status) => {
    const mine = await signedIn()
    await db.sql.updateTable('account_player').set(set).where('id', '=', playerId).execute()
    expect(await statusOf(mine.cookies.get('sid'))).toBe(status)
  })

  test('after a real self-exclusion', async () => {
    const mine = await signedIn()
    const other = await signedIn()
    expect((await mine.post('account.selfExclude', { period: '30d' })).said).toBe('ok')
    expect(await statusOf(other.cookies.get('sid'))).toBe(401)
    expect((await browser(two.app).post('auth.login', { login, password })).said).toBe(
      'AuthorizationException SELF_EXCLUDED',
    )
  })
})

test('a password that was right a moment ago opens no session after it was changed', async () => {
  const mine = await signedIn()
  const [changed, ...racers] = await Promise.all([
    mine.post('account.changepassword', { old_password: password, new_password: next }),
    ...Array.from({ length: 31 }, async (_, n) => {
      const racer = openBrowser(n % 2 ? app : two.app, { address: `10.32.0.${n}` })
      await racer.post('auth.login', { login, password })
      return racer
    }),
  ])
  expect(changed.said).toBe('ok')
  for (const racer of racers) expect(await statusOf(racer.cookies.get('sid'))).toBe(401)
  expect(await statusOf(mine.cookies.get('sid'))).toBe(200)
})

describe('changing the password', () => {
  const change = async (params: Record<string, string>) =>
    (await signedIn()).post('account.changepassword', { old_password: password, new_password: next, ...params })

  test.each([
    ['a wrong old one', { old_password: 'x' }, 'PASSWORD_WRONG'],
    ['the same again', { new_password: password }, 'PASSWORD_SAME'],
    ['a common one', { new_password: 'qwerty123' }, 'PASSWORD_COMMON'],
  ])('refuses %s', async (_word, params, reason) => {
    expect((await change(params)).said).toBe(`InvalidParameterException ${reason}`)
    expect((await browser().post('auth.login', { login, password })).said).toBe('ok')
  })

  test('refuses my own name, and what no password may be', async () => {
    expect((await change({ new_password: login.split('@')[0] ?? '' })).error.invalid_parameters).toEqual({
      new_password: [login.length < 18 ? 'TOO_SHORT' : 'PASSWORD_COMMON'],
    })
    expect((await change({ new_password: 'with space' })).error.invalid_parameters).toEqual({
      new_password: ['CHARACTERS'],
    })
  })

  test('tells me by letter, and the trail knows it', async () => {
    const mine = await signedIn()
    await mine.post('account.changepassword', { old_password: password, new_password: next })
    await runJobs()
    expect((await letters(login))[0]?.subject).not.toBe('')
    const events = (await mine.get('account.getSecurityEvents')).data.items
    expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(['passwordChanged', 'signIn'])
  })

  test('a stolen session cannot try passwords for ever', async () => {
    const mine = await signedIn()
    const said = []
    for (let n = 0; n < 12; n += 1) {
      said.push((await mine.post('account.changepassword', { old_password: `wrong-${n}`, new_password: next })).said)
    }
    expect(said.slice(10)).toEqual(['TooManyRequestsException', 'TooManyRequestsException'])
  })

  test('an account without a password sets its first', async () => {
    playerId = await addPlayer({ login: `first${count}@example.com` })
    const cookie = await signIn(playerId)
    expect((await one.as(cookie).post('account.changepassword', { new_password: next })).status).toBe(200)
    expect((await browser().post('auth.login', { login: `first${count}@example.com`, password: next })).said).toBe('ok')
  })
})

describe('my sessions', () => {
  test('are listed with browser and address, and only mine', async () => {
    await signIn(await addPlayer({ login: `foreign${count}@example.com` }))
    const mine = await signedIn()
    const phone = openBrowser(app, {
      address: '198.51.100.9',
      userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
    })
    await phone.post('auth.login', { login, password })
    const { data } = await mine.get('account.getSessions')
    expect(data).toMatchObject([
      { device: 'Chrome on Android', address: '198.51.100.9', is_current: false },
      { device: 'Chrome on Windows', is_current: true },
    ])
  })

  test('one can be ended, or all others; a foreign id is like an unknown one', async () => {
    const mine = await signedIn()
    const [second, third] = [await signedIn(), await signedIn()]
    const { data } = await second.get('account.getSessions')
    const id = data.find((session: { is_current: boolean }) => session.is_current).id
    expect((await mine.post('account.closeSession', { id: String(id) })).said).toBe('ok')
    expect(await statusOf(second.cookies.get('sid'))).toBe(401)
    const stranger = await addPlayer({ login: `str${count}@example.com` })
    const foreign = await signIn(stranger)
    const row = await db.sql
      .selectFrom('auth_session')
      .select('id')
      .where('player_id', '=', stranger)
      .executeTakeFirstOrThrow()
    const answers = [
      await mine.post('account.closeSession', { id: String(row.id) }),
      await mine.post('account.closeSession', { id: '999999999' }),
      await mine.post('account.closeSession', { id: String(id) }),
      await mine.post('account.closeSession', {}),
    ]
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(answers[0]?.said).toBe('InvalidParameterException SESSION_UNKNOWN')
    expect(await statusOf(foreign.slice(4))).toBe(200)
    expect((await mine.post('account.closeSession', { others: '1' })).said).toBe('ok')
    expect(await statusOf(third.cookies.get('sid'))).toBe(401)
    expect(await statusOf(mine.cookies.get('sid'))).toBe(200)
  })

  test('guests have none', async () => {
    expect((await browser().get('account.getSessions')).status).toBe(401)
    expect((await browser().post('account.closeSession', { others: '1' })).status).toBe(401)
  })
})

test('being here is counted when a session is renewed, at most once a minute', async () => {
  const mine = await signedIn()
  const visits = () => db.sql.selectFrom('limits_visit').selectAll().where('player_id', '=', playerId).execute()
  expect(await visits()).toHaveLength(1)
  await db.sql
    .updateTable('limits_visit')
    .set({
      started_at: sql<Date>`started_at - interval '10 minutes'`,
      last_at: sql<Date>`last_at - interval '2 minutes'`,
    })
    .where('player_id', '=', playerId)
    .execute()
  const [before] = await visits()
  await mine.get('account.getInfo')
  expect((await visits())[0]?.last_at).toEqual(before?.last_at)
  await db.sql
    .updateTable('auth_session')
    .set({ seen_at: sql<Date>`seen_at - interval '2 minutes'` })
    .where('player_id', '=', playerId)
    .execute()
  await mine.get('account.getInfo')
  const [after] = await visits()
  expect(after?.last_at.getTime()).toBeGreaterThan(before?.last_at.getTime() ?? 0)
})

test('all that is stored about me, and no secret, for my password', async () => {
  const mine = await signedIn()
  expect((await mine.post('account.exportData', { password: 'x' })).said).toBe(
    'InvalidParameterException PASSWORD_WRONG',
  )
  const answer = await mine.post('account.exportData', { password })
  expect(answer.data).toMatchObject({
    account: { login },
    limits: expect.any(Object),
    verification: expect.any(Object),
    sign_in: { has_password: true, two_factor_method: null, sessions: [{ address: expect.any(String) }] },
  })
  expect(answer.body).not.toMatch(/argon2|token_hash|sealed/)
  expect((await browser().post('account.exportData', { password })).status).toBe(401)
})
