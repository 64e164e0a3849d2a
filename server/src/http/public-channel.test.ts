import { randomUUID } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { setHidden } from '../features/account/hidden-store.ts'
import { testApp } from '../test/app.ts'
import { testTable } from '../test/table.ts'

const here = await testApp({ isListening: true })
const there = await testApp({ isListening: true, beside: here })
const { db, addPlayer } = here
const table = testTable(here)

let ports: number[] = []
beforeAll(async () => {
  ports = await Promise.all(
    [here, there].map(async ({ app }) => {
      await app.listen({ port: 0, host: '127.0.0.1' })
      const address = app.server.address()
      return typeof address === 'object' ? (address?.port ?? 0) : 0
    }),
  )
})

const opened: IncomingMessage[] = []
afterEach(() => {
  for (const answer of opened.splice(0)) answer.destroy()
})

const players = z.object({
  count: z.number(),
  cashed_count: z.number(),
  items: z.array(
    z.strictObject({
      fakename: z.string().nullable(),
      stake: z.object({ amount: z.string(), currency: z.string() }),
      is_demo: z.boolean(),
      is_demo_player: z.boolean(),
      cashed_at: z.number().nullable(),
    }),
  ),
})
const state = z.object({
  server_now: z.number(),
  round: z
    .object({
      id: z.string(),
      phase: z.enum(['open', 'running', 'over']),
      starts_at: z.number().nullable(),
      hash: z.string(),
      point: z.number().nullable(),
      seed: z.string().nullable(),
    })
    .nullable(),
  players,
  history: z.array(z.object({ id: z.string(), point: z.number() })),
})

const open = (node = 0, game = 'liftoff') =>
  new Promise<{ answer: IncomingMessage; text: () => string; isOver: () => boolean }>((resolve, reject) => {
    const headers = { origin: 'null', cookie: 'sid=whoever' }
    get(`http://127.0.0.1:${ports[node]}/platform/stream/${game}`, { headers }, (answer) => {
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
      resolve({ answer, text: () => text, isOver: () => isOver })
    }).once('error', reject)
  })

const eventsOf = <T>(text: string, name: string, shape: z.ZodType<T>): T[] =>
  [...text.matchAll(new RegExp(`^event: ${name}\\ndata: (.+)$`, 'gm'))].map(([, data = '']) =>
    shape.parse(JSON.parse(data)),
  )
const statesOf = (stream: { text: () => string }) => eventsOf(stream.text(), 'state', state)
const soon = (check: () => void) => vi.waitFor(check, { timeout: 5_000, interval: 10 })
const phasesOf = (stream: { text: () => string }) => statesOf(stream).map(({ round }) => round?.phase)

let loop: ReturnType<typeof table.open>
let chain: Awaited<ReturnType<typeof table.chain>>
const points = new Set<number>()
beforeEach(async () => {
  // A point that no earlier round had: those stand in the history of the table, and are no secret any more.
  chain = await table.chain((point) => point > 200 && point < 400 && !points.has(point))
  points.add(chain.point)
  loop = table.open()
  await loop.turn()
})
const start = async () => {
  await table.startNow()
  await loop.turn()
}

describe('whoever listens', () => {
  test('hears how the table stands at once, from any origin, without a cookie', async () => {
    const stream = await open()
    expect(stream.answer.statusCode).toBe(200)
    expect(stream.answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
    })
    expect(stream.answer.headers['set-cookie']).toBeUndefined()
    await soon(() => expect(phasesOf(stream)).toEqual(['open']))
    const [first] = statesOf(stream)
    expect(first?.round).toMatchObject({ point: null, seed: null, hash: chain.terminal.toString('hex') })
  })

  test('on either node hears the same round begin, fly and end', async () => {
    const streams = await Promise.all([open(0), open(1)])
    await soon(() => expect(streams.map(phasesOf)).toEqual([['open'], ['open']]))
    await start()
    await soon(() => expect(streams.map((stream) => phasesOf(stream).at(-1))).toEqual(['running', 'running']))
    await table.push(60_000)
    await loop.turn()
    await soon(() => expect(streams.map((stream) => phasesOf(stream).at(-1))).toEqual(['over', 'over']))
    const [a, b] = streams.map((stream) => statesOf(stream).at(-1))
    expect(a?.round).toEqual(b?.round)
    expect(a?.round).toMatchObject({ point: chain.point, seed: chain.seed.toString('hex') })
    expect(a?.history[0]).toEqual({ id: a?.round?.id, point: chain.point })
  })

  test('hears who gets in and off, by nickname alone', async () => {
    const stream = await open(1)
    await soon(() => expect(phasesOf(stream)).toEqual(['open']))
    const [one, shy] = [await table.launch(addPlayer), await table.launch(addPlayer)]
    await setHidden(db.sql, shy.playerId ?? 0n, true)
    const trial = await table.launch(addPlayer, { currency: 'FUN' })
    const rounds = [randomUUID(), randomUUID(), randomUUID()]
    await one.stake(rounds[0] ?? '', '2.00', 150)
    await shy.stake(rounds[1] ?? '', '4.00')
    await trial.stake(rounds[2] ?? '', '1.00')
    const crowds = () => [...eventsOf(stream.text(), 'players', z.object({ players })), ...statesOf(stream).slice(-1)]
    await soon(() => expect(crowds().map((each) => each.players.count)).toContain(3))
    const { fakename } = await db.sql
      .selectFrom('account_player')
      .select('fakename')
      .where('id', '=', one.playerId ?? 0n)
      .executeTakeFirstOrThrow()
    const full = crowds().find((each) => each.players.count === 3)?.players.items
    expect(full).toEqual([
      {
        fakename: null,
        stake: { amount: '4.00', currency: 'EUR' },
        is_demo: false,
        is_demo_player: false,
        cashed_at: null,
      },
      { fakename, stake: { amount: '2.00', currency: 'EUR' }, is_demo: false, is_demo_player: false, cashed_at: null },
      {
        fakename: expect.any(String),
        stake: { amount: '1.00', currency: 'FUN' },
        is_demo: true,
        is_demo_player: false,
        cashed_at: null,
      },
    ])
    await start()
    await table.push(8_000)
    await loop.turn()
    await soon(() => expect(stream.text()).toContain('"cashed_at":150'))
    for (const round of rounds) expect(stream.text()).not.toContain(round)
  })

  test('comes late and sees the flight', async () => {
    await start()
    await table.push(2_000)
    const stream = await open(1)
    await soon(() => expect(phasesOf(stream)).toEqual(['running']))
    const [now] = statesOf(stream)
    expect((now?.server_now ?? 0) - (now?.round?.starts_at ?? 0)).toBeGreaterThanOrEqual(2_000)
  })
})

test('the point and its seed leave the house only after the end, in no answer and no notice', async () => {
  const heard: string[] = []
  const { Client } = await import('pg')
  const client = new Client({ connectionString: here.db.url })
  await client.connect()
  client.on('notification', ({ payload = '' }) => heard.push(payload))
  await client.query('listen croupier_shared')
  const stream = await open()
  const player = await table.launch(addPlayer)
  const round = randomUUID()
  const answers: unknown[] = [await player.stake(round)]
  await start()
  await table.push(5_000)
  answers.push(await player.look(round), await player.cash(round), await player.look(round))
  answers.push((await here.as(null).get('fairness.getShared', { game: 'liftoff' })).body)
  await soon(() => expect(phasesOf(stream).at(-1)).toBe('running'))
  const secrets = [chain.seed.toString('hex'), chain.links[0]?.toString('hex') ?? '', `"point":${chain.point}`]
  const said = () => [JSON.stringify(answers), stream.text(), heard.join(), here.lines.join()]
  for (const secret of secrets) for (const text of said()) expect(text).not.toContain(secret)
  await table.push(60_000)
  await loop.turn()
  await soon(() => expect(stream.text()).toContain(secrets[0] ?? ''))
  // The root is never told: with it every round to come would be known.
  for (const text of said()) expect(text).not.toContain(secrets[1])
  await client.end()
})

test('only tables that there are have a stream', async () => {
  expect((await open(0, 'fruit-parade')).answer.statusCode).toBe(404)
  expect((await open(0, 'nothing')).answer.statusCode).toBe(404)
})

test('one address cannot take all of them', async () => {
  const streams = await Promise.all(Array.from({ length: 52 }, () => open()))
  const statuses = streams.map(({ answer }) => answer.statusCode)
  expect([
    statuses.filter((status) => status === 200).length,
    statuses.filter((status) => status === 429).length,
  ]).toEqual([50, 2])
})

test('somebody who looks on wakes a table that rests', async () => {
  await sql`update rounds_table set watched_at = now() - interval '1 hour'`.execute(db.sql)
  await open()
  await vi.waitFor(async () => {
    const { rows } = await sql<{ isWatched: boolean }>`select watched_at > now() - interval '1 minute' as "isWatched"
      from rounds_table`.execute(db.sql)
    expect(rows).toEqual([{ isWatched: true }])
  })
})
