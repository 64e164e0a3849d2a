import { sql } from 'kysely'
import type { Db } from '../../../context.ts'
import type { Mode } from '../batch/rules.ts'

/** Rounds of one player. Days are UTC, both included. */
export type Past = {
  playerId: bigint
  mode: Mode
  game?: string | null | undefined
  from?: string | null | undefined
  to?: string | null | undefined
}

export type PastRound = {
  provider: string
  round: string
  game: string
  mode: string
  currency: string
  staked: bigint
  won: bigint
  isClosed: boolean
  isFree: boolean
  /** Of our own games only. */
  version: string | null
  openedAt: Date
}

export const columns = sql`r.provider, r.round, r.game, r.mode, r.currency, r.staked, r.won, r.is_closed as "isClosed",
  p.pack_id is not null as "isFree", p.version, r.opened_at as "openedAt"`

export const withPlay = sql`rounds_round as r left join rounds_play as p on r.provider = 'studio' and p.round = r.round`

/** Walks along the index of the player and mode. */
export const isIn = ({ playerId, mode, game, from, to }: Past) => sql`r.player_id = ${playerId} and r.mode = ${mode}
  and (${game ?? null}::text is null or r.game = ${game ?? null})
  and r.opened_at >= coalesce(${from ?? null}::date::timestamp at time zone 'utc', '-infinity')
  and r.opened_at < coalesce((${to ?? null}::date + 1)::timestamp at time zone 'utc', 'infinity')`

const newest = sql`r.opened_at desc, r.provider, r.round`

/** Newest first. */
export async function readPast(db: Db, past: Past, { count, offset }: { count: number; offset: number }) {
  // Plays are looked up for this page only, not for all that were passed over on the way to it.
  const { rows } = await sql<PastRound>`select ${columns} from (
      select * from rounds_round as r where ${isIn(past)} order by ${newest} limit ${count} offset ${offset}
    ) as r left join rounds_play as p on r.provider = 'studio' and p.round = r.round order by ${newest}`.execute(db)
  return rows
}

export async function countPast(db: Db, past: Past): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`select count(*) as total from rounds_round as r
    where ${isIn(past)}`.execute(db)
  return Number(rows[0]?.total ?? 0)
}

/** Rounds that wait for a choice; without a bet that stands nothing is in them. */
const isWaiting = (playerId: bigint) => sql`player_id = ${playerId} and not is_closed and bets > 0`

export async function readWaiting(db: Db, playerId: bigint, { count, offset }: { count: number; offset: number }) {
  const { rows } = await sql<
    Pick<PastRound, 'provider' | 'round' | 'game' | 'mode' | 'currency' | 'staked' | 'openedAt'>
  >`
    select provider, round, game, mode, currency, staked, opened_at as "openedAt" from rounds_round
    where ${isWaiting(playerId)} order by opened_at desc, provider, round limit ${count} offset ${offset}`.execute(db)
  return rows
}

export async function countWaiting(db: Db, playerId: bigint): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`select count(*) as total from rounds_round
    where ${isWaiting(playerId)}`.execute(db)
  return Number(rows[0]?.total ?? 0)
}
