import { randomUUID } from 'node:crypto'
import type { Output } from '@croupier/contract/contract'
import { sql } from 'kysely'
import { begin } from '../db/db.ts'
import { betsHouse } from '../features/bets/bets.ts'
import type { testApp } from './app.ts'
import {
  factsOf,
  fixtureOf,
  makeLasting,
  pricesOf,
  resultMarket,
  type SentMessage,
  testProducer,
  treeOf,
} from './feed.ts'
import { fund } from './game-provider.ts'

type Node = Awaited<ReturnType<typeof testApp>>
type Placed = Output<'bets.place'>

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()

export const overUnder = (prices: readonly [number, number] = [1900, 1950], more = {}) =>
  resultMarket([1, 1, 1], {
    ...{ type: 'total', line: '2.5', prices: [...prices], wins: [496_101_000, 503_899_000], backs: [0, 0] },
    ...more,
  })

const offered = [resultMarket([2180, 3320, 3420]), overUnder()]

/** A producer with matches to come (`m1` …) and two that are played, and players who bet on them. */
export async function betsDesk(house: Node, name = 'acme') {
  const { db } = house
  await makeLasting(db)
  const producer = testProducer(db, name)
  const coming = Array.from({ length: 8 }, (_, at) => `m${at + 1}`)
  const live = ['live1', 'live2']
  const begun = (event: string): SentMessage[] => [
    fixtureOf(event, { starts_at: hours(-1) }),
    pricesOf(event, ...offered),
    { kind: 'state', event, state: 'live' },
    factsOf(event, 1, ['begin', { period: 'h1' }]),
  ]
  await producer.tell(
    { kind: 'snapshot_begin' },
    treeOf('football', ['reds', 'blues']),
    ...coming.flatMap((event) => [fixtureOf(event, { starts_at: hours(5) }), pricesOf(event, ...offered)]),
    ...live.flatMap(begun),
    { kind: 'snapshot_end' },
  )
  const { rows } = await sql<{ ref: string; id: string }>`select ref, id::text as id from sports_event
    where producer = ${name}`.execute(db.sql)
  const ids = new Map(rows.map(({ ref, id }) => [ref, id]))
  const pickOf = (event: string, rest = 'result/ft/-/1') => `${ids.get(event)}/${rest}`
  let count = 0

  /** Told together. */
  async function matches(events: readonly string[], isLive = false, markets = offered) {
    await producer.tell(
      ...events.flatMap((event): SentMessage[] => [
        ...(isLive ? begun(event) : [fixtureOf(event, { starts_at: hours(5) })]),
        pricesOf(event, ...markets),
      ]),
    )
    const found = await sql<{ ref: string; id: string }>`select ref, id::text as id from sports_event
      where producer = ${name} and ref = any(${[...events]}::text[])`.execute(db.sql)
    for (const { ref, id } of found.rows) ids.set(ref, id)
  }

  return {
    producer,
    pickOf,
    alive: () => producer.tell({ kind: 'alive' }),
    /** A match of its own, so that what is told of it touches no other test. */
    match: (event: string, isLive = false, markets = offered) => matches([event], isLive, markets),
    matches,
    /** One who does not come by the API. */
    async bettor(amount = '100.00') {
      count += 1
      const id = await house.addPlayer({ login: `bettor${count}-${name}@example.com`, currency: 'EUR' })
      await fund(house, id, amount, 'EUR')
      return id
    },
    async player(amount = '100.00', currency = 'EUR') {
      count += 1
      const id = await house.addPlayer({ login: `bettor${count}-${name}@example.com`, currency })
      if (amount !== '0') await fund(house, id, amount, currency)
      return { id, cookie: await house.signIn(id) }
    },
  }
}

export type AskedSingle = Record<string, unknown>

/** A single of 10.00 on the home side at the price that was told, unless it says otherwise. */
export const single = (pick: string, more: AskedSingle = {}): AskedSingle => ({
  ...{ key: randomUUID(), kind: 'single', sizes: [1], stake: '10.00', currency: 'EUR' },
  picks: [{ pick, price: 2180, version: 1 }],
  ...more,
})

export const multiple = (picks: readonly string[], more: AskedSingle = {}): AskedSingle =>
  single('', {
    ...{ kind: 'multiple', sizes: [picks.length] },
    picks: picks.map((pick) => ({ pick, price: 2180, version: 1 })),
    ...more,
  })

/** What a player is answered, past the count of calls in a second. */
export async function place(house: Node, cookie: string, ...bets: AskedSingle[]): Promise<Placed> {
  const { status, json, body } = await house.as(cookie).post('bets.place', { bets: JSON.stringify(bets) })
  if (status === 429) {
    await new Promise((resolve) => setTimeout(resolve, 300))
    return place(house, cookie, ...bets)
  }
  if (json?.result !== 1) throw new Error(body)
  return json.data
}

/** The state of one bet, or why it was refused. */
export async function placeOne(house: Node, cookie: string, bet: AskedSingle) {
  const [item] = (await place(house, cookie, bet)).items
  if (!item) throw new Error('a bet without an answer')
  return item
}

/** Their time has come: the clock of the rows is put back. */
export async function endDelays({ db, parts }: Node, secondsAgo = 0) {
  await sql`update bets_bet set decide_at = clock_timestamp() - make_interval(secs => ${secondsAgo})
    where state = 'pending'`.execute(db.sql)
  await Promise.all((await parts.bets.findDue(1_000)).map((bet) => parts.bets.decide(bet)))
}

/** Players whose hold is not the sum of what their bets still run with. */
export const heldOtherwise = async (db: Node['db']) =>
  (await betsHouse.verifyHolds({ sql: db.sql, begin: (work) => begin(db, work) })).faults
