import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { type Browser, openBrowser } from '../../test/player-browser.ts'
import { hashSessionToken, makeToken } from './sessions.ts'

const { app, db, keys, addPlayer, runJobs, letters } = await testApp()

const password = 'Marmot-Hill-7'
const wrongCredentials = 'AuthorizationException WRONG_CREDENTIALS'
let count = 0
let login = ''
let playerId = 0n

const browser = () => openBrowser(app, { address: `10.7.${Math.floor(count / 250)}.${count % 250}` })
const subject = () => String(playerId)

beforeEach(async () => {
  count += 1
  login = `two${count}@example.com`
  playerId = await addPlayer({ login, password, emailConfirmed: true })
})

/** The newest code among the letters that wait to be sent. */
async function sentCode(): Promise<string> {
  const texts = (await letters(login)).map(({ text }) => /\b\d{6}\b/.exec(text)?.[0])
  return texts.find((code) => code !== undefined) ?? ''
}
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Signed in and two-factor on; the recovery codes, and the secret where it is by app. */
async function turnOn(method: 'email' | 'app') {
  const mine = browser()
  await mine.post('auth.login', { login, password })
  const begun = await mine.post('account.changeTwoFactorAuth', { is_enabled: '1', method, password })
  const secret: string = begun.data.secret ?? ''
  const code = method === 'email' ? await sentCode() : await appCode(secret)
  const done = await mine.post('account.confirmTwoFactorAuth', { code })
  expect(done.said).toBe('ok')
  const recovery: string[] = done.data.recovery_codes
  return { mine, secret, recovery }
}

/** By the database's clock, `ahead` steps from now. */
async function appCode(secret: string, ahead = 0): Promise<string> {
  const { rows } = await sql<{ ms: number }>`select (extract(epoch from now()) * 1000)::float8 as ms`.execute(db.sql)
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: (rows[0]?.ms ?? 0) + ahead * 30_000 })
}

/** Lets the window of codes go by. */
const later = () =>
  db.sql
    .updateTable('codes_code')
    .set({
      sent_at: sql<Date>`sent_at - interval '1 hour'`,
      expires_at: sql<Date>`expires_at - interval '1 hour'`,
      window_ends_at: sql<Date>`window_ends_at - interval '1 hour'`,
    })
    .where('subject', '=', subject())
    .execute()

const signIn = (from: Browser, more: Record<string, string> = {}) =>
  from.post('auth.login', { login, password, ...more })

describe('turning it on', () => {
  test('by e-mail: a code, then ten recovery codes, a letter, and the account says so', async () => {
    const { mine, recovery } = await turnOn('email')
    expect(recovery).toHaveLength(10)
    for (const code of recovery) expect(code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}$/)
    expect(new Set(recovery).size).toBe(10)
    expect((await mine.get('account.getInfo')).data.two_factor_auth).toBe(true)
    const [told] = await letters(login)
    expect(told?.text).not.toMatch(/\b\d{6}\b/)
    const stored = await db.sql
      .selectFrom('auth_recovery_code')
      .select('code_hash')
      .where('player_id', '=', playerId)
      .execute()
    expect(stored).toHaveLength(10)
    const events = await db.sql.selectFrom('account_event').select('kind').where('player_id', '=', playerId).execute()
    expect(events.map(({ kind }) => kind)).toContain('twoFactorOn')
  })

  test('by app: secret, address and picture agree, and the secret is stored sealed', async () => {
    const mine = browser()
    await signIn(mine)
    const { data } = await mine.post('account.changeTwoFactorAuth', { is_enabled: '1', method: 'app', password })
    expect(data.secret).toMatch(/^[A-Z2-7]{32}$/)
    const uri = new URL(data.uri)
    expect(uri.protocol).toBe('otpauth:')
    expect(uri.searchParams.get('secret')).toBe(data.secret)
    expect(data.qr).toMatch(/^<svg /)
    const row = await db.sql
      .selectFrom('auth_two_factor')
      .select('pending_secret_sealed as sealed')
      .where('player_id', '=', playerId)
      .executeTakeFirstOrThrow()
    expect(row.sealed?.toString('latin1')).not.toContain(data.secret)
    expect((await mine.get('account.getInfo')).data.two_factor_auth).toBe(false)
    expect((await mine.post('account.confirmTwoFactorAuth', { code: '000000' })).said).toMatch(/CODE_INVALID$/)
    const code = await appCode(data.secret)
    expect((await mine.post('account.confirmTwoFactorAuth', { code })).data.is_enabled).toBe(true)
    // The code that turned it on is used: it opens no door.
    expect((await signIn(browser(), { code })).said).toBe('AuthorizationException CODE_INVALID')
  })

  test('asks for the password, a confirmed contact, and only once', async () => {
    const mine = browser()
    await signIn(mine)
    const ask = (more: Record<string, string>) =>
      mine.post('account.changeTwoFactorAuth', { is_enabled: '1', password, ...more })
    expect((await ask({ password: 'x' })).said).toBe('InvalidParameterException PASSWORD_WRONG')
    const unconfirmed = await ask({ method: 'phone' })
    expect(unconfirmed).toMatchObject({ status: 422, said: 'UserNeedConfirmContactException' })
    expect(unconfirmed.error.error_data.contact).toBe('phone')
    expect((await mine.post('account.changeTwoFactorAuth', { is_enabled: '0', password })).said).toBe(
      'InvalidParameterException NOT_ENABLED',
    )
    await ask({ method: 'email' })
    await mine.post('account.confirmTwoFactorAuth', { code: await sentCode() })
    const again = await ask({ method: 'app' })
    expect(again.said).toBe('InvalidParameterException ALREADY_ENABLED')
    expect(again.error.message).toContain('already enabled')
  })

  test('guests have no business here', async () => {
    for (const name of ['account.changeTwoFactorAuth', 'account.confirmTwoFactorAuth']) {
      expect((await browser().post(name, { is_enabled: '1', code: '123456' })).status).toBe(401)
    }
  })

  test('of 32 confirmations at once one turns it on, and one set of recovery codes is left', async () => {
    const mine = browser()
    await signIn(mine)
    const { data } = await mine.post('account.changeTwoFactorAuth', { is_enabled: '1', method: 'app', password })
    const code = await appCode(data.secret)
    const said = await Promise.all(
      Array.from({ length: 32 }, async () => (await mine.post('account.confirmTwoFactorAuth', { code })).said),
    )
    expect(said.filter((word) => word === 'ok')).toHaveLength(1)
    const codes = db.sql.selectFrom('auth_recovery_code').select('code_hash').where('player_id', '=', playerId)
    expect(await codes.execute()).toHaveLength(10)
  })

  test('what is begun waits fifteen minutes at most', async () => {
    const mine = browser()
    await signIn(mine)
    const { data } = await mine.post('account.changeTwoFactorAuth', { is_enabled: '1', method: 'app', password })
    await db.sql
      .updateTable('auth_two_factor')
      .set({ pending_until: sql<Date>`now() - interval '1 second'` })
      .where('player_id', '=', playerId)
      .execute()
    const late = await mine.post('account.confirmTwoFactorAuth', { code: await appCode(data.secret) })
    expect(late.said).toBe('InvalidParameterException CODE_EXPIRED')
    expect(late.error.message).toContain('time expired')
  })
})

describe('signing in with a code by mail', () => {
  test('the password alone is answered with the way, a masked address and a time', async () => {
    await turnOn('email')
    const mine = browser()
    const asked = await signIn(mine)
    expect(asked).toMatchObject({ status: 401, said: 'AuthorizationException TWO_FACTOR' })
    expect(asked.error.error_data).toMatchObject({ two_factor: true, method: 'email', resend_time: 60 })
    expect(asked.error.error_data.to).not.toContain(login)
    expect(asked.error.error_data.to).toMatch(/@example\.com$/)
    expect(asked.error.message).toMatch(/resend time 60$/)
    expect(mine.cookies.size).toBe(0)
    const code = await sentCode()
    expect((await signIn(mine, { code })).said).toBe('ok')
    expect((await mine.get('account.getInfo')).data.login).toBe(login)
  })

  test('a code is good once, for five minutes, and in six digits', async () => {
    await turnOn('email')
    await signIn(browser())
    const code = await sentCode()
    const short = await signIn(browser(), { code: '12345' })
    expect([short.said, short.error.message]).toEqual([
      'AuthorizationException CODE_DIGITS',
      'The code must contain 6 digits',
    ])
    const wrong = await signIn(browser(), { code: other(code) })
    expect(wrong.said).toBe('AuthorizationException CODE_INVALID')
    expect(wrong.error.message).toContain('code invalid')
    expect((await signIn(browser(), { code })).said).toBe('ok')
    expect((await signIn(browser(), { code })).said).toBe('AuthorizationException CODE_EXPIRED')
    await signIn(browser())
    const second = await sentCode()
    await db.sql
      .updateTable('codes_code')
      .set({ expires_at: sql<Date>`now()` })
      .where('subject', '=', subject())
      .execute()
    const late = await signIn(browser(), { code: second })
    expect(late.said).toBe('AuthorizationException CODE_EXPIRED')
    expect(late.error.message).toContain('time expired')
  })

  test('of 64 guesses at once five are looked at, and then the right one is too late', async () => {
    await turnOn('email')
    await signIn(browser())
    const code = await sentCode()
    const guesses = Array.from({ length: 64 }, (_, n) => String((Number(code) + n + 1) % 1_000_000).padStart(6, '0'))
    const attacker = openBrowser(app, { address: '10.8.0.1' })
    // Passwords are right here, so that nothing but the code stands in the way.
    const said = await Promise.all(guesses.map(async (guess) => (await signIn(attacker, { code: guess })).said))
    expect(said.filter((word) => word === 'AuthorizationException CODE_INVALID').length).toBeLessThanOrEqual(5)
    expect(said).not.toContain('ok')
    const late = await signIn(browser(), { code })
    expect(late).toMatchObject({ status: 429, said: 'TooManyRequestsException' })
    expect(late.error.error_data.resend_time).toBeGreaterThan(60)
  })

  test('asking again refills no tries and sends nothing before its time', async () => {
    await turnOn('email')
    await signIn(browser())
    const code = await sentCode()
    for (let n = 0; n < 4; n += 1) await signIn(browser(), { code: other(code) })
    const early = await signIn(browser(), { resend: '1' })
    expect(early.error.error_data.resend_time).toBeLessThanOrEqual(60)
    expect(await sentCode()).toBe(code)
    await db.sql
      .updateTable('codes_code')
      .set({ sent_at: sql<Date>`sent_at - interval '2 minutes'` })
      .where('subject', '=', subject())
      .execute()
    await signIn(browser(), { resend: '1' })
    const next = await sentCode()
    expect((await signIn(browser(), { code: other(next) })).said).toBe('AuthorizationException CODE_INVALID')
    expect((await signIn(browser(), { code: next })).said).toBe('TooManyRequestsException')
  })

  test('a wrong password with the right code tells nothing and uses nothing up', async () => {
    await turnOn('email')
    await signIn(browser())
    const code = await sentCode()
    const withRight = await browser().post('auth.login', { login, password: 'wrong', code })
    const withWrong = await browser().post('auth.login', { login, password: 'wrong', code: other(code) })
    const without = await browser().post('auth.login', { login, password: 'wrong' })
    expect(new Set([withRight.body, withWrong.body, without.body]).size).toBe(1)
    expect(withRight.said).toBe(wrongCredentials)
    expect((await signIn(browser(), { code })).said).toBe('ok')
  })

  test('of 32 with the same right code one gets in', async () => {
    await turnOn('email')
    await signIn(browser())
    const code = await sentCode()
    const said = await Promise.all(
      Array.from(
        { length: 32 },
        async (_, n) => (await signIn(openBrowser(app, { address: `10.9.0.${n}` }), { code })).said,
      ),
    )
    expect(said.filter((word) => word === 'ok')).toHaveLength(1)
  })

  test("a code of one player, of another purpose or of the change is nobody else's", async () => {
    const { mine } = await turnOn('email')
    await mine.post('account.changeTwoFactorAuth', { is_enabled: '0', password })
    const changeCode = await sentCode()
    expect((await signIn(browser(), { code: changeCode })).said).toBe('AuthorizationException CODE_EXPIRED')
    const victim = login
    const second = `second${count}@example.com`
    await addPlayer({ login: second, password, emailConfirmed: true })
    await signIn(browser())
    login = second
    await signIn(browser())
    login = victim
    const own = await sentCode()
    expect((await browser().post('auth.login', { login: second, password, code: own })).said).toBe('ok')
    expect((await signIn(browser(), { code: other(own) })).said).toBe('AuthorizationException CODE_INVALID')
  })
})

describe('signing in with the app', () => {
  test('works one step early and one late, and each step once', async () => {
    const { secret } = await turnOn('app')
    const asked = await signIn(browser())
    expect(asked.error.error_data).toMatchObject({ method: 'app', resend_time: 0, to: '' })
    const next = await appCode(secret, 1)
    expect((await signIn(browser(), { code: await appCode(secret, 3) })).said).toBe(
      'AuthorizationException CODE_INVALID',
    )
    expect((await signIn(browser(), { code: await appCode(secret, -3) })).said).toBe(
      'AuthorizationException CODE_INVALID',
    )
    expect((await signIn(browser(), { code: next })).said).toBe('ok')
    expect((await signIn(browser(), { code: next })).said).toBe('AuthorizationException CODE_INVALID')
    // An older step that was not used yet is over too.
    expect((await signIn(browser(), { code: await appCode(secret, 0) })).said).toBe(
      'AuthorizationException CODE_INVALID',
    )
  })

  test('of 32 with the same code one gets in', async () => {
    const { secret } = await turnOn('app')
    const code = await appCode(secret, 1)
    const said = await Promise.all(
      Array.from(
        { length: 32 },
        async (_, n) => (await signIn(openBrowser(app, { address: `10.10.0.${n}` }), { code })).said,
      ),
    )
    expect(said.filter((word) => word === 'ok')).toHaveLength(1)
  })

  test('of 64 guesses at once five are looked at, over app and recovery codes together', async () => {
    const { secret } = await turnOn('app')
    const code = await appCode(secret, 1)
    const said = await Promise.all(
      Array.from({ length: 64 }, async (_, n) => {
        const guess =
          n % 2
            ? `aaaa-${String(2222 + n).replace(/[01]/g, '2')}`
            : String((Number(code) + 7 + n) % 1_000_000).padStart(6, '0')
        return (await signIn(openBrowser(app, { address: `10.11.0.${n}` }), { code: guess })).said
      }),
    )
    expect(said.filter((word) => word === 'AuthorizationException CODE_INVALID').length).toBe(5)
    expect((await signIn(browser(), { code })).said).toBe('TooManyRequestsException')
    await later()
    expect((await signIn(browser(), { code: await appCode(secret, 1) })).said).toBe('ok')
  })
})

describe('a recovery code', () => {
  test('opens the door once, however it is typed, and is written down', async () => {
    const { recovery } = await turnOn('app')
    const [first = '', second = ''] = recovery
    expect((await signIn(browser(), { code: first.toUpperCase() })).said).toBe('ok')
    expect((await signIn(browser(), { code: first })).said).toBe('AuthorizationException CODE_INVALID')
    expect((await signIn(browser(), { code: second.replace('-', ' ') })).said).toBe('ok')
    const events = await db.sql.selectFrom('account_event').select('kind').where('player_id', '=', playerId).execute()
    expect(events.filter(({ kind }) => kind === 'recoveryCodeUsed')).toHaveLength(2)
  })

  test('lets one of 32 in', async () => {
    const { recovery } = await turnOn('email')
    const code = recovery[3] ?? ''
    const said = await Promise.all(
      Array.from(
        { length: 32 },
        async (_, n) => (await signIn(openBrowser(app, { address: `10.12.0.${n}` }), { code })).said,
      ),
    )
    expect(said.filter((word) => word === 'ok')).toHaveLength(1)
  })

  test('of another player is worth nothing', async () => {
    const { recovery } = await turnOn('app')
    count += 1
    login = `foreign${count}@example.com`
    playerId = await addPlayer({ login, password, emailConfirmed: true })
    await turnOn('app')
    expect((await signIn(browser(), { code: recovery[0] ?? '' })).said).toBe('AuthorizationException CODE_INVALID')
  })
})

describe('turning it off', () => {
  test('needs the password and a code, and the old codes die with it', async () => {
    const { mine, secret, recovery } = await turnOn('app')
    expect((await mine.post('account.changeTwoFactorAuth', { is_enabled: '0', password: 'x' })).said).toBe(
      'InvalidParameterException PASSWORD_WRONG',
    )
    expect((await mine.post('account.confirmTwoFactorAuth', { code: await appCode(secret, 1) })).said).toBe(
      'InvalidParameterException ALREADY_ENABLED',
    )
    expect((await mine.post('account.changeTwoFactorAuth', { is_enabled: '0', password })).data.method).toBe('app')
    expect((await mine.post('account.confirmTwoFactorAuth', { code: '000000' })).said).toMatch(/CODE_INVALID$/)
    expect((await signIn(browser())).said).toBe('AuthorizationException TWO_FACTOR')
    const done = await mine.post('account.confirmTwoFactorAuth', { code: await appCode(secret, 1) })
    expect(done.data).toEqual({ is_enabled: false, recovery_codes: [] })
    expect((await signIn(browser())).said).toBe('ok')
    const { recovery: fresh } = await turnOn('email')
    expect(fresh).not.toContain(recovery[0])
    expect((await signIn(browser(), { code: recovery[0] ?? '' })).said).toBe('AuthorizationException CODE_INVALID')
  })

  test('works with a recovery code when the phone is lost', async () => {
    const { mine, recovery } = await turnOn('app')
    await mine.post('account.changeTwoFactorAuth', { is_enabled: '0', password })
    expect((await mine.post('account.confirmTwoFactorAuth', { code: recovery[0] ?? '' })).said).toBe('ok')
  })
})

describe('there is no way around it', () => {
  const shapes: [string, Record<string, string>][] = [
    ['an empty code', { code: '' }],
    ['a blank code', { code: '   ' }],
    ['zeroes', { code: '000000' }],
    ['a word', { code: 'null' }],
    ['true', { code: 'true' }],
    ['a list', { 'code[]': '123456' }],
    ['an object', { 'code[$ne]': '1' }],
    ['a payout-only wish', { payout_only: '1' }],
    ['a wish to return', { confirm_return: '1' }],
    ['everything at once', { payout_only: '1', confirm_return: '1', remember: '1', resend: '1', code: '000000' }],
    ['made-up flags', { hasPassedSecond: '1', two_factor: '0', skip: '1', method: 'app' }],
    ['a token', { token: 'x'.repeat(43) }],
    ['another alias', { login: '  ' }],
  ]

  test.each(shapes)('by %s', async (_name, more) => {
    await turnOn('email')
    const mine = browser()
    const answer = await mine.post('auth.login', { login, password, ...more })
    expect(answer.status).not.toBe(200)
    expect(mine.cookies.has('sid')).toBe(false)
    expect((await mine.get('account.getInfo')).status).toBe(401)
  })

  test('by a step of another way that is made up, over, used, or of another player', async () => {
    await turnOn('email')
    const step = async (seconds: number, id = playerId) => {
      const token = makeToken()
      await db.sql
        .insertInto('auth_second_step')
        .values({
          player_id: id,
          token_hash: hashSessionToken(token, keys.current),
          expires_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
        })
        .execute()
      return token
    }
    const withStep = async (token: string, params: Record<string, string>) => {
      const mine = browser()
      mine.cookies.set('second', token)
      return mine.post('auth.login', params)
    }
    for (const token of ['', 'x', makeToken(), await step(-1)]) {
      expect((await withStep(token, { code: '123456' })).said).toBe(wrongCredentials)
    }
    const good = await step(600)
    expect((await withStep(good, {})).said).toBe('AuthorizationException TWO_FACTOR')
    const code = await sentCode()
    // A wrong password beside the step is a wrong password.
    expect((await withStep(good, { login, password: 'wrong', code })).said).toBe(wrongCredentials)
    expect((await withStep(good, { code: other(code) })).said).toBe('AuthorizationException CODE_INVALID')
    expect((await withStep(good, { code })).said).toBe('ok')
    expect((await withStep(good, { code })).said).toBe(wrongCredentials)
    const stranger = await addPlayer({ login: `stranger${count}@example.com`, password })
    await signIn(browser())
    const mineOwn = await sentCode()
    const theirs = await withStep(await step(600, stranger), { code: mineOwn })
    expect(theirs.data?.uid).toBe(Number(stranger))
  })

  test('by restoring the password or by changing it', async () => {
    await turnOn('email')
    await browser().post('auth.restore', { login })
    await runJobs()
    const texts = (await letters(login)).map(({ text }) => text).join()
    const token = /restore=([\w-]{43})/.exec(texts)?.[1] ?? ''
    const mine = browser()
    expect((await mine.post('auth.restore', { token, password: 'Heron-Lake-9' })).said).toBe('ok')
    expect(mine.cookies.has('sid')).toBe(false)
    const answer = await mine.post('auth.login', { login, password: 'Heron-Lake-9' })
    expect(answer.said).toBe('AuthorizationException TWO_FACTOR')
  })

  test('two-factor that was turned on while somebody signs in holds for that one too', async () => {
    const said = await Promise.all([
      turnOn('email').then(() => 'on'),
      ...Array.from({ length: 8 }, async () => (await signIn(browser())).said),
    ])
    expect(said[0]).toBe('on')
    expect((await signIn(browser())).said).toBe('AuthorizationException TWO_FACTOR')
  })
})
