import { sql } from 'kysely'
import type { Db } from '../../../context.ts'

/** A round that gave more than was staked, with real money. */
export type NetWin = {
  provider: string
  round: string
  playerId: bigint
  game: string
  currency: string
  staked: bigint
  won: bigint
  jackpotLevel: string | null
  jackpot: string | null
  at: Date
}

const columns = sql`r.provider, r.round, r.player_id as "playerId", r.game, r.currency, r.staked, r.won,
  p.jackpot, p.jackpot_level as "jackpotLevel", r.updated_at as at`
const wins = sql`from rounds_round as r left join rounds_play as p on r.provider = 'studio' and p.round = r.round
  where r.mode = 'real' and r.is_closed and r.won > r.staked and r.bets > 0`

export async function latestWins(db: Db, { count, offset }: { count: number; offset: number }): Promise<NetWin[]> {
  const { rows } = await sql<NetWin>`
    select ${columns} ${wins} order by r.updated_at desc limit ${count} offset ${offset}`.execute(db)
  return rows
}

/** Those after a moment, oldest first. A Date knows no parts of a millisecond: without the step the last comes again. */
export async function winsSince(db: Db, since: Date, most: number): Promise<NetWin[]> {
  const { rows } = await sql<NetWin>`
    select ${columns} ${wins} and r.updated_at >= ${since}::timestamptz + interval '1 millisecond'
    order by r.updated_at limit ${most}`.execute(db)
  return rows
}

/** The rounds of these names, for a pot's own list. */
export async function winsOfRounds(db: Db, rounds: readonly string[]): Promise<NetWin[]> {
  const { rows } = await sql<NetWin>`
    select ${columns} ${wins} and r.provider = 'studio' and r.round = any(${rounds}::text[])`.execute(db)
  return rows
}

export type Ranking = {
  /** How many days back. */
  days: number
  /** What one minor unit of a currency is worth, in a unit that all of them share. */
  worth: Readonly<Record<string, number>>
  /** Only the best round of each player. */
  isPerPlayer: boolean
}

/** The greatest by what they gave beyond the stake, whatever the currency. What they look like is read of these alone. */
export async function greatestWins(db: Db, { days, worth, isPerPlayer }: Ranking, most: number): Promise<NetWin[]> {
  const [one, byPlayer] = isPerPlayer
    ? [sql`distinct on (player_id)`, sql`order by player_id, value desc, updated_at`]
    : [sql``, sql``]
  const { rows } = await sql<NetWin>`
    with rates as (
      select key as currency, value::float8 as rate from json_each_text(${JSON.stringify(worth)}::json)
    ), valued as (
      select provider, round, player_id, updated_at, (won - staked) * rate as value
      from rounds_round join rates using (currency)
      where mode = 'real' and is_closed and won > staked and bets > 0
        and updated_at > now() - make_interval(days => ${days})
    ), best as (
      select ${one} * from valued ${byPlayer}
    ), first as (
      select provider, round, value from best order by value desc, updated_at limit ${most}
    ) select ${columns} from first as f join rounds_round as r on r.provider = f.provider and r.round = f.round
      left join rounds_play as p on r.provider = 'studio' and p.round = r.round
    order by f.value desc, r.updated_at`.execute(db)
  return rows
}
