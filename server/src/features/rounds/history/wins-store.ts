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
/** What bonus money won, or waits to become a bonus, cannot be taken out, so it is no win to show to others. */
const isOwn = sql`coalesce(r.bonus_staked, 0) = 0 and r.pack_id is null`

export async function latestWins(db: Db, { count, offset }: { count: number; offset: number }): Promise<NetWin[]> {
  const { rows } = await sql<NetWin>`
    select ${columns} ${wins} and ${isOwn} order by r.updated_at desc limit ${count} offset ${offset}`.execute(db)
  return rows
}

/** What is committed by now, as text: the place from which `winsAfter` goes on. */
export async function readWinsPlace(db: Db): Promise<string> {
  const { rows } = await sql<{ place: string }>`select pg_current_snapshot()::text as place`.execute(db)
  return rows[0]?.place ?? ''
}

/** The number of the transaction that wrote a row last, with the turns of the counter that `xmin` leaves out. */
const writtenBy = sql`(select case when serial > last then serial - 4294967296 else serial end from (
    select (last >> 32 << 32) + r.xmin::text::bigint as serial, last
    from (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as last) as counter
  ) as numbers)::text::xid8`

/**
 * Oldest first. After a place: what was not committed then. A moment would miss a round whose transaction began before
 * it and ended after it; it is only where a reader begins. There a Date knows no parts of a millisecond: without the
 * step the last would come again.
 */
export async function winsAfter(db: Db, after: Date | string, most: number): Promise<NetWin[]> {
  const isNew =
    typeof after === 'string'
      ? sql`r.updated_at > now() - interval '1 hour' and not pg_visible_in_snapshot(${writtenBy}, ${after}::pg_snapshot)`
      : sql`r.updated_at >= ${after}::timestamptz + interval '1 millisecond'`
  const { rows } = await sql<NetWin>`
    select ${columns} ${wins} and ${isOwn} and ${isNew} order by r.updated_at limit ${most}`.execute(db)
  return rows
}

/** The rounds of these names, for a pot's own list: a pot that is hit is own money, whoever paid the rest of the stake. */
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
  /** Compared by what came back of the stake, whatever its size. */
  isByMultiple?: boolean
}

/** A stake of it was paid by the house: no pack is written on rounds whose winnings go to the main purse. */
const isFree = sql`coalesce((select true from rounds_action as a where a.round = r.round and a.provider = r.provider
  and a.split @> '[{"kind": "promotions"}]' and not a.is_rolled_back limit 1), false)`

/** Looks without those of known players; then all rounds are asked who paid them. */
const mostLooks = 4

/**
 * The greatest by what they gave beyond the stake, whatever the currency, without free spins. Who paid is read of those
 * that were found, and then of all rounds of their players: asked of every win of a month it would take seconds.
 */
export async function greatestWins(db: Db, ranking: Ranking, most: number): Promise<NetWin[]> {
  const suspects = new Set<bigint>()
  for (let look = 1; look <= mostLooks; look += 1) {
    const found = await rankWins(db, ranking, {
      most,
      isLeftOut: sql`player_id = any(${[...suspects]}::bigint[]) and ${isFree}`,
    })
    const free = found.filter(({ isHouses }) => isHouses)
    if (free.length === 0) return found.map(({ isHouses: _, ...win }) => win)
    for (const { playerId } of free) suspects.add(playerId)
  }
  const found = await rankWins(db, ranking, { most, isLeftOut: isFree })
  return found.map(({ isHouses: _, ...win }) => win)
}

type Wanted = { most: number; isLeftOut: ReturnType<typeof sql> }

/** What they look like is read of the greatest alone. */
async function rankWins(db: Db, ranking: Ranking, { most, isLeftOut }: Wanted) {
  const { days, worth, isPerPlayer, isByMultiple = false } = ranking
  const value = isByMultiple ? sql`won * 100 / staked` : sql`(won - staked) * rate`
  const isMeant = isByMultiple ? sql`staked > 0` : sql`true`
  const [one, byPlayer] = isPerPlayer
    ? [sql`distinct on (player_id)`, sql`order by player_id, value desc, updated_at`]
    : [sql``, sql``]
  const { rows } = await sql<NetWin & { isHouses: boolean }>`
    with rates as (
      select key as currency, value::float8 as rate from json_each_text(${JSON.stringify(worth)}::json)
    ), valued as (
      select provider, round, player_id, updated_at, ${value} as value
      from rounds_round as r join rates using (currency)
      where mode = 'real' and is_closed and won > staked and bets > 0 and ${isOwn} and ${isMeant} and not (${isLeftOut})
        and updated_at > now() - make_interval(days => ${days})
    ), best as (
      select ${one} * from valued ${byPlayer}
    ), first as (
      select provider, round, value from best order by value desc, updated_at limit ${most}
    ) select ${columns}, ${isFree} as "isHouses" from first as f join rounds_round as r on r.provider = f.provider and r.round = f.round
      left join rounds_play as p on r.provider = 'studio' and p.round = r.round
    order by f.value desc, r.updated_at`.execute(db)
  return rows
}
