import type { SportsEventState, SportsMarketState, SportsStopCause } from '@croupier/contract/sports'
import { isSport, type Match, matchOfRows } from '@croupier/sportsbook/sports'
import type { Tier } from '@croupier/sportsbook/stated'
import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'
import { plannedOnce } from '../../db/db.ts'
import { readRecords, shareBuckets } from './event-store.ts'

/** What bets ask of the book inside their own transaction. Memory is for showing; here the rows decide. */

export type MarketAddress = { eventId: bigint; type: string; period: string; line: string | null }

export type MarketSight = MarketAddress & {
  id: bigint
  state: SportsMarketState
  cause: SportsStopCause | null
  version: number
  stops: number
  isLive: boolean
  prices: readonly number[]
  wins: readonly number[]
  backs: readonly number[]
  /** Its own end has come, whatever its state says. */
  isOver: boolean
  sport: string
  tier: Tier
  eventState: SportsEventState
  /** It is played, or should be by now. */
  isPlayed: boolean
  isSprint: boolean
  facts: number
  rules: string
  /** By the clock of the database, and by what is played or comes. */
  isSilent: boolean
}

export const addressKey = ({ eventId, type, period, line }: MarketAddress) =>
  `${eventId}/${type}/${period}/${line ?? '-'}`

/** Bets on these events and words about them wait for each other; bets do not wait for bets. */
export const shareEvents = (tx: Tx, eventIds: readonly bigint[]) => shareBuckets(tx, eventIds)

type SightRow = Omit<MarketSight, 'line'> & { line: string }

/** One question, however many; what does not exist is left out. */
export async function seeMarkets(db: Db, wanted: readonly MarketAddress[]): Promise<Map<string, MarketSight>> {
  if (wanted.length === 0) return new Map()
  const texts = (pick: (one: MarketAddress) => string) => wanted.map(pick)
  const { rows } =
    await sql<SightRow>`select distinct on (market.id) market.id, market.event_id as "eventId", market.type,
      market.period, market.line, market.state, market.cause, market.version, market.stops, market.is_live as "isLive",
      market.prices, market.wins, market.backs, coalesce(market.closes_at <= clock_timestamp(), false) as "isOver",
      event.sport, tournament.tier, event.state as "eventState", event.facts, event.rules,
      event.state in ('live', 'interrupted') or event.starts_at <= clock_timestamp() as "isPlayed",
      coalesce((event.clock ->> 'speed')::float8 > 1, false) or coalesce((event.format ->> 'pace')::float8 > 1, false)
        as "isSprint",
      case when event.state in ('live', 'interrupted') or event.starts_at <= clock_timestamp()
        then producer.state <> 'up' or producer.alive_at is null
          or producer.alive_at < clock_timestamp() - interval '10 seconds'
          or producer.alive_at - producer.sent_at > interval '5 seconds'
        else producer.up_at is null or producer.up_at < clock_timestamp() - interval '60 seconds' end as "isSilent"
    from unnest(${`{${wanted.map(({ eventId }) => eventId).join()}}`}::bigint[], ${texts(({ type }) => type)}::text[],
      ${texts(({ period }) => period)}::text[], ${texts(({ line }) => line ?? '')}::text[])
      as wanted (event_id, type, period, line)
    join sports_market as market on market.event_id = wanted.event_id and market.type = wanted.type
      and market.period = wanted.period and market.line = wanted.line
    join sports_event as event on event.id = market.event_id
    join sports_tournament as tournament on tournament.id = event.tournament_id
    join sports_producer as producer on producer.name = event.producer`.execute(db)
  return new Map(rows.map((row) => ({ ...row, line: row.line || null })).map((sight) => [addressKey(sight), sight]))
}

/** The matches as their facts tell them, of these events. */
export async function matchesOf(db: Db, events: readonly { id: bigint; sport: string }[]): Promise<Map<bigint, Match>> {
  if (events.length === 0) return new Map()
  const records = await readRecords(
    db,
    events.map(({ id }) => id),
  )
  return new Map(
    events.flatMap(({ id, sport }) =>
      isSport(sport) ? [[id, matchOfRows(sport, records.get(id) ?? [])] as const] : [],
    ),
  )
}

export type MarketResult = {
  marketId: bigint
  revision: number
  state: SportsMarketState
  outcomes: readonly (readonly [string, number, number, number])[]
  voidReason: string | null
  /** Bets that were taken in one of these are void, whatever the result is. */
  windows: readonly { fromMs: number; toMs: number; reason: string }[]
}

/** What has no end is beyond every clock. */
const millis = (column: string) => sql.raw(`greatest(-1e15, least(1e15, extract(epoch from ${column})::float8 * 1000))`)

/** The last word about each of these markets, with the state that says whether it stands; 0 where there was none. */
export async function resultsOf(db: Db, marketIds: readonly bigint[]): Promise<Map<bigint, MarketResult>> {
  if (marketIds.length === 0) return new Map()
  const { rows } = await sql<MarketResult>`${plannedOnce('sports-results')}select market.id as "marketId",
      coalesce(last.revision, 0) as revision, market.state, coalesce(last.outcomes, '[]') as outcomes,
      last.void_reason as "voidReason", coalesce(late.windows, '[]') as windows
    from unnest(${`{${marketIds.join()}}`}::bigint[]) as wanted (id)
    join sports_market as market on market.id = wanted.id
    left join lateral (select revision, outcomes, void_reason from sports_result where market_id = market.id
      order by revision desc limit 1) as last on true
    left join lateral (select jsonb_agg(jsonb_build_object('fromMs', ${millis('starts_at')}, 'toMs', ${millis('ends_at')},
        'reason', reason) order by n) as windows
      from sports_window where market_id = market.id and withdrawn_at is null) as late on true`.execute(db)
  return new Map(rows.map((row) => [row.marketId, row]))
}

/** By whom an event is told, and how its teller calls it. */
export type EventSource = { id: bigint; producer: string; ref: string }

export const sourcesOf = async (db: Db, eventIds: readonly bigint[]): Promise<EventSource[]> =>
  eventIds.length === 0
    ? []
    : (
        await sql<EventSource>`select id, producer, ref from sports_event
          where id = any(${`{${eventIds.join()}}`}::bigint[])`.execute(db)
      ).rows

/** Events of which something was told after this number, and the last number there is. */
export async function changesSince(db: Db, seq: bigint): Promise<{ last: bigint; eventIds: bigint[] }> {
  const { rows } = await sql<{ last: bigint; eventIds: string[] }>`select counter.seq as last, array(
      select distinct event_id::text from sports_change where seq > ${seq} and seq <= counter.seq) as "eventIds"
    from sports_counter as counter`.execute(db)
  return { last: rows[0]?.last ?? seq, eventIds: (rows[0]?.eventIds ?? []).map(BigInt) }
}
