import { sql } from 'kysely'
import { type Db, plannedOnce } from '../../db/db.ts'
import { type Moment, momentOf, noting, presence, secondsSince } from './presence-store.ts'
import { netOf, totalsOf, unsummed } from './sums-store.ts'

/** Net results of the last days of a calendar, oldest first. */
function daysOf(playerId: bigint, timeZone: string, count: number) {
  const since = sql`now() - make_interval(hours => ${(count + 2) * 24})`
  return sql`select day, coalesce(sum(net), 0) as net
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
    group by day`
}

/** What was staked and won since two moments, in one look at the uses since the earlier. */
const sumsSince = (playerId: bigint, first: ReturnType<typeof sql>, other: ReturnType<typeof sql>) => {
  const staked = sql`coalesce(sum(amount) filter (where kind = 'stake'`
  const won = sql`coalesce(sum(case kind when 'return' then amount else returned end) filter (where true`
  const from = (moment: ReturnType<typeof sql>) => sql`json_build_object(
      'staked', ${staked} and at >= ${moment}), 0)::text, 'won', ${won} and at >= ${moment}), 0)::text)`
  return sql`select ${from(first)} as session, ${from(other)} as today
    from limits_use where player_id = ${playerId} and at >= least(${first}, ${other})`
}

type Sums = { staked: string; won: string }

export type Activity = Moment & {
  /** When the present day of the calendar began. */
  todayFrom: Date
  session: Sums
  today: Sums
  /** How long the player was here today. */
  todaySeconds: number
  net: string
  netDeposits: string
  isLong: boolean
  days: { date: string; net: string }[]
}

/** Notes that the player is here, and answers in the same question: it is asked for with every page of a player. */
export async function readActivity(db: Db, playerId: bigint, timeZone: string, dayCount: number): Promise<Activity> {
  const todayFrom = sql`date_trunc('day', now(), ${timeZone})`
  const { rows } = await sql<Activity>`${plannedOnce('activity')}with ${noting([playerId])}
    select moment.*, ${todayFrom} as "todayFrom", since.*, ${secondsSince(todayFrom)} as "todaySeconds", total.*, (
      select json_agg(json_build_object('date', to_char(day, 'YYYY-MM-DD'), 'net', net::text) order by day)
      from (${daysOf(playerId, timeZone, dayCount)}) as each
    ) as days
    from (${momentOf(playerId)}) as moment
    cross join lateral (${sumsSince(playerId, sql`moment."visitStartedAt"`, todayFrom)}) as since
    cross join ${presence(playerId, todayFrom)}
    cross join (${totalsOf(playerId)}) as total`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a player without a moment')
  return row
}
