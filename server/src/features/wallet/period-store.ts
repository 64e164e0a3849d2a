import { sql } from 'kysely'
import type { Db } from '../../context.ts'

/** What purses did within a stretch of time, by the times of their lines. */

/** Players' own purses that moved at or after a moment, in the order of their ids, a page at a time. */
export async function readMoved(
  db: Db,
  { since, after, count }: { since: Date; after: bigint; count: number },
): Promise<{ purse: bigint; playerId: bigint; currency: string }[]> {
  const { rows } = await sql<{ purse: bigint; playerId: bigint; currency: string }>`
    select id as purse, player_id as "playerId", currency from wallet_purse
    where player_id is not null and kind = 'main' and id > ${after} and moved_at >= ${since}
    order by id limit ${count}`.execute(db)
  return rows
}

type MainPurse = { purse: bigint; playerId: bigint; currency: string; seq: bigint }

/** Own purses of players, as a relation that can stand inside another question. */
export const mainPurses = sql<MainPurse>`(select id as purse, player_id as "playerId", currency, seq from wallet_purse
  where owner = 'player' and kind = 'main')`

/** How far the own purses of these players are. */
export async function readMainPurses(db: Db, playerIds: readonly bigint[]): Promise<MainPurse[]> {
  const { rows } = await sql<MainPurse>`select purse, "playerId", currency, seq from ${mainPurses} as own
    where "playerId" = any(${`{${playerIds.join()}}`}::bigint[]) order by "playerId", purse`.execute(db)
  return rows
}

/** `after`: a line that is known to be before `start`, or zero. */
type Stretch = { purse: bigint; after: bigint; start: Date; end: Date }

type LineSum = { scope: string; reason: string; isIn: boolean; amount: bigint; count: number }
export type PurseStretch = {
  purse: bigint
  /** The last line before the stretch, and the last one within it. */
  fromSeq: bigint
  toSeq: bigint
  /** Of the history up to `toSeq`. */
  head: Buffer
  sums: LineSum[]
}

/**
 * The last line of a purse that is dated before a moment. Times of a purse never run back, so it is found by halving:
 * twenty steps through an index, also in a history of a million lines.
 */
const lastBefore = (low: ReturnType<typeof sql>, moment: ReturnType<typeof sql>) => sql`
  with recursive halves (low, high) as (
    select ${low}, p.seq
    union all
    select case when line.at < ${moment} then middle else low end, case when line.at < ${moment} then high else middle - 1 end
    from halves cross join lateral (select (low + high + 1) / 2 as middle) as half
    cross join lateral (
      select at from wallet_transfer where from_purse = p.id and from_seq = middle
      union all select at from wallet_transfer where to_purse = p.id and to_seq = middle
    ) as line
    where low < high
  ) select low as seq from halves where low = high`

const side = (own: 'from' | 'to') => {
  const ref = (name: string) => sql.ref(`${own}_${name}`)
  return sql`select scope, reason, ${sql.lit(own === 'to')}::boolean as is_in, amount from wallet_transfer
    where ${ref('purse')} = p.id and ${ref('seq')} > first.seq and ${ref('seq')} <= last.seq`
}

/** Of many purses at once, in any order. Their players are locked, or it is an estimate. */
export async function sumBetween(db: Db, stretches: readonly Stretch[]): Promise<PurseStretch[]> {
  if (stretches.length === 0) return []
  type Row = Omit<PurseStretch, 'sums'> & { sums: [string, string, boolean, string, number][] | null }
  const { rows } = await sql<Row>`
    select p.id as purse, first.seq as "fromSeq", last.seq as "toSeq", sums.list as sums,
      coalesce(
        (select from_hash from wallet_transfer where from_purse = p.id and from_seq = last.seq),
        (select to_hash from wallet_transfer where to_purse = p.id and to_seq = last.seq),
        decode(repeat('00', 32), 'hex')) as head
    from unnest(
      ${`{${stretches.map(({ purse }) => purse).join()}}`}::bigint[], ${`{${stretches.map(({ after }) => after).join()}}`}::bigint[],
      ${stretches.map(({ start }) => start.toISOString())}::timestamptz[], ${stretches.map(({ end }) => end.toISOString())}::timestamptz[]
    ) as s (purse, after, start_at, end_at)
    join wallet_purse p on p.id = s.purse
    cross join lateral (${lastBefore(sql`s.after`, sql`s.start_at`)}) as first
    cross join lateral (${lastBefore(sql`first.seq`, sql`s.end_at`)}) as last
    cross join lateral (
      select json_agg(json_build_array(scope, reason, is_in, amount::text, count)) as list from (
        select scope, reason, is_in, sum(amount) as amount, count(*) as count
        from (${side('from')} union all ${side('to')}) as line group by scope, reason, is_in
      ) as by_reason
    ) as sums`.execute(db)
  return rows.map(({ sums, ...row }) => ({
    ...row,
    sums: (sums ?? []).map(([scope, reason, isIn, amount, count]) => ({
      scope,
      reason,
      isIn,
      amount: BigInt(amount),
      count,
    })),
  }))
}
