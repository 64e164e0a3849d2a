import { get, type IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { tellPlayer } from '../db/announce.ts'
import { begin } from '../db/db.ts'
import { endPlayerSessions, endSession, findSession, rotateSession } from '../features/auth/auth.ts'
import { move } from '../features/wallet/wallet.ts'
import { testApp } from '../test/app.ts'
import { mainOf, oneMove, ownPurse, payIn } from '../test/purses.ts'
import { cookieName } from './session.ts'

const here = await testApp({ isListening: true })
const there = await testApp({ isListening: true, beside: here })
const { db, keys, config, addPlayer, signIn } = here
const nodes = [here, there]

const portOf = (app: FastifyInstance) => {
  const address = app.server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

let ports: number[] = []
let aliceId = 0n
let alice = ''
beforeAll(async () => {
  ports = await Promise.all(
    nodes.map(async ({ app }) => {
      await app.listen({ port: 0, host: '127.0.0.1' })
      return portOf(app)
    }),
  )
  aliceId = await addPlayer({ login: 'alice@example.com' })
})
beforeEach(async () => {
  alice = await signIn(aliceId)
})

type Open = {
  status: number
  text: () => string
  /** Without balances, which come at moments of their own. */
  events: () => string[]
  balances: () => { balance_main: { amount: string }; balance_version: number }[]
  isOver: () => boolean
  answer: IncomingMessage
}
const opened: IncomingMessage[] = []
afterEach(() => {
  for (const answer of opened.splice(0)) answer.destroy()
})

const open = (cookie: string | null, node = 0, headers: Record<string, string> = {}) =>
  new Promise<Open>((resolve, reject) => {
    const url = `http://127.0.0.1:${ports[node]}/stream`
    get(url, { headers: { 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }), ...headers } }, (answer) => {
      opened.push(answer)
      let text = ''
      let isOver = false
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      answer.on('error', () => {})
      answer.once('end', () => {
        isOver = true
      })
      const events = () =>
        [...text.matchAll(/^event: (\w+)$/gm)].map(([, name = '']) => name).filter((name) => name !== 'balance')
      const balances = () =>
        [...text.matchAll(/^event: balance\ndata: (.+)$/gm)].map(([, data = '']) => JSON.parse(data))
      resolve({ status: answer.statusCode ?? 0, text: () => text, events, balances, isOver: () => isOver, answer })
    }).once('error', reject)
  })

/** A stream whose first word has come. */
async function listen(cookie: string | null, node = 0): Promise<Open> {
  const stream = await open(cookie, node)
  await vi.waitFor(() => expect(stream.events()).toContain('hello'), 3_000)
  return stream
}

const sessionIdOf = async (cookie: string) =>
  (await findSession(db, keys, cookie.split('=')[1] ?? ''))?.player.sessionId ?? 0n

const soon = (check: () => void) => vi.waitFor(check, { timeout: 3_000, interval: 10 })

describe('a page that listens', () => {
  test('learns at once whether it is signed in, and how to come back', async () => {
    const [mine, guest, stale] = await Promise.all([listen(alice), listen(null), listen(`${cookieName(config)}=x`)])
    expect(mine.text()).toMatch(/^retry: \d+\nevent: hello\ndata: {"is_signed_in":true}\n\n/)
    expect(guest.text()).toContain('data: {"is_signed_in":false}')
    expect(stale.text()).toContain('data: {"is_signed_in":false}')
    expect(mine.answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    })
  })

  test('is told that something about its player changed, whichever node it is on', async () => {
    const streams = [await listen(alice, 0), await listen(alice, 1)]
    const bruno = await listen(await signIn(await addPlayer({ login: 'bruno@example.com' })))
    const guest = await listen(null)
    await begin(db, (tx) => tellPlayer(tx, aliceId, 'account'))
    await soon(() =>
      expect(streams.map((stream) => stream.events())).toEqual([
        ['hello', 'account'],
        ['hello', 'account'],
      ]),
    )
    expect(streams.map((stream) => stream.isOver())).toEqual([false, false])
    expect([bruno.events(), guest.events()]).toEqual([['hello'], ['hello']])
  })

  test('is told nothing about what was taken back', async () => {
    const stream = await listen(alice)
    const taken = begin(db, async (tx) => {
      await tellPlayer(tx, aliceId, 'account')
      throw new Error('taken back')
    })
    await expect(taken).rejects.toThrow('taken back')
    await begin(db, (tx) => tellPlayer(tx, aliceId, 'account'))
    await soon(() => expect(stream.events()).toEqual(['hello', 'account']))
  })
})

describe('a session that ends', () => {
  const endings: [string, (sessionId: bigint) => Promise<unknown>][] = [
    ['was closed', (id) => endSession(db.sql, id)],
    ['was closed with all others', () => endPlayerSessions(db.sql, aliceId)],
    ['belongs to a player who was banned', () => mark({ banned_at: sql<Date>`now()` })],
    ['belongs to a player who excluded itself', () => mark({ excluded_until: sql<Date>`'infinity'` })],
    ['belongs to a deleted account', () => mark({ deleted_at: sql<Date>`now()` })],
    [
      'is over by time',
      (id) => db.sql.updateTable('auth_session').set({ expires_at: sql<Date>`now()` }).where('id', '=', id).execute(),
    ],
  ]
  const mark = (set: object) => db.sql.updateTable('account_player').set(set).where('id', '=', aliceId).execute()
  afterEach(() => mark({ banned_at: null, excluded_until: null, deleted_at: null }))

  test.each(endings)('because it %s ends the stream on both nodes', async (_, finish) => {
    const streams = [await listen(alice, 0), await listen(alice, 1)]
    await finish(await sessionIdOf(alice))
    await begin(db, (tx) => tellPlayer(tx, aliceId, 'session'))
    await soon(() => expect(streams.map((stream) => stream.isOver())).toEqual([true, true]))
    expect(streams.map((stream) => stream.events())).toEqual([
      ['hello', 'session'],
      ['hello', 'session'],
    ])
  })

  test('leaves the other sessions of the player alone', async () => {
    const other = await listen(await signIn(aliceId))
    const mine = await listen(alice)
    await endSession(db.sql, await sessionIdOf(alice))
    await begin(db, (tx) => tellPlayer(tx, aliceId, 'session'))
    await soon(() => expect(mine.isOver()).toBe(true))
    expect([other.events(), other.isOver()]).toEqual([['hello'], false])
  })

  test('is known by the database, not by the notice', async () => {
    const stream = await listen(alice)
    await begin(db, (tx) => tellPlayer(tx, aliceId, 'session'))
    await rotateSession(db.sql, keys, await sessionIdOf(alice))
    await begin(db, (tx) => tellPlayer(tx, aliceId, 'session'))
    await begin(db, (tx) => tellPlayer(tx, aliceId, 'account'))
    await soon(() => expect(stream.events()).toEqual(['hello', 'account']))
  })

  test('while the node was cut off from the database is noticed when it is back', async () => {
    const streams = [await listen(alice, 0), await listen(alice, 1)]
    const kept = await listen(await signIn(aliceId), 0)
    await endSession(db.sql, await sessionIdOf(alice))
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'croupier listener' and datname = current_database()`.execute(db.sql)
    await soon(() => expect(streams.map((stream) => stream.isOver())).toEqual([true, true]))
    await soon(() => expect(kept.events()).toEqual(['hello', 'account']))
    await begin(db, (tx) => tellPlayer(tx, aliceId, 'account'))
    await soon(() => expect(kept.events()).toEqual(['hello', 'account', 'account']))
  })

  test('leaves a payout-only session open for the way to the balance', async () => {
    await mark({ excluded_until: sql<Date>`'infinity'` })
    await db.sql.updateTable('auth_session').set({ scope: 'payout' }).where('player_id', '=', aliceId).execute()
    const stream = await listen(alice)
    await begin(db, (tx) => tellPlayer(tx, aliceId, 'session'))
    await begin(db, (tx) => tellPlayer(tx, aliceId, 'account'))
    await soon(() => expect(stream.events()).toEqual(['hello', 'account']))
  })
})

describe('money', () => {
  const mains = (stream: Open) => stream.balances().map(({ balance_main: main }) => main.amount)
  let player = 0n
  let cookie = ''
  let players = 0
  beforeEach(async () => {
    players += 1
    player = await addPlayer({ login: `rich${players}@example.com` })
    cookie = await signIn(player)
  })

  test('is told with the first word, and again whenever it moves, whichever node it moves on', async () => {
    await payIn(db, player, 1_000n)
    const streams = [await listen(cookie, 0), await listen(cookie, 1)]
    await soon(() => expect(streams.map(mains)).toEqual([['10.00'], ['10.00']]))
    const stranger = await listen(alice)
    await payIn(db, player, 1n)
    await soon(() => expect(streams.map((stream) => mains(stream).at(-1))).toEqual(['10.01', '10.01']))
    const asked = (await here.as(cookie).get('account.getBalance')).json.data
    expect(streams[1]?.balances().at(-1)).toEqual(asked)
    expect(mains(stranger)).not.toContain('10.01')
  })

  test('that was not moved after all is not told', async () => {
    const stream = await listen(cookie)
    await soon(() => expect(mains(stream)).toEqual(['0.00']))
    const taken = begin(db, async (tx) => {
      await move(tx, oneMove({ from: ownPurse('house'), to: mainOf(player), amount: 5n, key: `taken ${player}` }))
      throw new Error('taken back')
    })
    await expect(taken).rejects.toThrow('taken back')
    await payIn(db, player, 7n)
    await soon(() => expect(mains(stream)).toEqual(['0.00', '0.07']))
  })

  test('that moves a hundred times in a moment is told in order, and the last time right', async () => {
    const stream = await listen(cookie)
    await soon(() => expect(mains(stream)).toHaveLength(1))
    for (let count = 0; count < 100; count += 1) await payIn(db, player, 1n)
    await soon(() => expect(mains(stream).at(-1)).toBe('1.00'))
    const versions = stream.balances().map(({ balance_version: version }) => version)
    expect(versions).toEqual(versions.toSorted((a, b) => a - b))
  })

  test('that moved while the node was cut off is told when it is back', async () => {
    const streams = [await listen(cookie, 0), await listen(cookie, 1)]
    await soon(() => expect(streams.map(mains)).toEqual([['0.00'], ['0.00']]))
    // Written past the wallet, so that nobody says a word of it.
    await sql`insert into wallet_purse (player_id, owner, kind, currency, balance) values (${player}, 'player', 'main', 'EUR', 5)`.execute(
      db.sql,
    )
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'croupier listener' and datname = current_database()`.execute(db.sql)
    await soon(() => expect(streams.map((stream) => mains(stream).at(-1))).toEqual(['0.05', '0.05']))
  })

  test('of an excluded player who came for the balance is told too', async () => {
    await db.sql.updateTable('auth_session').set({ scope: 'payout' }).where('player_id', '=', player).execute()
    await db.sql
      .updateTable('account_player')
      .set({ excluded_until: sql<Date>`'infinity'` })
      .where('id', '=', player)
      .execute()
    const stream = await listen(cookie)
    await payIn(db, player, 3n)
    await soon(() => expect(mains(stream).at(-1)).toBe('0.03'))
  })

  test('is not told to a page whose session is over, though nobody said so', async () => {
    const stream = await listen(cookie)
    await soon(() => expect(mains(stream)).toEqual(['0.00']))
    await endSession(db.sql, await sessionIdOf(cookie))
    await payIn(db, player, 3n)
    await soon(() => expect(stream.isOver()).toBe(true))
    expect([mains(stream), stream.events()]).toEqual([['0.00'], ['hello', 'session']])
  })

  test('on its way is told by name alone', async () => {
    const stream = await listen(cookie)
    await begin(db, (tx) => tellPlayer(tx, player, 'cashier'))
    await soon(() => expect(stream.text()).toContain('event: cashier\ndata: {}\n\n'))
  })
})

describe('the door', () => {
  test('is shut to pages of other sites', async () => {
    expect((await open(alice, 0, { 'sec-fetch-site': 'cross-site' })).status).toBe(400)
    expect((await open(alice, 0, { 'sec-fetch-site': 'same-site' })).status).toBe(400)
  })

  test('lets ten streams of one player in, and another when one has gone', async () => {
    const streams = await Promise.all(Array.from({ length: 10 }, () => listen(alice)))
    expect((await open(alice)).status).toBe(429)
    expect((await listen(await signIn(await addPlayer({ login: 'chika@example.com' })))).status).toBe(200)
    streams[0]?.answer.destroy()
    await vi.waitFor(async () => expect((await open(alice)).status).toBe(200), 3_000)
  })

  test('forgets pages that leave before they are answered', async () => {
    const leave = (at: number) =>
      new Promise<void>((resolve) => {
        const asking = get(`http://127.0.0.1:${ports[0]}/stream`, { headers: { cookie: alice } })
        asking.once('error', () => {})
        asking.once('close', () => resolve())
        asking.once('socket', (socket) => socket.once('connect', () => setTimeout(() => asking.destroy(), at % 5)))
      })
    await Promise.all(Array.from({ length: 40 }, (_, at) => leave(at)))
    const all = async () => {
      const streams = await Promise.all(Array.from({ length: 10 }, () => open(alice)))
      const isFull = streams.every(({ status }) => status === 200)
      if (!isFull) for (const { answer } of streams) answer.destroy()
      return isFull
    }
    await vi.waitFor(async () => expect(await all()).toBe(true), 5_000)
  })

  test('tells a banned player that the session is over', async () => {
    const set = (banned: boolean) =>
      db.sql
        .updateTable('account_player')
        .set({ banned_at: banned ? sql<Date>`now()` : null })
        .where('id', '=', aliceId)
        .execute()
    await set(true)
    expect((await listen(alice)).text()).toContain('{"is_signed_in":false}')
    await set(false)
  })

  test('is not one for other verbs', async () => {
    expect((await here.send({ method: 'POST', url: '/stream' })).status).toBe(405)
  })
})

describe('time', () => {
  afterAll(() => vi.useRealTimers())

  test('every twenty seconds a beat keeps the line open', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const node = await testApp({ beside: here })
    await node.app.listen({ port: 0, host: '127.0.0.1' })
    ports.push(portOf(node.app))
    const stream = await listen(alice, 2)
    expect(stream.text()).not.toContain(': beat')
    vi.advanceTimersByTime(20_000)
    await soon(() => expect(stream.text()).toContain(': beat\n\n'))
  })
})

test('a node that closes tells its pages to come back, and they find the other one', async () => {
  const node = await testApp({ beside: here, isListening: true })
  await node.app.listen({ port: 0, host: '127.0.0.1' })
  const at = ports.push(portOf(node.app)) - 1
  const streams = [await listen(alice, at), await listen(null, at)]
  node.state.isClosing = true
  expect(await open(alice, at).then(async (late) => [late.status, late.text().includes('hello')])).toEqual([200, false])
  await node.close()
  await soon(() => expect(streams.map((stream) => stream.isOver())).toEqual([true, true]))
  for (const stream of streams) expect(stream.text()).toMatch(/retry: \d+\nevent: reconnect\ndata: {}\n\n$/)
  expect((await listen(alice, 1)).text()).toContain('{"is_signed_in":true}')
})
