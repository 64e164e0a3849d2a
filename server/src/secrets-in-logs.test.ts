import { randomUUID } from 'node:crypto'
import { sign } from '@telegram-apps/init-data-node'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { signNotice } from './sandbox/identity-signature.ts'
import { testApp } from './test/app.ts'
import { type Browser, freePort, openBrowser } from './test/http-browser.ts'
import { answerOf } from './test/social.ts'

/** A whole life of a player with the log at its most talkative; afterwards nothing that a thief wants stands in it. */

const port = await freePort()
const env = { PORT: String(port), TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'debug' }
const { app, db, lines, secrets, letters, runJobs } = await testApp({ env })
await app.listen({ port, host: '127.0.0.1' })

/** What anything else in the process says, past the log. */
const console = ['log', 'info', 'warn', 'error', 'debug'] as const
const spoken: string[] = []
const spies = console.map((name) =>
  vi.spyOn(globalThis.console, name).mockImplementation((...words) => {
    spoken.push(words.map(String).join(' '))
  }),
)
afterAll(() => {
  for (const spy of spies) spy.mockRestore()
})

const canary = 'Zqcanary'
const email = `${canary.toLowerCase()}@example.com`
const phone = '+4915198765432'
const password = `${canary}-Pass-1`
const next = `${canary}-Next-2`
const third = `${canary}-Third-3`
const wrong = `${canary}-Wrong-4`
const documentNumber = `${canary}D0C`

/** Everything that must not be found, with what it is. */
const hidden = new Map<string, string>()
const hide = (what: string, text: string | undefined) => {
  if (!text || text.length < 6) throw new Error(`there is no ${what}`)
  hidden.set(text, what)
  return text
}

const browse = () => openBrowser({ origin: `http://localhost:${port}`, port })

async function call(browser: Browser, name: string, form?: Record<string, string>) {
  const answer = form ? await browser.post(`/api/${name}?v=1&locale=en`, form) : await browser.get(`/api/${name}`)
  for (const cookie of ['sid', 'device', 'second', 'social']) {
    const value = browser.cookie(cookie)
    if (value) hide(`cookie ${cookie}`, value)
  }
  return JSON.parse(answer.body)
}

async function newest(to: string) {
  await runJobs()
  const [letter] = await letters(to)
  const text = letter?.text ?? ''
  const code = /\b\d{6}\b/.exec(text)?.[0]
  const token = /[?&](?:token|restore)=([\w.-]+)/.exec(text)?.[1]
  if (code) hide('code', code)
  if (token) hide('link', token)
  return { code: code ?? '', token: token ?? '' }
}

/** Lets the pauses between letters go by. */
const later = () =>
  sql`update codes_code set sent_at = sent_at - interval '1 hour', window_ends_at = window_ends_at - interval '1 hour',
    expires_at = expires_at - interval '1 hour'`.execute(db.sql)

const done: string[] = []
const step = (name: string, json: { result: number; error?: { type: string } }, isRefused = false) => {
  expect([name, json.result, isRefused ? '' : json.error]).toEqual([
    name,
    isRefused ? 0 : 1,
    isRefused ? '' : undefined,
  ])
  done.push(name)
}

beforeAll(async () => {
  for (const text of [email, phone, password, next, third, wrong, documentNumber, canary]) hide('typed', text)
  for (const [name, value] of Object.entries(secrets)) hide(`secret ${name}`, value.current)
  const mine = browse()

  const form = { type: 'fast', email, password, country_code: 'DE', currency: 'EUR', terms: '1', notify: '1' }
  step('register', await call(mine, 'auth.register', { ...form, track_id: canary, visit: 'a'.repeat(32) }))
  await newest(email)
  const { code } = await newest(email)
  step('register again', await call(browse(), 'auth.register', form), true)
  step('wrong code', await call(mine, 'account.confirmContact', { contact: email, code: '000000' }), true)
  await later()
  await call(mine, 'account.sendconfirmationtocontact', { contact: email })
  step(
    'confirm',
    await call(mine, 'account.confirmContact', { contact: email, code: (await newest(email)).code || code }),
  )
  const details = { first_name: canary, last_name: canary, birth_date: '1990-01-02', address: canary }
  step(
    'profile',
    await call(mine, 'account.saveProfileInfo', {
      ...details,
      document_type: 'passport',
      document_number: documentNumber,
    }),
  )
  step('phone', await call(mine, 'account.addcontact', { contact: phone, password }))
  await newest(phone)
  step('wrong profile', await call(mine, 'account.saveProfileInfo', { birth_date: documentNumber }), true)

  step('wrong password', await call(browse(), 'auth.login', { login: email, password: wrong }), true)
  step('sign in', await call(browse(), 'auth.login', { login: email, password, remember: '1' }))
  step('change password', await call(mine, 'account.changepassword', { old_password: password, new_password: next }))
  step('wrong step-up', await call(mine, 'account.exportData', { password: wrong }), true)
  step('export', await call(mine, 'account.exportData', { password: next }))

  const begun = await call(mine, 'account.changeTwoFactorAuth', { is_enabled: '1', method: 'app', password: next })
  step('two-factor begins', begun)
  const secret = hide('app secret', begun.data.secret)
  const appCode = (ahead: number) =>
    hide('app code', TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + ahead * 30_000 }))
  const on = await call(mine, 'account.confirmTwoFactorAuth', { code: appCode(0) })
  step('two-factor on', on)
  for (const recovery of on.data.recovery_codes) hide('recovery code', recovery)
  const second = browse()
  step('owes the code', await call(second, 'auth.login', { login: email, password: next }), true)
  step('wrong app code', await call(second, 'auth.login', { login: email, password: next, code: '000000' }), true)
  step('app code', await call(second, 'auth.login', { login: email, password: next, code: appCode(1) }))
  const [recovery = ''] = on.data.recovery_codes
  step('recovery code', await call(browse(), 'auth.login', { login: email, password: next, code: recovery }))

  step('restore', await call(browse(), 'auth.restore', { login: email }))
  const restoring = await newest(email)
  step('wrong link', await call(browse(), 'auth.restore', { token: `${restoring.token}x`, password: third }), true)
  step('restored', await call(browse(), 'auth.restore', { token: restoring.token, password: third }))

  step('applicant', await call(second, 'sumsub.createApplicant', {}), true)
  const again = browse()
  await call(again, 'auth.login', { login: email, password: third, code: on.data.recovery_codes[1] })
  step('applicant', await call(again, 'sumsub.createApplicant', {}))
  const access = await call(again, 'sumsub.getAccessToken', {})
  step('provider token', access)
  hide('provider token', access.data.token)
  const notice = Buffer.from(JSON.stringify({ applicantId: 'x', type: 'applicantReviewed', reason: canary }))
  for (const key of ['a stranger', secrets.identityWebhook.current]) {
    const { algorithm, digest } = signNotice(notice, key)
    hide('signature', digest)
    await app.inject({
      method: 'POST',
      url: '/hooks/identity/sandbox',
      headers: { 'content-type': 'application/json', 'x-payload-digest-alg': algorithm, 'x-payload-digest': digest },
      payload: notice,
    })
  }

  const data = { user: { id: 7_654_321, first_name: canary }, query_id: randomUUID() }
  const payload = sign(data, secrets.telegramBotToken.current, new Date())
  hide('init data', payload)
  hide('seal of the init data', new URLSearchParams(payload).get('hash') ?? '')
  step('messenger', await call(browse(), 'auth.register', { is_tg: '1', payload }))
  step('messenger again', await call(browse(), 'auth.register', { is_tg: '1', payload }), true)

  const social = browse()
  const person = { name: canary, email: `social-${email}`, email_verified: '1', sub: `${canary}-subject` }
  const back = await answerOf(social, { service: 'google', redirect_url: `/?x=${canary}` }, person)
  for (const name of ['code', 'state']) hide(`social ${name}`, new URL(back).searchParams.get(name) ?? '')
  expect((await social.get(back)).status).toBe(200)
  expect((await social.get(back)).status).toBe(400)
  expect((await browse().get(`${back}&x=1`)).status).toBe(400)

  await app.inject({
    method: 'POST',
    url: '/content/auth/local',
    payload: { identifier: email, password },
    headers: { authorization: `Bearer ${canary}.${canary}.x` },
  })
  await browse().get(`/hit?track_id=${canary}&visit=${'b'.repeat(32)}&referer=${canary}`)
  await browse().get(`/${canary}?token=${canary}&restore=${canary}`)
}, 120_000)

test('the way was gone to its end, and the log was not silent', () => {
  expect([done.length, done.at(-1)]).toEqual([26, 'messenger again'])
  expect(lines.filter((line) => line.includes('"answered"')).length).toBeGreaterThan(30)
  expect(hidden.size).toBeGreaterThan(40)
})

/** Six digits may stand in a number by chance; then there are more digits around them. */
const isIn = (text: string, log: string) =>
  /^\d{6}$/.test(text)
    ? new RegExp(`(?<![\\d.])${text}(?!\\d)`).test(log)
    : log.toLowerCase().includes(text.toLowerCase())

const found = (log: string) => [...hidden].flatMap(([text, what]) => (isIn(text, log) ? [what] : []))

describe('nothing of it was written down', () => {
  test('in the log', () => {
    expect(found(lines.join(''))).toEqual([])
  })

  test('past the log', () => {
    expect(found(spoken.join('\n'))).toEqual([])
  })

  test('by a fault: the database’s own words about a row stay with the database', async () => {
    const before = lines.length
    await sql`alter table account_player add constraint odd check (home_town <> ${sql.lit(canary)})`.execute(db.sql)
    await sql`alter table codes_code add constraint odder check (purpose <> 'restore') not valid`.execute(db.sql)
    const mine = browse()
    const own = { type: 'fast', email: `fault-${email}`, password, country_code: 'DE', currency: 'EUR', terms: '1' }
    await call(mine, 'auth.register', own)
    const answer = await call(mine, 'account.saveProfileInfo', { home_town: canary })
    expect(answer.error).toMatchObject({ type: 'InternalServerErrorException' })
    await call(mine, 'auth.restore', { login: `fault-${email}` })
    expect(await runJobs({ mayFail: true })).not.toEqual([])
    const log = lines.slice(before).join('')
    expect(log).toContain('"fault"')
    expect(found(log)).toEqual([])
    expect(found(JSON.stringify(answer))).toEqual([])
    const { rows } = await sql<{ output: unknown }>`select output from jobs.job where state <> 'completed'`.execute(
      db.sql,
    )
    expect(found(JSON.stringify(rows))).toEqual([])
  })

  test('in the clear in the tables: neither passwords, codes and tokens nor the number of a document', async () => {
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'sandbox%'`.execute(db.sql)
    const texts = await Promise.all(
      rows.map(async ({ name }) => {
        const found = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} as t`.execute(db.sql)
        return found.rows.map(({ row }) => row).join('\n')
      }),
    )
    const secret = [...hidden].filter(([, what]) => !['typed', 'code', 'app code'].includes(what)).map(([text]) => text)
    const all = texts.join('\n')
    const kept = [...secret, password, next, third, wrong, documentNumber].filter((text) => all.includes(text))
    expect(kept.map((text) => hidden.get(text))).toEqual([])
  })
})
