import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastify from 'fastify'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { begin } from '../db/db.ts'
import { endSession } from '../features/auth/auth.ts'
import { addPack } from '../features/freespins/freespins.ts'
import { closeGames, openGames } from '../features/games/games.ts'
import { run } from '../operator/commands.ts'
import { hashPassword } from '../passwords.ts'
import { testApp } from '../test/app.ts'
import { contentWith } from '../test/content.ts'
import { frames } from '../test/frame.ts'
import { fund } from '../test/game-provider.ts'
import { gameFramePages, type LaunchAddress } from './game-frame.ts'

const password = 'Marmot-Hill-7'
const house = await testApp()
const { db, as, addPlayer, signIn, send, runJobs, lines } = house
const { open, call, throwDice, foldMines } = await frames(house)

let count = 0
let playerId = 0n
let cookie = ''

async function newcomer(from: typeof house = house) {
  count += 1
  const id = await from.addPlayer({ login: `opener${count}@example.com` })
  await fund(from, id, '50.00')
  return { id, cookie: await from.signIn(id) }
}

beforeEach(async () => {
  const me = await newcomer()
  playerId = me.id
  cookie = me.cookie
})

const sessionsOf = (id: bigint) =>
  db.sql.selectFrom('rounds_session').selectAll().where('player_id', '=', id).orderBy('id').execute()
const allSessions = async () =>
  Number(
    (
      await db.sql
        .selectFrom('rounds_session')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirst()
    )?.n,
  )

describe('a game I open for money', () => {
  test('comes with a token that plays it, in a frame without an origin', async () => {
    const { status, headers, body, launch } = await open(cookie, 'twin-dice/play')
    expect(status).toBe(200)
    expect(launch).toEqual({
      game: 'twin-dice',
      mode: 'real',
      token: expect.stringMatching(/^[\w-]{43}$/),
      locale: 'en',
      home: 'http://localhost:3000',
      record: null,
    })
    expect(body).toContain('<script type="module" crossorigin src="/studio/assets/twin-dice-pretend.js">')
    expect(body).toContain('<link rel="modulepreload" crossorigin href="/studio/assets/stage-pretend.js">')
    expect(body).toContain('<link rel="stylesheet" crossorigin href="/studio/assets/stage-pretend.css">')
    expect(String(headers['content-security-policy']).split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-scripts',
    ])
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
    })
    const [session] = await sessionsOf(playerId)
    expect(session).toMatchObject({ provider: 'studio', game: 'twin-dice', mode: 'real', currency: 'EUR' })
    expect((await throwDice(launch.token)).data).toMatchObject({ game: 'twin-dice', is_over: true })
    expect((await as(cookie).get('games.getRecent')).json.data.items).toMatchObject([{ sysname: 'twin-dice' }])
    expect(lines.join('\n')).not.toContain(launch.token)
  })

  test('is opened without naming the mode, and under its own word', async () => {
    expect((await open(cookie, 'twin-dice')).launch).toMatchObject({ mode: 'real' })
    expect((await open(cookie, 'custom/twin-dice')).launch).toMatchObject({ game: 'twin-dice', mode: 'real' })
    expect((await open(cookie, 'custom/twin-dice/demo')).launch).toMatchObject({ game: 'twin-dice', mode: 'demo' })
  })

  test('speaks the language of the page, else mine', async () => {
    expect((await open(cookie, 'twin-dice?locale=ru')).launch.locale).toBe('ru')
    await db.sql.updateTable('account_player').set({ locale: 'es' }).where('id', '=', playerId).execute()
    expect((await open(cookie, 'twin-dice')).launch.locale).toBe('es')
    const from = (referer: string) => open(cookie, 'twin-dice', { referer })
    expect((await from('http://localhost:3000/ru/game/twin-dice')).launch.locale).toBe('ru')
    expect((await from('http://localhost:3000/game/twin-dice')).launch.locale).toBe('en')
    expect((await from('http://evil.example/ru/game')).launch.locale).toBe('es')
    expect((await open(null, 'nothing', { 'accept-language': 'ru-RU,ru' })).body).toContain('Игра не найдена')
  })

  test('knows me under the name by which I came', async () => {
    expect((await open(cookie, 'twin-dice', { host: '127.0.0.1:3000' })).launch.home).toBe('http://127.0.0.1:3000')
    expect((await open(cookie, 'twin-dice', { host: 'evil.example' })).launch.home).toBe('http://localhost:3000')
  })
})

describe('a demo', () => {
  test('is mine with play money', async () => {
    const { launch } = await open(cookie, 'twin-dice/demo')
    expect(launch.mode).toBe('demo')
    expect((await call('rounds.open', { token: launch.token })).data).toMatchObject({
      is_guest: false,
      balance: { amount: '10000.00', currency: 'FUN' },
    })
    expect(await sessionsOf(playerId)).toMatchObject([{ mode: 'demo', currency: 'FUN' }])
  })

  test('needs no account', async () => {
    const { status, launch } = await open(null, 'minefold/demo')
    expect(status).toBe(200)
    expect((await call('rounds.open', { token: launch.token })).data).toMatchObject({ is_guest: true })
    expect((await foldMines(launch.token)).data).toMatchObject({ is_over: false, balance: { currency: 'FUN' } })
  })

  test('for money a guest is asked to register', async () => {
    const before = await allSessions()
    const { status, note, launch } = await open(null, 'minefold/play')
    expect([status, note, launch]).toEqual([401, { type: 'wish', wish: 'register' }, null])
    expect(await allSessions()).toBe(before)
  })
})

describe('there is no game', () => {
  test.each([
    'nothing',
    'twin-dice/cheat',
    '..%2f..%2fetc',
    'custom/wheel-of-hours',
    'TWIN-DICE',
    'a'.repeat(300),
    'dgt_sportsbook',
    'dgt_sportsbook/demo',
    'custom/dgt_sportsbook',
  ])('called %s', async (path) => {
    const { status, note, body } = await open(cookie, path)
    expect([status, note]).toEqual([404, { type: 'refused', name: 'InvalidParameter', reason: 'UNKNOWN_GAME' }])
    expect(body).toContain('Game not found')
    expect(await sessionsOf(playerId)).toEqual([])
  })

  test('of a provider without an address', async () => {
    expect((await open(cookie, 'wheel-of-hours')).note).toMatchObject({ reason: 'UNKNOWN_GAME' })
    expect(await sessionsOf(playerId)).toEqual([])
  })

  test('whose name could break the page', async () => {
    const { body } = await open(cookie, '%3Cscript%3Ealert(1)%3C%2Fscript%3E')
    expect(body).not.toContain('alert(1)')
  })
})

describe('a page of somebody else', () => {
  test.each<[string, Record<string, string>]>([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour', { 'sec-fetch-site': 'same-site' }],
    ['a script', { 'sec-fetch-dest': 'empty' }],
    ['a picture', { 'sec-fetch-dest': 'image' }],
    ['an embedded object', { 'sec-fetch-dest': 'embed' }],
    ['a look ahead', { 'sec-purpose': 'prefetch' }],
  ])('opens nothing: %s', async (_, headers) => {
    const { status, note } = await open(cookie, 'twin-dice', headers)
    expect([status, note]).toEqual([403, { type: 'refused', name: 'AccessDenied', reason: null }])
    expect(await sessionsOf(playerId)).toEqual([])
  })

  test('is told from ours by where it came from, where a browser says no more', async () => {
    const asked = (referer: Record<string, string>) =>
      send({ method: 'GET', url: '/platform/game/twin-dice/play', headers: { cookie, ...referer } })
    expect((await asked({ referer: 'https://evil.example/x' })).status).toBe(403)
    expect((await asked({ referer: 'http://localhost:3000/game/twin-dice' })).status).toBe(200)
  })

  test('typed by hand it opens', async () => {
    const byHand = { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }
    expect((await open(cookie, 'twin-dice/play', byHand)).status).toBe(200)
  })
})

describe('no', () => {
  const set = (values: Record<string, unknown>) =>
    db.sql.updateTable('account_player').set(values).where('id', '=', playerId).execute()

  async function expectNo(path: string, note: unknown, words: string) {
    const { body, ...answer } = await open(cookie, path)
    expect(answer.note).toEqual(note)
    expect(body).toContain(words)
    expect(await sessionsOf(playerId)).toEqual([])
  }
  const refused = (name: string, reason: string | null = null) => ({ type: 'refused', name, reason })

  test.each(['play', 'demo'])('to whom is blocked: %s', async (mode) => {
    await set({ banned_at: sql`now()` })
    await expectNo(`twin-dice/${mode}`, refused('UserBanned'), 'This account is blocked')
  })

  test.each(['play', 'demo'])('to whom has come for the balance alone: %s', async (mode) => {
    await set({ excluded_until: sql`'infinity'` })
    await db.sql.updateTable('auth_session').set({ scope: 'payout' }).where('player_id', '=', playerId).execute()
    await expectNo(`twin-dice/${mode}`, refused('InvalidParameter', 'SELF_EXCLUDED'), 'You have excluded yourself')
  })

  test('to whom has excluded itself: such a session is none', async () => {
    await set({ excluded_until: sql`'infinity'` })
    await expectNo('twin-dice', { type: 'wish', wish: 'register' }, 'Log in to play')
  })

  test('when the time is used up, but a demo is no play', async () => {
    await as(cookie).post('account.setLimit', { kind: 'session', period: '1', amount: '5' })
    await db.sql
      .insertInto('limits_visit')
      .values({ player_id: playerId, started_at: sql`now() - interval '6 minutes'`, last_at: sql`now()` })
      .execute()
    await expectNo('twin-dice', refused('InvalidParameter', 'LIMIT_SESSION'), 'You have reached your time limit')
    expect((await open(cookie, 'twin-dice/demo')).status).toBe(200)
  })

  test.each([
    ['all', ''],
    ['provider', 'orbit'],
    ['provider', 'studio'],
    ['game', 'twin-dice'],
  ] as const)('while the house has closed it: %s %s', async (scope, name) => {
    await closeGames(db.sql, { scope, name, reason: 'a look inside' })
    try {
      await expectNo('twin-dice', refused('InvalidParameter', 'GAME_CLOSED'), 'This game is unavailable for now')
      expect((await open(null, 'twin-dice/demo')).note).toMatchObject({ reason: 'GAME_CLOSED' })
    } finally {
      await openGames(db.sql, { scope, name })
    }
    expect((await open(cookie, 'twin-dice')).status).toBe(200)
  })

  test('when it is asked too often', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 121; at++) statuses.push((await open(cookie, 'nothing')).status)
    expect(statuses.slice(-2)).toEqual([404, 429])
    expect((await open(cookie, 'twin-dice')).body).toContain('Too many games at once')
  })
})

describe('when my sign-in ends', async () => {
  const hash = await hashPassword(password)
  beforeEach(() => db.sql.insertInto('auth_password').values({ player_id: playerId, hash }).execute())

  const stillPlays = async (token: string) => (await throwDice(token)).reason

  async function expectEnded(end: (other: { cookie: string; sessionId: bigint }) => Promise<unknown>) {
    const other = await signIn(playerId)
    const { token } = (await open(other, 'minefold')).launch
    const round = randomUUID()
    expect((await foldMines(token, round)).data).toMatchObject({ is_over: false })
    const [session] = await sessionsOf(playerId)
    expect(await end({ cookie: other, sessionId: session?.auth_session_id ?? 0n })).toBeTruthy()
    await runJobs()
    expect((await foldMines(token)).reason).toBe('SESSION_EXPIRED')
    // What is staked is the player's: the round goes on to its end, and pays.
    const step = await call('rounds.act', { token, round, step: '1', choice: '{"cell":0}' })
    expect(step.reason).toBe('')
    if (!step.data?.is_over) {
      const cashed = await call('rounds.act', { token, round, step: '2', choice: '{"cash":true}' })
      expect(cashed.data).toMatchObject({ is_over: true, won: { amount: '0.20' } })
    }
  }

  test('by signing out', () => expectEnded(({ cookie: other }) => as(other).get('auth.logout')))
  test('by closing that session from another browser', () =>
    expectEnded(({ sessionId }) => as(cookie).post('account.closeSession', { id: String(sessionId) })))
  test('by closing all others', () => expectEnded(() => as(cookie).post('account.closeSession', { others: '1' })))
  test('by a new password', () =>
    expectEnded(() =>
      as(cookie).post('account.changepassword', { old_password: password, new_password: 'Heron-Lake-9' }),
    ))
  test('by the house', () => expectEnded(() => run(db, ['sessions', 'end', `opener${count}@example.com`])))
  test('by signing in as somebody else in the same browser', async () => {
    const somebody = await addPlayer({ login: `else${count}@example.com`, password })
    expect(somebody).toBeTruthy()
    await expectEnded(({ cookie: other }) =>
      as(other).post('auth.login', { login: `else${count}@example.com`, password }),
    )
  })

  test('the sign-in that changed the password plays on', async () => {
    const { token } = (await open(cookie, 'twin-dice')).launch
    await as(cookie).post('account.changepassword', { old_password: password, new_password: 'Heron-Lake-9' })
    await runJobs()
    expect(await stillPlays(token)).toBe('')
  })

  test('while 32 games are being opened, none of them is left', async () => {
    const opening = Array.from({ length: 32 }, () => open(cookie, 'twin-dice'))
    const leaving = as(cookie).get('auth.logout')
    const opened = await Promise.all(opening)
    await leaving
    await runJobs()
    const tokens = opened.flatMap(({ launch }) => (launch ? [launch.token] : []))
    const reasons = await Promise.all(tokens.map((token) => stillPlays(token)))
    expect(reasons.filter((reason) => reason !== 'SESSION_EXPIRED')).toEqual([])
  })

  test('while it is opened: the page is not handed out', async () => {
    const [session] = await db.sql.selectFrom('auth_session').select('id').where('player_id', '=', playerId).execute()
    // The launch waits for the player's row; meanwhile the session ends.
    const held = begin(db, async (tx) => {
      await tx.selectFrom('account_player').select('id').where('id', '=', playerId).forUpdate().execute()
      const opening = open(cookie, 'twin-dice')
      await vi.waitFor(async () => {
        const { rows } =
          await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
            db.sql,
          )
        expect(rows).toHaveLength(1)
      })
      await endSession(db.sql, session?.id ?? 0n)
      return { opening }
    })
    const { note, launch } = await (await held).opening
    expect([note, launch]).toEqual([{ type: 'wish', wish: 'register' }, null])
    expect(await sessionsOf(playerId)).toMatchObject([{ expires_at: expect.any(Date) }])
    const { rows } =
      await sql`select 1 from rounds_session where player_id = ${playerId} and expires_at > now()`.execute(db.sql)
    expect(rows).toEqual([])
  })
})

test('with workers signing out ends the game by itself, on another node too', async () => {
  const working = await testApp({ hasWorkers: true, beside: house })
  const there = await frames(working)
  const { token } = (await there.open(cookie, 'twin-dice')).launch
  expect((await throwDice(token)).reason).toBe('')
  await as(cookie).get('auth.logout')
  await vi.waitFor(async () => expect((await throwDice(token)).reason).toBe('SESSION_EXPIRED'), { timeout: 10_000 })
  await working.close()
})

describe('a round shown again', () => {
  async function played() {
    const { token } = (await open(cookie, 'minefold')).launch
    const round = randomUUID()
    await foldMines(token, round)
    const step = await call('rounds.act', { token, round, step: '1', choice: '{"cell":3}' })
    if (!step.data?.is_over) await call('rounds.act', { token, round, step: '2', choice: '{"cash":true}' })
    return round
  }

  test('is mine, step by step, and without a token', async () => {
    const round = await played()
    const { status, launch } = await open(cookie, `minefold/replay?round=${round}`)
    expect(status).toBe(200)
    expect(launch).toMatchObject({ mode: 'replay', token: null, record: { round, game: { sysname: 'minefold' } } })
    const { standings, choices, server_seed } = launch.record.play
    expect(standings).toHaveLength(choices.length)
    expect(standings[0]).toMatchObject({ is_over: false })
    expect(standings.at(-1)).toMatchObject({ is_over: true })
    expect(server_seed).toBeNull()
    expect(JSON.stringify(standings[0].view)).not.toMatch(/"mines":\[/)
  })

  test('is nobody else’s, and not there in another game', async () => {
    const round = await played()
    const stranger = await newcomer()
    const unknown = [404, { type: 'refused', name: 'InvalidParameter', reason: 'ROUND_UNKNOWN' }]
    for (const [who, path] of [
      [stranger.cookie, `minefold/replay?round=${round}`],
      [cookie, `twin-dice/replay?round=${round}`],
      [cookie, 'minefold/replay'],
      [cookie, `minefold/replay?round=${randomUUID()}`],
      [cookie, 'minefold/replay?round[]=1'],
    ] as const) {
      const { status, note } = await open(who, path)
      expect([path, status, note]).toEqual([path, ...unknown])
    }
    expect((await open(null, `minefold/replay?round=${round}`)).status).toBe(401)
  })

  test('stays open to whom has excluded itself', async () => {
    const round = await played()
    const payout = await signIn(playerId)
    await db.sql
      .updateTable('account_player')
      .set({ excluded_until: sql<Date>`'infinity'` })
      .where('id', '=', playerId)
      .execute()
    await db.sql.updateTable('auth_session').set({ scope: 'payout' }).where('player_id', '=', playerId).execute()
    expect((await open(payout, `minefold/replay?round=${round}`)).status).toBe(200)
  })
})

describe('with nothing to stake', async () => {
  const strict = await testApp({ contentDir: contentWith({ 'games.json': { isZeroBalanceAllowed: false } }) })
  const hall = await frames(strict)

  test('a slot does not open, other games and demos do, and neither money nor free spins are nothing', async () => {
    const id = await strict.addPlayer({ login: 'empty@example.com' })
    const mine = await strict.signIn(id)
    const { note } = await hall.open(mine, 'fruit-parade')
    expect(note).toEqual({ type: 'refused', name: 'UserNeedDeposit', reason: null })
    expect((await hall.open(mine, 'fruit-parade/demo')).status).toBe(200)
    expect((await hall.open(mine, 'twin-dice')).status).toBe(200)
    const pack = { playerId: id, game: 'fruit-parade', currency: 'EUR', stake: 20n, count: 5, lifeDays: 1, key: 'k' }
    await begin(strict.db, (tx) => addPack(tx, pack))
    expect((await hall.open(mine, 'fruit-parade')).status).toBe(200)
    expect((await hall.open(mine, 'captains-share')).status).toBe(422)
    await fund(strict, id, '0.01')
    expect((await hall.open(mine, 'captains-share')).status).toBe(200)
  })
})

describe('in Britain', async () => {
  const uk = await testApp({ env: { JURISDICTION: 'uk' } })
  const hall = await frames(uk)

  test('I am known before I play for money, and have one slot open at a time', async () => {
    const id = await uk.addPlayer({ login: 'brit@example.com', currency: 'EUR' })
    await fund(uk, id, '50.00')
    const mine = await uk.signIn(id)
    expect((await hall.open(mine, 'fruit-parade')).note).toEqual({
      type: 'refused',
      name: 'KycUserProfile',
      reason: null,
    })
    await uk.db.sql.updateTable('account_player').set({ verified_at: sql<Date>`now()` }).where('id', '=', id).execute()
    const dice = (await hall.open(mine, 'twin-dice')).launch.token
    const demo = (await hall.open(mine, 'captains-share/demo')).launch.token
    const first = (await hall.open(mine, 'fruit-parade')).launch.token
    const second = (await hall.open(mine, 'captains-share')).launch.token
    const spin = async (token: string, game: string) => {
      const asked = {
        token,
        round: randomUUID(),
        stake: '0.20',
        choice: game === 'dice' ? '{"side":"over","target":7}' : '{}',
      }
      return (await hall.call('rounds.play', asked)).reason
    }
    expect(await spin(first, 'slot')).toBe('SESSION_EXPIRED')
    expect(await spin(second, 'slot')).not.toBe('SESSION_EXPIRED')
    expect(await spin(demo, 'slot')).not.toBe('SESSION_EXPIRED')
    expect(await spin(dice, 'dice')).toBe('')
  })
})

describe('a site without its games', async () => {
  const bare = await testApp({ studioDir: join(import.meta.dirname, 'nowhere') })
  const hall = await frames(bare)

  test('says so, and opens nothing', async () => {
    const mine = await bare.signIn(await bare.addPlayer({ login: 'dev@example.com' }))
    const { status, note, body } = await hall.open(mine, 'twin-dice')
    expect([status, note]).toEqual([503, { type: 'fault', reason: 'NOT_BUILT' }])
    expect(body).toContain('The games are not ready yet')
    expect(await bare.db.sql.selectFrom('rounds_session').selectAll().execute()).toEqual([])
  })
})

describe('a game that another company shows', async () => {
  const server = fastify()
  await server.register(gameFramePages, {
    ...house.parts,
    studio: { clientOf: () => null },
    addresses: new Map<string, LaunchAddress>([
      ['sample', ({ token, ...launch }) => `https://games.example/?${new URLSearchParams({ token, ...launch })}`],
    ]),
  })

  test('is reached with a token that its provider may use', async () => {
    const { statusCode, headers } = await server.inject({
      url: '/platform/game/wheel-of-hours/play?locale=es',
      headers: { cookie, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' },
    })
    const to = new URL(String(headers.location))
    expect([statusCode, headers['cache-control'], headers['referrer-policy']]).toEqual([302, 'no-store', 'no-referrer'])
    expect(Object.fromEntries(to.searchParams)).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      game: 'wheel-of-hours',
      mode: 'real',
      locale: 'es',
      currency: 'EUR',
      home: expect.stringMatching(/^http/),
    })
    expect(await sessionsOf(playerId)).toMatchObject([{ provider: 'sample', game: 'wheel-of-hours' }])
  })

  test('knows no guests', async () => {
    const { body } = await server.inject({ url: '/platform/game/wheel-of-hours/demo' })
    expect(body).toContain('"wish":"register"')
  })
})

describe('files of the studio', () => {
  test('may be fetched by a frame without an origin, and are kept for ever', async () => {
    const { status, headers } = await send({ method: 'GET', url: '/studio/assets/stage-pretend.js' })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
  })

  test('are only those that were built', async () => {
    expect(existsSync(join(house.config.dataDir, 'studio/.vite/manifest.json'))).toBe(true)
    for (const path of ['.vite/manifest.json', 'assets/nothing.js', '..%2fpublic', '.stamp']) {
      const { body } = await send({ method: 'GET', url: `/studio/${path}` })
      expect(body).not.toContain('isEntry')
    }
  })
})
