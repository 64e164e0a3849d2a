import type { Call } from '@croupier/contract/contract'
import { stakesOf } from '@croupier/studio/engine/stakes'
import { studioGames } from '@croupier/studio/games'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { parseConfig } from '../../config.ts'
import { begin } from '../../db/db.ts'
import { installGames } from '../../features/games/games.ts'
import { openPots } from '../../features/jackpots/jackpots.ts'
import { tournamentHouse } from '../../features/tournaments/tournaments.ts'
import { ledgerDir, move, verifyLedger } from '../../features/wallet/wallet.ts'
import { readingVisitor } from '../../http/visitor.ts'
import { testApp } from '../../test/app.ts'
import { mainOf, oneMove, ownPurse } from '../../test/purses.ts'
import { closeDemoWorld, seedDemoWorld } from '../demo-world.ts'
import { openCrowd } from './crowd.ts'
import { seats, turnOf } from './plan-rules.ts'
import { readSeats, takeBeat } from './store.ts'

const site = await testApp()
const { db, as, dispatcher, parts, content, secrets, config } = site
const production = await testApp({
  env: { NODE_ENV: 'production', PUBLIC_URL: 'https://casino.example' },
  beside: site,
})
await installGames(db, studioGames, { isSandboxOn: true, isSportsOn: false })
await openPots({ begin: (work) => begin(db, work) })
await seedDemoWorld({ db, keys: secrets, content, config, announce: parts.announce })
await tournamentHouse.make({ sql: db.sql, begin: (work) => begin(db, work) })

const caller = { player: null, locale: 'en', visitor: readingVisitor('127.0.0.1'), requestId: 'test' }
const call: Call = (name, params) => dispatcher.invoke(name, params, caller)
const openNode = (ask: Call = call) => openCrowd({ ...parts, db, call: ask, listener: null, isWatched: () => true })

const played = async () => {
  const { rows } = await sql<{ round: string; seat: number; game: string; isOver: boolean; isClosed: boolean }>`
    select r.round, p.crowd_seat as seat, r.game, play.is_over as "isOver", r.is_closed as "isClosed"
    from rounds_round as r join account_player as p on p.id = r.player_id
      join rounds_play as play on play.round = r.round
    where p.crowd_seat is not null order by r.opened_at, r.round`.execute(db.sql)
  return rows
}
const turnNow = async () =>
  Number((await db.sql.selectFrom('sandbox_crowd').select('turn').executeTakeFirstOrThrow()).turn)

test('they play where the sandbox is on, unless it is said otherwise; never in production, in tests when asked for', () => {
  const isOn = (env: Record<string, string>) => parseConfig(env).isCrowdOn
  expect(isOn({})).toBe(true)
  expect(isOn({ DEMO_PLAYERS: 'off' })).toBe(false)
  expect(isOn({ SANDBOX: 'off', DEMO_PLAYERS: 'on' })).toBe(false)
  expect(isOn({ NODE_ENV: 'test' })).toBe(false)
  expect(isOn({ NODE_ENV: 'test', DEMO_PLAYERS: 'on' })).toBe(true)
  expect(isOn({ NODE_ENV: 'production', SANDBOX: 'on', DEMO_PLAYERS: 'on' })).toBe(false)
})

test('one node plays, turn by turn as planned; another one takes over where it ends', async () => {
  const [first, second] = [openNode(), openNode()]
  await first.turn()
  expect((await readSeats(db.sql)).size).toBe(seats.length)
  for (let count = 0; count < 12; count += 1) await first.turn()
  await second.turn()
  expect(await turnNow()).toBe(12)
  const planned = Array.from({ length: 12 }, (_, at) => turnOf(at + 1)).map(({ seat, game }) => ({ seat, game }))
  expect((await played()).map(({ seat, game }) => ({ seat, game }))).toEqual(planned)
  await first.close()
  await second.turn()
  await second.turn()
  expect(await turnNow()).toBe(13)
  expect(await played()).toHaveLength(13)
  await second.close()
})

test('a node that falls silent is replaced, and no turn is taken twice', async () => {
  const wish = { isWatched: false, turns: 1 } as const
  const [lost, next] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  const before = await turnNow()
  expect((await takeBeat(db.sql, { node: lost, ...wish }))?.turn).toBe(before + 1)
  expect(await takeBeat(db.sql, { node: next, ...wish })).toBeNull()
  await sql`update sandbox_crowd set beat_at = now() - interval '20 seconds'`.execute(db.sql)
  expect((await takeBeat(db.sql, { node: next, ...wish }))?.turn).toBe(before + 2)
  expect(await takeBeat(db.sql, { node: lost, ...wish })).toBeNull()
  await sql`update sandbox_crowd set beat_at = '-infinity'`.execute(db.sql)
})

test('a page that is open on any node makes them lively on the one that plays', async () => {
  const [plays, other] = ['00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000004']
  await sql`update sandbox_crowd set watched_at = '-infinity', beat_at = '-infinity'`.execute(db.sql)
  expect(await takeBeat(db.sql, { node: plays, isWatched: false, turns: 0 })).toMatchObject({ isWatched: false })
  expect(await takeBeat(db.sql, { node: other, isWatched: true, turns: 0 })).toBeNull()
  expect(await takeBeat(db.sql, { node: plays, isWatched: false, turns: 0 })).toMatchObject({ isWatched: true })
  await sql`update sandbox_crowd set beat_at = '-infinity'`.execute(db.sql)
})

test('a round that a killed node left in the middle is finished, and nothing is staked twice', async () => {
  // Dies after the stake, before any choice.
  const dying: Call = (name, params) => {
    if (name === 'rounds.act') throw new Error('killed')
    return call(name, params)
  }
  const open = async () => (await played()).filter(({ isOver }) => !isOver)
  const killed = openNode(dying)
  for (let count = 0; count < 400 && (await open()).length === 0; count += 1) await killed.turn().catch(() => undefined)
  const [left] = await open()
  expect(left).toMatchObject({ isClosed: false })
  await killed.close()
  const next = openNode()
  for (let count = 0; count < 400 && (await open()).length > 0; count += 1) await next.turn()
  expect(await open()).toEqual([])
  await next.close()
})

test('a player who is nearly out of money pays in and plays on; the ledger agrees and no letter leaves', async () => {
  const node = openNode()
  await node.turn()
  const { seat } = turnOf((await turnNow()) + 1)
  const playerId = (await readSeats(db.sql)).get(seat) ?? 0n
  const deposits = () =>
    db.sql
      .selectFrom('cashier_entry')
      .select('status')
      .where('player_id', '=', playerId)
      .where('type', '=', 'deposit')
      .execute()
  const before = (await deposits()).length
  const currency = seats[seat - 1]?.currency ?? ''
  const main = mainOf(playerId, currency)
  const { balance } = await db.sql
    .selectFrom('wallet_purse')
    .select('balance')
    .where('player_id', '=', playerId)
    .where('kind', '=', 'main')
    .executeTakeFirstOrThrow()
  const kept = stakesOf(currency, 1).min * 100n
  const gone = oneMove({ from: main, to: ownPurse('house', currency), amount: balance - kept, key: 'spent' })
  expect((await begin(db, (tx) => move(tx, gone))).kind).toBe('moved')
  await node.turn()
  expect((await played()).at(-1)).toMatchObject({ seat })
  expect((await deposits()).map(({ status }) => status)).toEqual(Array.from({ length: before + 1 }, () => 'paid'))
  expect((await verifyLedger(db.sql, { dir: ledgerDir(config) })).faults).toEqual([])
  await site.runJobs()
  expect(await db.sql.selectFrom('sandbox_letter').select('id').execute()).toEqual([])
  await node.close()
})

test('wherever others see them it is said; a house that is no sandbox any more does not show them', async () => {
  const ids = await readSeats(db.sql)
  await db.sql
    .insertInto('rounds_round')
    .values({
      ...{ provider: 'studio', round: 'great', player_id: ids.get(1) ?? 0n, game: 'plinth', mode: 'real' },
      ...{ currency: 'EUR', staked: 100n, won: 90_000_000n, bets: 1, is_closed: true },
    })
    .execute()
  const [win] = (await as(null).get('Jackpots.getWinners', { kind: 'latest' })).json.data.items
  expect(win).toMatchObject({ fakename: seats[0]?.fakename, is_demo_player: true })
  const [best] = (await as(null).get('leaderboard.get')).json.data.items
  expect(best).toMatchObject({ fakename: seats[0]?.fakename, is_demo_player: true })
  const [cup] = (await as(null).get('tournaments.get', { status: 'active' })).json.data.items
  expect(cup.total_participants).toBeGreaterThan(30)
  const board = (await as(null).get('tournaments.getStandings', { tournament_id: cup.id, count: '50' })).json.data
  const isDemo = ({ fakename }: { fakename: string }) => seats.some((seat) => seat.fakename === fakename)
  for (const row of board.items) expect(row.is_demo_player).toBe(isDemo(row))
  expect(board.items.filter(isDemo).length).toBeGreaterThan(30)
  await closeDemoWorld(db.sql)
  const told = [
    ...(await production.as(null).get('Jackpots.getWinners', { kind: 'latest' })).json.data.items,
    ...(await production.as(null).get('leaderboard.get')).json.data.items,
  ]
  expect(told.filter(isDemo)).toEqual([])
})
