import { get, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { beatMs, type SportsFrame } from '@croupier/contract/sports'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { begin } from '../db/db.ts'
import { tellShut } from '../features/sports/keep-time.ts'
import { sportsHouse } from '../features/sports/sports.ts'
import { testApp } from '../test/app.ts'
import { fixtureOf, pricesOf, resultMarket, testProducer, treeOf } from '../test/feed.ts'

/** The same book on two nodes; pages listen to either. */

const here = await testApp({ isListening: true })
const { db } = here
const producer = testProducer(db, 'simulated')
const starts_at = new Date(Date.now() + 7_200_000).toISOString()
const total = (prices: [number, number]) =>
  resultMarket([1, 1, 1], { type: 'total', line: '2.5', prices, wins: [5, 5], backs: [0, 0] })
await producer.tell(
  { kind: 'snapshot_begin' },
  treeOf('football', ['reds', 'blues']),
  fixtureOf('match', { starts_at }),
  pricesOf('match', resultMarket([2180, 3320, 3420]), total([1900, 1900])),
  { kind: 'snapshot_end' },
)
// This one knows nothing of what was before: it begins when that is long ago.
await sql`update sports_change set at = now() - interval '121 seconds'`.execute(db.sql)
const there = await testApp({ isListening: true, beside: here })

const sockets: Socket[] = []
here.app.server.on('connection', (socket: Socket) => sockets.push(socket))
const ports = await Promise.all(
  [here, there].map(async ({ app }) => {
    await app.listen({ port: 0, host: '127.0.0.1' })
    const address = app.server.address()
    return typeof address === 'object' ? (address?.port ?? 0) : 0
  }),
)

const opened: IncomingMessage[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const answer of opened.splice(0)) answer.destroy()
})

type Event = { event: string; id: number | null; data: SportsFrame & { server_now?: number } }

const eventsOf = (text: string): Event[] =>
  text
    .split('\n\n')
    .filter((block) => block.includes('event: '))
    .map((block) => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
      const id = field('id')
      return {
        event: field('event') ?? '',
        id: id === undefined ? null : Number(id),
        data: JSON.parse(field('data') ?? '{}'),
      }
    })

type Asked = { node?: number; since?: number; lastId?: number; cookie?: string }

const open = (topics: string, { node = 0, since, lastId, cookie }: Asked = {}) =>
  new Promise<{
    answer: IncomingMessage
    text: () => string
    events: (name: string) => Event[]
    isOver: () => boolean
  }>((resolve, reject) => {
    const query = new URLSearchParams({ topics, ...(since !== undefined && { since: String(since) }) })
    const headers = { ...(lastId !== undefined && { 'last-event-id': String(lastId) }), ...(cookie && { cookie }) }
    get(`http://127.0.0.1:${ports[node]}/platform/sports/stream?${query}`, { headers, agent: false }, (answer) => {
      opened.push(answer)
      const heard = { text: '', isOver: false }
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        heard.text += chunk
      })
      answer.on('error', () => {})
      answer.once('close', () => {
        heard.isOver = true
      })
      resolve({
        answer,
        text: () => heard.text,
        events: (name) => eventsOf(heard.text).filter(({ event }) => event === name),
        isOver: () => heard.isOver,
      })
    }).once('error', reject)
  })

const idsOf = async () => {
  const { rows } = await sql<{ event: number; result: number; total: number }>`select event.id::float8 as event,
      (select id::float8 from sports_market where event_id = event.id and type = 'result') as result,
      (select id::float8 from sports_market where event_id = event.id and type = 'total') as total
    from sports_event as event where ref = 'match'`.execute(db.sql)
  return rows[0] ?? expect.unreachable()
}
const ids = await idsOf()
const seqOf = async () => {
  const { rows } = await sql<{ seq: number }>`select seq::float8 as seq from sports_counter`.execute(db.sql)
  return rows[0]?.seq ?? 0
}
/** Both nodes have taken in all that was told, and told it on. */
const settled = async () => {
  const seq = await seqOf()
  await vi.waitFor(() => {
    for (const node of [here, there]) expect(node.parts.book.memory?.seq()).toBe(seq)
  })
  await new Promise((resolve) => setTimeout(resolve, 220))
  return seq
}
let price = 2200
/** Another price each time. */
const reprice = () => {
  price += 10
  return producer.tell(pricesOf('match', resultMarket([price, 3320, 3420])))
}
beforeEach(settled)

describe('a page hears', () => {
  test('what changes in its topic under the number of the change, on both nodes the same', async () => {
    const pages = await Promise.all([0, 1].map((node) => open(`event:${ids.event}`, { node })))
    await reprice()
    await vi.waitFor(() => {
      for (const page of pages) expect(page.events('frame')).toHaveLength(1)
    })
    const [one, other] = pages.map((page) => page.events('frame')[0])
    expect(one).toEqual(other)
    expect(one).toMatchObject({
      id: await seqOf(),
      data: { m: [[ids.result, expect.any(Number), 'open', [price, 3320, 3420], null]] },
    })
    expect(one?.data.e).toBeUndefined()
  })

  test('nothing of other topics, and of a list only the main market', async () => {
    const [list, other, market] = await Promise.all([
      open('list:football'),
      open('list:hockey live'),
      open(`markets:${ids.total}`),
    ])
    await producer.tell(pricesOf('match', resultMarket([price + 1, 3320, 3420]), total([1950, 1850])))
    await vi.waitFor(() => expect(market?.events('frame')).toHaveLength(1))
    expect(market?.events('frame')[0]?.data.m?.map(([id]) => id)).toEqual([ids.total])
    expect(list?.events('frame')[0]?.data.m?.map(([id]) => id)).toEqual([ids.result])
    expect(other?.events('frame')).toEqual([])
  })

  test('only the last of many versions, and within 200 ms', async () => {
    const page = await open('list:football')
    const begun = performance.now()
    for (let at = 0; at < 5; at += 1) await reprice()
    const { rows } = await sql<{ version: number }>`select version from sports_market where id = ${ids.result}`.execute(
      db.sql,
    )
    await vi.waitFor(() => expect(page.events('frame').at(-1)?.data.m?.[0]?.[1]).toBe(rows[0]?.version))
    expect(page.events('frame').length).toBeLessThanOrEqual(2 + Math.floor((performance.now() - begun) / 200))
  })

  test('a stop before every price, and sooner', async () => {
    const page = await open(`event:${ids.event}`)
    let fastestMs = Number.POSITIVE_INFINITY
    // Another process may have the machine just now: what waits for the next prices is never faster.
    for (let at = 1; at <= 40 && fastestMs >= 190; at += 1) {
      await producer.tell(pricesOf('match', total([1900 + at, 1900])))
      await settled()
      const heard = page.events('frame').length
      const begun = performance.now()
      await producer.tell(pricesOf('match', resultMarket([price + at, 3320, 3420])), {
        ...{ kind: 'stop', event: 'match', cause: 'REVIEW', types: ['total'] },
      })
      await vi.waitFor(() => expect(page.events('frame')).toHaveLength(heard + 1), { interval: 5 })
      fastestMs = Math.min(fastestMs, performance.now() - begun)
      expect(page.events('frame').at(-1)?.data.m).toMatchObject([
        [ids.total, expect.any(Number), 'suspended', expect.any(Array), 'REVIEW'],
        [ids.result, expect.any(Number), 'open', expect.any(Array), null],
      ])
    }
    expect(fastestMs).toBeLessThan(190)
  })

  test('score and state of an event, also when it stops being live', async () => {
    await producer.tell(fixtureOf('other', { starts_at }), pricesOf('other', resultMarket([2000, 3000, 4000])))
    await settled()
    const page = await open('live')
    await producer.tell({ kind: 'state', event: 'other', state: 'live', score: { ft: [0, 0] } })
    await vi.waitFor(() => expect(page.events('frame')[0]?.data.e?.[0]?.[2]).toBe('live'))
    await producer.tell({ kind: 'state', event: 'other', state: 'ended', score: { ft: [0, 1] } })
    await vi.waitFor(() =>
      expect(page.events('frame').at(-1)?.data.e).toMatchObject([
        [expect.any(Number), expect.any(Number), 'ended', null, { ft: [0, 1] }, 0, null],
      ]),
    )
  })

  test('that the operator closed what it is about and why, and that it is open again', async () => {
    const pages = await Promise.all(
      ['list:football', `event:${ids.event}`, `markets:${ids.total}`].map((topic) => open(topic)),
    )
    const lines = () =>
      pages.map((page) => {
        const line = page
          .events('frame')
          .at(-1)
          ?.data.e?.find(([id]) => id === ids.event)
        return line && { version: line[1], closed: line[6] }
      })
    const said = async (closed: string | null) => {
      await vi.waitFor(() => expect(lines().map((line) => line?.closed)).toEqual([closed, closed, closed]))
      return lines()[0]?.version ?? 0
    }
    const target = { scope: 'event', name: String(ids.event) } as const
    await begin(db, (tx) => sportsHouse.closeScope(tx, { ...target, reason: 'a strike', actor: 'test' }))
    const closed = await said('a strike')
    await begin(db, (tx) => sportsHouse.openScope(tx, target))
    // A page tells by the version which word is the later one.
    expect(await said(null)).toBeGreaterThan(closed)
  })

  test('that nothing of a silent producer is for sale, and that it is again', async () => {
    const page = await open(`event:${ids.event}`)
    const last = () =>
      page
        .events('frame')
        .at(-1)
        ?.data.m?.map(([, , state, , cause]) => [state, cause])
    const upBefore = (seconds: number) =>
      sql`update sports_producer set up_at = now() - make_interval(secs => ${seconds})`.execute(db.sql)
    await upBefore(59)
    await begin(db, tellShut)
    await upBefore(61)
    for (const _ of [1, 2]) await begin(db, tellShut)
    await vi.waitFor(() =>
      expect(last()).toEqual([
        ['suspended', 'FEED'],
        ['suspended', 'FEED'],
      ]),
    )
    expect(page.events('frame')).toHaveLength(1)
    await sql`update sports_producer set state = 'recovering'`.execute(db.sql)
    await producer.tell(
      { kind: 'snapshot_begin' },
      pricesOf('match', resultMarket([price, 3320, 3420]), total([1900, 1900])),
      { kind: 'snapshot_end' },
    )
    await vi.waitFor(() =>
      expect(last()).toEqual([
        ['open', null],
        ['open', null],
      ]),
    )
  })

  test('the same whoever asks, and no cookie is set', async () => {
    const cookie = await here.signIn(await here.addPlayer({ login: 'anna@example.com' }))
    const [guest, player] = await Promise.all([open('list:football'), open('list:football', { cookie })])
    await reprice()
    await vi.waitFor(() => expect(player?.events('frame')).toHaveLength(1))
    expect(player?.events('frame')).toEqual(guest?.events('frame'))
    expect(player?.answer.headers['set-cookie']).toBeUndefined()
    expect(player?.answer.headers['access-control-allow-origin']).toBe('*')
    expect(Math.abs((guest?.events('beat')[0]?.data.server_now ?? 0) - Date.now())).toBeLessThan(5_000)
  })
})

describe('a page that comes back', () => {
  test('hears what it missed once, as it is now, from whichever node', async () => {
    const since = await seqOf()
    for (let at = 0; at < 3; at += 1) await reprice()
    const seq = await settled()
    const page = await open('list:football markets:999999', { node: 1, since: 1, lastId: since })
    await vi.waitFor(() => expect(page.events('frame')).toHaveLength(1))
    expect(page.events('frame')[0]).toMatchObject({
      id: seq,
      data: { m: [[ids.result, expect.any(Number), 'open', [price, 3320, 3420], null]] },
    })
    const fresh = await open('list:football', { since: seq })
    await vi.waitFor(() => expect(fresh.events('beat')).toHaveLength(1))
    expect([...fresh.events('frame'), ...fresh.events('reset'), ...page.events('reset')]).toEqual([])
  })

  test('asks for everything again where nobody knows what it missed', async () => {
    const page = await open('list:football', { node: 1, since: 1 })
    await vi.waitFor(() => expect(page.events('reset')).toHaveLength(1))
    expect(page.events('frame')).toEqual([])
    const since = await seqOf()
    await reprice()
    await settled()
    const real = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => real() + 121_000)
    const late = await open('list:football', { since })
    await vi.waitFor(() => expect(late.events('reset')).toHaveLength(1))
  })

  test('goes on from its number on a node that has just begun', async () => {
    const since = await seqOf()
    await reprice()
    const seq = await settled()
    const held = Promise.withResolvers<void>()
    const free = Promise.withResolvers<void>()
    const holding = begin(db, async (tx) => {
      await sql`lock table sports_change in access exclusive mode`.execute(tx)
      held.resolve()
      await free.promise
    })
    await held.promise
    const fresh = await testApp({ isListening: true, beside: here })
    await fresh.app.listen({ port: 0, host: '127.0.0.1' })
    const address = fresh.app.server.address()
    ports.push(typeof address === 'object' ? (address?.port ?? 0) : 0)
    // It came before the node had read anything.
    const early = await open('list:football', { node: ports.length - 1, lastId: since })
    free.resolve()
    await holding
    await vi.waitFor(() => expect(early.events('frame').at(-1)).toMatchObject({ id: seq }), { timeout: 10_000 })
    const page = await open('list:football', { node: ports.length - 1, lastId: since })
    await vi.waitFor(() => expect(page.events('frame').at(-1)).toMatchObject({ id: seq }))
    const line = page
      .events('frame')
      .at(-1)
      ?.data.m?.find(([id]) => id === ids.result)
    expect(line?.slice(2)).toEqual(['open', [price, 3320, 3420], null])
    const old = await open('list:football', { node: ports.length - 1, lastId: 1 })
    await vi.waitFor(() => expect(old.events('reset')).toHaveLength(1))
    expect([...early.events('reset'), ...page.events('reset')]).toEqual([])
    await fresh.close()
  })

  test('hears every topic before it has the number of any', async () => {
    const since = await seqOf()
    await producer.tell({ kind: 'stop', event: 'match', cause: 'DANGER' })
    await settled()
    const page = await open(`list:football event:${ids.event}`, { since })
    await vi.waitFor(() => expect(page.events('frame')).toHaveLength(2))
    expect(page.events('frame').map(({ id }) => id === null)).toEqual([true, false])
  })
})

describe('the door', () => {
  test('refuses what is no topic, and more than there may be', async () => {
    for (const topics of [
      '',
      'all',
      'event:x',
      `markets:${Array.from({ length: 41 }, (_, at) => at + 1).join()}`,
      Array(9).fill('live').join(' '),
    ])
      expect((await open(topics)).answer.statusCode).toBe(400)
  })

  test('has so many streams for an address', async () => {
    const answers = await Promise.all(Array.from({ length: 55 }, () => open('live', { node: 1 })))
    expect(answers.filter(({ answer }) => answer.statusCode === 429)).toHaveLength(5)
    for (const { answer } of answers) answer.destroy()
    await vi.waitFor(async () => expect((await open('live', { node: 1 })).answer.statusCode).toBe(200))
  })

  test('is not there where nobody tells of sports', async () => {
    const quiet = await testApp({ isListening: true, beside: here, env: { SPORTS_FEED: 'off' } })
    expect((await quiet.send({ method: 'GET', url: '/platform/sports/stream?topics=live' })).status).toBe(404)
  })

  test('cuts off who takes nothing off the line, and nobody else', async () => {
    const brisk = await open(`event:${ids.event}`)
    // The first comes with the door. Right after the next there are seconds without a beat, which would cut off as well.
    await vi.waitFor(() => expect(brisk.events('beat').length).toBeGreaterThan(1), { timeout: beatMs * 2 })
    const before = sockets.length
    const slow = await open(`event:${ids.event}`)
    const socket = sockets[before] ?? expect.unreachable()
    socket.cork()
    const wide = Array.from({ length: 300 }, (_, at) =>
      resultMarket([1, 1, 1], {
        ...{ type: 'total', line: `${at}.5`, prices: Array(40).fill(100_000 + at) },
        ...{ wins: Array(40).fill(1), backs: Array(40).fill(0) },
      }),
    )
    await producer.tell(pricesOf('match', ...wide))
    await vi.waitFor(() => expect(brisk.events('frame').length).toBeGreaterThan(0))
    expect(slow.isOver()).toBe(false)
    await reprice()
    await vi.waitFor(() => expect(slow.isOver()).toBe(true))
    expect(brisk.isOver()).toBe(false)
  })
})

test('a node that goes lets its pages go, and takes no new ones', async () => {
  const page = await open('live', { node: 1 })
  await there.close()
  await vi.waitFor(() => expect(page.isOver()).toBe(true))
  expect(page.text()).toContain('retry: ')
})
