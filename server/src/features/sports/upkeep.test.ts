import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Tx, begin as transaction } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { bookOf, factsOf, fixtureOf, pricesOf, resultMarket, testProducer, treeOf } from '../../test/feed.ts'
import { findDecided, findPurgeable } from './clock-store.ts'
import { closeDue, purgeDue } from './keep-time.ts'
import { listDisputes } from './operate.ts'
import { readPlayed } from './results-store.ts'
import { turnSportsDays } from './sports.ts'

/** What is thrown away, what stays, and that nothing else can be taken away. */

const { db, as, addPlayer, signIn } = await testApp()
const begin = <T>(work: Parameters<typeof transaction<T>>[1]) => transaction(db, work)
let count = 0
let name = ''
let producer = testProducer(db, '')

beforeEach(async () => {
  count += 1
  name = `feed-${count}`
  producer = testProducer(db, name)
  await producer.tell(
    { kind: 'snapshot_begin' },
    treeOf('football', ['reds', 'blues']),
    fixtureOf('match'),
    pricesOf('match', resultMarket([2180, 3320, 3420])),
    { kind: 'snapshot_end' },
  )
})

const book = () => bookOf(db, name)
const idOf = async () => {
  const { rows } = await sql<{ id: bigint }>`select id from sports_event where producer = ${name}`.execute(db.sql)
  return rows[0]?.id ?? expect.unreachable()
}
const voided = () =>
  producer.tell(
    { kind: 'state', event: 'match', state: 'live' },
    factsOf('match', 1, ['begin', { period: 'h1' }]),
    { kind: 'state', event: 'match', state: 'abandoned' },
    {
      ...{ kind: 'result', event: 'match', certainty: 'confirmed' },
      markets: [{ type: 'result', period: 'ft', line: null, void: 'ABANDONED' }],
    },
  )
const endedBefore = (days: number) =>
  sql`update sports_event set ended_at = now() - make_interval(days => ${days}) where producer = ${name}`.execute(
    db.sql,
  )
const refused = /is append-only/

describe('what nobody asks for any more', () => {
  test('goes thirty days after the end, and its row with the score stays for the table of its league', async () => {
    await voided()
    const cookie = await signIn(await addPlayer({ login: 'anna@example.com' }))
    const id = String(await idOf())
    expect((await as(cookie).post('sports.addFavourite', { kind: 'event', id })).json.result).toBe(1)
    await endedBefore(29)
    await purgeDue({ begin })
    expect(await book()).toMatchObject({ markets: [{ state: 'void', results: [[1, [], 'ABANDONED']] }], facts: [{}] })
    await endedBefore(31)
    await begin(async (tx) => sql`insert into sports_archive (event_id, prices) values (${id}, '')`.execute(tx))
    await purgeDue({ begin })
    expect(await book()).toMatchObject({ events: [{ state: 'abandoned' }], markets: [], facts: [] })
    const { rows } = await sql`select from sports_archive where event_id = ${id}
      union all select from sports_favourite where kind = 'event' and ref = ${id}
      union all select from sports_result where market_id not in (select id from sports_market)`.execute(db.sql)
    expect(rows).toEqual([])
    // Whatever its producer says of it: it is as if it were closed.
    expect(await producer.tell(factsOf('match', 2, ['goal', { side: 1, minute: 3 }]))).toMatchObject({ strangers: 1 })
    expect((await book()).facts).toEqual([])
    await sql`update sports_event set purged_at = now() - interval '13 months' where producer = ${name}`.execute(db.sql)
    await purgeDue({ begin })
    expect((await book()).events).toEqual([])
  })

  test('stays while a bet names it, and is asked about once a month', async () => {
    await voided()
    await endedBefore(31)
    await sql`create or replace function sports_has_bets(event_id bigint) returns boolean language sql stable
      as 'select true'`.execute(db.sql)
    await purgeDue({ begin })
    await sql`create or replace function sports_has_bets(event_id bigint) returns boolean language sql stable
      as 'select false'`.execute(db.sql)
    await purgeDue({ begin })
    expect((await book()).facts).toHaveLength(1)
    await sql`update sports_event set held_at = now() - interval '31 days' where producer = ${name}`.execute(db.sql)
    await purgeDue({ begin })
    expect((await book()).facts).toHaveLength(0)
  })

  test('is also what never began; told with a new start it lives again', async () => {
    await sql`update sports_event set starts_at = now() - interval '31 days' where producer = ${name}`.execute(db.sql)
    await purgeDue({ begin })
    expect(await book()).toMatchObject({ events: [{ state: 'open' }], markets: [] })
    const starts_at = new Date(Date.now() + 3_600_000).toISOString()
    await producer.tell(fixtureOf('match', { starts_at }), pricesOf('match', resultMarket([2000, 3000, 4000])))
    await purgeDue({ begin })
    expect((await book()).markets).toMatchObject([{ state: 'open' }])
  })

  test('is not what is played, however long ago it began', async () => {
    await producer.tell({ kind: 'state', event: 'match', state: 'live' })
    await sql`update sports_event set starts_at = now() - interval '40 days' where producer = ${name}`.execute(db.sql)
    await purgeDue({ begin })
    expect((await book()).markets).toHaveLength(1)
  })
})

describe('nobody takes away', () => {
  test('a fact or a result of an event that is asked for', async () => {
    await voided()
    for (const table of ['sports_fact', 'sports_result'])
      for (const words of ['delete from', 'truncate', 'update'])
        await expect(
          sql`${sql.raw(`${words} ${table}${words === 'update' ? ' set at = now()' : ''}`)}`.execute(db.sql),
        ).rejects.toThrow(refused)
  })

  test('a price or a message, neither from the table nor from a day of it', async () => {
    const { rows } = await sql<{ day: string }>`select to_char(current_date, '_YYYYMMDD') as day`.execute(db.sql)
    for (const table of ['sports_price', 'sports_message'])
      for (const named of [table, `${table}${rows[0]?.day}`])
        for (const words of [`delete from ${named}`, `truncate ${named}`, `update ${named} set at = at`])
          await expect(sql`${sql.raw(words)}`.execute(db.sql)).rejects.toThrow(refused)
    // Nor from one that is made later.
    await sql`select sports_make_days(20)`.execute(db.sql)
    const { rows: bare } = await sql<{ day: string }>`select inhrelid::regclass::text as day from pg_inherits
      where inhparent in ('sports_price'::regclass, 'sports_message'::regclass) and not exists (select from pg_trigger
        where tgrelid = inhrelid and tgname = 'sports_day_stays')`.execute(db.sql)
    expect(bare).toEqual([])
  })
})

describe('the prices of a market', () => {
  /** As if they had been told so many days ago. */
  const age = async (days: number) => {
    const { rows } = await sql<{ day: string }>`select to_char(current_date - ${days}::int, 'YYYYMMDD') as day`.execute(
      db.sql,
    )
    const part = sql.table(`sports_price_${rows[0]?.day}`)
    const day = rows[0]?.day ?? ''
    await sql`create table ${part} partition of sports_price for values from (${sql.lit(day)}) to
      (${sql.lit(`${day} 24:00`)})`.execute(db.sql)
    await sql`alter table sports_price disable trigger sports_price_append_only`.execute(db.sql)
    await sql`update sports_price set at = now() - make_interval(days => ${days}) where market_id in
      (select market.id from sports_market as market join sports_event as event on event.id = event_id
        where producer = ${name})`.execute(db.sql)
    await sql`alter table sports_price enable trigger sports_price_append_only`.execute(db.sql)
    await sql`update sports_event set told_at = now() - make_interval(days => ${days}) where producer = ${name}`.execute(
      db.sql,
    )
  }
  const prices = async () => {
    const { rows } = await sql<{ id: string }>`select market.id::text as id from sports_market as market
      join sports_event as event on event.id = event_id where producer = ${name}`.execute(db.sql)
    return (await as(null).get('sports.getPrices', { market: rows[0]?.id ?? '' })).json.data
  }

  test('are kept when their day goes, though the event is not closed, and those that follow are beside them', async () => {
    await producer.tell(pricesOf('match', resultMarket([2200, 3320, 3420])))
    await age(16)
    const old = await prices()
    expect(old.total).toBe(2)
    await turnSportsDays(db.sql)
    const { rows } = await sql`select from sports_price where at < now() - interval '15 days'`.execute(db.sql)
    expect(rows).toEqual([])
    expect(await prices()).toEqual(old)
    await producer.tell(pricesOf('match', resultMarket([2300, 3320, 3420])))
    const versions = async () => (await prices()).items.map(({ version }: { version: number }) => version)
    expect(await versions()).toEqual([3, 2, 1])
    // Packed again at its end, with what was packed before.
    await voided()
    await endedBefore(4)
    await sql`alter table sports_result disable trigger sports_result_append_only`.execute(db.sql)
    await sql`update sports_result set at = now() - interval '73 hours'`.execute(db.sql)
    await sql`alter table sports_result enable trigger sports_result_append_only`.execute(db.sql)
    await closeDue({ begin })
    expect((await book()).events).toMatchObject([{ state: 'closed' }])
    const whole = await prices()
    expect(whole.items.at(-1)).toEqual(old.items.at(-1))
    await sql`alter table sports_price disable trigger sports_price_append_only`.execute(db.sql)
    await sql`delete from sports_price`.execute(db.sql)
    await sql`alter table sports_price enable trigger sports_price_append_only`.execute(db.sql)
    expect(await prices()).toEqual(whole)
  })

  test('are packed while bets on their event hold its lock', async () => {
    await voided()
    await endedBefore(4)
    await sql`alter table sports_result disable trigger sports_result_append_only`.execute(db.sql)
    await sql`update sports_result set at = now() - interval '73 hours'`.execute(db.sql)
    await sql`alter table sports_result enable trigger sports_result_append_only`.execute(db.sql)
    const id = await idOf()
    const isPacked = async () =>
      (await sql`select from sports_archive where event_id = ${id}`.execute(db.sql)).rows.length > 0
    const closing = await begin(async (tx) => {
      await sql`select pg_advisory_xact_lock_shared(7301, ${Number(id % 256n)})`.execute(tx)
      const work = closeDue({ begin })
      await expect.poll(isPacked, { timeout: 30_000 }).toBe(true)
      expect((await book()).events).toMatchObject([{ state: 'abandoned' }])
      return { work }
    })
    await closing.work
    expect((await book()).events).toMatchObject([{ state: 'closed' }])
  })
})

test.each([
  ['sports_event_decided', (tx: Tx) => findDecided(tx, 20)],
  ['sports_market_disputed', (tx: Tx) => listDisputes(tx)],
  ['sports_event_played', (tx: Tx) => readPlayed(tx, 1)],
  ['sports_event_purge', (tx: Tx) => findPurgeable(tx, 20)],
])('what is looked for among all that ever was is found by its own index: %s', async (index, ask) => {
  const scans = await begin(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_bitmapscan = off`.execute(tx)
    await ask(tx)
    const { rows } = await sql<{ scans: number }>`select
      pg_stat_get_xact_numscans(${index}::regclass)::int as scans`.execute(tx)
    return rows[0]?.scans
  })
  expect(scans).toBeGreaterThan(0)
})
