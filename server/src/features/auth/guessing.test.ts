import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { effort } from '../../test/effort.ts'
import { openBrowser } from '../../test/player-browser.ts'
import { accountAttempts, addressAttempts } from './log-in.ts'

const one = await testApp()
const other = await testApp({ beside: one })
const { app, db, addPlayer, runJobs, letters } = one
const nodes = [app, other.app]
const { guesses } = effort

const password = 'Marmot-Hill-7'
const phone = '4915112345678'
let playerId = 0n

beforeAll(async () => {
  playerId = await addPlayer({ login: 'alice@example.com', password, emailConfirmed: true })
  await db.sql
    .updateTable('account_player')
    .set({ login: 'Marmot', login_key: 'marmot', phone: `+${phone}`, phone_key: phone, phone_confirmed_at: new Date() })
    .where('id', '=', playerId)
    .execute()
})

/** Every guess from a network of its own, on the one node or the other, under another spelling. */
const aliases = ['alice@example.com', 'ALICE@example.com', ' Alice@Example.Com', 'marmot', 'MARMOT', phone, `+${phone}`]
const stranger = (n: number) =>
  openBrowser(nodes[n % 2] ?? app, { address: `10.${1 + (n % 200)}.${Math.floor(n / 200)}.7` })
const guess = (n: number, login = aliases[n % aliases.length] ?? '') =>
  stranger(n).post('auth.login', { login, password: `wrong-${n}` })

const tally = (words: string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]))

async function inBatches(count: number, work: (n: number) => Promise<string>): Promise<string[]> {
  const words: string[] = []
  for (let from = 0; from < count; from += 50) {
    words.push(...(await Promise.all(Array.from({ length: Math.min(50, count - from) }, (_, at) => work(from + at)))))
  }
  return words
}

describe(`${guesses} wrong passwords on one account, from as many addresses, over two nodes and seven aliases`, () => {
  const owner = openBrowser(app, { address: '203.0.113.10' })

  test('ten of them are tried', async () => {
    expect((await owner.post('auth.login', { login: 'alice@example.com', password })).said).toBe('ok')
    const words = await inBatches(guesses, async (n) => (await guess(n)).said)
    expect(tally(words)).toEqual({
      'AuthorizationException WRONG_CREDENTIALS': accountAttempts.points,
      TooManyRequestsException: guesses - accountAttempts.points,
    })
  })

  test('then the right password does not help a stranger either, and it says how long', async () => {
    const locked = await stranger(5000).post('auth.login', { login: 'marmot', password })
    expect(locked.status).toBe(429)
    const seconds = locked.error.error_data.resend_time
    expect(seconds).toBeGreaterThan(800)
    expect(seconds).toBeLessThanOrEqual(900)
    expect(locked.error.message).toMatch(new RegExp(`${seconds}$`))
    expect(locked.headers['retry-after']).toBe(String(seconds))
  })

  test('a name that nobody has is locked after the same number of tries, with the same words', async () => {
    const words = await inBatches(12, async (n) => (await guess(6000 + n, 'nobody@example.com')).said)
    expect(tally(words)).toEqual({
      'AuthorizationException WRONG_CREDENTIALS': accountAttempts.points,
      TooManyRequestsException: 2,
    })
    const known = await guess(7000)
    const unknown = await guess(7001, 'NOBODY@example.com')
    const plain = (body: string) => body.replace(/\d+/g, 'n')
    expect(plain(unknown.body)).toBe(plain(known.body))
  })

  test('the owner still gets in with a browser that was used before', async () => {
    expect((await owner.post('auth.login', { login: 'marmot', password })).said).toBe('ok')
    expect((await guess(8000)).said).toBe('TooManyRequestsException')
  })

  test('a stolen device cookie is worth ten more tries and no more', async () => {
    const thief = openBrowser(other.app, { address: '198.51.100.99' })
    thief.cookies.set('device', owner.cookies.get('device') ?? '')
    const words = []
    for (let n = 0; n < 15; n += 1) {
      words.push((await thief.post('auth.login', { login: 'marmot', password: `wrong-${n}` })).said)
    }
    expect(tally(words)).toEqual({
      'AuthorizationException WRONG_CREDENTIALS': accountAttempts.points,
      TooManyRequestsException: 5,
    })
  })

  test('a device cookie of one account opens no tries on another', async () => {
    await addPlayer({ login: 'bruno@example.com', password })
    await inBatches(10, async (n) => (await guess(8100 + n, 'bruno@example.com')).said)
    const thief = openBrowser(app, { address: '198.51.100.98' })
    thief.cookies.set('device', owner.cookies.get('device') ?? '')
    expect((await thief.post('auth.login', { login: 'bruno@example.com', password })).said).toBe(
      'TooManyRequestsException',
    )
  })

  test('the owner gets in from a new browser by restoring the password, while the guessing goes on', async () => {
    const fresh = openBrowser(other.app, { address: '203.0.113.20' })
    await fresh.post('auth.restore', { login: 'alice@example.com' })
    await runJobs()
    const code = /\b\d{6}\b/.exec((await letters('alice@example.com'))[0]?.text ?? '')?.[0] ?? ''
    const next = 'Heron-Lake-9'
    expect((await fresh.post('auth.restore', { login: 'alice@example.com', code, password: next })).said).toBe('ok')
    await inBatches(50, async (n) => (await guess(9000 + n)).said)
    expect((await fresh.post('auth.login', { login: 'alice@example.com', password: next })).said).toBe('ok')
  })
})

test(`one password on ${guesses} accounts from one address: fifty are tried`, async () => {
  const source = () => openBrowser(app, { address: '192.0.2.66' })
  const words = await inBatches(guesses, async (n) => {
    const login = n % 2 === 0 ? `nobody${n}@example.com` : `ghost${n}@example.com`
    return (await source().post('auth.login', { login, password: 'Summer-2026' })).said
  })
  expect(tally(words)).toEqual({
    'AuthorizationException WRONG_CREDENTIALS': addressAttempts.points,
    TooManyRequestsException: guesses - addressAttempts.points,
  })
})

test('one household of IPv6 is one source, however many addresses it has', async () => {
  const words = await inBatches(60, async (n) => {
    const home = openBrowser(app, { address: `2001:db8:1:2::${(n + 1).toString(16)}` })
    return (await home.post('auth.login', { login: `six${n}@example.com`, password: 'Summer-2026' })).said
  })
  expect(tally(words)['AuthorizationException WRONG_CREDENTIALS']).toBe(addressAttempts.points)
})

test('an office where fifty-five people sign in rightly is no attack, and own sign-ins pay for no guesses', async () => {
  await addPlayer({ login: 'carla@example.com', password, emailConfirmed: true })
  const office = () => openBrowser(app, { address: '192.0.2.77' })
  for (let n = 0; n < 55; n += 1) {
    expect((await office().post('auth.login', { login: 'carla@example.com', password })).said).toBe('ok')
  }
  const words = []
  for (let n = 0; n < 54; n += 1) {
    words.push((await office().post('auth.login', { login: `else${n}@example.com`, password })).said)
    if (n % 10 === 0) words.push((await office().post('auth.login', { login: 'carla@example.com', password })).said)
  }
  expect(tally(words)['AuthorizationException WRONG_CREDENTIALS']).toBe(addressAttempts.points)
})

test('whoever waits out every lock guesses no more than a hundred times a day', async () => {
  await addPlayer({ login: 'patient@example.com', password })
  const words: string[] = []
  for (let quarter = 0; quarter < 11; quarter += 1) {
    words.push(
      ...(await inBatches(10, async (n) => (await guess(9000 + quarter * 10 + n, 'patient@example.com')).said)),
    )
    // A quarter of an hour goes by.
    await db.sql.deleteFrom('http_rate_limit').where('key', 'like', 'try:auth.account:%').execute()
  }
  expect(tally(words)).toEqual({ 'AuthorizationException WRONG_CREDENTIALS': 100, TooManyRequestsException: 10 })
})
