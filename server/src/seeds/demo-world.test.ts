import { describe, expect, test } from 'vitest'
import { testApp } from '../test/app.ts'
import { openBrowser } from '../test/player-browser.ts'
import { closeDemoWorld, seedDemoWorld } from './demo-world.ts'

const sandbox = await testApp()
const { db, secrets, content, letters } = sandbox
const production = await testApp({
  env: { NODE_ENV: 'production', PUBLIC_URL: 'https://casino.example' },
  beside: sandbox,
})
const seed = () => seedDemoWorld({ db, keys: secrets, content })
const demo = ['alice@example.com', 'bruno@example.com', 'chika@example.com']
const password = 'Croupier-1'

const players = () =>
  db.sql.selectFrom('account_player').select(['login', 'currency', 'locale', 'fakename']).orderBy('login').execute()

test('the demo world has three players, however often and by however many it is seeded', async () => {
  await Promise.all([seed(), seed()])
  await db.sql.updateTable('account_player').set({ locale: 'ru' }).where('login', '=', 'alice@example.com').execute()
  await seed()
  expect(await players()).toEqual([
    { login: 'alice@example.com', currency: 'EUR', locale: 'ru', fakename: 'LuckyAlice' },
    { login: 'bruno@example.com', currency: 'BRL', locale: 'es', fakename: 'BrunoDaSorte' },
    { login: 'chika@example.com', currency: 'JPY', locale: 'en', fakename: 'ChikaStar' },
  ])
})

test('players from before there were passwords get theirs', async () => {
  await db.sql.deleteFrom('auth_password').execute()
  await db.sql.updateTable('account_player').set({ has_password: false, email_confirmed_at: null }).execute()
  await seed()
  expect((await openBrowser(sandbox.app).post('auth.login', { login: demo[0] ?? '', password })).said).toBe('ok')
})

test('Alice is verified with everything filled in, Bruno has confirmed nothing, Chika is asked for a code', async () => {
  const alice = openBrowser(sandbox.app)
  await alice.post('auth.login', { login: 'alice@example.com', password })
  expect((await alice.get('account.getInfo')).data).toMatchObject({
    is_verified: true,
    country_code: 'DE',
    contacts: { email: { confirmed: true }, phone: { value: '+4915112345678', confirmed: true } },
  })
  expect((await alice.get('account.getprofileinfo')).data.missing).toEqual([])
  const bruno = openBrowser(sandbox.app)
  await bruno.post('auth.login', { login: 'bruno@example.com', password })
  expect((await bruno.get('account.getInfo')).data).toMatchObject({
    country_code: 'BR',
    contacts: { email: { confirmed: false }, phone: { confirmed: false } },
  })
  const chika = openBrowser(sandbox.app)
  const asked = await chika.post('auth.login', { login: 'chika@example.com', password })
  expect(asked.error.error_data).toMatchObject({ two_factor: true, method: 'email', resend_time: 60 })
  const code = /\b\d{6}\b/.exec((await letters('chika@example.com'))[0]?.text ?? '')?.[0] ?? ''
  expect((await chika.post('auth.login', { login: 'chika@example.com', password, code })).said).toBe('ok')
})

describe('in production, on a folder that once ran the sandbox', () => {
  test('the demo logins do not work, whatever their login was changed to', async () => {
    await db.sql
      .updateTable('account_player')
      .set({ login: 'alicia', login_key: 'alicia' })
      .where('login_key', '=', 'alice@example.com')
      .execute()
    for (const login of [...demo, 'alicia']) {
      const browser = openBrowser(production.app)
      const refused = await browser.post('auth.login', { login, password })
      expect(refused.said).toBe('AuthorizationException WRONG_CREDENTIALS')
      expect(refused.headers).not.toHaveProperty('set-cookie')
    }
  })

  test('sessions from then are ended, others stay', async () => {
    const { id } = await db.sql
      .selectFrom('account_player')
      .select('id')
      .where('login_key', '=', 'bruno@example.com')
      .executeTakeFirstOrThrow()
    const demoCookie = await sandbox.signIn(id)
    const realCookie = await sandbox.signIn(await sandbox.addPlayer({ login: 'real@example.com' }))
    await closeDemoWorld(db.sql)
    expect((await sandbox.as(demoCookie).get('account.getInfo')).status).toBe(401)
    expect((await sandbox.as(realCookie).get('account.getInfo')).status).toBe(200)
  })

  test('no letter to restore them is sent', async () => {
    const before = (await letters('bruno@example.com')).length
    await openBrowser(production.app).post('auth.restore', { login: 'bruno@example.com' })
    await production.runJobs({ mayFail: true })
    expect(await letters('bruno@example.com')).toHaveLength(before)
  })
})
