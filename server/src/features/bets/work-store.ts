import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'

/** Words about markets that wait for their bets to be settled, how far that has come, and what could not be settled. */

export const settleChannel = 'croupier_settle'

/** Bets of players with even and with odd numbers: two batches never wait for one purse. */
export const settleLanes = [0, 1] as const
export type Lane = (typeof settleLanes)[number]
export const laneOf = (playerId: bigint): Lane => (playerId % 2n === 0n ? 0 : 1)

const numbers = (values: readonly (bigint | number)[]) => `{${values.join()}}`

export type MarketWork = { marketId: bigint; revision: number }

/** Whose word it is, and the words of the operator; without words it was a result. */
export type WorkBy = { actor: string; reason: string }
export const bySettler: WorkBy = { actor: 'settler', reason: '' }

/**
 * From the first bet on, also where it was done before: which word it was for is not asked, because all bets are
 * compared with the last one. Markets without bets are left out.
 */
export async function addWork(tx: Tx, work: readonly MarketWork[], { actor, reason }: WorkBy): Promise<void> {
  if (work.length === 0) return
  await sql`insert into bets_work (market_id, revision, lane, actor, reason)
    select market_id, revision, lane, ${actor}, ${reason}
    from unnest(${numbers(work.map(({ marketId }) => marketId))}::bigint[],
      ${numbers(work.map(({ revision }) => revision))}::int[]) as told (market_id, revision)
      cross join unnest(${numbers(settleLanes)}::int[]) as lane
    where exists (select from bets_leg where bets_leg.market_id = told.market_id)
    order by market_id, revision, lane
    on conflict (market_id, revision, lane) do update set last_bet = 0, done_at = null, at = clock_timestamp(),
      actor = excluded.actor, reason = excluded.reason`.execute(tx)
  await sql`select pg_notify(${settleChannel}, '')`.execute(tx)
}

export type Work = MarketWork &
  WorkBy & {
    lane: Lane
    lastBet: bigint
    /** When it was asked for last, to the microsecond. */
    asked: string
  }

/** Lanes in which something waits. */
export async function lanesWithWork(db: Db): Promise<Lane[]> {
  const { rows } = await sql<{ lane: Lane }>`select distinct lane from bets_work where done_at is null`.execute(db)
  return rows.map(({ lane }) => lane)
}

/** The oldest that no other node has in hand. */
export async function takeWork(tx: Tx, lane: Lane): Promise<Work | null> {
  const { rows } = await sql<Work>`select market_id as "marketId", revision, lane, last_bet as "lastBet",
      at::text as asked, actor, reason from bets_work
    where done_at is null and lane = ${lane} order by at, market_id, revision limit 1
    for update skip locked`.execute(tx)
  return rows[0] ?? null
}

export type NextBet = { id: bigint; playerId: bigint; state: 'open' | 'settled' }

/**
 * Bets on the market that come next; a bet that names it twice comes twice. Leg by leg in the order of their bets, each
 * bet looked up by itself: of the lanes the planner knows nothing, and it would read all bets there are for each batch.
 */
export const nextBets = async (
  tx: Tx,
  { marketId, lane, lastBet }: Pick<Work, 'marketId' | 'lane' | 'lastBet'>,
  most: number,
): Promise<NextBet[]> =>
  (
    await sql<NextBet>`select bet.id, bet.player_id as "playerId", bet.state
      from bets_leg as leg cross join lateral (
        select id, player_id, state from bets_bet where id = leg.bet_id limit 1) as bet
      where leg.market_id = ${marketId} and leg.bet_id > ${lastBet} and bet.state in ('open', 'settled')
        and bet.player_id % 2 = ${lane} order by leg.bet_id limit ${most}`.execute(tx)
  ).rows

/** Where another word came meanwhile, that one began anew and nothing is moved. */
export const moveWork = (
  tx: Tx,
  { marketId, revision, lane, asked }: Work,
  { to, isDone }: { to: bigint; isDone: boolean },
) =>
  sql`update bets_work set last_bet = ${to}, done_at = case when ${isDone} then clock_timestamp() end
    where market_id = ${marketId} and revision = ${revision} and lane = ${lane}
      and at = ${asked}::timestamptz`.execute(tx)

/** What was done a week ago; another word makes it anew. */
export const forgetOldWork = (db: Db) =>
  sql`delete from bets_work where done_at < now() - interval '7 days'`.execute(db)

// Faults

export const addStuck = (tx: Tx, betId: bigint, fault: string) =>
  sql`insert into bets_stuck (bet_id, fault) values (${betId}, ${fault})
    on conflict (bet_id) do update set fault = excluded.fault`.execute(tx)

export const dropStuck = (tx: Tx, betId: bigint) => sql`delete from bets_stuck where bet_id = ${betId}`.execute(tx)

export type StuckBet = { betId: bigint; fault: string; at: Date }

export const listStuck = async (db: Db): Promise<StuckBet[]> =>
  (await sql<StuckBet>`select bet_id as "betId", fault, at from bets_stuck order by bet_id`.execute(db)).rows
