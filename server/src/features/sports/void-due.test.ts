import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { houseOf } from '../../test/cashier.ts'
import { bookOf, factsOf, fixtureOf, pricesOf, resultMarket, testProducer, treeOf } from '../../test/feed.ts'
import { closeOldEvents } from './keep-time.ts'
import { voidDue } from './void-due.ts'

const node = await testApp({ env: { SPORTS_FEED: 'off' } })
const { db } = node
const house = houseOf(node)
let count = 0
let name = ''
let producer = testProducer(db, '')

beforeEach(async () => {
  count += 1
  name = `feed-${count}`
  producer = testProducer(db, name)
  await producer.tell({ kind: 'snapshot_begin' }, treeOf('football', ['reds', 'blues']), { kind: 'snapshot_end' })
})

const add = (refs: readonly string[]) =>
  producer.tell(
    ...refs.map((ref) => fixtureOf(ref)),
    ...refs.map((ref) => pricesOf(ref, resultMarket([2000, 3000, 4000]))),
  )
/** Refs with this beginning: planned so many hours ago, and due so many hours ago now. */
const plan = (like: string, hours: number, now = hours) =>
  sql`update sports_event set first_starts_at = now() - make_interval(hours => ${hours}),
    starts_at = now() - make_interval(hours => ${now}) where producer = ${name} and ref like ${`${like}%`}`.execute(
    db.sql,
  )
const stateOf = async (wanted: string) =>
  (await bookOf(db, name)).markets.flatMap(({ ref, state }) => (ref === wanted ? [state] : []))[0]
const some = (ref: string, many: number) => Array.from({ length: many }, (_, at) => `${ref}-${at}`)

test('what is due is reached, however many matches that are not due are younger', async () => {
  await add(['due', ...some('young', 60)])
  await plan('due', 49)
  await plan('young', 47)
  await voidDue(house)
  expect(await stateOf('due')).toBe('void')
  expect(await stateOf('young-0')).toBe('open')
})

test('what play had decided holds up nothing that comes after it', async () => {
  const decided = some('decided', 55)
  await add([...decided, 'off'])
  await producer.tell(
    ...decided.map((event) => ({ kind: 'state' as const, event, state: 'live' as const })),
    ...decided.flatMap((event) => [
      factsOf(event, 1, ['begin', { period: 'h1' }], ['end', { period: 'h1' }]),
      factsOf(event, 3, ['begin', { period: 'h2' }], ['end', { period: 'h2' }], ['finish', {}]),
    ]),
    ...decided.map((event) => ({ kind: 'state' as const, event, state: 'abandoned' as const })),
    { kind: 'state', event: 'off', state: 'cancelled' },
  )
  await plan('decided', 30)
  await plan('off', 20)
  await sql`update sports_event set ended_at = now() - interval '10 days' where producer = ${name}`.execute(db.sql)
  await voidDue(house)
  expect(await stateOf('decided-0')).toBe('closed')
  expect(await stateOf('off')).toBe('void')
})

test('what a month could not end is reached too, unless it was planned anew', async () => {
  await add(['old', 'anew'])
  await plan('old', 40 * 24)
  await plan('anew', 40 * 24, -24)
  await voidDue(house)
  expect(await stateOf('old')).toBe('void')
  expect(await stateOf('anew')).toBe('open')
})

test('a house whose feeds are switched off still ends what they told of', async () => {
  expect(house.config.sportsFeeds).toEqual([])
  await add(['late', 'played'])
  await producer.tell({ kind: 'state', event: 'played', state: 'live' })
  await plan('', 49)
  await sql`update sports_producer set alive_at = now() - interval '49 hours' where name = ${name}`.execute(db.sql)
  // It has just opened: a feed would have the first word.
  await closeOldEvents(house, 599)
  expect([await stateOf('late'), await stateOf('played')]).toEqual(['open', 'open'])
  await closeOldEvents(house, 600)
  expect(await stateOf('late')).toBe('void')
  expect((await bookOf(db, name)).events).toMatchObject([{ state: 'open' }, { state: 'abandoned' }])
  await sql`update sports_event set ended_at = now() - interval '11 minutes' where producer = ${name}
    and ended_at is not null`.execute(db.sql)
  await closeOldEvents(house)
  expect(await stateOf('played')).toBe('void')
})

describe('a match that cannot be swept away', () => {
  afterEach(() => sql`drop trigger refuse_purge on sports_event`.execute(db.sql))

  test('keeps no stakes on others, and is told of', async () => {
    await add(['stuck', 'late'])
    await plan('stuck', 40 * 24)
    await plan('late', 49)
    await sql`create or replace function refuse_purge() returns trigger language plpgsql as $$ begin
      raise exception 'this match cannot be purged'; end $$`.execute(db.sql)
    await sql`create trigger refuse_purge before update of purged_at on sports_event for each row
      when (new.ref = 'stuck') execute function refuse_purge()`.execute(db.sql)
    await expect(closeOldEvents(house)).rejects.toThrow('this match cannot be purged')
    expect(await stateOf('late')).toBe('void')
  })
})
