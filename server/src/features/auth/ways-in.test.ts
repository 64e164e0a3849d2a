import { randomInt, randomUUID } from 'node:crypto'
import { sign } from '@telegram-apps/init-data-node'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { contentWith } from '../../test/content.ts'
import { type Browser, freePort, openBrowser } from '../../test/http-browser.ts'
import { signInBySocial } from '../../test/social.ts'

/** Every way in leads through one door: two-factor, ban, deletion and exclusion hold for both ways of this file. */

const port = await freePort()
const contentDir = contentWith({ 'auth.json': { socialServices: [{ service: 'google', label: 'Google' }] } })
const env = { PORT: String(port), TRUST_PROXY: '127.0.0.1' }
const { app, db, secrets, letters } = await testApp({ env, contentDir })
await app.listen({ port, host: '127.0.0.1' })

const browse = () => openBrowser({ origin: `http://localhost:${port}`, port })

async function call(browser: Browser, name: string, form?: Record<string, string>) {
  const answer = form ? await browser.post(`/api/${name}`, form) : await browser.get(`/api/${name}`)
  const json = JSON.parse(answer.body)
  const { type, error_data } = json.error ?? {}
  return {
    status: answer.status,
    data: json.data,
    said: json.result === 1 ? 'ok' : `${type} ${error_data?.reason ?? ''}`.trim(),
  }
}

type Way = { name: string; come: (browser: Browser, who: Who) => Promise<string> }
type Who = { email: string; id: number }

const social: Way = {
  name: 'a social service',
  async come(browser, { email }) {
    const { outcome, reason } = await signInBySocial(browser, { name: 'Nora', email, email_verified: '1' })
    return reason ? `${outcome} ${reason}` : outcome
  },
}

const messenger: Way = {
  name: 'the messenger',
  async come(browser, { id }) {
    const data = { user: { id, first_name: 'Nora' }, query_id: randomUUID() }
    const payload = sign(data, secrets.telegramBotToken.current, new Date())
    return (await call(browser, 'auth.register', { is_tg: '1', payload })).said
  },
}

const said = {
  twoFactor: { social: 'twoFactor', messenger: 'AuthorizationException TWO_FACTOR' },
  banned: { social: 'refused USER_BANNED', messenger: 'UserBannedException' },
  deleted: { social: 'refused USER_DELETED', messenger: 'AuthorizationException WRONG_CREDENTIALS' },
  excluded: { social: 'excluded SELF_EXCLUDED', messenger: 'AuthorizationException SELF_EXCLUDED' },
  returnNeeded: { social: 'excluded RETURN_NEEDED', messenger: 'AuthorizationException RETURN_NEEDED' },
  returnWaits: { social: 'excluded RETURN_WAITS', messenger: 'AuthorizationException RETURN_WAITS' },
}

describe.each([
  ['social', social],
  ['messenger', messenger],
] as const)('by %s', (way, { come }) => {
  let who: Who
  let home: Browser
  let playerId = 0n

  const set = (values: Record<string, unknown>) =>
    db.sql.updateTable('account_player').set(values).where('id', '=', playerId).execute()
  const isIn = async (browser: Browser) => (await call(browser, 'account.getInfo')).status === 200
  const sessions = () =>
    db.sql
      .selectFrom('auth_session')
      .select('id')
      .where('player_id', '=', playerId)
      .where('ended_at', 'is', null)
      .execute()

  beforeEach(async () => {
    const id = randomInt(1_000_000, 1_000_000_000)
    who = { id, email: `p${id}@example.com` }
    home = browse()
    await come(home, who)
    playerId = BigInt((await call(home, 'account.getInfo')).data.uid)
    await set({ email: who.email, email_key: who.email, email_confirmed_at: sql`now()` })
  })

  test('a player with two-factor owes the code, and has no session until then', async () => {
    await set({ two_factor_method: 'email' })
    const browser = browse()
    const open = await sessions()
    expect(await come(browser, who)).toBe(said.twoFactor[way])
    expect([browser.cookie('sid'), await isIn(browser), await sessions()]).toEqual([undefined, false, open])
    const [letter] = await letters(who.email)
    const [code = ''] = /\b\d{6}\b/.exec(letter?.text ?? '') ?? []
    const wrong = code === '000000' ? '111111' : '000000'
    expect((await call(browser, 'auth.login', { code: wrong })).said).toBe('AuthorizationException CODE_INVALID')
    // The code alone is worth nothing in another browser.
    expect((await call(browse(), 'auth.login', { code })).said).toBe('AuthorizationException WRONG_CREDENTIALS')
    const second = browser.cookie('second') ?? ''
    expect((await call(browser, 'auth.login', { code })).said).toBe('ok')
    expect(await isIn(browser)).toBe(true)
    const thief = browse()
    thief.put('second', second)
    expect((await call(thief, 'auth.login', { code })).said).not.toBe('ok')
    expect(await isIn(thief)).toBe(false)
  })

  test('two-factor is not skipped by coming again and again', async () => {
    await set({ two_factor_method: 'email' })
    const browser = browse()
    for (let n = 0; n < 3; n += 1) expect(await come(browser, who)).toBe(said.twoFactor[way])
    expect((await call(browser, 'auth.login', {})).said).toBe('AuthorizationException TWO_FACTOR')
    expect(await isIn(browser)).toBe(false)
  })

  test('a blocked player stays out', async () => {
    await set({ banned_at: sql`now()` })
    const browser = browse()
    expect(await come(browser, who)).toBe(said.banned[way])
    expect([browser.cookie('sid'), browser.cookie('second')]).toEqual([undefined, undefined])
    expect((await call(home, 'account.getInfo')).said).toBe('UserBannedException')
  })

  test('a deleted player stays out, and gets no second account by it', async () => {
    await set({ deleted_at: sql`now()` })
    const browser = browse()
    expect(await come(browser, who)).toBe(said.deleted[way])
    expect([browser.cookie('sid'), await isIn(browser)]).toEqual([undefined, false])
  })

  test('an excluded player stays out, but for the way to the balance', async () => {
    await db.sql
      .updateTable('account_player')
      .set({ is_registration_completed: true })
      .where('id', '=', playerId)
      .execute()
    expect((await call(home, 'account.selfExclude', { period: '1y' })).said).toBe('ok')
    expect(await isIn(home)).toBe(false)
    const browser = browse()
    expect(await come(browser, who)).toBe(said.excluded[way])
    expect([browser.cookie('sid'), await isIn(browser), await sessions()]).toEqual([undefined, false, []])
    expect((await call(browser, 'auth.login', {})).said).toBe('AuthorizationException SELF_EXCLUDED')
    expect((await call(browser, 'auth.login', { payout_only: '1' })).data).toMatchObject({ is_payout_only: true })
    expect((await call(browser, 'account.getInfo')).data.is_payout_only).toBe(true)
    expect((await call(browser, 'account.changefakename', { fakename: 'Somebody' })).said).toBe(
      'InvalidParameterException SELF_EXCLUDED',
    )
  })

  test('an excluded player with two-factor owes the code for the balance too', async () => {
    await call(home, 'account.selfExclude', { period: '7d' })
    await set({ two_factor_method: 'email' })
    const browser = browse()
    expect(await come(browser, who)).toBe(said.excluded[way])
    expect((await call(browser, 'auth.login', { payout_only: '1' })).said).toBe('AuthorizationException TWO_FACTOR')
    expect(await isIn(browser)).toBe(false)
  })

  test('who comes back after a long exclusion says so and waits a day', async () => {
    await call(home, 'account.selfExclude', { period: '3m' })
    await db.sql
      .updateTable('limits_exclusion')
      .set({ started_at: sql<Date>`started_at - interval '1 year'`, ends_at: sql<Date>`ends_at - interval '1 year'` })
      .where('player_id', '=', playerId)
      .execute()
    const browser = browse()
    expect(await come(browser, who)).toBe(said.returnNeeded[way])
    expect((await call(browser, 'auth.login', { confirm_return: '1' })).said).toBe(
      'AuthorizationException RETURN_WAITS',
    )
    const another = browse()
    expect(await come(another, who)).toBe(said.returnWaits[way])
    expect(await isIn(another)).toBe(false)
    // The balance can be had meanwhile, as with a password.
    expect((await call(another, 'auth.login', { payout_only: '1' })).data).toMatchObject({ is_payout_only: true })
  })
})

test('an excluded person opens no new account with another spelling of the mailbox', async () => {
  const browser = browse()
  await social.come(browser, { email: 'gone@example.com', id: 0 })
  expect((await call(browser, 'account.selfExclude', { period: 'permanent' })).said).toBe('ok')
  const { rows: before } = await sql`select count(*) from account_player`.execute(db.sql)
  for (const email of ['gone+new@example.com', 'GONE+a@example.com']) {
    const other = browse()
    expect(await social.come(other, { email, id: 0 })).toBe('excluded SELF_EXCLUDED')
    expect([other.cookie('sid'), other.cookie('second')]).toEqual([undefined, undefined])
  }
  // Not even where the service does not vouch for the address.
  const { outcome, reason } = await signInBySocial(browse(), { name: 'G', email: 'gone@example.com', sub: 'another' })
  expect([outcome, reason]).toEqual(['excluded', 'SELF_EXCLUDED'])
  const { rows: after } = await sql`select count(*) from account_player`.execute(db.sql)
  expect(after).toEqual(before)
})
