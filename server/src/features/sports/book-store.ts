import type { MatchClock, Score, SportsEventState, SportsMarketState, SportsStopCause } from '@croupier/contract/sports'
import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { plannedOnce } from '../../db/db.ts'
import type { BookMarket, EventHead, FactRow, Names, ProducerStanding, ResultRow } from '../../ports/sports-book.ts'

/** The book as pages read it. Ids are numbers here: they go to the wire as they are. */

const numbers = (ids: readonly number[]) => `{${ids.join()}}`

/** Read before the rows that an answer is made of, so that none of them is older. */
export async function readSeq(db: Db): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select seq::float8 as seq from sports_counter`.execute(db)
  return rows[0]?.seq ?? 0
}

/** The number before the oldest change of the last two minutes, as far back as none is missing. */
export async function readRecentSeq(db: Db): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select (counter.seq - count(recent.seq))::float8 as seq
    from sports_counter as counter left join (select seq, row_number() over (order by seq desc) as place
        from sports_change where at > now() - interval '120 seconds') as recent
      on recent.seq = counter.seq - recent.place + 1
    group by counter.seq`.execute(db)
  return rows[0]?.seq ?? 0
}

type StandingRow = ProducerStanding & { name: string }

/** Who is believed, and what time it is: both by the clock of the database. */
export async function readStandings(
  db: Db,
): Promise<{ nowMs: number; producers: ReadonlyMap<string, ProducerStanding> }> {
  const { rows } = await sql<{
    nowMs: number
    producers: StandingRow[] | null
  }>`${plannedOnce('sports-standings')}select
      floor(extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs",
      (select json_agg(json_build_object('name', name, 'isSimulated', is_simulated,
        'isSilentLive', state <> 'up' or alive_at is null or alive_at < now() - interval '10 seconds'
          or alive_at - sent_at > interval '5 seconds',
        'isSilentBefore', up_at is null or up_at < now() - interval '60 seconds'))
        from sports_producer) as producers`.execute(db)
  const producers = new Map((rows[0]?.producers ?? []).map(({ name, ...standing }) => [name, standing]))
  return { nowMs: rows[0]?.nowMs ?? 0, producers }
}

type HeadRow = Omit<EventHead, 'tournament' | 'home' | 'away' | 'startsMs' | 'firstStartsMs' | 'endedMs'> & {
  state: SportsEventState
  clock: MatchClock | null
  score: Score
  startsAt: Date
  firstStartsAt: Date
  endedAt: Date | null
  sport: string
  sportNames: Names
  sportPosition: number
  categoryId: number
  categoryNames: Names
  categoryPosition: number
  leagueId: number
  leagueNames: Names
  leaguePosition: number
  tier: 'A' | 'B' | 'C'
  homeId: number
  homeNames: Names
  homeCrest: string
  awayId: number
  awayNames: Names
  awayCrest: string
}

const heads = sql`select event.id::float8 as id, event.producer, event.ref, event.starts_at as "startsAt",
    event.first_starts_at as "firstStartsAt", event.state, event.reason, event.version, event.has_live as "hasLive", event.is_handled as "isHandled", event.format, event.clock,
    event.score, event.facts, event.rules, event.seed_hash as "seedHash", event.ended_at as "endedAt",
    (select switch.reason from sports_switch as switch where switch.scope = 'sport' and switch.name = event.sport
        or switch.scope = 'tournament' and switch.name = event.tournament_id::text
        or switch.scope = 'event' and switch.name = event.id::text order by switch.closed_at limit 1) as closed,
    event.sport, sport.names as "sportNames", sport.position as "sportPosition",
    category.id::float8 as "categoryId", category.names as "categoryNames", category.position as "categoryPosition",
    league.id::float8 as "leagueId", league.names as "leagueNames", league.position as "leaguePosition", league.tier,
    home.id::float8 as "homeId", home.names as "homeNames", home.crest as "homeCrest",
    away.id::float8 as "awayId", away.names as "awayNames", away.crest as "awayCrest"
  from sports_event as event
    join sports_sport as sport on sport.sysname = event.sport
    join sports_tournament as league on league.id = event.tournament_id
    join sports_category as category on category.id = league.category_id
    join sports_competitor as home on home.id = event.home_id
    join sports_competitor as away on away.id = event.away_id`

const headOf = (row: HeadRow): EventHead => ({
  ...{ id: row.id, producer: row.producer, ref: row.ref, state: row.state, reason: row.reason, version: row.version },
  closed: row.closed,
  tournament: {
    ...{ id: row.leagueId, names: row.leagueNames, position: row.leaguePosition, tier: row.tier },
    category: { id: row.categoryId, names: row.categoryNames, position: row.categoryPosition },
    sport: { sysname: row.sport, names: row.sportNames, position: row.sportPosition },
  },
  home: { id: row.homeId, names: row.homeNames, crest: row.homeCrest },
  away: { id: row.awayId, names: row.awayNames, crest: row.awayCrest },
  startsMs: row.startsAt.getTime(),
  firstStartsMs: row.firstStartsAt.getTime(),
  endedMs: row.endedAt?.getTime() ?? null,
  ...{ hasLive: row.hasLive, isHandled: row.isHandled, format: row.format, clock: row.clock, score: row.score },
  ...{ facts: row.facts, rules: row.rules, seedHash: row.seedHash },
})

/** What is played, and what begins within seven days; an hour after its start what never began is not to come. */
const isListed = sql`(event.state in ('live', 'interrupted') or event.state in ('planned', 'open', 'postponed')
  and event.starts_at > now() - interval '1 hour' and event.starts_at < now() + interval '7 days')`

/** What a node remembers: that, and what has ended lately. Of these events, where some are named. */
export async function findKept(db: Db, ids: readonly number[] | null): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id::float8 as id from sports_event as event
    where (${isListed} or event.ended_at > now() - interval '3 hours')
      and (${ids === null} or event.id = any(${numbers(ids ?? [])}::bigint[])) order by event.id`.execute(db)
  return rows.map(({ id }) => id)
}

export async function readListed(db: Db): Promise<EventHead[]> {
  const { rows } = await sql<HeadRow>`${heads} where ${isListed}
    order by event.state in ('live', 'interrupted') desc, event.starts_at, event.id`.execute(db)
  return rows.map(headOf)
}

export async function readHeads(db: Db, ids: readonly number[]): Promise<EventHead[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<HeadRow>`${heads} where event.id = any(${numbers(ids)}::bigint[])`.execute(db)
  return rows.map(headOf)
}

type BookMarketRow = Omit<BookMarket, 'line'> & {
  eventId: number
  line: string
  state: SportsMarketState
  cause: SportsStopCause | null
}

const marketOf = ({ eventId: _, line, ...market }: BookMarketRow): BookMarket => ({
  ...market,
  line: line === '' ? null : line,
})

const markets = sql`select event_id::float8 as "eventId", id::float8 as id, type, period, line, state, cause, version,
  is_live as "isLive", prices from sports_market`

/**
 * Markets of these events, in the order in which they were first told; where types are named these and what is for sale.
 * Two hundred matches that are over have twelve thousand, and any stranger may ask for a list of them.
 */
export async function readBookMarkets(
  db: Db,
  eventIds: readonly number[],
  types: readonly string[] | null = null,
): Promise<Map<number, BookMarket[]>> {
  if (eventIds.length === 0) return new Map()
  const { rows } = await sql<BookMarketRow>`${markets} where event_id = any(${numbers(eventIds)}::bigint[])
    and (${types === null} or type = any(${types ?? []}::text[]) or state in ('open', 'suspended'))
    order by id`.execute(db)
  return grouped(rows)
}

export async function readMarketsOf(db: Db, ids: readonly number[]): Promise<Map<number, BookMarket[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<BookMarketRow>`${markets} where id = any(${numbers(ids)}::bigint[]) order by id`.execute(
    db,
  )
  return grouped(rows)
}

function grouped(rows: readonly BookMarketRow[]): Map<number, BookMarket[]> {
  const byEvent = Map.groupBy(rows, ({ eventId }) => eventId)
  return new Map([...byEvent].map(([eventId, own]) => [eventId, own.map(marketOf)]))
}

export async function readMatchFacts(db: Db, eventId: number, after: number): Promise<FactRow[]> {
  const { rows } = await sql<FactRow>`select seq, kind, data, cancels, at_feed as at from sports_fact
    where event_id = ${eventId} and seq > ${after} order by seq`.execute(db)
  return rows
}

/** The last word about each market of an event. */
export async function readLastResults(db: Db, eventId: number): Promise<ResultRow[]> {
  const { rows } =
    await sql<ResultRow>`select distinct on (market_id) market_id::float8 as "marketId", revision, outcomes,
      void_reason as "voidReason"
    from sports_result join sports_market on sports_market.id = market_id
    where event_id = ${eventId} order by market_id, revision desc`.execute(db)
  return rows
}

export type ChangeRow = { seq: number; eventId: number; marketId: number | null; what: string }

/** What was told after this number, in the order of commits, and the last number that there is. */
export async function readBookChanges(
  db: Db,
  after: number,
  most: number,
): Promise<{ last: number; changes: ChangeRow[] }> {
  const { rows } = await sql<ChangeRow & { last: number; seq: number | null }>`select counter.seq::float8 as last,
      change.seq::float8 as seq, change.event_id::float8 as "eventId", change.market_id::float8 as "marketId", change.what
    from sports_counter as counter left join lateral (select seq, event_id, market_id, what from sports_change
      where seq > ${after} order by seq limit ${most}) as change on true order by change.seq`.execute(db)
  return { last: rows[0]?.last ?? 0, changes: rows.flatMap(({ last: _, ...row }) => (row.seq === null ? [] : [row])) }
}

export const noteWatch = (db: Db) => sql`update sports_watch set at = clock_timestamp()`.execute(db)
