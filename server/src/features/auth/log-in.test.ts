import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { openBrowser } from '../../test/player-browser.ts'
import { sessionLife } from './auth.ts'

const { app, db, addPlayer, runJobs, letters } = await testApp()

const password = 'Marmot-Hill-7'
let count = 0
let login = ''
let playerId = 0n

beforeEach(async () => {
  count += 1
  login = `player${count}@example.com`
  playerId = await addPlayer({ login, password, emailConfirmed: true })
})

const browser = () => openBrowser(app, { address: `203.0.113.${count}` })
const change = (set: Record<string, unknown>) =>
  db.sql.updateTable('account_player').set(set).where('id', '=', playerId).execute()
const events = async () =>
  (
    await db.sql.selectFrom('account_event').select('kind').where('player_id', '=', playerId).orderBy('id').execute()
  ).map(({ kind }) => kind)

test('I sign in with my e-mail address and am known on the next page', async () => {
  const mine = browser()
  expect(await mine.post('auth.login', { login, password })).toMatchObject({
    status: 200,
    data: { uid: Number(playerId), is_registration_completed: true, is_payout_only: false, is_new: false },
  })
  expect((await mine.get('account.getInfo')).data).toMatchObject({ uid: Number(playerId), login })
  expect(await events()).toEqual(['signIn'])
})

test('my phone number and my login lead in too, with or without plus and in any case', async () => {
  const phone = `4917612345${String(count).padStart(3, '0')}`
  await change({
    login: `Marmot${count}`,
    login_key: `marmot${count}`,
    phone: `+${phone}`,
    phone_key: phone,
    phone_confirmed_at: new Date(),
  })
  for (const name of [login.toUpperCase(), `  ${login} `, phone, `+${phone}`, `marmot${count}`, `MARMOT${count}`]) {
    expect((await browser().post('auth.login', { login: name, password })).said).toBe('ok')
  }
})

test('an address that I never confirmed and that is not my login leads nowhere', async () => {
  await change({ login: `other${count}`, login_key: `other${count}`, email_confirmed_at: null })
  expect((await browser().post('auth.login', { login, password })).said).toBe(
    'AuthorizationException WRONG_CREDENTIALS',
  )
})

test('a wrong password, an empty one and an account without one are refused in the same words', async () => {
  const without = `social${count}@example.com`
  await addPlayer({ login: without })
  const answers = [
    await browser().post('auth.login', { login, password: `${password}x` }),
    await browser().post('auth.login', { login, password: '' }),
    await browser().post('auth.login', { login: without, password }),
    await browser().post('auth.login', { login: 'nobody@example.com', password }),
    await browser().post('auth.login', { login: '', password }),
    await browser().post('auth.login', {}),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401))
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect(answers[0]?.headers).not.toHaveProperty('set-cookie')
})

test('a session ends with the browser, unless I want to be remembered', async () => {
  const mine = browser()
  await mine.post('auth.login', { login, password })
  expect(mine.attributes.get('sid')).toBe('Path=/; HttpOnly; SameSite=Lax')
  await mine.post('auth.login', { login, password, remember: '1' })
  expect(mine.attributes.get('sid')).toBe(`Path=/; HttpOnly; Max-Age=${sessionLife.remembered}; SameSite=Lax`)
  const lives = await db.sql
    .selectFrom('auth_session')
    .select(sql<number>`round(extract(epoch from expires_at - seen_at))::int`.as('seconds'))
    .where('player_id', '=', playerId)
    .orderBy('id')
    .execute()
  expect(lives.map(({ seconds }) => seconds)).toEqual([sessionLife.short, sessionLife.remembered])
})

describe('a browser that I never used', () => {
  test('is news by mail, the first one and a known one are not', async () => {
    const mine = browser()
    await mine.post('auth.login', { login, password })
    await mine.post('auth.login', { login, password })
    expect(await events()).toEqual(['signIn', 'signIn'])
    const other = openBrowser(app, {
      address: '198.51.100.77',
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1',
    })
    await other.post('auth.login', { login, password })
    await runJobs()
    expect(await events()).toEqual(['signIn', 'signIn', 'newDevice', 'signIn'])
    const [letter, ...rest] = await letters(login)
    expect(rest).toEqual([])
    expect(letter?.text).toContain('Safari on iPhone')
    expect(letter?.text).toContain('198.51.100.77')
  })

  test('stays known for both of us when two players use it, and a planted token is replaced', async () => {
    const other = `second${count}@example.com`
    const otherId = await addPlayer({ login: other, password, emailConfirmed: true })
    const shared = browser()
    await shared.post('auth.login', { login, password })
    const planted = shared.cookies.get('device')
    await shared.post('auth.login', { login: other, password })
    expect(shared.cookies.get('device')).not.toBe(planted)
    await shared.post('auth.login', { login, password })
    await shared.post('auth.login', { login: other, password })
    const devices = await db.sql
      .selectFrom('auth_device')
      .select('player_id')
      .where('player_id', 'in', [playerId, otherId])
      .execute()
    expect(devices).toHaveLength(2)
    expect(await events()).toEqual(['signIn', 'signIn'])
  })
})

describe('who may not come in', () => {
  test('a blocked player is told so, but only with the right password', async () => {
    await change({ banned_at: new Date() })
    expect((await browser().post('auth.login', { login, password })).said).toBe('UserBannedException')
    expect((await browser().post('auth.login', { login, password: 'x' })).said).toBe(
      'AuthorizationException WRONG_CREDENTIALS',
    )
  })

  test('a deleted account is like one that never was', async () => {
    await change({ deleted_at: new Date() })
    const answer = await browser().post('auth.login', { login, password })
    const unknown = await browser().post('auth.login', { login: 'nobody@example.com', password })
    expect(answer.body).toBe(unknown.body)
  })

  test('an excluded player hears until when, and may sign in for the balance alone', async () => {
    await change({ excluded_until: sql<Date>`now() + interval '3 days'` })
    await db.sql
      .insertInto('limits_exclusion')
      .values({ player_id: playerId, asked_by: playerId, period: '7d', ends_at: sql<Date>`now() + interval '3 days'` })
      .execute()
    const mine = browser()
    const refused = await mine.post('auth.login', { login, password })
    expect(refused).toMatchObject({ status: 401, said: 'AuthorizationException SELF_EXCLUDED' })
    expect(refused.error.error_data).toMatchObject({ can_payout: true, excluded_until: expect.stringMatching(/Z$/) })
    expect(mine.cookies.has('sid')).toBe(false)
    expect((await mine.post('auth.login', { login, password, payout_only: '1' })).data.is_payout_only).toBe(true)
    expect((await mine.get('account.getInfo')).data.is_payout_only).toBe(true)
    expect(
      (await mine.post('account.changepassword', { old_password: password, new_password: 'Other-Hill-8' })).said,
    ).toBe('InvalidParameterException SELF_EXCLUDED')
  })

  test('after a long exclusion I have to wish to return, and wait a day', async () => {
    await change({ excluded_until: sql<Date>`'infinity'` })
    await db.sql
      .insertInto('limits_exclusion')
      .values({
        player_id: playerId,
        asked_by: playerId,
        period: '6m',
        started_at: sql<Date>`now() - interval '7 months'`,
        ends_at: sql<Date>`now() - interval '1 day'`,
      })
      .execute()
    const mine = browser()
    expect((await mine.post('auth.login', { login, password })).said).toBe('AuthorizationException RETURN_NEEDED')
    const wished = await mine.post('auth.login', { login, password, confirm_return: '1' })
    expect(wished.said).toBe('AuthorizationException RETURN_WAITS')
    expect(Date.parse(wished.error.error_data.until)).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    expect((await mine.post('auth.login', { login, password, confirm_return: '1' })).said).toBe(
      'AuthorizationException RETURN_WAITS',
    )
    await db.sql
      .updateTable('limits_exclusion')
      .set({ return_asked_at: sql<Date>`now() - interval '25 hours'` })
      .where('player_id', '=', playerId)
      .execute()
    await change({ excluded_until: sql<Date>`now() - interval '1 hour'` })
    expect((await mine.post('auth.login', { login, password })).said).toBe('ok')
  })

  test('a payout-only wish of somebody who is not excluded opens everything as usual', async () => {
    expect((await browser().post('auth.login', { login, password, payout_only: '1' })).data.is_payout_only).toBe(false)
  })
})

test('a name of 10,000 characters is refused before anything is looked up', async () => {
  const answer = await browser().post('auth.login', { login: 'a'.repeat(10_000), password })
  expect(answer).toMatchObject({ status: 422, said: 'InvalidParameterException' })
  expect((await browser().post('auth.login', { login, password: 'a'.repeat(10_000) })).status).toBe(422)
})

test('odd characters in a name are nobody, never a fault', async () => {
  for (const name of ['\u202e', "' or 1=1 --", '%', '\ud800', '﷽', '+', '@']) {
    expect((await browser().post('auth.login', { login: name, password })).said).toBe(
      'AuthorizationException WRONG_CREDENTIALS',
    )
  }
  expect((await browser().post('auth.login', { login: `${login}\u0000`, password })).status).toBe(422)
})
