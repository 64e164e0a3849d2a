import { sql } from 'kysely'
import type { Database } from '../db/db.ts'
import type { testApp } from './app.ts'
import { addPayer } from './cashier.ts'
import type { ThirdScore } from './third-score.ts'
import { type Seat, seat } from './tournaments.ts'

/** Players of cups who do what players and their games do, by chance. */

type App = Awaited<ReturnType<typeof testApp>>
type Done = { round: string; transaction: string }
export type CupPlayer = { id: bigint; cookie: string; currency: string; play: Seat; open: string[]; done: Done[] }

export async function newCupPlayer(node: App, currency: string): Promise<CupPlayer> {
  const { id, cookie } = await addPayer(node, { main: 1_000_000n, currency })
  return { id, cookie, currency, play: await seat(node, id, { currency }), open: [], done: [] }
}

type Chance = (below: number) => number
type Step = { chance: Chance; askPayout: (who: CupPlayer) => Promise<unknown>; moreSpins?: number }

/** One thing that a player or its game does: of twelve six are spins, and so many more of as many more. */
export async function takeStep(who: CupPlayer, { chance, askPayout, moreSpins = 0 }: Step): Promise<void> {
  const { play, open, done } = who
  const stake = BigInt(20 * (1 + chance(5)))
  const what = chance(12 + moreSpins) - moreSpins
  if (what < 6) done.push(await play.spin({ stake, win: BigInt(chance(500)) }))
  else if (what === 6) open.push((await play.bet({ stake })).round)
  else if (what === 7) {
    const round = open.shift()
    if (round) await play.win(round, BigInt(chance(300)))
  } else if (what < 10) {
    const last = done.splice(chance(Math.max(1, done.length)), 1)[0]
    if (last && what === 8) await play.rollback(last.round, last.transaction)
    else if (last) await play.win(last.round, BigInt(chance(400)))
  } else if (what === 10 && chance(4) === 0) await askPayout(who)
}

/** After the end: stakes taken back, rounds closed, and wins that come late. */
export async function takeLateSteps({ play, open, done }: CupPlayer, most = Number.POSITIVE_INFINITY): Promise<void> {
  for (const { round, transaction } of done.slice(-2)) await play.rollback(round, transaction).catch(() => {})
  for (const round of open) await play.win(round, 900n)
  for (const { round } of done.slice(0, -2).slice(0, most)) await play.win(round, 5_000n)
}

const columns = sql`player_id::text as player, score::text, (extract(epoch from reached_at) * 1000)::bigint::text as reached`

export async function runningScores({ sql: db }: Pick<Database, 'sql'>, cup: bigint): Promise<ThirdScore[]> {
  const { rows } = await sql<ThirdScore>`select ${columns} from tournaments_entry
    where tournament_id = ${cup} and state = 'in' order by player_id`.execute(db)
  return rows
}

export async function placedScores({ sql: db }: Pick<Database, 'sql'>, cup: bigint): Promise<ThirdScore[]> {
  const { rows } = await sql<ThirdScore>`select ${columns} from tournaments_result
    where tournament_id = ${cup} order by player_id`.execute(db)
  return rows
}
