import { type RawBuilder, sql } from 'kysely'
import { type Db, plannedOnce } from '../../db/db.ts'
import { visitGapMinutes } from './rules.ts'

export const sinceGap = sql`now() - make_interval(mins => ${visitGapMinutes})`

/** Visits of several devices overlap, so their union counts; who was here a moment ago is here still. */
export const presence = (playerId: bigint | RawBuilder<unknown>, from: RawBuilder<unknown> = sql`'-infinity'`) => sql`(
    select range_agg(tstzrange(started_at,
      case when last_at > ${sinceGap} then greatest(now(), last_at) else last_at end)) as time
    from limits_visit where player_id = ${playerId} 
      and last_at >= least(${from}, ${sinceGap})
  ) as presence`

export const secondsSince = (from: RawBuilder<unknown>) => sql`(
    select coalesce(sum(extract(epoch from upper(part) - lower(part))), 0)::float8
    from unnest(time * tstzmultirange(tstzrange(${from}, 'infinity'))) as part
  )`

/**
 * The visit that is going on goes on; after a pause a new one begins. Written at most twice a minute. A visit that is
 * being written at this moment is not waited for: it is as fresh as it can be. What is read beside it in one statement
 * does not see the new visit, and by the statement's own clock it begins now.
 */
export const noting = (playerIds: readonly bigint[]) => sql`latest as (
      select asked.id, visit.started_at, visit.last_at from unnest(${[...playerIds]}::bigint[]) as asked (id)
      left join lateral (
        select started_at, last_at from limits_visit where player_id = asked.id order by started_at desc limit 1
      ) as visit on true
    ), held as (
      select visit.player_id, visit.started_at from latest join limits_visit as visit
        on visit.player_id = latest.id and visit.started_at = latest.started_at
      where latest.last_at > ${sinceGap} and latest.last_at < now() - interval '30 seconds'
      order by 1 for update of visit skip locked
    ), kept as (
      update limits_visit as visit set last_at = greatest(visit.last_at, now()) from held
      where visit.player_id = held.player_id and visit.started_at = held.started_at
    ), begun as (
      insert into limits_visit (player_id)
      select id from latest where last_at is null or last_at <= ${sinceGap} order by id
      on conflict do nothing
    )`

export const notePresence = (db: Db, playerIds: readonly bigint[]) =>
  sql`${plannedOnce('presence')}with ${noting(playerIds)} select`.execute(db)

export type Moment = { now: Date; visitStartedAt: Date; realityMinutes: number | null; realitySeenAt: Date }

/** The clock, the visit that is going on and the reality check. */
export const momentOf = (playerId: bigint) => sql`select now() as now,
      coalesce(visit.started_at, now()) as "visitStartedAt", setting.reality_minutes as "realityMinutes",
      coalesce(setting.reality_seen_at, visit.started_at, now()) as "realitySeenAt"
    from (values (${playerId}::bigint)) as asked (player_id)
    left join limits_setting as setting on setting.player_id = asked.player_id
    left join lateral (
      select started_at from limits_visit
      where limits_visit.player_id = asked.player_id and last_at > ${sinceGap}
      order by started_at limit 1
    ) as visit on true`

export async function readReality(db: Db, playerId: bigint): Promise<number | null> {
  const { rows } = await sql<Moment>`${momentOf(playerId)}`.execute(db)
  return rows[0]?.realityMinutes ?? null
}

/** Counts from now only where the check was off: changing it must not be a way around the next one. */
export const setReality = (db: Db, playerId: bigint, minutes: number | null) =>
  db
    .insertInto('limits_setting')
    .values({ player_id: playerId, reality_minutes: minutes })
    .onConflict((row) =>
      row.column('player_id').doUpdateSet({
        reality_minutes: minutes,
        reality_seen_at: sql<Date>`case when limits_setting.reality_minutes is null then now()
          else limits_setting.reality_seen_at end`,
      }),
    )
    .execute()

export const seeReality = (db: Db, playerId: bigint) =>
  db
    .updateTable('limits_setting')
    .set({ reality_seen_at: sql<Date>`now()` })
    .where('player_id', '=', playerId)
    .execute()

type VisitRow = { place: string; started_at: Date; last_at: Date }

export const visitsAfter = (db: Db, playerId: bigint) => async (last: VisitRow | undefined, count: number) => {
  const { rows } = await sql<VisitRow>`select started_at::text as place, started_at, last_at from limits_visit
    where player_id = ${playerId} and started_at > ${last?.place ?? '-infinity'}::timestamptz
    order by started_at limit ${count}`.execute(db)
  return rows
}
