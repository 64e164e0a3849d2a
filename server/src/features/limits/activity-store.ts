import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import { presence, secondsSince } from './presence-store.ts'
import { netOf, unsummed } from './sums-store.ts'

export type Sums = { staked: bigint; won: bigint }

/** What was staked and won since a moment, and how long the player was here. */
export async function readSince(db: Db, playerId: bigint, from: Date): Promise<Sums & { seconds: number }> {
  const { rows: sums } = await sql<{ staked: string; won: string }>`select
    coalesce(sum(amount) filter (where kind = 'stake'), 0)::text as staked,
    coalesce(sum(case kind when 'return' then amount else returned end), 0)::text as won
    from limits_use where player_id = ${playerId} and at >= ${from}`.execute(db)
  const { rows: times } = await sql<{ seconds: number }>`select
    ${secondsSince(sql`${from}::timestamptz`)} as seconds from ${presence(playerId, from)}`.execute(db)
  return {
    staked: BigInt(sums[0]?.staked ?? 0),
    won: BigInt(sums[0]?.won ?? 0),
    seconds: Number(times[0]?.seconds ?? 0),
  }
}

/** Net results of the last days of a calendar, oldest first, and the moment its present day began. */
export async function readDays(db: Db, playerId: bigint, timeZone: string, count: number) {
  const since = sql`now() - make_interval(hours => ${(count + 2) * 24})`
  const { rows } = await sql<{ date: string; net: string; startsAt: Date }>`select
      to_char(day, 'YYYY-MM-DD') as date,
      coalesce(sum(net), 0)::text as net,
      date_trunc('day', now(), ${timeZone}) as "startsAt"
    from (
      select (now() at time zone ${timeZone})::date - back as day from generate_series(0, ${count - 1}) as back
    ) as days
    left join (
      select at, ${netOf} as net from limits_use where player_id = ${playerId}
        and at > ${since} and at >= ${unsummed(playerId)}
      union all
      select starts_at, net from limits_quarter where player_id = ${playerId}
        and starts_at > ${since} and starts_at < ${unsummed(playerId)}
    ) as uses on (at at time zone ${timeZone})::date = day
    group by day order by day`.execute(db)
  return rows
}
