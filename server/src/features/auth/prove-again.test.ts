import { randomInt, randomUUID } from 'node:crypto'
import { sign } from '@telegram-apps/init-data-node'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { contentWith } from '../../test/content.ts'
import { type Browser, freePort, openBrowser } from '../../test/http-browser.ts'
import { signInBySocial } from '../../test/social.ts'

/** Players without a password: what asks others for theirs asks these for a fresh sign-in, or a code to a contact. */

const port = await freePort()
const contentDir = contentWith({ 'auth.json': { socialServices: [{ service: 'google', label: 'Google' }] } })
const env = { PORT: String(port), TRUST_PROXY: '127.0.0.1' }
const { app, db, secrets, letters, runJobs, addPlayer, signIn } = await testApp({ env, contentDir })
await app.listen({ port, host: '127.0.0.1' })

const browse = () => openBrowser({ origin: `http://localhost:${port}`, port })
const needed = 'InvalidParameterException STEP_UP_NEEDED'

async function call(browser: Browser, name: string, form: Record<string, string> = {}) {
  const json = JSON.parse((await browser.post(`/api/${name}`, form)).body)
  const { type, error_data } = json.error ?? {}
  return { data: json.data, said: json.result === 1 ? 'ok' : `${type} ${error_data?.reason ?? ''}`.trim() }
}
const uidOf = async (browser: Browser) =>
  BigInt(JSON.parse((await browser.get('/api/account.getInfo')).body).data?.uid ?? 0)

let [email, playerId, mine] = ['', 0n, browse()]
const google = (address = email, more: Record<string, string> = {}, browser = mine) =>
  signInBySocial(browser, { name: 'Nora', email: address, email_verified: '1' }, more)

/** The session is so many minutes old, and so is every proof in it. */
const age = (minutes: number) =>
  db.sql
    .updateTable('auth_session')
    .set({
      created_at: sql<Date>`created_at - make_interval(mins => ${minutes})`,
      proven_at: sql<Date>`proven_at - make_interval(mins => ${minutes})`,
    })
    .where('player_id', '=', playerId)
    .execute()

/** The window of codes goes by. */
const later = () =>
  db.sql
    .updateTable('codes_code')
    .set({
      sent_at: sql<Date>`sent_at - interval '1 hour'`,
      expires_at: sql<Date>`expires_at - interval '1 hour'`,
      window_ends_at: sql<Date>`window_ends_at - interval '1 hour'`,
    })
    .where('subject', 'like', `${playerId}:%`)
    .execute()

const sentCode = async (to = email) =>
  (await letters(to)).map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find((code) => code !== undefined) ?? ''
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const guarded: [string, string, () => Record<string, string>][] = [
  ['a new address', 'account.addcontact', () => ({ contact: `new-${email}` })],
  ['a new number', 'account.addcontact', () => ({ contact: `+4915${randomInt(100_000_000, 999_999_999)}` })],
  ['a number in the profile', 'account.saveProfileInfo', () => ({ phone: `+4915${randomInt(1e8, 1e9 - 1)}` })],
  ['an authenticator', 'account.changeTwoFactorAuth', () => ({ is_enabled: '1', method: 'app' })],
  ['codes by mail', 'account.changeTwoFactorAuth', () => ({ is_enabled: '1', method: 'email' })],
  ['a first password', 'account.changepassword', () => ({ new_password: 'Heron-Lake-9' })],
  ['a copy of all data', 'account.exportData', () => ({})],
]

beforeEach(async () => {
  email = `p${randomInt(1_000_000, 1_000_000_000)}@example.com`
  mine = browse()
  await google()
  playerId = await uidOf(mine)
})

describe.each(guarded)('%s', (_what, name, params) => {
  test('is free just after the sign-in', async () => {
    await age(14)
    expect((await call(mine, name, params())).said).toBe('ok')
  })

  test('is refused to an old session, and taken after a code', async () => {
    await age(16)
    expect((await call(mine, name, params())).said).toBe(needed)
    expect((await call(mine, 'account.sendStepUpCode')).said).toBe('ok')
    expect((await call(mine, 'account.stepUp', { code: await sentCode() })).said).toBe('ok')
    expect((await call(mine, name, params())).said).toBe('ok')
  })
})

const isProven = async (browser = mine) => (await call(browser, 'account.exportData')).said === 'ok'

describe('a code', () => {
  beforeEach(async () => {
    await age(16)
    expect((await call(mine, 'account.sendStepUpCode')).data).toEqual({
      to: `p…${email.slice(email.indexOf('@') - 1)}`,
      resend_time: 60,
    })
  })

  test('is good once, for this session, and for a quarter of an hour', async () => {
    const thief = browse()
    await google(email, {}, thief)
    await age(16)
    const code = await sentCode()
    expect((await call(mine, 'account.stepUp', { code })).said).toBe('ok')
    expect([await isProven(), await isProven(thief)]).toEqual([true, false])
    expect((await call(thief, 'account.stepUp', { code })).said).toBe('InvalidParameterException CODE_EXPIRED')
    await age(16)
    expect(await isProven()).toBe(false)
  })

  test('of another use proves nothing', async () => {
    const code = await sentCode()
    await db.sql.updateTable('codes_code').set({ purpose: 'contact' }).where('purpose', '=', 'stepUp').execute()
    expect((await call(mine, 'account.stepUp', { code })).said).toBe('InvalidParameterException CODE_EXPIRED')
  })

  test('is guessed at five times at most, and twenty times a day, and then the owner hears of it', async () => {
    const wrong = async (tries: number) => {
      const code = other(await sentCode())
      const heard: string[] = []
      for (let at = 0; at < tries; at += 1) heard.push((await call(mine, 'account.stepUp', { code })).said)
      return heard
    }
    const invalid = 'InvalidParameterException CODE_INVALID'
    expect(await wrong(6)).toEqual([...Array(5).fill(invalid), 'TooManyRequestsException'])
    for (let window = 0; window < 2; window += 1) {
      await later()
      await call(mine, 'account.sendStepUpCode')
      expect((await wrong(7)).slice(0, 5)).toEqual(Array(5).fill(invalid))
    }
    await later()
    await call(mine, 'account.sendStepUpCode')
    expect((await call(mine, 'account.stepUp', { code: await sentCode() })).said).toBe('TooManyRequestsException')
    await runJobs()
    expect((await letters(email)).some(({ text }) => text.includes('before an important change'))).toBe(true)
    expect(await isProven()).toBe(false)
  })

  test('is sent once a minute and five times an hour, whichever account asks', async () => {
    expect((await call(mine, 'account.sendStepUpCode')).said).toBe('TooManyRequestsException')
    const count = async () => (await letters(email)).filter(({ text }) => /\b\d{6}\b/.test(text)).length
    const before = await count()
    for (let at = 0; at < 8; at += 1) {
      await later()
      await call(mine, 'account.sendStepUpCode')
    }
    expect((await count()) - before).toBeLessThanOrEqual(4)
  })

  test('to an address that was changed since is worth nothing', async () => {
    const code = await sentCode()
    await db.sql
      .updateTable('account_player')
      .set({ email: `moved-${email}`, email_key: `moved-${email}` })
      .where('id', '=', playerId)
      .execute()
    expect((await call(mine, 'account.stepUp', { code })).said).toBe('InvalidParameterException CODE_EXPIRED')
  })
})

test('a code goes to a confirmed contact only, and never stands for a password that there is', async () => {
  await age(16)
  await db.sql.updateTable('account_player').set({ email_confirmed_at: null }).where('id', '=', playerId).execute()
  expect((await call(mine, 'account.sendStepUpCode')).said).toBe('UserNeedConfirmContactException')
  expect((await call(mine, 'account.stepUp', { code: '123456' })).said).toBe('UserNeedConfirmContactException')
  expect((await call(mine, 'account.stepUp')).said).toBe('InvalidParameterException')
  const owner = browse()
  const id = await addPlayer({ login: `owner-${email}`, password: 'Marmot-Hill-7', emailConfirmed: true })
  owner.put('sid', (await signIn(id)).split('=')[1] ?? '')
  expect((await call(owner, 'account.sendStepUpCode')).said).toBe('InvalidParameterException PASSWORD_NEEDED')
  expect((await call(owner, 'account.stepUp', { code: '123456' })).said).toBe(
    'InvalidParameterException PASSWORD_NEEDED',
  )
})

describe('a sign-in at the service', () => {
  beforeEach(() => age(16))

  test('proves the session that is open, and opens none', async () => {
    const sid = mine.cookie('sid')
    expect(await google(email, { type: 'again' })).toMatchObject({ outcome: 'proven' })
    expect([mine.cookie('sid'), await isProven()]).toEqual([sid, true])
    await age(16)
    expect(await isProven()).toBe(false)
  })

  test('as somebody else proves nothing, opens no account and leaves the session as it is', async () => {
    const count = () => db.sql.selectFrom('account_player').select('id').execute()
    const [sid, before] = [mine.cookie('sid'), await count()]
    expect(await google(`other-${email}`, { type: 'again' })).toMatchObject({
      outcome: 'refused',
      reason: 'OTHER_ACCOUNT',
    })
    expect([mine.cookie('sid'), await isProven(), await count()]).toEqual([sid, false, before])
  })

  test('in a browser without a session signs nobody in', async () => {
    const stranger = browse()
    expect(await google(email, { type: 'again' }, stranger)).toMatchObject({ reason: 'OTHER_ACCOUNT' })
    expect([stranger.cookie('sid'), await isProven()]).toEqual([undefined, false])
  })

  test('asks the service for the password anew', async () => {
    const answer = await mine.get('/oauth/init?service=google&type=again')
    expect(new URL(mine.next(answer)).searchParams.get('prompt')).toBe('login')
    const plain = await mine.get('/oauth/init?service=google&type=auth')
    expect(new URL(mine.next(plain)).searchParams.get('prompt')).toBeNull()
  })
})

describe('a mini-app that is opened again', () => {
  const id = randomInt(1_000_000, 1_000_000_000)
  const init = (who: number, minutes = 0) => {
    const data = { user: { id: who, first_name: 'Nora' }, query_id: randomUUID() }
    return sign(data, secrets.telegramBotToken.current, new Date(Date.now() - minutes * 60_000))
  }
  beforeEach(async () => {
    mine = browse()
    expect((await call(mine, 'auth.register', { is_tg: '1', payload: init(id) })).said).toBe('ok')
    playerId = await uidOf(mine)
    await age(16)
  })

  test('proves the player whom it names, once', async () => {
    const payload = init(id)
    expect(await isProven()).toBe(false)
    expect((await call(mine, 'account.stepUp', { payload })).said).toBe('ok')
    expect(await isProven()).toBe(true)
    await age(16)
    expect((await call(mine, 'account.stepUp', { payload })).said).toBe('InvalidParameterException INIT_DATA_INVALID')
    expect(await isProven()).toBe(false)
  })

  test.each([
    ['another person', () => init(id + 1)],
    ['too long ago', () => init(id, 16)],
    ['with a broken seal', () => init(id).replace(/hash=\w/, 'hash=x')],
  ])('by %s proves nothing', async (_what, payload) => {
    expect((await call(mine, 'account.stepUp', { payload: payload() })).said).toBe(
      'InvalidParameterException INIT_DATA_INVALID',
    )
    expect(await isProven()).toBe(false)
  })

  test('is the way of a player without any contact: a first one wants it', async () => {
    const first = { contact: `first-${id}-${randomInt(1e6)}@example.com` }
    expect((await call(mine, 'account.addcontact', first)).said).toBe(needed)
    expect((await call(mine, 'account.saveProfileInfo', { email: first.contact })).said).toBe(needed)
    expect((await call(mine, 'account.stepUp', { payload: init(id) })).said).toBe('ok')
    expect((await call(mine, 'account.addcontact', first)).said).toBe('ok')
  })
})
