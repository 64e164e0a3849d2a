import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'
import { list } from './store.ts'

/** Periods of reviews: when they began, with how much experience, and when they are over. */

export type ReviewPeriod = { playerId: bigint; fromMs: number; base: bigint; atMs: number }

type Row = { playerId: bigint; fromMs: number; base: bigint; atMs: number }

export async function readReviews(db: Db, playerIds: readonly bigint[]): Promise<ReviewPeriod[]> {
  const { rows } = await sql<Row>`select player_id as "playerId", review_base as base,
      (extract(epoch from review_from) * 1000)::float8 as "fromMs", (extract(epoch from review_at) * 1000)::float8 as "atMs"
    from loyalty_player where player_id = any(${list(playerIds)}::bigint[]) and review_at is not null`.execute(db)
  return rows
}

/** Those whose period is over, if nothing stopped the clock. */
export async function dueReviews(db: Db, { after, count }: { after: bigint; count: number }): Promise<bigint[]> {
  const { rows } = await sql<{ playerId: bigint }>`select player_id as "playerId" from loyalty_player
    where review_at <= clock_timestamp() and player_id > ${after} order by player_id limit ${count}`.execute(db)
  return rows.map(({ playerId }) => playerId)
}

/** Members of a programme who have no period yet: it begins now. Answers how many there were. */
export async function beginReviews(
  tx: Tx,
  { program, months, onePoint, count }: { program: string; months: number; onePoint: bigint; count: number },
): Promise<number> {
  const { rows } = await sql`update loyalty_player set review_from = clock_timestamp(),
      review_base = earned + floor(rest / ${String(onePoint)}::numeric)::bigint,
      review_at = (clock_timestamp() at time zone 'utc' + make_interval(months => ${months})) at time zone 'utc'
    where player_id in (
      select player_id from loyalty_player where program = ${program} and review_at is null
      order by player_id limit ${count} for update skip locked)
    returning 1`.execute(tx)
  return rows.length
}

/** Where a programme has no reviews any more, none is to come. */
export const endReviews = (db: Db, programs: readonly string[]) =>
  sql`update loyalty_player set review_from = null, review_base = null, review_at = null
    where review_at is not null and (program is null or program <> all(${programs}::text[]))`.execute(db)

/** The rows are locked. */
export async function writeReviewPeriods(tx: Tx, periods: readonly ReviewPeriod[]): Promise<void> {
  if (periods.length === 0) return
  const times = (all: readonly number[]) => all.map((ms) => new Date(ms).toISOString())
  await sql`update loyalty_player as p set review_from = n.review_from, review_base = n.base, review_at = n.review_at
    from unnest(${list(periods.map(({ playerId }) => playerId))}::bigint[],
      ${times(periods.map(({ fromMs }) => fromMs))}::timestamptz[], ${list(periods.map(({ base }) => base))}::bigint[],
      ${times(periods.map(({ atMs }) => atMs))}::timestamptz[]) as n (player_id, review_from, base, review_at)
    where p.player_id = n.player_id`.execute(tx)
}
