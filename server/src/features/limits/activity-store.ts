import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import { presence, secondsSince } from './presence-store.ts'

export type Sums = { staked: bigint; won: bigint }

/** What was staked and won since a moment, and how long the player was here. */
export async function readSince(db: Db, playerId: bigint, from: Date): Promise<Sums & { seconds: number }> {
  const { rows: sums } = await sql<{ staked: string; won: string }>`select
    coalesce(sum(amount) filter (where kind = 'stake'), 0)::text as staked,
    coalesce(sum(amount) filter (where kind = 'return'), 0)::text as won
    from limits_use where player_id = ${playerId} and at >= ${from}`.execute(db)
  const { rows: times } = await sql<{ seconds: number }>`select
    ${secondsSince(sql`${from}::timestamptz`)} as seconds from ${presence(playerId)}`.execute(db)
  return {
    staked: BigInt(sums[0]?.staked ?? 0),
    won: BigInt(sums[0]?.won ?? 0),
    seconds: Number(times[0]?.seconds ?? 0),
  }
}

/** Net results of the last days of a calendar, oldest first, and the moment its present day began. */
export async function readDays(db: Db, playerId: bigint, timeZone: string, count: number) {
  const { rows } = await sql<{ date: string; net: string; startsAt: Date }>`select
      to_char(day, 'YYYY-MM-DD') as date,
      coalesce(sum(case kind when 'return' then amount when 'stake' then -amount end), 0)::text as net,
      date_trunc('day', now(), ${timeZone}) as "startsAt"
    from (
      select (now() at time zone ${timeZone})::date - back as day from generate_series(0, ${count - 1}) as back
    ) as days
    left join limits_use on player_id = ${playerId} and kind in ('stake', 'return')
      and at > now() - make_interval(hours => ${(count + 2) * 24}) and (at at time zone ${timeZone})::date = day
    group by day order by day`.execute(db)
  return rows
}

/** Since joining: results of play, and what was put in less what was taken out. */
export async function readTotals(db: Db, playerId: bigint): Promise<{ net: bigint; netDeposits: bigint }> {
  const { rows } = await sql<{ net: string; net_deposits: string }>`select
      coalesce(sum(case kind when 'return' then amount when 'stake' then -amount end), 0)::text as net,
      coalesce(sum(case kind when 'deposit' then amount when 'withdrawal' then -amount end), 0)::text as net_deposits
    from limits_use where player_id = ${playerId}`.execute(db)
  return { net: BigInt(rows[0]?.net ?? 0), netDeposits: BigInt(rows[0]?.net_deposits ?? 0) }
}
