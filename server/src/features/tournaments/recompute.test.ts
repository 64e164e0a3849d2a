import { isBettingKind, type TournamentKind, tournamentKinds } from '@croupier/contract/tournaments'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { addPayer, houseOf } from '../../test/cashier.ts'
import { effort } from '../../test/effort.ts'
import { die } from '../../test/killed.ts'
import { pretendProvider } from '../../test/pretend-provider.ts'
import { chanceFrom } from '../../test/purses.ts'
import { addCup, endCup, type Seat, seat } from '../../test/tournaments.ts'
import { sweepCups } from './feed.ts'
import { finishDue, recomputeResult } from './finish.ts'
import { workIn } from './work-in.ts'

/**
 * Players of two currencies in cups of every kind, with rollbacks, late wins, open rounds, payouts and leaves, while the
 * worker is killed and notices are lost: running scores, the result, and a third way that reads the tables alone agree.
 */

const payments = new Map([['sandbox', pretendProvider('sandbox').provider]])
const node = await testApp({ payments })
const other = await testApp({ beside: node, payments })
const { db, as } = node
const houses = [houseOf(node), houseOf(other)] as const

const terms = {
  ...{ min_units: 2, cap: 5, best_of: 3, run_length: 4, at_least: 1.5, most_rounds: 12 },
  ...{ reset_on_cashout: true, grace: 0 },
}
/** Those over bets have a test of their own. */
const gameKinds = tournamentKinds.filter((kind) => !isBettingKind(kind))
const volume = (kind: TournamentKind) => (kind === 'stake' || kind === 'win' ? { most_per_day: 40 } : {})

type Player = { id: bigint; cookie: string; play: Seat; open: string[]; done: { round: string; transaction: string }[] }

async function newPlayer(currency: string): Promise<Player> {
  const { id, cookie } = await addPayer(node, { main: 1_000_000n, currency })
  return { id, cookie, play: await seat(node, id, { currency }), open: [], done: [] }
}

test('three ways to the same scores', async () => {
  const cups: { id: bigint; kind: TournamentKind }[] = []
  for (const kind of gameKinds) cups.push({ kind, id: await addCup(db, { ...terms, ...volume(kind), kind }) })
  const players: Player[] = []
  for (let at = 0; at < effort.cupPlayers; at += 1) players.push(await newPlayer(at % 2 === 0 ? 'EUR' : 'JPY'))
  const chance = chanceFrom(7)
  for (const { cookie } of players) for (const { id } of cups) await enter(cookie, id)
  for (let step = 0; step < effort.cupSteps; step += 1) {
    const who = players[chance(players.length)]
    if (who) await takeStep(who, chance)
    if (chance(3) === 0) await disturb(players, chance)
  }
  const [left] = players
  if (left) await as(left.cookie).post('tournaments.leave', { tournament_id: String(cups[0]?.id) })
  // Notices were lost: players who are behind are found.
  await sweepCups(houses[1])
  const running = new Map<bigint, unknown>()
  for (const { id } of cups) running.set(id, await runningScores(id))
  for (const { id, kind } of cups) {
    await endCup(db, id)
    expect(await thirdWay(id, kind)).toEqual(running.get(id))
  }
  for (const { play, done, open } of players) {
    for (const { round, transaction } of done.slice(-2)) await play.rollback(round, transaction).catch(() => {})
    for (const round of open) await play.win(round, 900n)
    for (const { round } of done.slice(0, -2)) await play.win(round, 5_000n)
  }
  await finishDue(houses[0], { waitMs: 0 })
  for (const { id } of cups) {
    expect(await placedScores(id)).toEqual(running.get(id))
    const again = await recomputeResult(db.sql, id)
    expect(again?.hash).toBe(again?.stored)
  }
  expect([...node.lines, ...other.lines].filter((line) => line.includes('running scores differ'))).toEqual([])
})

async function enter(cookie: string, cup: bigint) {
  await db.sql.deleteFrom('http_rate_limit').execute()
  await as(cookie).post('tournaments.participate', { tournament_id: String(cup) })
}

/** One thing that a player or its game does. */
async function takeStep({ play, open, done, cookie }: Player, chance: (below: number) => number): Promise<void> {
  const stake = BigInt(20 * (1 + chance(5)))
  const what = chance(12)
  if (what < 6) done.push(await play.spin({ stake, win: BigInt(chance(500)) }))
  else if (what === 6) open.push((await play.bet({ stake })).round)
  else if (what === 7) {
    const round = open.shift()
    if (round) await play.win(round, BigInt(chance(300)))
  } else if (what < 10) {
    const last = done.splice(chance(Math.max(1, done.length)), 1)[0]
    if (last && what === 8) await play.rollback(last.round, last.transaction)
    else if (last) await play.win(last.round, BigInt(chance(400)))
  } else if (what === 10 && chance(4) === 0) await askPayout(cookie)
}

let payouts = 0
async function askPayout(cookie: string) {
  payouts += 1
  await db.sql.deleteFrom('http_rate_limit').execute()
  const said = { method: 'wallet', amount: '20', key: `payout-${payouts}-key`, 'requisites[account]': 'a@pay.example' }
  await as(cookie).post('cashier.makewithdrawal', said)
}

/** The worker, of either node, for some of them; killed before or after its commit, or two at once. */
async function disturb(players: readonly Player[], chance: (below: number) => number): Promise<void> {
  const some = players.filter(() => chance(2) === 0).map(({ id }) => id)
  const how = chance(4)
  if (how === 0) await die(houses[0], (ctx) => workIn(ctx, some), { at: 1, isAfter: false })
  else if (how === 1) await die(houses[1], (ctx) => workIn(ctx, some), { at: 1, isAfter: true })
  else if (how === 2) await Promise.all(houses.map((house) => workIn(house, some)))
  else await workIn(houses[0], some)
}

type Score = { player: string; score: string; reached: string | null }

async function runningScores(cup: bigint): Promise<Score[]> {
  const { rows } =
    await sql<Score>`select player_id::text as player, score::text, (extract(epoch from reached_at) * 1000)::bigint::text as reached
    from tournaments_entry where tournament_id = ${cup} and state = 'in' order by player_id`.execute(db.sql)
  return rows
}

async function placedScores(cup: bigint): Promise<Score[]> {
  const { rows } =
    await sql<Score>`select player_id::text as player, score::text, (extract(epoch from reached_at) * 1000)::bigint::text as reached
    from tournaments_result where tournament_id = ${cup} order by player_id`.execute(db.sql)
  return rows
}

type Call = { at: number; undone: number | null; staked: number; won: number }
type Dumped = { player: string; joined: number; starts: number; ends: number; payouts: number[]; rounds: DumpedRound[] }
type DumpedRound = { name: string; opened: number; closed: number | null; currency: string; calls: Call[] }

/** From a dump of the tables, with nothing of the product: sums in floating point and whole lists, where it has tallies. */
async function thirdWay(cup: bigint, kind: TournamentKind): Promise<Score[]> {
  const { rows } = await sql<Dumped>`select e.player_id::text as player,
      extract(epoch from e.joined_at)::float8 * 1000 as joined, extract(epoch from t.starts_at)::float8 * 1000 as starts,
      extract(epoch from t.ends_at)::float8 * 1000 as ends,
      coalesce((select json_agg(floor(extract(epoch from l.at) * 1000)) from wallet_transfer l join wallet_purse p on p.id = l.from_purse
        join wallet_purse h on h.id = l.to_purse
        where p.player_id = e.player_id and p.kind = 'main' and h.kind = 'withdrawal_hold'), '[]') as payouts,
      coalesce((select json_agg(json_build_object('name', r.provider || ' ' || r.round, 'currency', r.currency,
          'opened', floor(extract(epoch from r.opened_at) * 1000), 'closed', floor(extract(epoch from r.closed_at) * 1000),
          'calls', (select json_agg(json_build_object('at', extract(epoch from a.at) * 1000, 'staked', a.staked, 'won', a.won,
              'undone', extract(epoch from a.rolled_back_at) * 1000)) from rounds_action a
            where a.provider = r.provider and a.round = r.round and a.kind in ('bet', 'win', 'betwin'))))
        from rounds_round r where r.player_id = e.player_id), '[]') as rounds
    from tournaments_entry e join tournaments_tournament t on t.id = e.tournament_id
    where e.tournament_id = ${cup} and e.state = 'in' order by e.player_id`.execute(db.sql)
  return rows.map((dumped) => ({ player: dumped.player, ...scoreOf(dumped, kind) }))
}

const minimum = 40

function scoreOf({ joined, starts, ends, payouts: asked, rounds }: Dumped, kind: TournamentKind) {
  const reset = Math.max(0, ...asked.filter((at) => at >= joined && at < ends))
  const from = Math.max(joined, starts, reset)
  const good = rounds
    .map(({ calls, ...round }) => {
      const standing = (calls ?? []).filter(({ at, undone }) => at <= ends && (undone === null || undone > ends))
      const sum = (side: 'staked' | 'won') => standing.reduce((total, call) => total + call[side], 0)
      return { ...round, staked: sum('staked'), won: sum('won') }
    })
    .filter(
      ({ opened, closed, staked }) =>
        opened >= from && opened < ends && closed !== null && closed <= ends && staked >= minimum,
    )
    .sort((one, two) => one.opened - two.opened || (one.name < two.name ? -1 : 1))
  const values = (count: number) => worthOf(good.slice(0, count), kind)
  const score = values(good.length)
  // The first place at which it was this score: that round made it.
  const at = good.findIndex((_round, place) => values(place + 1) === score)
  return { score: String(score), reached: score === 0 ? null : String(good[at]?.closed ?? null) }
}

type Good = { staked: number; won: number; opened: number; currency: string }

function worthOf(good: readonly Good[], kind: TournamentKind): number {
  if (kind === 'stake' || kind === 'win') return volumeOf(good, kind)
  const multiples = good.slice(0, 12).map(({ staked, won }) => Math.floor((won * 100) / staked))
  const capped = multiples.map((each) => Math.min(each, 500))
  const total = (list: readonly number[]) => list.reduce((sum, each) => sum + each, 0)
  if (kind === 'multiplier_best') return Math.max(0, ...multiples)
  if (kind === 'multiplier_sum') return total(capped.toSorted((one, two) => two - one).slice(0, 3))
  if (kind === 'multiplier_run')
    return Math.max(0, ...capped.map((_each, place) => total(capped.slice(place, place + 4))))
  return Math.max(
    0,
    ...multiples
      .map((each) => (each >= 150 ? 'x' : '-'))
      .join('')
      .split('-')
      .map(({ length }) => length),
  )
}

/** Both currencies have units of 20; a run lasts minutes, so there may be two days. */
function volumeOf(good: readonly Good[], kind: 'stake' | 'win'): number {
  const days = new Map<number, number>()
  let counted = 0
  for (const { staked, won, opened } of good) {
    const day = Math.floor(opened / 86_400_000)
    const amount = kind === 'win' ? won : staked
    const before = days.get(day) ?? 0
    if (counted === 12 || (before >= 800 && amount > 0)) continue
    counted += 1
    days.set(day, Math.min(800, before + amount))
  }
  return Math.floor([...days.values()].reduce((sum, each) => sum + each, 0) / 20)
}
