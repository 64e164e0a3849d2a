import type { SportsMarketState } from '@croupier/contract/sports'
import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import type { BookCompetitor, BookMarket, Names } from '../../ports/sports-book.ts'

/** What is over: results, tables of leagues, prices of before. */

type Over = { day: string; sport: string | null; tournament: number | null }

/** Events that ended on a day of Greenwich, the last first. */
export async function findOver(db: Db, { day, sport, tournament }: Over): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id::float8 as id from sports_event
    where ended_at >= ${day}::date::timestamp at time zone 'utc'
      and ended_at < (${day}::date + 1)::timestamp at time zone 'utc'
      and (${sport}::text is null or sport = ${sport}) and (${tournament}::bigint is null or tournament_id = ${tournament})
    order by ended_at desc, id`.execute(db)
  return rows.map(({ id }) => id)
}

export type PlayedMatch = {
  sport: string
  home: BookCompetitor
  away: BookCompetitor
  score: readonly [number, number]
}
/** A season of the largest league has not half as many. */
const mostPlayed = 2_000

type PlayedRow = {
  sport: string
  score: readonly [number, number]
  homeId: number
  homeNames: Names
  homeCrest: string
  awayId: number
  awayNames: Names
  awayCrest: string
}

/** Matches of a league that were played to their end, the last first. */
export async function readPlayed(db: Db, tournament: number): Promise<PlayedMatch[]> {
  const { rows } = await sql<PlayedRow>`select event.sport, event.score -> 'ft' as score,
      home.id::float8 as "homeId", home.names as "homeNames", home.crest as "homeCrest",
      away.id::float8 as "awayId", away.names as "awayNames", away.crest as "awayCrest"
    from sports_event as event join sports_competitor as home on home.id = event.home_id
      join sports_competitor as away on away.id = event.away_id
    where event.tournament_id = ${tournament} and event.ended_at is not null and event.state in ('ended', 'closed')
      and event.reason = '' and event.score ? 'ft'
    order by event.ended_at desc, event.id desc limit ${mostPlayed}`.execute(db)
  return rows.map((row) => ({
    ...{ sport: row.sport, score: row.score },
    home: { id: row.homeId, names: row.homeNames, crest: row.homeCrest },
    away: { id: row.awayId, names: row.awayNames, crest: row.awayCrest },
  }))
}

/** A match that counts was played to its end. */
const isPlayed = sql`ended_at is not null and state in ('ended', 'closed') and reason = '' and score ? 'ft'`
const mostMeetings = 5
/** Of each side, as in the table of its league. */
export const formLength = 5

/** Earlier matches of two sides against each other, the last first. */
export async function findMeetings(
  db: Db,
  { home, away, before }: { home: number; away: number; before: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id::float8 as id from sports_event
    where home_id in (${home}, ${away}) and away_id in (${home}, ${away}) and starts_at < ${before} and ${isPlayed}
    order by starts_at desc, id desc limit ${mostMeetings}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The last matches of a side, its own score first. */
export async function readLastScores(
  db: Db,
  { side, before }: { side: number; before: Date },
): Promise<(readonly [number, number])[]> {
  const { rows } = await sql<{ isHome: boolean; score: readonly [number, number] }>`
    (select starts_at, id, true as "isHome", score -> 'ft' as score from sports_event
      where home_id = ${side} and starts_at < ${before} and ${isPlayed} order by starts_at desc limit ${formLength})
    union all
    (select starts_at, id, false, score -> 'ft' from sports_event
      where away_id = ${side} and starts_at < ${before} and ${isPlayed} order by starts_at desc limit ${formLength})
    order by starts_at desc, id desc limit ${formLength}`.execute(db)
  return rows.map(({ isHome, score: [home, away] }) => (isHome ? [home, away] : [away, home]))
}

export type KnownMarket = BookMarket & { sport: string; eventId: number }

export async function findMarket(db: Db, id: number): Promise<KnownMarket | null> {
  const { rows } = await sql<
    KnownMarket & { line: string }
  >`select market.id::float8 as id, event.id::float8 as "eventId",
      event.sport, market.type, market.period, market.line, market.state, market.cause, market.version,
      market.is_live as "isLive", market.prices
    from sports_market as market join sports_event as event on event.id = market.event_id
    where market.id = ${id}`.execute(db)
  const [row] = rows
  return row ? { ...row, line: row.line === '' ? null : row.line } : null
}

export type PriceRow = { version: number; at: Date; state: SportsMarketState; prices: number[] }

/** What a market offered, newest first. */
export async function readPrices(db: Db, marketId: number): Promise<PriceRow[]> {
  const { rows } = await sql<PriceRow>`select version, at, state, prices from sports_price
    where market_id = ${marketId} order by version desc`.execute(db)
  return rows
}
