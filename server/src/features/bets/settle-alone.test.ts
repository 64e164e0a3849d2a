import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { begin, openDatabase } from '../../db/db.ts'
import { openListener } from '../../db/listener.ts'
import { testApp } from '../../test/app.ts'
import { addMarkets, betOf, type MadeBet, openBet, openBets, over, sayResult, under } from '../../test/bets.ts'
import { expectZero, houseOf, purseOf } from '../../test/cashier.ts'
import { effort } from '../../test/effort.ts'
import { chanceFrom, payIn } from '../../test/purses.ts'
import { addPlayers } from '../../test/world.ts'
import { verifyLedger } from '../wallet/wallet.ts'
import { marketsResulted, openSettler } from './settler.ts'

/** Settlers that work by themselves, as they do in a process. */

const node = await testApp({ hasWorkers: true })
const { db } = node
const house = houseOf(node)
const quiet = pino({ level: 'silent' })

const funded = async (count: number) => {
  const players = await addPlayers(db, count)
  for (const id of players) await payIn(db, id, 1_000n)
  return players
}
const single = (playerId: bigint, market: bigint): MadeBet => ({
  ...{ playerId, stake: 100n, legs: [{ market, outcome: 'over', price: 2_000 }] },
})

async function until(isSo: () => Promise<boolean>) {
  const end = Date.now() + 20_000
  while (!(await isSo())) {
    if (Date.now() > end) expect.unreachable('it did not come')
    await sleep(20)
  }
}

test('a result that is announced is paid without anything else', async () => {
  const [playerId = 0n] = await funded(1)
  const [market = 0n] = await addMarkets(db, 1)
  const id = await openBet(db, single(playerId, market))
  await sayResult(db, market, over)
  await house.begin((tx) => house.announce(tx, 'market.resulted', { markets: [String(market)] }))
  await until(async () => (await betOf(db, id)).state === 'settled')
  expect(await purseOf(db, playerId, 'main')).toBe(1_100n)
})

/** As the database knows its connections. */
const name = 'settler that is cut off'

async function openCutSettler() {
  const own = openDatabase(db.url, quiet, { application_name: name, max: 4 })
  const listener = await openListener(db.url, quiet)
  const settler = openSettler(
    { sql: own.sql, begin: (work) => begin(own, work), announce: house.announce, log: quiet },
    listener,
  )
  return async () => {
    await settler.close()
    await listener.close()
    await own.close()
  }
}
const closers: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closers) await close()
})

test('settlers whose connections are cut in the middle settle each bet once', async () => {
  closers.push(await openCutSettler(), await openCutSettler())
  const chance = chanceFrom(7)
  const cut = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = ${name} and datname = current_database()`.execute(db.sql)
  const players = await funded(20)
  const [market = 0n, other = 0n] = await addMarkets(db, 2)
  await sayResult(db, other, over)
  const double = (playerId: bigint): MadeBet => {
    const { legs, ...bet } = single(playerId, market)
    return { ...bet, legs: [...legs, { market: other, outcome: 'over', price: 1_500 }] }
  }
  const ids = await openBets(
    db,
    players.flatMap((id) => [single(id, market), double(id), single(id, market)]),
  )
  const words = [over, under, 'void', over] as const
  for (const said of words) {
    await sayResult(db, market, said)
    await marketsResulted(house, { markets: [String(market)] })
    for (let kill = 0; kill < effort.repeats * 2; kill += 1) {
      await sleep(chance(30))
      await cut()
    }
    await until(async () => {
      const { rows } = await sql`select from bets_work where done_at is null limit 1`.execute(db.sql)
      return rows.length === 0
    })
  }
  // Two singles at 2.00 and a double at 3.00, of 1.00 each.
  for (const id of players)
    expect([await purseOf(db, id, 'main'), await purseOf(db, id, 'slip_hold')]).toEqual([1_400n, 0n])
  for (const id of ids) expect(await betOf(db, id)).toMatchObject({ state: 'settled', isUnderReview: false })
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from bets_stuck`.execute(db.sql)
  expect(rows).toEqual([{ count: 0 }])
  await expectZero(db)
  expect((await verifyLedger(db.sql, { dir: node.config.dataDir })).faults).toEqual([])
})
