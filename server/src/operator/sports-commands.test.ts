import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../test/app.ts'
import { bookOf, factsOf, fixtureOf, pricesOf, resultMarket, testProducer, treeOf } from '../test/feed.ts'
import { run as runCommand } from './commands.ts'

const { db, config } = await testApp()
const say = (line: string) => runCommand(db, line.split(' '), config)

const producer = testProducer(db, 'simulated')
const book = () => bookOf(db, 'simulated')
const market = async () => (await book()).markets[0]
const prices = (home: number) => pricesOf('match', resultMarket([home, 3320, 3420]))

const idOf = async (table: 'sports_event' | 'sports_market') =>
  (await sql<{ id: bigint }>`select id from ${sql.table(table)} order by id limit 1`.execute(db.sql)).rows[0]?.id

test('a feed is listed, an event is closed and opened, a dispute is decided, taken back and void', async () => {
  expect(await say('sports feeds')).toEqual({ lines: ['No producer has told anything.'], code: 0 })
  expect(await say('sports disputes')).toEqual({ lines: ['Nothing is disputed.'], code: 0 })
  await producer.tell(
    { kind: 'snapshot_begin' },
    treeOf('football', ['reds', 'blues']),
    fixtureOf('match'),
    prices(2180),
    { kind: 'snapshot_end' },
  )
  expect((await say('sports feeds')).lines[0]).toMatch(/^simulated {2}up {2}epoch 1, message 5 {2}last heard 20/)
  await sql`update sports_producer set alive_at = now() - interval '1 minute'`.execute(db.sql)
  expect((await say('sports feeds')).lines[0]).toMatch(/^simulated {2}down/)

  const [event, id] = [await idOf('sports_event'), await idOf('sports_market')]
  expect(await say(`sports close ${event} a dog on the pitch`)).toMatchObject({ code: 0 })
  await producer.tell(prices(2500))
  expect(await market()).toMatchObject({ state: 'suspended', cause: 'OPERATOR', prices: [2180, 3320, 3420] })
  expect(await say(`sports open ${event}`)).toMatchObject({ code: 0 })
  expect(await market()).toMatchObject({ state: 'suspended', cause: 'FEED' })
  await producer.tell(prices(2600))
  expect(await market()).toMatchObject({ state: 'open', prices: [2600, 3320, 3420] })
  expect(await say(`sports open ${event}`)).toEqual({ lines: ['Nothing of it was closed by you.'], code: 1 })

  expect(await say(`sports result ${id} 1 by hand`)).toMatchObject({ code: 1 })
  await producer.tell(
    { kind: 'state', event: 'match', state: 'live' },
    factsOf('match', 1, ['begin', { period: 'h1' }]),
    { kind: 'state', event: 'match', state: 'abandoned' },
    {
      ...{ kind: 'result', event: 'match', certainty: 'first' },
      markets: [{ type: 'result', period: 'ft', line: null, outcomes: [['1', 1, 0, 1]] }],
    },
  )
  expect((await say('sports disputes')).lines).toEqual([`${id}  event ${event}  result ft`])
  expect(await say(`sports result ${id} nobody it is late`)).toEqual({
    lines: ['The market has no such outcome.'],
    code: 1,
  })
  expect(await say(`sports result ${id} x it was level`)).toMatchObject({ code: 0 })
  const level = [
    ['1', 0, 0, 1],
    ['x', 1, 0, 1],
    ['2', 0, 0, 1],
  ]
  expect(await market()).toMatchObject({ state: 'resulted', results: [[1, level, null]] })
  expect(await say(`sports rollback ${id} the wrong match`)).toMatchObject({ code: 0 })
  expect(await say(`sports rollback ${id} the wrong match`)).toMatchObject({ code: 1 })
  expect(await say(`sports void ${id} BORING the crowd went home`)).toMatchObject({ code: 2 })
  expect(await say(`sports void ${id} ABANDONED the crowd went home`)).toMatchObject({ code: 0 })
  expect(await market()).toMatchObject({
    state: 'void',
    results: [
      [1, level, null],
      [2, [], 'ABANDONED'],
    ],
  })
  const { rows } = await sql<{ source: string; reason: string }>`select source, reason from sports_result
    where market_id = ${id} order by revision`.execute(db.sql)
  expect(rows).toEqual([
    { source: 'operator', reason: 'it was level' },
    { source: 'operator', reason: 'the crowd went home' },
  ])
  // Without a reason nothing is done.
  for (const line of [`sports close ${event}`, `sports rollback ${id}`, `bets settle ${id}`])
    expect([line, (await say(line)).code]).toEqual([line, 2])
  expect((await say(`bets settle ${id} to be sure`)).code).toBe(0)
  const { lines } = await say('sports acts')
  expect(lines.map((line) => line.replace(/^\S+Z {2}/, ''))).toEqual([
    `operator  settle market ${id}  to be sure`,
    `operator  void market ${id}  the crowd went home`,
    `operator  rollback market ${id}  the wrong match`,
    `operator  result market ${id}  it was level`,
    `operator  open event ${event}`,
    `operator  close event ${event}  a dog on the pitch`,
  ])
})

test('a market is void without its end where the operator closed its event, or its producer is silent', async () => {
  const feed = testProducer(db, 'lost')
  await feed.tell(
    { kind: 'snapshot_begin' },
    treeOf('football', ['greens', 'whites']),
    fixtureOf('last', { home: 'greens', away: 'whites' }),
    pricesOf(
      'last',
      resultMarket([2000, 3000, 4000]),
      resultMarket([2000, 3000, 4000], { period: 'h1', state: 'suspended' }),
    ),
    { kind: 'snapshot_end' },
  )
  const { rows } = await sql<{ event: bigint; market: bigint }>`select event_id as event, market.id as market
    from sports_market as market join sports_event as event on event.id = event_id where producer = 'lost'
    order by period`.execute(db.sql)
  const [whole, half] = rows
  const states = async () => (await bookOf(db, 'lost')).markets.map(({ period, state }) => `${period} ${state}`)
  for (const each of [whole, half])
    expect(await say(`sports void ${each?.market} FEED_ERROR not yet`)).toMatchObject({ code: 1 })

  await sql`update sports_producer set alive_at = now() - interval '1 minute' where name = 'lost'`.execute(db.sql)
  expect(await say(`sports void ${whole?.market} FEED_ERROR it is for sale`)).toMatchObject({ code: 1 })
  expect(await say(`sports result ${half?.market} 1 it was not played`)).toMatchObject({ code: 1 })
  expect(await say(`sports void ${half?.market} FEED_ERROR it is silent`)).toMatchObject({ code: 0 })
  expect(await states()).toEqual(['ft open', 'h1 void'])

  await feed.tell({ kind: 'snapshot_begin' }, { kind: 'snapshot_end' })
  expect(await say(`sports close ${whole?.event} it will not be played`)).toMatchObject({ code: 0 })
  expect(await say(`sports result ${whole?.market} 1 it was not played`)).toMatchObject({ code: 1 })
  expect(await say(`sports void ${whole?.market} CANCELLED it was not played`)).toMatchObject({ code: 0 })
  expect(await states()).toEqual(['ft void', 'h1 void'])
})
