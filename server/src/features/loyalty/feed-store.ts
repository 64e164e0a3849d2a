import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'
import { lineFeed } from '../wallet/wallet.ts'
import { list } from './store.ts'

/** Where the feed stands, and what was played on a day. */

export const clubFeed = lineFeed.store('loyalty')

/** Players whose own purses are further than their cursors. */
export async function membersBehind(
  db: Db,
  purses: ReturnType<typeof sql>,
  { after, count }: { after: bigint; count: number },
): Promise<bigint[]> {
  const { rows } = await sql<{ playerId: bigint }>`select distinct p."playerId" from ${purses} as p
    left join loyalty_cursor as c on c.player_id = p."playerId" and c.purse = p.purse
    where p."playerId" > ${after} and p.seq > coalesce(c.seq, 0) order by 1 limit ${count}`.execute(db)
  return rows.map(({ playerId }) => playerId)
}

// Days

type Played = { playerId: bigint; day: string; parts: bigint }

export async function readPlayedDays(db: Db, asked: readonly Omit<Played, 'parts'>[]): Promise<Played[]> {
  if (asked.length === 0) return []
  const { rows } = await sql<
    Omit<Played, 'parts'> & { parts: string }
  >`select d.player_id as "playerId", d.day::text as day,
      d.parts::text as parts
    from unnest(${list(asked.map(({ playerId }) => playerId))}::bigint[], ${asked.map(({ day }) => day)}::date[])
      as asked (player_id, day)
    join loyalty_day as d on d.player_id = asked.player_id and d.day = asked.day`.execute(db)
  return rows.map(({ parts, ...row }) => ({ ...row, parts: BigInt(parts) }))
}

export async function writeDays(tx: Tx, days: readonly Played[]): Promise<void> {
  if (days.length === 0) return
  await sql`insert into loyalty_day (player_id, day, parts)
    select * from unnest(${list(days.map(({ playerId }) => playerId))}::bigint[], ${days.map(({ day }) => day)}::date[],
      ${list(days.map(({ parts }) => parts))}::numeric[])
    on conflict (player_id, day) do update set parts = excluded.parts`.execute(tx)
}

/** The last days of a player, the newest first, with the day it is. */
export async function readLastDays(db: Db, playerId: bigint, count: number) {
  const { rows } = await sql<{ day: string; parts: string }>`select day::text as day, parts::text as parts
    from loyalty_day where player_id = ${playerId} and day > (now() at time zone 'utc')::date - ${count}::int
    order by day desc`.execute(db)
  return rows.map(({ day, parts }) => ({ day, parts: BigInt(parts) }))
}
