import { setTimeout } from 'node:timers/promises'
import { Refusal } from '@croupier/contract/refusals'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { begin as transaction } from '../../db/db.ts'
import { testDatabase } from '../../test/database.ts'
import {
  bookOf,
  factsOf,
  fixtureOf,
  pricesOf,
  resultMarket,
  type SentMessage,
  testProducer,
  treeOf,
} from '../../test/feed.ts'
import { listProducers, openToldMarkets, receiveFeed, turnSportsDays } from './sports.ts'

const db = await testDatabase()
const open = { kind: 'snapshot_begin' } as const
const end = { kind: 'snapshot_end' } as const

let count = 0
let name = ''
let producer = testProducer(db, '')
beforeEach(() => {
  count += 1
  name = `feed-${count}`
  producer = testProducer(db, name)
})

const book = () => bookOf(db, name)
const market = async (at = 0) => (await book()).markets[at]
const row = async () => (await listProducers(db.sql)).find((one) => one.name === name)
const reasonOf = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: unknown) => (error instanceof Refusal ? { reason: error.reason, ...error.data } : error),
  )

/** One match of two teams for sale. */
const begin = () =>
  producer.tell(
    open,
    treeOf('football', ['reds', 'blues']),
    fixtureOf('match'),
    pricesOf('match', resultMarket([2180, 3320, 3420])),
    end,
  )

describe('what a producer tells', () => {
  test('is for sale once its snapshot has ended', async () => {
    expect(await begin()).toMatchObject({ next: 6, snapshot: false, strangers: 0 })
    expect(await row()).toMatchObject({ state: 'up', epoch: 1n, seq: 5n, snapshots: 1, isInSnapshot: false })
    expect((await book()).events).toMatchObject([{ ref: 'match', state: 'open' }])
    expect(await market()).toMatchObject({ state: 'open', version: 1, prices: [2180, 3320, 3420], kept: 1 })
  })

  test('has a version for each price and state, and none where nothing moved', async () => {
    await begin()
    await producer.tell(pricesOf('match', resultMarket([2180, 3320, 3420])))
    expect(await market()).toMatchObject({ version: 1, kept: 1 })
    await producer.tell(
      pricesOf('match', resultMarket([2200, 3320, 3420])),
      pricesOf('match', resultMarket([2220, 3320, 3400])),
    )
    expect(await market()).toMatchObject({ version: 3, prices: [2220, 3320, 3400], kept: 3 })
  })

  test('stops count, and a price opens again what the feed has stopped, not what the operator has', async () => {
    await begin()
    await producer.tell(
      { kind: 'stop', event: 'match', cause: 'DANGER' },
      { kind: 'stop', event: 'match', cause: 'GOAL' },
    )
    expect(await market()).toMatchObject({ state: 'suspended', cause: 'GOAL', stops: 2 })
    await producer.tell(pricesOf('match', resultMarket([1500, 4000, 6000])))
    expect(await market()).toMatchObject({ state: 'open', cause: null, stops: 2 })
    await sql`update sports_market set state = 'suspended', cause = 'OPERATOR' where event_id in
      (select id from sports_event where producer = ${name})`.execute(db.sql)
    await producer.tell(
      { kind: 'stop', event: 'match', cause: 'DANGER' },
      pricesOf('match', resultMarket([1510, 4000, 6000])),
    )
    expect(await market()).toMatchObject({
      state: 'suspended',
      cause: 'OPERATOR',
      stops: 2,
      prices: [1500, 4000, 6000],
    })
  })

  test('a stop may be for some types alone', async () => {
    await begin()
    const total = resultMarket([1900, 1900, 0], {
      type: 'total',
      line: '2.5',
      prices: [1900, 1900],
      wins: [5, 5],
      backs: [0, 0],
    })
    await producer.tell(pricesOf('match', total), { kind: 'stop', event: 'match', cause: 'REVIEW', types: ['total'] })
    expect((await book()).markets).toMatchObject([
      { type: 'result', state: 'open' },
      { type: 'total', state: 'suspended' },
    ])
  })

  test('an event moves as the table says; what begins closes what is not for live betting, what ends closes all', async () => {
    await begin()
    await producer.tell(pricesOf('match', resultMarket([2000, 3000, 4000], { type: 'half_full', is_live: false })), {
      kind: 'state',
      event: 'match',
      state: 'ended',
    })
    expect((await book()).events).toMatchObject([{ state: 'open' }])
    await producer.tell({ kind: 'state', event: 'match', state: 'live', score: { ft: [0, 0] } })
    expect(await book()).toMatchObject({
      events: [{ state: 'live', score: { ft: [0, 0] } }],
      markets: [
        { type: 'half_full', state: 'closed' },
        { type: 'result', state: 'open' },
      ],
    })
    await producer.tell({ kind: 'state', event: 'match', state: 'interrupted' })
    expect(await market(1)).toMatchObject({ state: 'suspended', cause: 'FEED', stops: 1 })
    await producer.tell(
      { kind: 'state', event: 'match', state: 'live' },
      { kind: 'state', event: 'match', state: 'ended' },
    )
    expect(await market(1)).toMatchObject({ state: 'closed', cause: null })
    // Nothing opens after the end.
    await producer.tell(pricesOf('match', resultMarket([9000, 9000, 9000])), {
      kind: 'state',
      event: 'match',
      state: 'live',
    })
    expect(await book()).toMatchObject({ events: [{ state: 'ended' }], markets: [{}, { state: 'closed' }] })
  })

  test('a question that is told for the first time opens neither after the end nor, if it is not for live betting, after the start', async () => {
    const total = (line: string, is_live: boolean) =>
      resultMarket([1, 1, 1], { type: 'total', line, is_live, prices: [1900, 1900], wins: [5, 5], backs: [0, 0] })
    await begin()
    await producer.tell({ kind: 'state', event: 'match', state: 'live' })
    await producer.tell(pricesOf('match', total('1.5', true), total('2.5', false)))
    await producer.tell({ kind: 'state', event: 'match', state: 'ended' }, pricesOf('match', total('3.5', true)))
    expect((await book()).markets).toMatchObject([
      { type: 'result', state: 'closed' },
      { line: '1.5', state: 'closed', kept: 2 },
      { line: '2.5', state: 'closed', kept: 1 },
      { line: '3.5', state: 'closed', kept: 1 },
    ])
  })

  test('of an event that is closed for good nothing changes any more, not even when it ended', async () => {
    const { kind, markets } = { kind: 'rollback', markets: [{ type: 'result', period: 'ft', line: null }] } as const
    await begin()
    await producer.tell(
      { kind: 'state', event: 'match', state: 'live' },
      { kind: 'state', event: 'match', state: 'abandoned' },
      { kind: 'result', event: 'match', certainty: 'first', markets: [{ ...markets[0], void: 'ABANDONED' }] },
    )
    await sql`update sports_event set state = 'closed' where producer = ${name}`.execute(db.sql)
    const endedAt = async () =>
      (await sql<{ at: Date }>`select ended_at as at from sports_event where producer = ${name}`.execute(db.sql)).rows
    const before = [await book(), await endedAt()]
    const answer = await producer.tell(
      factsOf('match', 1, ['begin', { period: 'h1' }]),
      { kind: 'state', event: 'match', state: 'ended', score: { ft: [3, 0] } },
      { kind, event: 'match', what: 'result', markets: [...markets] },
    )
    expect(answer).toMatchObject({ strangers: 3 })
    expect([await book(), await endedAt()]).toEqual(before)
  })

  test('a sport is called by the names of the producer that told of it first', async () => {
    const namesOf = async () =>
      (await sql<{ names: object }>`select names from sports_sport where sysname = ${`sport_${count}`}`.execute(db.sql))
        .rows[0]?.names
    const told = (en: string): SentMessage => ({
      kind: 'tree',
      sports: [{ sysname: `sport_${count}`, names: { en }, position: 1 }],
    })
    await producer.tell(open, told('Ours'), end)
    await testProducer(db, `${name}-b`).tell(open, told('Theirs'), end)
    expect(await namesOf()).toEqual({ en: 'Ours' })
    await producer.tell(told('Ours as well'))
    expect(await namesOf()).toEqual({ en: 'Ours as well' })
  })

  describe('sides', () => {
    const turned = fixtureOf('match', { home: 'blues', away: 'reds', change: 'VENUE' })
    const sides = async () =>
      (
        await sql<{ home: string; away: string; reason: string }>`select home.ref as home, away.ref as away, reason
          from sports_event as event join sports_competitor as home on home.id = home_id
            join sports_competitor as away on away.id = away_id where event.producer = ${name}`.execute(db.sql)
      ).rows

    test('may be others while nothing is for sale', async () => {
      await producer.tell(open, treeOf('football', ['reds', 'blues']), fixtureOf('match'), end)
      await producer.tell(turned, pricesOf('match', resultMarket([2000, 3000, 4000])))
      expect(await sides()).toEqual([{ home: 'blues', away: 'reds', reason: '' }])
      expect(await market()).toMatchObject({ state: 'open' })
    })

    test('that are exchanged under bets leave them as they were: void by the rules, and its producer is not heard', async () => {
      await begin()
      const answer = await producer.tell(turned, pricesOf('match', resultMarket([4000, 3000, 2000])))
      expect(answer).toMatchObject({ strangers: 1 })
      expect(await sides()).toEqual([{ home: 'reds', away: 'blues', reason: 'VENUE' }])
      expect(await book()).toMatchObject({
        events: [{ state: 'cancelled' }],
        markets: [{ state: 'void', prices: [2180, 3320, 3420], results: [[1, [], 'VENUE']] }],
      })
      // What is told again changes nothing.
      const before = await book()
      expect(await producer.tell(turned)).toMatchObject({ strangers: 0 })
      expect(await book()).toEqual(before)
    })

    test('that are others in the middle of play are for the operator to decide', async () => {
      await begin()
      await producer.tell({ kind: 'state', event: 'match', state: 'live' }, turned)
      expect(await book()).toMatchObject({
        events: [{ state: 'abandoned' }],
        markets: [{ state: 'disputed', results: null }],
      })
      await producer.tell({
        ...{ kind: 'result', event: 'match', certainty: 'confirmed' },
        markets: [{ type: 'result', period: 'ft', line: null, void: 'ABANDONED' }],
      })
      expect(await market()).toMatchObject({ state: 'disputed' })
    })
  })

  test('an event that a person handled is marked as such, whatever its state, and stays so', async () => {
    const isHandled = async () =>
      (
        await sql<{ is: boolean }>`select is_handled as is from sports_event where producer = ${name}`.execute(db.sql)
      ).rows.map((event) => event.is)
    await begin()
    expect(await isHandled()).toEqual([false])
    await producer.tell({ kind: 'state', event: 'match', state: 'live' }, fixtureOf('match', { is_handled: true }))
    expect(await isHandled()).toEqual([true])
    await producer.tell(fixtureOf('match'))
    expect(await isHandled()).toEqual([true])
    expect((await book()).events).toMatchObject([{ state: 'live' }])
  })

  test('about what nobody told of is left out and counted', async () => {
    await begin()
    expect(
      await producer.tell(
        pricesOf('nobody', resultMarket([2000, 3000, 4000])),
        fixtureOf('stray', { home: 'nobody' }),
        factsOf('nobody', 1, ['begin', { period: 'h1' }]),
      ),
    ).toMatchObject({ strangers: 3 })
    expect((await book()).events).toHaveLength(1)
  })

  test('that names one thing twice counts by its later word', async () => {
    const tree = treeOf('football', ['reds', 'blues', 'reds'])
    if (tree.kind !== 'tree') expect.unreachable()
    const twice = <Row>(rows: readonly Row[] | undefined) => [...(rows ?? []), ...(rows ?? [])]
    await begin()
    await producer.tell({
      ...{ kind: 'tree', sports: twice(tree.sports), categories: twice(tree.categories) },
      ...{ tournaments: twice(tree.tournaments), competitors: tree.competitors },
    })
    const market0 = { type: 'result', period: 'ft', line: null } as const
    await producer.tell(
      { kind: 'state', event: 'match', state: 'live' },
      { kind: 'state', event: 'match', state: 'abandoned' },
      {
        ...{ kind: 'result', event: 'match', certainty: 'first' },
        markets: [
          { ...market0, void: 'CANCELLED' },
          { ...market0, void: 'ABANDONED' },
        ],
      },
    )
    expect(await market()).toMatchObject({ state: 'void', results: [[1, [], 'ABANDONED']] })
  })

  test('and cannot be kept is refused at the door: behind it every try would fail alike', async () => {
    await begin()
    const fact = factsOf('match', 1, ['begin', { period: 'h1' }])
    if (fact.kind !== 'facts') expect.unreachable()
    const bad: SentMessage[] = [
      { kind: 'state', event: 'match', state: 'live', reason: 'a\u0000b' },
      { kind: 'state', event: 'match', state: 'live', reason: 'a\ud800' },
      fixtureOf('match', { starts_at: '0000-01-01T00:00:00Z' }),
      { ...fact, facts: fact.facts.map((each) => ({ ...each, cancels: 2 ** 40 })) },
      { kind: 'tree', sports: [{ sysname: 'ice-hockey', names: { en: 'x' }, position: 1 }] },
    ]
    for (const message of bad) expect(await reasonOf(producer.post(6, [message]))).toMatchObject({ reason: 'MESSAGE' })
  })
})

describe('the result of a market', () => {
  const said = (
    outcomes: [string, number, number, number][],
    certainty: 'first' | 'confirmed' = 'first',
  ): SentMessage => ({
    ...{ kind: 'result', event: 'match', certainty },
    markets: [{ type: 'result', period: 'ft', line: null, outcomes }],
  })
  const home = [
    ['1', 1, 0, 1],
    ['x', 0, 0, 1],
    ['2', 0, 0, 1],
  ] as [string, number, number, number][]
  const away = [
    ['1', 0, 0, 1],
    ['x', 0, 0, 1],
    ['2', 1, 0, 1],
  ] as [string, number, number, number][]
  const played = () =>
    producer.tell(
      { kind: 'state', event: 'match', state: 'live' },
      factsOf(
        'match',
        1,
        ['begin', { period: 'h1' }],
        ['goal', { side: 1, minute: 20 }],
        ['end', { period: 'h1' }],
        ['begin', { period: 'h2' }],
        ['end', { period: 'h2' }],
        ['finish', {}],
      ),
      { kind: 'state', event: 'match', state: 'ended' },
    )

  test('has two keys: the word of the feed, and what the facts say', async () => {
    await begin()
    await played()
    await producer.tell(said(home))
    expect(await market()).toMatchObject({ state: 'resulted', results: [[1, home, null]] })
    await producer.tell(said(home, 'confirmed'))
    expect(await market()).toMatchObject({
      state: 'resulted',
      results: [
        [1, home, null],
        [2, home, null],
      ],
    })
  })

  test('is no new one where it is told again, unless it is surer or another', async () => {
    await begin()
    await played()
    const results = async () => (await market())?.results
    await producer.tell(said(home))
    await producer.tell(said(home))
    expect(await results()).toHaveLength(1)
    await producer.tell(said(home, 'confirmed'))
    await producer.tell(said(home, 'confirmed'))
    await producer.tell(said(home))
    expect(await results()).toHaveLength(2)
    // Two goals that were forgotten.
    await producer.tell(factsOf('match', 7, ['goal', { side: 2, minute: 90 }], ['goal', { side: 2, minute: 91 }]))
    await producer.tell(said(away))
    expect(await results()).toEqual([
      [1, home, null],
      [2, home, null],
      [3, away, null],
    ])
  })

  test('is disputed where they differ, and then only the operator ends it', async () => {
    await begin()
    await played()
    await producer.tell(said(away))
    expect(await market()).toMatchObject({ state: 'disputed', results: null })
    await producer.tell(said(home))
    expect(await market()).toMatchObject({ state: 'disputed', results: null })
  })

  test('is disputed before play has decided it, and where the facts cannot be read', async () => {
    await begin()
    await producer.tell(factsOf('match', 1, ['begin', { period: 'h1' }], ['goal', { side: 1, minute: 20 }]), said(home))
    expect(await market()).toMatchObject({ state: 'disputed' })
    await producer.tell(fixtureOf('other'), pricesOf('other', resultMarket([2000, 3000, 4000])))
    await producer.tell(factsOf('other', 1, ['goal', { side: 'left' }]), {
      ...said(home),
      event: 'other',
    } as SentMessage)
    expect(await market(1)).toMatchObject({ state: 'disputed' })
  })

  test('is taken back and told again with the next number', async () => {
    await begin()
    await played()
    await producer.tell(said(home), {
      ...{ kind: 'rollback', event: 'match', what: 'result' },
      markets: [{ type: 'result', period: 'ft', line: null }],
    })
    expect(await market()).toMatchObject({ state: 'closed' })
    await producer.tell(said(home))
    expect(await market()).toMatchObject({
      state: 'resulted',
      results: [
        [1, home, null],
        [2, home, null],
      ],
    })
  })

  test('is void where play decided nothing, and disputed where it did', async () => {
    await begin()
    const voided: SentMessage = {
      ...{ kind: 'result', event: 'match', certainty: 'confirmed' },
      markets: [{ type: 'result', period: 'ft', line: null, void: 'ABANDONED' }],
    }
    await producer.tell(
      { kind: 'state', event: 'match', state: 'live' },
      { kind: 'state', event: 'match', state: 'abandoned' },
      voided,
    )
    expect(await market()).toMatchObject({ state: 'void', results: [[1, [], 'ABANDONED']] })
    producer = testProducer(db, `${name}-b`)
    name = `${name}-b`
    await begin()
    await played()
    await producer.tell(voided)
    expect(await market()).toMatchObject({ state: 'disputed' })
  })
})

describe('numbers', () => {
  test('a message that comes again is acknowledged and not heard twice', async () => {
    await begin()
    await producer.tell({ kind: 'stop', event: 'match', cause: 'DANGER' })
    const before = await book()
    const answer = await producer.post(6, [{ kind: 'stop', event: 'match', cause: 'DANGER' }])
    expect(answer).toMatchObject({ next: 7, taken: 0 })
    expect(await book()).toEqual(before)
    // Half of a request is new.
    await producer.post(6, [
      { kind: 'stop', event: 'match', cause: 'DANGER' },
      { kind: 'stop', event: 'match', cause: 'GOAL' },
    ])
    expect(await market()).toMatchObject({ stops: 2, cause: 'GOAL' })
  })

  test('a gap is refused with the number that is wanted, and nothing of it is heard', async () => {
    await begin()
    const before = await book()
    expect(await reasonOf(producer.post(9, [{ kind: 'stop', event: 'match', cause: 'DANGER' }]))).toMatchObject({
      ...{ reason: 'SEQUENCE_GAP', expected: 6 },
    })
    expect(await book()).toEqual(before)
  })

  test('an epoch that is over, and a new one without a snapshot, are refused', async () => {
    await begin()
    expect(await reasonOf(producer.post(1, [{ kind: 'alive' }], 7))).toMatchObject({ reason: 'EPOCH' })
    expect(await producer.post(40, [open], 7)).toMatchObject({ next: 41 })
    expect(await reasonOf(producer.post(6, [{ kind: 'alive' }], 1))).toMatchObject({ reason: 'EPOCH' })
  })

  test('what a snapshot leaves out is not for sale, and nothing of the producer is before it ends', async () => {
    await begin()
    await producer.tell(fixtureOf('second'), pricesOf('second', resultMarket([2000, 3000, 4000])))
    producer.beginEpoch()
    expect(await producer.tell(open, pricesOf('second', resultMarket([2000, 3000, 4000])))).toMatchObject({
      snapshot: false,
    })
    expect(await row()).toMatchObject({ state: 'recovering' })
    await producer.tell(end)
    expect(await row()).toMatchObject({ state: 'up' })
    expect((await book()).markets).toMatchObject([
      { ref: 'match', state: 'suspended', cause: 'FEED', stops: 1, kept: 2 },
      { ref: 'second', state: 'open', version: 1, kept: 1 },
    ])
  })

  test('the end of a snapshot waits for the bets under way on what it left out', async () => {
    await begin()
    const bet = Promise.withResolvers<void>()
    const isHeld = Promise.withResolvers<void>()
    const betting = transaction(db, async (tx) => {
      await sql`select pg_advisory_xact_lock_shared(7301, (id % 256)::int) from sports_event
        where producer = ${name}`.execute(tx)
      isHeld.resolve()
      await bet.promise
    })
    await isHeld.promise
    let isEnded = false
    const ending = producer.tell(open, end).then(() => {
      isEnded = true
    })
    await setTimeout(200)
    expect({ isEnded, state: (await market())?.state }).toEqual({ isEnded: false, state: 'open' })
    bet.resolve()
    await Promise.all([betting, ending])
    expect(await market()).toMatchObject({ state: 'suspended', cause: 'FEED' })
  })

  test('who was silent is asked for a snapshot and believed after it', async () => {
    await begin()
    await sql`update sports_producer set alive_at = now() - interval '11 seconds' where name = ${name}`.execute(db.sql)
    expect(await row()).toMatchObject({ state: 'up', isSilent: true })
    expect(await producer.tell({ kind: 'alive' })).toMatchObject({ snapshot: true })
    expect(await row()).toMatchObject({ state: 'recovering', isSilent: false })
    expect(await producer.tell({ kind: 'alive' })).toMatchObject({ snapshot: true })
    await producer.tell(open, pricesOf('match', resultMarket([2180, 3320, 3420])), end)
    expect(await row()).toMatchObject({ state: 'up' })
  })

  test('a snapshot that was given up is asked for again after a minute', async () => {
    await begin()
    producer.beginEpoch()
    await producer.tell(open)
    const begunBefore = (seconds: number) =>
      sql`update sports_producer set snapshot_at = now() - make_interval(secs => ${seconds})
        where name = ${name}`.execute(db.sql)
    await begunBefore(59)
    expect(await producer.tell({ kind: 'alive' })).toMatchObject({ snapshot: false })
    await begunBefore(61)
    expect(await producer.tell({ kind: 'alive' })).toMatchObject({ snapshot: true })
    expect(await producer.tell(open)).toMatchObject({ snapshot: false })
    expect(await producer.tell({ kind: 'alive' })).toMatchObject({ snapshot: false })
    await producer.tell(pricesOf('match', resultMarket([2180, 3320, 3420])), end)
    expect(await row()).toMatchObject({ state: 'up' })
  })

  test('a request that comes again was sent no earlier than the last one, and none was sent in the future', async () => {
    await begin()
    const lag = async () =>
      (
        await sql<{ ms: number }>`select extract(epoch from alive_at - sent_at)::float8 * 1000 as ms
          from sports_producer where name = ${name}`.execute(db.sql)
      ).rows[0]?.ms ?? expect.unreachable()
    const send = (agoMs: number) =>
      receiveFeed(
        { begin: (work) => transaction(db, work), announce: async () => {}, told: openToldMarkets() },
        { producer: name, sentAtMs: Date.now() - agoMs },
        JSON.stringify({ epoch: 1, first: 1, messages: [open] }),
      )
    await send(50_000)
    expect(await lag()).toBeLessThan(5_000)
    await send(-50_000)
    expect(await lag()).toBeGreaterThanOrEqual(0)
  })

  test('a message that is wrong refuses its request whole, and says where', async () => {
    await begin()
    const bad = { ...pricesOf('match', resultMarket([2000, 3000, 4000])) }
    const messages: unknown[] = [{ kind: 'alive' }, { ...bad, markets: [{ ...resultMarket([1, 2, 3]), wins: [1] }] }]
    const asked = producer.post(6, messages as SentMessage[])
    expect(await reasonOf(asked)).toMatchObject({ reason: 'MESSAGE' })
    await expect(asked).rejects.toThrow(/messages\.1\.markets\.0/)
    expect(await row()).toMatchObject({ seq: 5n })
  })
})

test('an event that ended long ago is dated by its own clock, and none in the future', async () => {
  const endedAt = async () =>
    (await sql<{ at: Date }>`select ended_at as at from sports_event where producer = ${name}`.execute(db.sql)).rows[0]
      ?.at
  const tellEnd = (at: string) =>
    producer.tell(
      { kind: 'state', event: 'match', state: 'live' },
      {
        ...{ kind: 'state', event: 'match', state: 'ended' },
        clock: { period: 'h2', seconds: 5_400, at, is_running: false },
      },
    )
  await begin()
  await tellEnd('2026-03-01T20:00:00Z')
  expect(await endedAt()).toEqual(new Date('2026-03-01T20:00:00Z'))
  name = `${name}-b`
  producer = testProducer(db, name)
  await begin()
  await tellEnd('2126-03-01T20:00:00Z')
  expect(Number(await endedAt())).toBeLessThanOrEqual(Date.now() + 60_000)
})

test('changes are numbered in the order of commits, and old days are dropped', async () => {
  await begin()
  const { rows } = await sql<{ seq: bigint; what: string }>`select seq, what from sports_change
    where event_id in (select id from sports_event where producer = ${name}) order by seq`.execute(db.sql)
  expect(rows.map(({ what }) => what)).toEqual(['event', 'market', 'event', 'standing'])
  await sql`create table sports_message_20200101 partition of sports_message
    for values from ('2020-01-01') to ('2020-01-02')`.execute(db.sql)
  await turnSportsDays(db.sql)
  const { rows: days } = await sql<{ name: string }>`select c.relname as name from pg_inherits i
    join pg_class c on c.oid = i.inhrelid where i.inhparent = 'sports_message'::regclass`.execute(db.sql)
  expect(days.map(({ name: day }) => day)).not.toContain('sports_message_20200101')
  expect(days.length).toBeGreaterThan(14)
})
