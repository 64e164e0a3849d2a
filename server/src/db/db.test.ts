import { sql } from 'kysely'
import { pino } from 'pino'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { expect, test } from 'vitest'
import { testDatabase } from '../test/database.ts'
import { begin, isDatabaseGone, openDatabase, plannedOnce } from './db.ts'

const db = await testDatabase()
await sql`create table test_item (id int primary key, count int not null)`.execute(db.sql)
await sql`insert into test_item values (1, 0), (2, 0)`.execute(db.sql)

const terminateOthers = sql`
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

test('big numbers, decimals and times arrive whole', async () => {
  const { rows } = await sql<{ big: bigint; exact: string; at: Date }>`
    select 9007199254740993::bigint as big, 0.10::numeric as exact, timestamptz '2026-03-01 12:00+00' as at`.execute(
    db.sql,
  )
  expect(rows).toEqual([{ big: 9007199254740993n, exact: '0.10', at: new Date('2026-03-01T12:00:00Z') }])
})

test('a statement that stands behind a name is planned once by a connection, in a transaction too', async () => {
  const ask = (asked: typeof db.sql, n: number) =>
    sql<{ n: number }>`${plannedOnce('test-plan')}select ${n}::int as n`.execute(asked)
  await db.once(async (tx) => {
    for (const n of [1, 2]) expect((await ask(tx, n)).rows).toEqual([{ n }])
    const { rows } = await sql<{ plans: bigint }>`select generic_plans + custom_plans as plans
      from pg_prepared_statements where name = 'test-plan'`.execute(tx)
    expect(rows).toEqual([{ plans: 2n }])
  })
  expect((await ask(db.sql, 3)).rows).toEqual([{ n: 3 }])
})

test('a new player has a registration time and an id', async () => {
  const player = await db.sql
    .insertInto('account_player')
    .values({ login: 'Ann', login_key: 'ann', fakename: 'Ñandú', locale: 'en', currency: 'EUR' })
    .returning(['id', 'reg_time', 'is_registration_completed'])
    .executeTakeFirstOrThrow()
  expect(player).toEqual({ id: 1n, reg_time: expect.any(Date), is_registration_completed: true })
})

test('two players cannot share a nickname by changing its case', async () => {
  const twin = { login: 'b', login_key: 'b', fakename: 'ñANDÚ', locale: 'en', currency: 'EUR' }
  await expect(db.sql.insertInto('account_player').values(twin).execute()).rejects.toMatchObject({ code: '23505' })
})

test('what fails inside a transaction leaves nothing behind and keeps its own error', async () => {
  const work = begin(db, async (tx) => {
    await sql`update test_item set count = 100 where id = 1`.execute(tx)
    throw new RangeError('no')
  })
  await expect(work).rejects.toThrow(RangeError)
  expect((await sql`select count from test_item where id = 1`.execute(db.sql)).rows).toEqual([{ count: 0 }])
})

test('two transactions that lock each other out are both done in the end', async () => {
  let tries = 0
  let arrived = 0
  const bothHere = Promise.withResolvers<void>()
  const addInOrder = (first: number, second: number) =>
    begin(db, async (tx) => {
      tries++
      await sql`update test_item set count = count + 1 where id = ${first}`.execute(tx)
      if (++arrived === 2) bothHere.resolve()
      await bothHere.promise
      await sql`update test_item set count = count + 1 where id = ${second}`.execute(tx)
    })
  await Promise.all([addInOrder(1, 2), addInOrder(2, 1)])
  expect(tries).toBeGreaterThan(2)
  expect((await sql`select count from test_item order by id`.execute(db.sql)).rows).toEqual([
    { count: 2 },
    { count: 2 },
  ])
})

test('a transaction that never succeeds is given up after three retries', async () => {
  let tries = 0
  const work = begin(db, async (tx) => {
    tries++
    await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(tx)
  })
  await expect(work).rejects.toMatchObject({ code: '40001' })
  expect(tries).toBe(4)
})

test('a statement, a wait for a lock and an idle transaction have an end', async () => {
  const own = openDatabase(db.url, pino({ level: 'silent' }))
  const { rows } = await sql`
    select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(own.sql)
  await own.close()
  expect(rows).toEqual([{ statement: '10s', lock: '5s', idle: '10s' }])
})

test('cut connections, idle and at work, cost their own request and nothing else', async () => {
  const own = openDatabase(db.url, pino({ level: 'silent' }))
  await Promise.all(Array.from({ length: 4 }, () => sql`select pg_sleep(0.05)`.execute(own.sql)))
  const entered = Promise.withResolvers<void>()
  const atWork = begin(own, async (tx) => {
    await sql`select 1`.execute(tx)
    entered.resolve()
    await sql`select pg_sleep(5)`.execute(tx)
  })
  const failure = atWork.catch((error: unknown) => error)
  await entered.promise
  await terminateOthers.execute(db.sql)
  expect(isDatabaseGone(await failure)).toBe(true)
  // An idle connection may hear of its end only when it is used next.
  const ask = () => sql`select 1 as one`.execute(own.sql).catch(isDatabaseGone)
  await expect.poll(ask, { timeout: 30_000 }).toMatchObject({ rows: [{ one: 1 }] })
  await own.close()
})

test('a connection cut between two statements of a transaction is reported as gone', async () => {
  const own = openDatabase(db.url, pino({ level: 'silent' }))
  const work = begin(own, async (tx) => {
    await sql`select 1`.execute(tx)
    await terminateOthers.execute(db.sql)
    await sql`select pg_sleep(0.05)`.execute(db.sql)
    await sql`select 2`.execute(tx)
  })
  expect(isDatabaseGone(await work.catch((error: unknown) => error))).toBe(true)
  await own.close()
})

test('a database that was only asked in transactions is closed too', async () => {
  const own = openDatabase(db.url, pino({ level: 'silent' }))
  await own.once((tx) => sql`select 1`.execute(tx))
  await own.close()
  expect(own.pool.ending).toBe(true)
  expect(own.pool.totalCount).toBe(0)
})

test('a database that cannot be reached, a full pool and a closed one count as gone', async () => {
  const nowhere = openDatabase('postgres://x:y@127.0.0.1:1/z', pino({ level: 'silent' }))
  const answer = await sql`select 1`.execute(nowhere.sql).catch((error: unknown) => error)
  expect(isDatabaseGone(answer)).toBe(true)
  await nowhere.close()

  const busy = openDatabase(db.url, pino({ level: 'silent' }))
  const holders = Array.from({ length: 16 }, () => sql`select pg_sleep(3.3)`.execute(busy.sql))
  const seventeenth = await sql`select 1`.execute(busy.sql).catch((error: unknown) => error)
  expect(isDatabaseGone(seventeenth)).toBe(true)
  await Promise.all(holders)
  await busy.close()
  expect(isDatabaseGone(await busy.pool.query('select 1').catch((error: unknown) => error))).toBe(true)
})

test('a fault in a statement does not count as gone', async () => {
  const answer = await sql`select nonsense`.execute(db.sql).catch((error: unknown) => error)
  expect(answer).toMatchObject({ code: '42703' })
  expect(isDatabaseGone(answer)).toBe(false)
  expect(isDatabaseGone(new Error('no'))).toBe(false)
  expect(isDatabaseGone('Connection terminated')).toBe(false)
})

test('the rate limiter can count in its table', async () => {
  const limiter = new RateLimiterPostgres({
    storeClient: db.pool,
    tableName: 'http_rate_limit',
    tableCreated: true,
    keyPrefix: 'test',
    points: 1,
    duration: 60,
  })
  await limiter.consume('ann')
  const refusal = await limiter.consume('ann').catch((error: unknown) => error)
  expect(refusal).toMatchObject({ remainingPoints: 0, consumedPoints: 2, msBeforeNext: expect.any(Number) })
})
