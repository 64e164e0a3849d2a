import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openListener } from '../../db/listener.ts'
import { testApp } from '../../test/app.ts'
import { addPayer, houseOf } from '../../test/cashier.ts'
import { addCup, seat } from '../../test/tournaments.ts'
import { openFeed } from './feed.ts'
import { cupFeed } from './feed-store.ts'
import { tournamentNews } from './news.ts'

/** The worker as it runs by itself: what the ledger says comes to the board, whichever node works. */

const node = await testApp()
const { db, as, log } = node
const house = houseOf(node)

const isSoon = (look: () => Promise<unknown>) => expect.poll(look, { timeout: 60_000, interval: 50 })
const isHeld = async () =>
  (await db.sql.selectFrom('tournaments_lease').select('holder').where('name', '=', 'feed').execute()).length > 0
const scoreOf = async (playerId: bigint) =>
  (await db.sql.selectFrom('tournaments_entry').select('score').where('player_id', '=', playerId).executeTakeFirst())
    ?.score

test('a stake is on the board by itself; without notices the next worker finds what was missed', async () => {
  const cup = await addCup(db)
  const { id, cookie } = await addPayer(node, { main: 10_000n })
  await as(cookie).post('tournaments.participate', { tournament_id: String(cup) })
  const play = await seat(node, id)
  const listener = await openListener(db.url, log)
  const news = tournamentNews(house)
  expect(await news.read()).toBeNull()
  const feed = await openFeed(house, listener)
  // Its first turn is a sweep; what comes after that is told by a notice.
  await isSoon(isHeld).toBe(true)
  await play.spin({ win: 400n })
  await isSoon(() => scoreOf(id)).toBe(400n)
  expect(await news.read()).toEqual({ items: [{ id: String(cup), version: expect.any(Number) }] })
  expect(await news.read()).toBeNull()
  await feed.close()
  await listener.close()
  await play.spin({ win: 700n })
  const deaf = await openFeed(house, null)
  await isSoon(() => scoreOf(id)).toBe(700n)
  await deaf.close()
})

test('one node works at a time, and another goes on when it falls silent', async () => {
  expect(await cupFeed.takeLease(db.sql, 'test', 'one', 100)).toBe(true)
  expect(await cupFeed.takeLease(db.sql, 'test', 'two', 60_000)).toBe(false)
  expect(await cupFeed.takeLease(db.sql, 'test', 'one', 60_000)).toBe(true)
  await sql`select pg_sleep(0.12)`.execute(db.sql)
  expect(await cupFeed.takeLease(db.sql, 'test', 'two', 100)).toBe(true)
  await cupFeed.letLeaseGo(db.sql, 'test', 'one')
  expect(await cupFeed.takeLease(db.sql, 'test', 'one', 60_000)).toBe(false)
  await cupFeed.letLeaseGo(db.sql, 'test', 'two')
  expect(await cupFeed.takeLease(db.sql, 'test', 'one', 60_000)).toBe(true)
})
