import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tournamentKinds } from '@croupier/contract/tournaments'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { begin, type Database } from '../../db/db.ts'
import { startEmbedded } from '../../db/embedded.ts'
import { migrate } from '../../db/migrate.ts'
import { prepareJobs } from '../../jobs/boss.ts'
import { listeners } from '../../jobs/events.ts'
import { backup } from '../../operator/backup.ts'
import { restoreBackup } from '../../operator/restore.ts'
import { testApp } from '../../test/app.ts'
import { addMarkets, openBet, over, settleBy, under } from '../../test/bets.ts'
import { publish } from '../../test/campaigns.ts'
import { addPayer, houseOf } from '../../test/cashier.ts'
import { effort } from '../../test/effort.ts'
import { plainProgram } from '../../test/loyalty.ts'
import { openPatient } from '../../test/patient.ts'
import { chanceFrom } from '../../test/purses.ts'
import { addCup, endCup, seat } from '../../test/tournaments.ts'
import { sweepPoints } from '../loyalty/feed.ts'
import { recomputePoints } from '../loyalty/recompute.ts'
import { sweepCups } from './feed.ts'
import { finishDue, recomputeResult } from './finish.ts'

/** A house that is put back to an earlier day says the same of what was, to the byte. */

// Real servers on real folders.
vi.setConfig({ testTimeout: 300_000 * effort.timeoutFactor, hookTimeout: 300_000 })

const log = pino({ level: 'silent' })
const place = mkdtempSync(join(tmpdir(), 'croupier-restored-'))
const at = (name: string) => join(place, name)

async function openServer(dir: string) {
  const server = await startEmbedded({ dir, log })
  await migrate(server.url, log)
  await prepareJobs(server.url, listeners)
  const db: Database & { url: string } = { ...openPatient(server.url), url: server.url }
  const close = async () => {
    await db.close()
    await server.stop()
  }
  return { db, close }
}

const [{ secrets }, first] = await Promise.all([testApp(), openServer(at('data'))])
// Before the app is made: what is registered first is closed last.
afterAll(async () => {
  await first.close()
  rmSync(place, { recursive: true, force: true })
})
const node = await testApp({ beside: { db: first.db, secrets }, env: { SPORTS_FEED: 'acme' } })
const { db } = first
const house = houseOf(node)

const said = [over, under, 'void', 'taken back'] as const

/** Each word about a market settles all bets on it: a story ten times as long takes a hundred times as long. */
const storySteps = Math.min(2_000, effort.cupSteps)

/** Rounds, bets, and what is taken back of both. */
async function play(players: readonly Player[], markets: readonly bigint[], seed: number, steps = storySteps) {
  const chance = chanceFrom(seed)
  for (let step = 0; step < steps; step += 1) {
    const who = players[chance(players.length)]
    if (!who) continue
    const stake = BigInt(20 * (1 + chance(5)))
    const what = chance(8)
    const last = who.done.at(-1)
    if (what < 4) who.done.push(await who.seat.spin({ stake, win: BigInt(chance(500)) }))
    else if (what === 4 && last) await who.seat.rollback(last.round, last.transaction)
    else if (what === 5 && last) await who.seat.win(last.round, BigInt(chance(400)))
    else if (what === 6) {
      const leg = { market: markets[chance(markets.length)] ?? 0n, outcome: 'over', price: 1_800 }
      await openBet(db, { playerId: who.id, stake, legs: [leg] })
    } else await settleBy(db, house, markets[chance(markets.length)] ?? 0n, said[chance(4)] ?? over)
    if (what === 4) who.done.pop()
    if (chance(5) === 0) await sweepCups(house)
  }
  await node.runJobs()
  await sweepCups(house)
  await sweepPoints(house)
}

type Player = { id: bigint; seat: Awaited<ReturnType<typeof seat>>; done: { round: string; transaction: string }[] }

async function standings({ sql: asked }: Pick<Database, 'sql'>) {
  const { rows } = await sql`select tournament_id, player_id, join_no, score, reached_at, reset_at, rounds, tally
    from tournaments_entry order by 1, 2`.execute(asked)
  return rows
}

const resultsOf = ({ sql: asked }: Pick<Database, 'sql'>, cups: readonly bigint[]) =>
  Promise.all(cups.map((cup) => recomputeResult(asked, cup)))

async function expectProven({ sql: asked }: Pick<Database, 'sql'>, players: readonly Player[]) {
  for (const { id } of players) expect((await recomputePoints(asked, id)).differences).toEqual([])
}

/** Cups of every kind. */
async function addCups(): Promise<bigint[]> {
  const cups: bigint[] = []
  for (const kind of tournamentKinds) {
    const volume = kind === 'stake' || kind === 'win' ? { most_per_day: 500 } : {}
    cups.push(await addCup(db, { kind, min_units: 1, at_least: 1, most_rounds: 30, grace: 0, ...volume }))
  }
  return cups
}

async function addPlayers(cups: readonly bigint[]): Promise<Player[]> {
  const players: Player[] = []
  for (let count = 0; count < effort.cupPlayers; count += 1) {
    const { id, cookie } = await addPayer(node, { main: 1_000_000n })
    await db.sql.deleteFrom('http_rate_limit').execute()
    await Promise.all(
      cups.map((cup) => node.as(cookie).post('tournaments.participate', { tournament_id: String(cup) })),
    )
    players.push({ id, seat: await seat(node, id), done: [] })
  }
  return players
}

test('results, scores and points are the same after a restore', async () => {
  const rates = [...plainProgram.rates, { type: 'sports', rate: 20 }]
  await publish(db, 'loyalty-programs', 'house-club', { ...plainProgram, product: 'both', rates })
  const [past, running] = [await addCups(), await addCups()]
  const players = await addPlayers([...past, ...running])
  const markets = await addMarkets(db, 4)
  await play(players, markets, 41)
  for (const cup of past) await endCup(db, cup)
  await finishDue(house, { waitMs: 0 })
  // What comes after the cut of the first is in the copy too.
  await play(players, markets, 42)
  const [results, scores] = [await resultsOf(db, past), await standings(db)]
  for (const result of results) expect(result?.hash).toBe(result?.stored)
  const isWon = ({ text }: { text: string }) => /^1\t\d+\t[1-9]/.test(text)
  expect(results.filter((result) => result && isWon(result)).length).toBeGreaterThan(tournamentKinds.length - 3)
  await expectProven(db, players)

  const site = { databaseUrl: undefined, dataDir: at('data'), secretsDir: at('data/secrets') }
  expect((await backup(site, at('copy'))).code).toBe(0)
  // The house that is lost goes on, meanwhile.
  const [restored] = await Promise.all([
    restoreBackup(at('copy'), at('restored')),
    play(players, markets, 43, storySteps / 4),
  ])
  expect(restored.code).toBe(0)
  expect(await resultsOf(db, past)).toEqual(results)
  expect(await standings(db)).not.toEqual(scores)

  const second = await openServer(at('restored'))
  try {
    const lines: string[] = []
    const there = {
      ...{ sql: second.db.sql, announce: async () => undefined },
      begin: <T>(work: Parameters<typeof begin<T>>[1]) => begin(second.db, work),
      log: pino({ level: 'debug' }, { write: (line: string) => lines.push(line) }),
    }
    expect(await resultsOf(second.db, past)).toEqual(results)
    expect(await standings(second.db)).toEqual(scores)
    // Nothing is missing that a worker would have to make up for.
    await sweepCups(there)
    await sweepPoints(there)
    expect(await standings(second.db)).toEqual(scores)
    await expectProven(second.db, players)
    for (const cup of running) await endCup(second.db, cup)
    await finishDue(there, { waitMs: 0 })
    for (const result of await resultsOf(second.db, running)) expect(result?.hash).toBe(result?.stored)
    expect(lines.filter((line) => line.includes('running scores differ'))).toEqual([])
    expect(await resultsOf(second.db, past)).toEqual(results)
  } finally {
    await second.close()
  }
})
