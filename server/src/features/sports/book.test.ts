import type { SportsEventCard } from '@croupier/contract/methods/sports'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { testApp } from '../../test/app.ts'
import { factsOf, fixtureOf, pricesOf, resultMarket, testProducer, treeOf } from '../../test/feed.ts'

/** Two nodes on one database, each with the book in its memory. */

const here = await testApp({ isListening: true })
const there = await testApp({ isListening: true, beside: here })
const { db } = here
const nodes = [here, there]
const producer = testProducer(db, 'simulated')
const starts_at = new Date(Date.now() + 7_200_000).toISOString()

const cardsOn = async (node: typeof here): Promise<{ seq: number; items: SportsEventCard[] }> =>
  (await node.as(null).get('sports.getEvents')).json.data
const seqOf = async () => {
  const { rows } = await sql<{ seq: number }>`select seq::float8 as seq from sports_counter`.execute(db.sql)
  return rows[0]?.seq ?? 0
}
const memoryOf = (node: typeof here) => node.parts.book.memory ?? expect.unreachable()
/** Until the memory of every node stands where the tables do: a node that reads everything again answers from them. */
const settled = async () => {
  const seq = await seqOf()
  await vi.waitFor(() => {
    for (const node of nodes) expect(memoryOf(node).seq()).toBe(seq)
  })
  return seq
}

beforeAll(async () => {
  await producer.tell(
    { kind: 'snapshot_begin' },
    treeOf('football', ['reds', 'blues']),
    fixtureOf('match', { starts_at }),
    pricesOf('match', resultMarket([2180, 3320, 3420])),
    { kind: 'snapshot_end' },
  )
})
beforeEach(async () => {
  await settled()
})

describe('the book in memory', () => {
  test('follows what was told, on both nodes alike and with the same number', async () => {
    await producer.tell(pricesOf('match', resultMarket([2200, 3320, 3420])))
    await producer.tell({ kind: 'stop', event: 'match', cause: 'DANGER' })
    await settled()
    const [one, other] = await Promise.all(nodes.map(cardsOn))
    expect(one).toEqual(other)
    expect(one?.items).toMatchObject([
      { state: 'open', market: { version: 3, state: 'suspended', cause: 'DANGER', prices: [2200, 3320, 3420] } },
    ])
    expect(memoryOf(here).size()).toEqual({ events: 1, markets: 1 })
  })

  test('is asked instead of the tables', async () => {
    await sql`update sports_market set prices = '{9000,9000,9000}'`.execute(db.sql)
    // Nothing was told, so nothing was looked at again.
    expect((await cardsOn(here)).items[0]?.market?.prices).not.toEqual([9000, 9000, 9000])
    await sql`update sports_market set prices = '{2200,3320,3420}'`.execute(db.sql)
  })

  test('hears of new events, states, facts and results', async () => {
    await producer.tell(
      fixtureOf('second', { starts_at }),
      pricesOf('second', resultMarket([1500, 4000, 6000]), resultMarket([1900, 1900, 1], { type: 'double_chance' })),
      { kind: 'state', event: 'second', state: 'live', score: { ft: [0, 0] } },
      factsOf('second', 1, ['begin', { period: 'h1' }]),
    )
    await settled()
    const { items } = await cardsOn(there)
    expect(items).toMatchObject([{ state: 'live', facts: 1, market_count: 2 }, { state: 'open' }])
    const id = String(items[0]?.id)
    const record = async () => (await there.as(null).get('sports.getEvent', { id })).json.data.record
    expect(await record()).toHaveLength(1)
    await producer.tell(factsOf('second', 2, ['goal', { side: 1, minute: 3 }]))
    await settled()
    expect(await record()).toHaveLength(2)
    await producer.tell({ kind: 'state', event: 'second', state: 'ended' })
    await settled()
    expect((await cardsOn(there)).items).toHaveLength(1)
    expect((await there.as(null).get('sports.getEvent', { id })).json.data.state).toBe('ended')
  })

  test('hears of many markets of one event as of one change', async () => {
    const lines = Array.from({ length: 20 }, (_, at) => `${at}.5`)
    const halves = { wins: [500_000_000, 500_000_000], backs: [0, 0] }
    const totals = (price: number) =>
      lines.map((line) => resultMarket([0, 0, 0], { type: 'total', line, prices: [price, 1900], ...halves }))
    await producer.tell(pricesOf('match', ...totals(1800)))
    const before = await settled()
    await producer.tell(pricesOf('match', ...totals(1850)))
    await producer.tell({ kind: 'stop', event: 'match', cause: 'DANGER' })
    expect(await settled()).toBe(before + 2)
    for (const node of nodes) {
      const [card] = (await cardsOn(node)).items
      const { data } = (await node.as(null).get('sports.getEvent', { id: String(card?.id) })).json
      const told = data.markets.filter(({ type }: { type: string }) => type === 'total')
      expect(told).toHaveLength(20)
      for (const market of told) expect(market).toMatchObject({ state: 'suspended', prices: [1850, 1900] })
    }
    await producer.tell(pricesOf('match', resultMarket([2500, 3000, 3000])))
  })

  test('a node whose listening was cut reads on from its number', async () => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'croupier listener' and datname = current_database()`.execute(db.sql)
    await producer.tell(pricesOf('match', resultMarket([2500, 3000, 3000])))
    await settled()
    for (const node of nodes) expect((await cardsOn(node)).items[0]?.market?.prices).toEqual([2500, 3000, 3000])
  })

  test('a node that is behind what the log still has reads everything again', async () => {
    const resets = nodes.map((node) => {
      const heard = { count: 0 }
      memoryOf(node).follow({
        onChange: () => {},
        onReset: () => {
          heard.count += 1
        },
      })
      return heard
    })
    await db.sql.transaction().execute(async (tx) => {
      // As if an hour had passed between: the change is told, but its line is gone.
      await sql`update sports_market set version = version + 1, prices = '{2600,3000,3000}'`.execute(tx)
      await sql`update sports_counter set seq = seq + 5`.execute(tx)
      await sql`select pg_notify('croupier_sports', '')`.execute(tx)
    })
    await settled()
    expect(resets).toEqual([{ count: 1 }, { count: 1 }])
    for (const node of nodes) expect((await cardsOn(node)).items[0]?.market?.prices).toEqual([2600, 3000, 3000])
  })
})

test('a producer learns whether anybody looks at the book, on any node', async () => {
  await vi.waitFor(async () => expect(await producer.tell({ kind: 'alive' })).toMatchObject({ isWatched: true }))
  await sql`update sports_watch set at = now() - interval '61 seconds'`.execute(db.sql)
  expect(await producer.tell({ kind: 'alive' })).toMatchObject({ isWatched: false })
  // At most once in fifteen seconds: these nodes have said it lately.
  await cardsOn(here)
  expect(await producer.tell({ kind: 'alive' })).toMatchObject({ isWatched: false })
  const fresh = await testApp({ isListening: true, beside: here })
  await cardsOn(fresh)
  await vi.waitFor(async () => expect(await producer.tell({ kind: 'alive' })).toMatchObject({ isWatched: true }))
})

test('where nobody tells of sports nothing is remembered and nothing is noted', async () => {
  await sql`update sports_watch set at = '-infinity'`.execute(db.sql)
  const quiet = await testApp({ isListening: true, beside: here, env: { SPORTS_FEED: 'off' } })
  expect(quiet.parts.book.memory).toBeNull()
  expect((await cardsOn(quiet)).items).toHaveLength(1)
  const { rows } = await sql<{ is: boolean }>`select at = '-infinity' as is from sports_watch`.execute(db.sql)
  expect(rows[0]?.is).toBe(true)
})
