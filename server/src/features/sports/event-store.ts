import type { FeedMessageOf } from '@croupier/sportsbook/feed'
import type { EventState } from '@croupier/sportsbook/states'
import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'

/** What a message needs to know of an event that it is about. */
export type EventRow = {
  id: bigint
  ref: string
  sport: string
  state: EventState
  facts: number
  rules: string
  /** Nothing that is said of it counts any more: it was purged long after its end, or its sides were exchanged. */
  isDeaf: boolean
  /** How often others than its feed have changed markets of it. */
  touches: number
  /** It was never priced, so it has no markets that a price could be of. */
  isBare: boolean
}

const numbers = (ids: readonly (bigint | number)[]) => `{${ids.join()}}`

export async function findEvents(tx: Tx, producer: string, refs: readonly string[]): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`select id, ref, sport, state, facts, rules, touches,
      purged_at is not null or is_turned as "isDeaf",
      state = 'planned' and not exists (select from sports_market where event_id = sports_event.id) as "isBare"
    from sports_event
    where producer = ${producer} and ref = any(${[...refs]}::text[])`.execute(tx)
  return rows
}

/** Any number of ours that no other lock of this kind uses. */
const bucketClass = 7301
const buckets = 256n

/**
 * Whoever changes what bets on these events meet waits for the bets under way, and holds back those that come: a bet
 * takes the same locks as shared ones. In one order, so that nobody waits in a circle.
 */
export async function lockBuckets(tx: Tx, eventIds: readonly bigint[]): Promise<void> {
  const wanted = [...new Set(eventIds.map((id) => Number(id % buckets)))].sort((one, other) => one - other)
  if (wanted.length > 0) await lockNumbers(tx, wanted)
}

/** For bets: any number of them at once, and none beside a change. */
export async function shareBuckets(tx: Tx, eventIds: readonly bigint[]): Promise<void> {
  const wanted = [...new Set(eventIds.map((id) => Number(id % buckets)))].sort((one, other) => one - other)
  if (wanted.length > 0)
    await sql`select pg_advisory_xact_lock_shared(${bucketClass}, bucket)
      from unnest(${numbers(wanted)}::int[]) as bucket`.execute(tx)
}

/** What is changed may be of any event. */
export const lockAllBuckets = (tx: Tx) => lockNumbers(tx, [...Array(Number(buckets)).keys()])

const lockNumbers = (tx: Tx, wanted: readonly number[]) =>
  sql`select pg_advisory_xact_lock(${bucketClass}, bucket) from unnest(${numbers(wanted)}::int[]) as bucket`.execute(tx)

type Clock = NonNullable<FeedMessageOf<'facts'>['clock']>
type Score = NonNullable<FeedMessageOf<'facts'>['score']>

export type EventWord = {
  eventId: bigint
  state: EventState
  /** Null: as it was. */
  reason: string | null
  clock: Clock | null
  score: Score | null
  /** The number of its last fact, or 0. */
  facts: number
}

/** What is not told stays; an event that ends is dated, by its own clock where that says when, and never in the future. */
export const writeEvents = (tx: Tx, words: readonly EventWord[]) =>
  sql`update sports_event set state = told.state, reason = coalesce(told.reason, sports_event.reason), version = version + 1,
      clock = coalesce(told.clock, sports_event.clock), score = coalesce(told.score, sports_event.score),
      facts = greatest(sports_event.facts, told.facts),
      interrupted_at = case when told.state = 'interrupted'
        then coalesce(sports_event.interrupted_at, clock_timestamp()) end,
      ended_at = case when told.state in ('ended', 'abandoned', 'cancelled')
        then coalesce(sports_event.ended_at, least(clock_timestamp(), (told.clock ->> 'at')::timestamptz)) end
    from jsonb_to_recordset(${JSON.stringify(
      words.map(({ eventId, ...word }) => ({ ...word, id: String(eventId) })),
    )}::jsonb) as told (id bigint, state text, reason text, clock jsonb, score jsonb, facts int)
    where sports_event.id = told.id`.execute(tx)

type Fact = FeedMessageOf<'facts'>['facts'][number] & { eventId: bigint }

/** Those that were new. A number that is taken keeps the fact it has. */
export async function addFacts(tx: Tx, facts: readonly Fact[]): Promise<bigint[]> {
  const { rows } = await sql<{ eventId: bigint }>`insert into sports_fact (event_id, seq, kind, at_feed, data, cancels)
    select id, seq, kind, at, data, cancels from jsonb_to_recordset(${JSON.stringify(
      facts.map(({ eventId, ...fact }) => ({ ...fact, id: String(eventId) })),
    )}::jsonb) as told (id bigint, seq int, kind text, at timestamptz, data jsonb, cancels int)
    order by id, seq on conflict do nothing returning event_id as "eventId"`.execute(tx)
  return rows.map(({ eventId }) => eventId)
}

/** The records of these events, as they were told. */
export async function readRecords(db: Db, eventIds: readonly bigint[]): Promise<Map<bigint, unknown[]>> {
  const { rows } = await sql<{ eventId: bigint; facts: unknown[] }>`select event_id as "eventId",
      json_agg(json_strip_nulls(json_build_object('seq', seq, 'kind', kind, 'data', data, 'cancels', cancels)) order by seq)
        as facts
    from sports_fact where event_id = any(${numbers(eventIds)}::bigint[]) group by event_id`.execute(db)
  return new Map(rows.map(({ eventId, facts }) => [eventId, facts]))
}
