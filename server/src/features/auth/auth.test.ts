import Fastify from 'fastify'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { testApp } from '../../test/app.ts'
import { createSession, endPlayerSessions, endSession, findSession, rotateSession, sessionLife } from './auth.ts'

const { db, keys, sessions, as, addPlayer, signIn } = await testApp()

let aliceId = 0n
let token = ''
beforeAll(async () => {
  aliceId = await addPlayer({ login: 'alice@example.com', locale: 'es' })
})

const open = (lifeSeconds: number = sessionLife.short) =>
  createSession(db.sql, keys, { playerId: aliceId, lifeSeconds, userAgent: 'x'.repeat(1000), address: '203.0.113.7' })
const find = (word: string) => findSession(db, keys, word)
const sessionIdOf = async (word: string) => (await find(word))?.player.sessionId ?? 0n
const age = (seconds: number) =>
  db.sql
    .updateTable('auth_session')
    .set({
      seen_at: sql<Date>`seen_at - make_interval(secs => ${seconds})`,
      expires_at: sql<Date>`expires_at - make_interval(secs => ${seconds})`,
    })
    .execute()

beforeEach(async () => {
  token = await open()
})

test('a session is found by its token and by nothing else', async () => {
  expect((await find(token))?.player).toMatchObject({
    id: aliceId,
    locale: 'es',
    isPayoutOnly: false,
    isFresh: true,
    standing: { login: 'alice@example.com', isBanned: false },
  })
  for (const other of ['', 'x', `${token.slice(0, -1)}!`, token.slice(0, -1), `${token}x`, 'a'.repeat(43)]) {
    expect(await find(other)).toBeNull()
  }
})

test('of a crowd that comes at once each finds its own session, and none that has ended', async () => {
  const tokens = await Promise.all(Array.from({ length: 20 }, () => open()))
  const ids = await Promise.all(tokens.map(sessionIdOf))
  expect(new Set(ids).size).toBe(20)
  for (const id of ids.slice(0, 5)) await endSession(db.sql, id)
  const found = await Promise.all([...tokens, 'a'.repeat(43), ...tokens].map(sessionIdOf))
  const standing = ids.map((id, at) => (at < 5 ? 0n : id))
  expect(found).toEqual([...standing, 0n, ...standing])
})

test('a session that ends while others are looked up is not found by those who come after', async () => {
  const looking = Array.from({ length: 20 }, () => find(token))
  await endSession(db.sql, await sessionIdOf(token))
  expect(await find(token)).toBeNull()
  await Promise.all(looking)
})

test('a token has 256 bits, and the table holds only a keyed hash of it', async () => {
  const tokens = await Promise.all(Array.from({ length: 50 }, () => open()))
  expect(new Set(tokens).size).toBe(50)
  for (const word of tokens) expect(Buffer.from(word, 'base64url')).toHaveLength(32)
  const rows = await db.sql.selectFrom('auth_session').selectAll().execute()
  for (const row of rows) {
    expect(row.token_hash).toHaveLength(32)
    expect(tokens.map((word) => Buffer.from(word, 'base64url').toString('hex'))).not.toContain(
      row.token_hash.toString('hex'),
    )
  }
  expect(await findSession(db, { current: 'another pepper', previous: undefined }, token)).toBeNull()
})

test('while the pepper rotates, old sessions live on and move to the new one', async () => {
  const rotated = { current: 'the new pepper', previous: keys.current }
  expect(await findSession(db, rotated, token)).not.toBeNull()
  await age(120)
  await findSession(db, rotated, token)
  expect(await findSession(db, { current: 'the new pepper', previous: undefined }, token)).not.toBeNull()
})

test('a session slides with use, and is written at most once a minute', async () => {
  expect((await find(token))?.renewedSeconds).toBeUndefined()
  await age(sessionLife.short - 60)
  const found = await Promise.all(Array.from({ length: 32 }, () => find(token)))
  expect(found.every((one) => one?.player.id === aliceId)).toBe(true)
  expect(found.filter((one) => one?.renewedSeconds !== undefined).map((one) => one?.renewedSeconds)).toEqual([
    sessionLife.short,
  ])
  await age(sessionLife.short - 60)
  expect(await find(token)).not.toBeNull()
})

test('a session that was not used ends by the clock of the database', async () => {
  await age(sessionLife.short + 1)
  expect(await find(token)).toBeNull()
})

describe('an end is an end', () => {
  test('of one session', async () => {
    const other = await open()
    await endSession(db.sql, await sessionIdOf(token))
    expect(await find(token)).toBeNull()
    expect(await find(other)).not.toBeNull()
  })

  test('of all sessions of a player', async () => {
    const others = await Promise.all([open(), open()])
    await endPlayerSessions(db.sql, aliceId)
    expect(await Promise.all([token, ...others].map(find))).toEqual([null, null, null])
  })

  test('and cannot be undone by a new token', async () => {
    const id = await sessionIdOf(token)
    await endSession(db.sql, id)
    expect(await rotateSession(db.sql, keys, id)).toBeNull()
  })
})

test('a new token replaces the old one', async () => {
  const id = await sessionIdOf(token)
  const next = (await rotateSession(db.sql, keys, id))?.token ?? ''
  expect(await find(token)).toBeNull()
  expect(await sessionIdOf(next)).toBe(id)
})

describe('over HTTP', () => {
  test('a session is looked up once per request, however many ask', async () => {
    const server = Fastify()
    const players: unknown[] = []
    server.get('/', async (request, reply) => {
      players.push(...(await Promise.all([sessions.playerOf(request, reply), sessions.playerOf(request, reply)])))
      await endPlayerSessions(db.sql, aliceId)
      players.push(await sessions.playerOf(request, reply))
    })
    const cookie = await signIn(aliceId)
    await server.inject({ url: '/', headers: { cookie } })
    expect(players).toEqual(Array(3).fill(expect.objectContaining({ id: aliceId })))
    await server.inject({ url: '/', headers: { cookie } })
    expect(players.slice(3)).toEqual([null, null, null])
  })

  test('asking who I am costs one question to the database', async () => {
    const cookie = await signIn(aliceId)
    const connected = vi.spyOn(db.pool, 'connect')
    expect((await as(cookie).get('account.getInfo')).status).toBe(200)
    expect(connected).toHaveBeenCalledTimes(1)
    connected.mockRestore()
  })

  test('a remembered session is prolonged in the browser too, a short one is not', async () => {
    const remembered = await signIn(aliceId, sessionLife.remembered)
    const short = await signIn(aliceId)
    await age(120)
    const cookie = String((await as(remembered).get('account.getInfo')).headers['set-cookie'])
    expect(cookie).toBe(`${remembered}; Path=/; HttpOnly; Max-Age=${sessionLife.remembered}; SameSite=Lax`)
    expect((await as(remembered).get('account.getInfo')).headers).not.toHaveProperty('set-cookie')
    expect((await as(short).get('account.getInfo')).headers).not.toHaveProperty('set-cookie')
  })

  test.each([
    ['blocked', 'banned_at', 403, 'UserBannedException'],
    ['deleted', 'deleted_at', 401, 'UserDeletedException'],
  ] as const)('a %s player is told so, by every method', async (word, column, status, type) => {
    const id = await addPlayer({ login: `${word}@example.com` })
    const cookie = await signIn(id)
    expect((await as(cookie).get('account.getInfo')).status).toBe(200)
    await db.sql
      .updateTable('account_player')
      .set({ [column]: new Date() })
      .where('id', '=', id)
      .execute()
    for (const name of ['account.getInfo', 'banners.get']) {
      const answer = await as(cookie).get(name)
      expect([answer.status, answer.json.error.type]).toEqual([status, type])
    }
  })
})
