import { sql } from 'kysely'
import type { Tx } from '../../context.ts'

/** Times in which a market should not have taken bets: the feed says so afterwards. */

const numbers = (ids: readonly bigint[]) => `{${ids.join()}}`

type NewWindow = {
  /** Null: from the beginning, or to the end. */
  from: string | null
  to: string | null
  reason: string
}

/** The locks of their events are held. The same window twice is one. */
export const addWindows = (tx: Tx, marketIds: readonly bigint[], { from, to, reason }: NewWindow) =>
  sql`insert into sports_window (market_id, n, starts_at, ends_at, reason)
    select id, coalesce((select max(n) from sports_window where market_id = id), 0) + 1, told.starts_at, told.ends_at,
      ${reason}
    from unnest(${numbers(marketIds)}::bigint[]) as id
      cross join (select coalesce(${from}::timestamptz, '-infinity') as starts_at,
        coalesce(${to}::timestamptz, 'infinity') as ends_at) as told
    where not exists (select from sports_window as known where known.market_id = id and known.withdrawn_at is null
      and known.starts_at = told.starts_at and known.ends_at = told.ends_at and known.reason = ${reason})`.execute(tx)

/** Answers with the markets that had one. */
export async function withdrawWindows(tx: Tx, marketIds: readonly bigint[]): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`update sports_window set withdrawn_at = clock_timestamp()
    where market_id = any(${numbers(marketIds)}::bigint[]) and withdrawn_at is null
    returning market_id as id`.execute(tx)
  return [...new Set(rows.map(({ id }) => id))]
}
