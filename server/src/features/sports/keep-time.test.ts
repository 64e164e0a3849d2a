import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { bookOf, fixtureOf, pricesOf, resultMarket, testProducer, treeOf } from '../../test/feed.ts'
import { isClockDue } from './clock-store.ts'
import { abandonDue, closeDue, startDue, tellShut, tellSilence } from './keep-time.ts'

const { db, as } = await testApp()
let count = 0
let name = ''
let producer = testProducer(db, '')
const starts_at = new Date(Date.now() + 3_600_000).toISOString()

const before = resultMarket([2000, 3000, 4000], { type: 'half_full', is_live: false })
const live = resultMarket([2180, 3320, 3420])

beforeEach(async () => {
  count += 1
  name = `feed-${count}`
  producer = testProducer(db, name)
  await producer.tell(
    { kind: 'snapshot_begin' },
    treeOf('football', ['reds', 'blues']),
    fixtureOf('match', { starts_at }),
    pricesOf('match', before, live),
    { kind: 'snapshot_end' },
  )
})

const book = () => bookOf(db, name)
const seqOf = async () => {
  const { rows } = await sql<{ seq: number }>`select seq::float8 as seq from sports_counter`.execute(db.sql)
  return rows[0]?.seq ?? 0
}

test('whose producer fell silent sees its live markets stopped, once, and a snapshot opens them', async () => {
  await producer.tell({ kind: 'state', event: 'match', state: 'live' })
  await begin(db, tellSilence)
  expect((await book()).markets[1]).toMatchObject({ type: 'result', state: 'open' })
  await sql`update sports_producer set alive_at = now() - interval '11 seconds' where name = ${name}`.execute(db.sql)
  const seq = await seqOf()
  for (const _ of [1, 2]) await begin(db, tellSilence)
  expect(await seqOf()).toBe(seq + 1)
  expect((await book()).markets).toMatchObject([{ state: 'closed' }, { state: 'suspended', cause: 'FEED', stops: 1 }])
  await producer.tell({ kind: 'snapshot_begin' }, pricesOf('match', live), { kind: 'snapshot_end' })
  expect((await book()).markets[1]).toMatchObject({ state: 'open', stops: 1 })
})

test('who falls silent again before its snapshot has ended leaves nothing open behind', async () => {
  const silence = () =>
    sql`update sports_producer set alive_at = now() - interval '11 seconds' where name = ${name}`.execute(db.sql)
  await producer.tell({ kind: 'state', event: 'match', state: 'live' })
  await silence()
  await begin(db, tellSilence)
  await producer.tell(pricesOf('match', live))
  expect((await book()).markets[1]).toMatchObject({ state: 'open' })
  await silence()
  await begin(db, tellSilence)
  expect((await book()).markets[1]).toMatchObject({ state: 'suspended', cause: 'FEED', stops: 2 })
})

test('at the start what is not for live betting closes, and what nobody tells of is live', async () => {
  await producer.tell(
    fixtureOf('silent', { starts_at, has_live: false }),
    pricesOf('silent', resultMarket([2000, 3000, 4000], { is_live: false })),
  )
  await begin(db, startDue)
  expect((await book()).markets).toMatchObject([{ state: 'open' }, { state: 'open' }, { state: 'open' }])
  await sql`update sports_event set starts_at = now() where producer = ${name}`.execute(db.sql)
  for (const _ of [1, 2]) await begin(db, startDue)
  expect(await book()).toMatchObject({
    events: [
      { ref: 'match', state: 'open' },
      { ref: 'silent', state: 'live' },
    ],
    markets: [
      { type: 'half_full', state: 'closed', version: 2 },
      { type: 'result', state: 'open', version: 1 },
      { ref: 'silent', state: 'closed' },
    ],
  })
})

test('play that does not go on within the hours of its rules is abandoned', async () => {
  await producer.tell(
    { kind: 'state', event: 'match', state: 'live' },
    { kind: 'state', event: 'match', state: 'interrupted' },
  )
  const since = (hours: number) =>
    sql`update sports_event set interrupted_at = now() - make_interval(hours => ${hours}) where producer = ${name}`.execute(
      db.sql,
    )
  await since(47)
  await begin(db, abandonDue)
  expect((await book()).events).toMatchObject([{ state: 'interrupted' }])
  await since(49)
  await begin(db, abandonDue)
  expect(await book()).toMatchObject({ events: [{ state: 'abandoned' }], markets: [{}, { state: 'closed' }] })
})

test('play that no word is heard of for the hours of its rules is abandoned, and none that is told of', async () => {
  await producer.tell({ kind: 'state', event: 'match', state: 'live' })
  const since = (start: number, word: number) =>
    begin(db, async (tx) => {
      await sql`update sports_event set starts_at = now() - make_interval(hours => ${start})
        where producer = ${name}`.execute(tx)
      await sql`update sports_producer set alive_at = now() - make_interval(hours => ${word})
        where name = ${name}`.execute(tx)
    })
  for (const [start, word] of [
    [90, 0],
    [90, 47],
    [47, 90],
  ] as const) {
    await since(start, word)
    await begin(db, abandonDue)
    expect((await book()).events).toMatchObject([{ state: 'live' }])
  }
  await since(49, 49)
  await begin(db, abandonDue)
  expect(await book()).toMatchObject({ events: [{ state: 'abandoned' }], markets: [{}, { state: 'closed' }] })
})

test('an event is closed three days after the last word about it, with its prices in the archive', async () => {
  await producer.tell(
    { kind: 'state', event: 'match', state: 'live' },
    { kind: 'state', event: 'match', state: 'abandoned' },
  )
  const long = () =>
    sql`update sports_event set ended_at = now() - interval '73 hours' where producer = ${name}`.execute(db.sql)
  await long()
  await closeDue({ begin: (work) => begin(db, work) })
  expect((await book()).events).toMatchObject([{ state: 'abandoned' }])
  await producer.tell({
    ...{ kind: 'result', event: 'match', certainty: 'confirmed' },
    markets: ['half_full', 'result'].map((type) => ({ type, period: 'ft', line: null, void: 'ABANDONED' as const })),
  })
  await closeDue({ begin: (work) => begin(db, work) })
  expect((await book()).events).toMatchObject([{ state: 'abandoned' }])
  await sql`alter table sports_result disable trigger sports_result_append_only`.execute(db.sql)
  await sql`update sports_result set at = now() - interval '73 hours'`.execute(db.sql)
  await sql`alter table sports_result enable trigger sports_result_append_only`.execute(db.sql)
  const { rows } = await sql<{ id: string }>`select market.id::text as id from sports_market as market
    join sports_event as event on event.id = event_id where producer = ${name} and type = 'result'`.execute(db.sql)
  const prices = async () => (await as(null).get('sports.getPrices', { market: rows[0]?.id ?? '' })).json.data
  const told = await prices()
  expect(told.total).toBe(2)
  await closeDue({ begin: (work) => begin(db, work) })
  expect((await book()).events).toMatchObject([{ state: 'closed' }])
  await sql`alter table sports_price disable trigger sports_price_append_only`.execute(db.sql)
  await sql`delete from sports_price`.execute(db.sql)
  await sql`alter table sports_price enable trigger sports_price_append_only`.execute(db.sql)
  expect(await prices()).toEqual(told)
})

test('the clock is due by a silence, by a long one and by a start, each until it is told', async () => {
  const silence = sql`update sports_producer set alive_at = now() - interval '11 seconds' where name = ${name}`
  const long = sql`update sports_producer set up_at = now() - interval '61 seconds' where name = ${name}`
  const start = sql`update sports_event set starts_at = now() where producer = ${name}`
  for (const chore of [tellSilence, tellShut, startDue]) await begin(db, chore)
  expect(await isClockDue(db.sql)).toBe(false)
  for (const { cause, chore } of [
    { cause: silence, chore: tellSilence },
    { cause: long, chore: tellShut },
    { cause: start, chore: startDue },
  ]) {
    await cause.execute(db.sql)
    expect(await isClockDue(db.sql)).toBe(true)
    await begin(db, chore)
    expect(await isClockDue(db.sql)).toBe(false)
  }
})
