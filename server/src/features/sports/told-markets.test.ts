import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { begin, type Tx } from '../../db/db.ts'
import { testDatabase } from '../../test/database.ts'
import { bookOf, fixtureOf, pricesOf, resultMarket, type SentMessage, treeOf } from '../../test/feed.ts'
import { openToldMarkets, receiveFeed, sportsHouse } from './sports.ts'

/** What a node remembers of a feed's last words leaves out nothing that counts. */

const db = await testDatabase()

type Node = ReturnType<typeof openToldMarkets>
type Begin = Parameters<typeof receiveFeed>[0]['begin']

let count = 0
let producer = ''
let next = 1
let node = openToldMarkets()

const post = (told: Node, messages: readonly SentMessage[], work: Begin = (each) => begin(db, each)) =>
  receiveFeed(
    { begin: work, announce: async () => {}, told },
    { producer, sentAtMs: Date.now() },
    JSON.stringify({ epoch: 1, first: next, messages }),
  )

async function tell(told: Node, ...messages: SentMessage[]): Promise<void> {
  next = (await post(told, messages)).next
}

const market = async () => (await bookOf(db, producer)).markets[0]
const [low, high] = [resultMarket([2000, 3320, 3420]), resultMarket([2200, 3320, 3420])]

beforeEach(async () => {
  count += 1
  producer = `told-${count}`
  next = 1
  node = openToldMarkets()
  await tell(node, { kind: 'snapshot_begin' }, treeOf('football', ['reds', 'blues']), fixtureOf('match'))
  await tell(node, pricesOf('match', low), { kind: 'snapshot_end' })
  await tell(node, pricesOf('match', low))
})

const eventId = async () =>
  (await sql<{ id: bigint }>`select id from sports_event where producer = ${producer}`.execute(db.sql)).rows[0]?.id ??
  expect.unreachable()

/** The row as it is, but for the words that the feed has said: only a node that looks at it mends it. */
const spoil = async () =>
  sql`update sports_market set prices = '{1,2,3}' where event_id = ${await eventId()}`.execute(db.sql)

test('what is told again is not looked up', async () => {
  await spoil()
  await tell(node, pricesOf('match', low))
  expect(await market()).toMatchObject({ prices: [1, 2, 3] })
  await tell(openToldMarkets(), pricesOf('match', low))
  expect(await market()).toMatchObject({ prices: [2000, 3320, 3420] })
})

test('a stop, and be it of the same request, is followed by the same price', async () => {
  await tell(node, pricesOf('match', low), { kind: 'stop', event: 'match', cause: 'GOAL' }, pricesOf('match', low))
  expect(await market()).toMatchObject({ state: 'open', stops: 1 })
  await tell(node, { kind: 'stop', event: 'match', cause: 'GOAL' })
  await tell(node, pricesOf('match', low))
  expect(await market()).toMatchObject({ state: 'open', stops: 2 })
})

test('what another node has taken makes old what this one remembers', async () => {
  await tell(openToldMarkets(), pricesOf('match', high))
  await tell(node, pricesOf('match', low))
  expect(await market()).toMatchObject({ prices: [2000, 3320, 3420], version: 3 })
})

test('what the operator gave back to the feed opens with the same price', async () => {
  const by = { actor: 'ann', reason: 'test' }
  await begin(db, async (tx) => sportsHouse.closeEvent(tx, await eventId(), by))
  await tell(node, pricesOf('match', low))
  expect(await market()).toMatchObject({ state: 'suspended', cause: 'OPERATOR' })
  await begin(db, async (tx) => sportsHouse.openEvent(tx, await eventId(), by))
  await tell(node, pricesOf('match', low))
  expect(await market()).toMatchObject({ state: 'open', cause: null })
})

test('a request that was taken back is not remembered', async () => {
  const lost = new Error('lost')
  const failing: Begin = (work) =>
    begin(db, async (tx: Tx) => {
      await work(tx)
      throw lost
    })
  await expect(post(node, [pricesOf('match', high)], failing)).rejects.toBe(lost)
  await tell(node, pricesOf('match', high))
  expect(await market()).toMatchObject({ prices: [2200, 3320, 3420] })
})

test('a snapshot marks what it names, whatever was told before', async () => {
  await tell(node, { kind: 'snapshot_begin' }, pricesOf('match', low), { kind: 'snapshot_end' })
  expect(await market()).toMatchObject({ state: 'open', version: 1 })
  await tell(node, { kind: 'snapshot_begin' }, { kind: 'snapshot_end' })
  expect(await market()).toMatchObject({ state: 'suspended', cause: 'FEED' })
  await tell(node, pricesOf('match', low))
  expect(await market()).toMatchObject({ state: 'open', cause: null })
})

test('a request is kept as it came, once, however often it comes', async () => {
  const first = next
  const text = () =>
    sql<{ request: string }>`select request from sports_message where producer = ${producer} and seq >= ${first}
      order by seq`.execute(db.sql)
  await tell(node, pricesOf('match', high))
  next = first
  await tell(node, pricesOf('match', high))
  const kept = (await text()).rows.map(({ request }) => JSON.parse(request))
  expect(kept).toEqual([{ epoch: 1, first, messages: [pricesOf('match', high)] }])
})
