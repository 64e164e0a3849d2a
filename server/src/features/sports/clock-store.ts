import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'
import { plannedOnce } from '../../db/db.ts'
import type { DuePage } from '../../end-due.ts'
import type { Touched } from './market-store.ts'

/** What happens by the clock alone; all times are of the database. */

const numbers = (ids: readonly bigint[]) => `{${ids.join()}}`

/** One node at a time; another would only wait for the same rows. */
export async function tryClock(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('sports clock')) as "isFree"`.execute(tx)
  return rows[0]?.isFree ?? false
}

const isSilent = sql`state <> 'down' and alive_at < now() - interval '10 seconds'`
const isToShut = sql`not is_shut and coalesce(up_at < now() - interval '60 seconds', true)`
const started = sql`sports_event as event where state in ('planned', 'open') and starts_at <= now()
  and starts_at > now() - interval '1 day' and (state = 'open' and not has_live or exists (select from sports_market
    where event_id = event.id and state = 'open' and not is_live))`

/** Asked every two seconds, and nearly always there is nothing: one question, without a lock. */
export async function isClockDue(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isDue: boolean }>`${plannedOnce('sports-clock')}select
    exists (select from sports_producer where ${isSilent} or ${isToShut}) or exists (select from ${started})
      as "isDue"`.execute(db)
  return rows[0]?.isDue ?? false
}

/** Producers that have fallen silent, also on the way back. One that tells just now is not. */
export async function takeDown(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`update sports_producer set state = 'down'
    where name in (select name from sports_producer where ${isSilent} for update skip locked) returning name`.execute(
    tx,
  )
  return rows.map(({ name }) => name)
}

/** Producers that have not been up for so long that what is to come is not for sale either; each once. */
export async function takeShut(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`update sports_producer set is_shut = true
    where name in (select name from sports_producer where ${isToShut} for update skip locked) returning name`.execute(
    tx,
  )
  return rows.map(({ name }) => name)
}

const ids = async (found: Promise<{ rows: { id: bigint }[] }>): Promise<bigint[]> =>
  (await found).rows.map(({ id }) => id)

export const findLiveOf = (tx: Tx, producers: readonly string[]): Promise<bigint[]> =>
  ids(
    sql<{ id: bigint }>`select id from sports_event where state in ('live', 'interrupted')
      and producer = any(${[...producers]}::text[])`.execute(tx),
  )

/** One event of each that every node remembers: what is told of it is about all of its producer. */
export const findOneOf = (tx: Tx, producers: readonly string[]): Promise<bigint[]> =>
  ids(
    sql<{ id: bigint }>`select event.id from unnest(${[...producers]}::text[]) as named (producer), lateral (
        select id from sports_event where producer = named.producer and (state in ('live', 'interrupted')
          or state in ('planned', 'open', 'postponed') and starts_at > now() - interval '1 hour')
        order by starts_at limit 1) as event`.execute(tx),
  )

/** Events whose moment has come, with something for sale that is not for live betting, or without a feed of play. */
export const findStarted = (tx: Tx): Promise<bigint[]> =>
  ids(sql<{ id: bigint }>`select id from ${started} order by id limit 256`.execute(tx))

export async function closeAtStart(tx: Tx, eventIds: readonly bigint[]): Promise<Touched[]> {
  const { rows } = await sql<Touched>`with written as (
      update sports_market as market set state = 'closed', cause = null, version = version + 1
      where event_id = any(${numbers(eventIds)}::bigint[]) and state = 'open' and not is_live
      returning id, event_id, version, state, prices, wins, backs
    ), kept as (
      insert into sports_price (market_id, version, state, prices, wins, backs)
      select id, version, state, prices, wins, backs from written
    )
    select id, event_id as "eventId" from written`.execute(tx)
  return rows
}

/** Without a feed of play an event is live by the clock. */
export const startByClock = (tx: Tx, eventIds: readonly bigint[]): Promise<bigint[]> =>
  ids(
    sql<{ id: bigint }>`update sports_event set state = 'live', version = version + 1
      where id = any(${numbers(eventIds)}::bigint[]) and state = 'open' and not has_live returning id`.execute(tx),
  )

/** Hours that versions of the rules allow; one that is not named here sets none. */
export type AllowedHours = readonly { rules: string; hours: number }[]

const allowedRows = (allowed: AllowedHours) =>
  sql`unnest(${allowed.map(({ rules }) => rules)}::text[], ${`{${allowed.map(({ hours }) => hours).join()}}`}::int[])`

/**
 * Play that was broken off and did not go on within its hours, or whose producer has said nothing since, and for as
 * long. While it is heard a match may last as long as it likes.
 */
const unfinished = (toFinish: AllowedHours) => sql`select id from sports_event
    join ${allowedRows(toFinish)} as allowed (of_rules, hours) on of_rules = rules
  where state = 'interrupted' and interrupted_at < now() - make_interval(hours => allowed.hours)
    or state = 'live' and greatest(starts_at, (select alive_at from sports_producer where name = producer))
      < now() - make_interval(hours => allowed.hours)`

export const findUnfinished = (tx: Tx, toFinish: AllowedHours, most: number): Promise<bigint[]> =>
  ids(sql<{ id: bigint }>`${unfinished(toFinish)} order by starts_at, id limit ${most}`.execute(tx))

/** Read again behind the locks. */
export const abandonByClock = (tx: Tx, toFinish: AllowedHours, eventIds: readonly bigint[]): Promise<bigint[]> =>
  ids(
    sql<{
      id: bigint
    }>`update sports_event set state = 'abandoned', version = version + 1, ended_at = clock_timestamp(),
        interrupted_at = null
      where id = any(${numbers(eventIds)}::bigint[]) and id in (${unfinished(toFinish)}) returning id`.execute(tx),
  )

export type Unplayed = { id: bigint; sport: string; state: string; rules: string; facts: number; hours: number }

/**
 * Events that were not played to their end, or did not begin within the hours of their rules, with markets that no word
 * was said about. A feed that calls one off says itself what becomes of its markets: it has ten minutes for that. What
 * was planned anew after a month is another match to those who bet on it: its new start counts.
 */
const unplayed = (toStart: AllowedHours) => sql`sports_event as event
    left join ${allowedRows(toStart)} as allowed (of_rules, hours) on of_rules = rules
  where purged_at is null and (state in ('cancelled', 'abandoned') and ended_at < now() - interval '10 minutes'
      or state in ('planned', 'open', 'postponed') and first_starts_at < now() - make_interval(hours => allowed.hours)
        and (first_starts_at > now() - interval '30 days' or starts_at < now() - make_interval(hours => allowed.hours)))
    and exists (select from sports_market where event_id = event.id
      and state in ('off', 'open', 'suspended', 'closed'))`

/** The oldest first. */
export const findUnplayed = (db: Db, toStart: AllowedHours, { most, except }: DuePage): Promise<bigint[]> =>
  ids(
    sql<{ id: bigint }>`select id from ${unplayed(toStart)} and id <> all(${numbers(except)}::bigint[])
      order by first_starts_at, id limit ${most}`.execute(db),
  )

/** Those of these that still are. */
export const readUnplayed = async (tx: Tx, toStart: AllowedHours, eventIds: readonly bigint[]): Promise<Unplayed[]> =>
  (
    await sql<Unplayed>`select id, sport, state, rules, facts,
        extract(epoch from now() - first_starts_at)::float8 / 3600 as hours
      from ${unplayed(toStart)} and id = any(${numbers(eventIds)}::bigint[])`.execute(tx)
  ).rows

const isDecided = sql`not exists (select from sports_market where event_id = event.id
    and state not in ('resulted', 'void'))
  and not exists (select from sports_result join sports_market on sports_market.id = market_id
    where event_id = event.id and sports_result.at > now() - interval '72 hours')`

/** Over for three days, with a last word about every market that is as old. */
export const findDecided = (tx: Tx, most: number): Promise<bigint[]> =>
  ids(
    sql<{ id: bigint }>`select id from sports_event as event where state in ('ended', 'abandoned')
      and ended_at < now() - interval '72 hours' and ${isDecided} order by ended_at, id limit ${most}`.execute(tx),
  )

export const closeByClock = (tx: Tx, eventIds: readonly bigint[]): Promise<bigint[]> =>
  ids(
    sql<{ id: bigint }>`update sports_event as event set state = 'closed', version = version + 1
      where id = any(${numbers(eventIds)}::bigint[]) and state in ('ended', 'abandoned') and ${isDecided}
      returning id`.execute(tx),
  )

/** Where a bet holds one back it is looked at again a month later. */
export const findPurgeable = (tx: Tx, most: number): Promise<bigint[]> =>
  ids(
    sql<{ id: bigint }>`(select id from sports_event where ended_at is not null and purged_at is null
        and greatest(ended_at, held_at) < now() - interval '30 days' order by greatest(ended_at, held_at) limit ${most})
      union (select id from sports_event where state in ('planned', 'open', 'postponed') and purged_at is null
        and starts_at < now() - interval '30 days' and coalesce(held_at < now() - interval '30 days', true)
        order by starts_at limit ${most})`.execute(tx),
  )

export async function purgeEvent(tx: Tx, eventId: bigint): Promise<void> {
  await sql`select sports_purge_event(${eventId})`.execute(tx)
}

/** A season is over by then, and so is every table that is made of its matches. */
export const forgetPurged = (tx: Tx, most: number) =>
  sql`delete from sports_event where purged_at < now() - interval '12 months' and id in (select id from sports_event
    where purged_at < now() - interval '12 months' order by purged_at limit ${most})`.execute(tx)
