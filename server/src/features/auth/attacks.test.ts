import { randomUUID } from 'node:crypto'
import { contract } from '@croupier/contract/contract'
import { sign } from '@telegram-apps/init-data-node'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { openBrowser } from '../../test/player-browser.ts'
import { lockPlayer } from '../account/account.ts'
import { endPlayerSessions } from './store.ts'

/** What an attacker could try who has read this code. */

const house = await testApp()
const { app, db, secrets, addPlayer, signIn, as, runJobs, letters } = house

const password = 'Marmot-Hill-7'
const form = { type: 'fast', password, country_code: 'DE', currency: 'EUR', terms: '1' }

const tally = (words: string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]))

describe('one address opens no more accounts than it may', () => {
  const { limit } = contract['auth.register']
  const most = limit?.points ?? 0

  test('although each new account is a new player who asks', { timeout: 120_000 }, async () => {
    const browser = openBrowser(app, { address: '192.0.2.11' })
    const said: string[] = []
    for (let n = 0; n < most + 3; n += 1) {
      const answer = await browser.post('auth.register', { ...form, email: `many${n}@example.com` })
      said.push(answer.said)
      if (answer.said === 'ok') expect(answer.data.uid).toBeGreaterThan(0)
    }
    expect(tally(said)).toEqual({ ok: most, TooManyRequestsException: 3 })
  })

  test('nor asks with many accounts whether addresses are taken', async () => {
    await addPlayer({ login: 'taken@example.com', password })
    const said: string[] = []
    for (let n = 0; n < most + 3; n += 1) {
      const browser = openBrowser(app, { address: '192.0.2.12' })
      const cookie = await signIn(await addPlayer({ login: `prober${n}@example.com` }))
      browser.cookies.set('sid', cookie.slice(4))
      said.push((await browser.post('auth.register', { ...form, email: 'taken@example.com' })).said)
    }
    expect(tally(said)).toEqual({ InvalidParameterException: most, TooManyRequestsException: 3 })
  })
})

test('many accounts do not fill one phone with messages by way of the profile', async () => {
  const phone = '+4915123456789'
  const said: number[] = []
  for (let n = 0; n < 15; n += 1) {
    const cookie = await signIn(await addPlayer({ login: `flood${n}@example.com` }))
    said.push((await as(cookie).post('account.saveProfileInfo', { phone, phone_country_code: 'DE' })).status)
  }
  expect(tally(said.map(String))).toEqual({ 200: 5, 429: 10 })
  await runJobs()
  expect(await letters(phone)).toHaveLength(5)
})

test('init data that were used stay used while the pepper is changed', async () => {
  const data = { user: { id: 5_555_001, first_name: 'Nora' }, query_id: randomUUID() }
  const payload = sign(data, secrets.telegramBotToken.current, new Date())
  const come = () => openBrowser(app, { address: '192.0.2.13' }).post('auth.register', { is_tg: '1', payload })
  expect((await come()).said).toBe('ok')
  const before = secrets.sessionPepper.current
  try {
    Object.assign(secrets.sessionPepper, { current: 'p'.repeat(43), previous: before })
    expect((await come()).said).toBe('InvalidParameterException INIT_DATA_INVALID')
  } finally {
    Object.assign(secrets.sessionPepper, { current: before, previous: undefined })
  }
})

describe('a stolen session', () => {
  test('cannot add a phone without the password, and one that was added is told to the mailbox of the owner', async () => {
    const login = 'robbed@example.com'
    const cookie = await signIn(await addPlayer({ login, password, emailConfirmed: true }))
    const phone = '+4915187654321'
    const wish = { contact: phone, phone_country_code: 'DE' }
    const { json } = await as(cookie).post('account.addcontact', wish)
    expect(json.error.error_data.reason).toBe('PASSWORD_WRONG')
    const profile = await as(cookie).post('account.saveProfileInfo', { phone, phone_country_code: 'DE' })
    expect(profile.json.error.invalid_parameters).toEqual({ phone: ['USE_CONTACTS'] })
    expect((await as(cookie).post('account.addcontact', { ...wish, password })).status).toBe(200)
    await runJobs()
    const [code = ''] = /\b\d{6}\b/.exec((await letters(phone))[0]?.text ?? '') ?? []
    expect((await as(cookie).post('account.confirmContact', { contact: phone, code })).status).toBe(200)
    await runJobs()
    const [told] = await letters(login)
    expect(told?.text).toContain('+49…321')
    expect(told?.text).not.toContain(phone)
  })

  test('changes neither password nor confirmed address nor two-factor without the password', async () => {
    const login = 'robbed2@example.com'
    const cookie = await signIn(await addPlayer({ login, password, emailConfirmed: true }))
    const tries: [string, Record<string, string>][] = [
      ['account.changepassword', { new_password: 'Heron-Lake-9' }],
      ['account.addcontact', { contact: 'thief@example.com' }],
      ['account.changeTwoFactorAuth', { is_enabled: '1', method: 'app' }],
      ['account.exportData', {}],
    ]
    for (const [name, params] of tries) {
      const { json } = await as(cookie).post(name, params)
      expect([name, json.error?.error_data?.reason]).toEqual([name, 'PASSWORD_WRONG'])
    }
    const { json } = await as(cookie).post('account.saveProfileInfo', { email: 'thief@example.com' })
    expect(json.error.invalid_parameters).toEqual({ email: ['USE_CONTACTS'] })
  })
})

describe('codes are for one thing, one account and one time', () => {
  test('a code to confirm a contact neither signs in, nor restores, nor turns two-factor off', async () => {
    const login = 'codes@example.com'
    const id = await addPlayer({ login, password })
    const cookie = await signIn(id)
    await as(cookie).post('account.sendconfirmationtocontact', { contact: login })
    await runJobs()
    const [letter] = await letters(login)
    const [code = ''] = /\b\d{6}\b/.exec(letter?.text ?? '') ?? []
    const [, token = ''] = /token=([\w-]+)/.exec(letter?.text ?? '') ?? []
    expect([code.length, token.length]).toEqual([6, 43])
    const guest = openBrowser(app, { address: '192.0.2.14' })
    expect((await guest.post('auth.restore', { login, code, password: 'Heron-Lake-9' })).said).toMatch(/CODE_INVALID/)
    expect((await guest.post('auth.restore', { token, password: 'Heron-Lake-9' })).said).toMatch(/CODE_EXPIRED/)
    await db.sql.updateTable('account_player').set({ two_factor_method: 'email' }).where('id', '=', id).execute()
    expect((await guest.post('auth.login', { login, password, code })).said).not.toBe('ok')
    expect((await as(cookie).post('account.confirmTwoFactorAuth', { code })).status).toBe(422)
    // None of it has used the code up.
    expect((await as(cookie).post('account.confirmContact', { contact: login, code })).status).toBe(200)
  })

  test('tokens of letters cannot be swapped between their uses, nor with cookies', async () => {
    const login = 'swap@example.com'
    await addPlayer({ login, password, emailConfirmed: true })
    const guest = openBrowser(app, { address: '192.0.2.15' })
    await guest.post('auth.restore', { login })
    await runJobs()
    const [, token = ''] = /restore=([\w-]+)/.exec((await letters(login))[0]?.text ?? '') ?? []
    expect(token).toHaveLength(43)
    expect((await guest.post('account.confirmContact', { token })).said).toMatch(/CODE_EXPIRED/)
    expect((await guest.post('account.unsubscribe', { token })).said).toMatch(/TOKEN_INVALID/)
    for (const cookie of ['sid', 'second', 'device']) {
      const thief = openBrowser(app, { address: '192.0.2.16' })
      thief.cookies.set(cookie, token)
      expect((await thief.get('account.getInfo')).status).toBe(401)
      expect((await thief.post('auth.login', { code: '000000' })).said).toMatch(/WRONG_CREDENTIALS/)
    }
  })
})

test('whoever fails the second step has used up nothing but tries: no session, no device, no letter of a new device', async () => {
  const login = 'second@example.com'
  const id = await addPlayer({ login, password, emailConfirmed: true })
  await db.sql.updateTable('account_player').set({ two_factor_method: 'email' }).where('id', '=', id).execute()
  const thief = openBrowser(app, { address: '192.0.2.17' })
  await thief.post('auth.login', { login, password })
  for (let n = 0; n < 6; n += 1) await thief.post('auth.login', { login, password, code: `00000${n}` })
  const rows = async (table: 'auth_session' | 'auth_device') =>
    db.sql.selectFrom(table).select('player_id').where('player_id', '=', id).execute()
  expect([await rows('auth_session'), await rows('auth_device')]).toEqual([[], []])
  expect([thief.cookies.get('sid'), thief.cookies.get('device')]).toEqual([undefined, undefined])
  const { rows: kinds } = await sql<{ kind: string }>`select kind from mail_letter where recipient = ${login}`.execute(
    db.sql,
  )
  expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(['twoFactorCode']))
})

/** Who was let in at the door and waits for the player's lock, while the owner ends every session behind it. */
describe('a call that was under way when its session was ended', () => {
  let count = 0
  type Prepare = (me: ReturnType<typeof as>) => Promise<() => Promise<unknown>>
  async function endedMeanwhile(row: { password?: string }, prepare: Prepare) {
    count += 1
    const id = await addPlayer({ login: `overtaken${count}@example.com`, ...row })
    const ask = await prepare(as(await signIn(id)))
    const isWaiting = async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(db.sql)
      return rows.length > 0
    }
    const call = await begin(db, async (tx) => {
      await lockPlayer(tx, id)
      const asked = ask()
      await expect.poll(isWaiting, { timeout: 30_000 }).toBe(true)
      await endPlayerSessions(tx, id)
      return { asked }
    })
    return { id, answer: await call.asked }
  }
  const refused = { status: 401, json: { error: { type: 'AuthorizationException' } } }

  test('sets no first password', async () => {
    const { id, answer } = await endedMeanwhile(
      {},
      async (me) => () => me.post('account.changepassword', { new_password: 'Otter-Creek-9' }),
    )
    expect(answer).toMatchObject(refused)
    expect(await db.sql.selectFrom('auth_password').select('hash').where('player_id', '=', id).execute()).toEqual([])
  })

  test('ties no authenticator', async () => {
    const { id, answer } = await endedMeanwhile({ password }, async (me) => {
      const ask = { is_enabled: '1', method: 'app', password }
      const { secret } = (await me.post('account.changeTwoFactorAuth', ask)).json.data
      const code = TOTP.generate({ secret: Secret.fromBase32(secret) })
      return () => me.post('account.confirmTwoFactorAuth', { code })
    })
    expect(answer).toMatchObject(refused)
    expect(
      await db.sql.selectFrom('account_player').select('two_factor_method').where('id', '=', id).execute(),
    ).toEqual([{ two_factor_method: null }])
  })

  test('adds no contact', async () => {
    const { id, answer } = await endedMeanwhile(
      { password },
      async (me) => () =>
        me.post('account.addcontact', { contact: '+4915123400001', phone_country_code: 'DE', password }),
    )
    expect(answer).toMatchObject(refused)
    expect(await db.sql.selectFrom('account_player').select('phone').where('id', '=', id).execute()).toEqual([
      { phone: null },
    ])
  })
})
