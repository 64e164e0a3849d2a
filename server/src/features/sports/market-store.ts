import type { StopCause } from '@croupier/sportsbook/states'
import { sql } from 'kysely'
import type { Tx } from '../../context.ts'

/** A market that was changed, and whose event hears of it. */
export type Touched = { id: bigint; eventId: bigint }

const numbers = (ids: readonly (bigint | number)[]) => `{${ids.join()}}`

/** The operator's word outweighs the feed's, and what is closed opens no more. */
const isFeeds = sql`market.state in ('off', 'open', 'suspended')
  and (market.cause is null or market.cause not in ('OPERATOR', 'LIMIT'))`

/** In or after which snapshot it is told. */
type Told = { snapshots: number; isInSnapshot: boolean }

export type PricedMarket = {
  eventId: bigint
  type: string
  period: string
  line: string
  state: 'open' | 'suspended' | 'closed'
  prices: readonly number[]
  wins: readonly number[]
  backs: readonly number[]
  isLive: boolean
  closesAt: string | null
}

/** As rows. Words and numbers of the feed, which it has checked: none has a quote. The driver would look at each letter. */
function rowsOf(markets: readonly PricedMarket[]) {
  const texts = (pick: (market: PricedMarket) => string) => `{${markets.map((market) => `"${pick(market)}"`).join()}}`
  return sql`select event_id, type, period, line, state, is_live, closes_at, prices::int[], wins::int[], backs::int[]
    from unnest(${numbers(markets.map(({ eventId }) => eventId))}::bigint[], ${texts(({ type }) => type)}::text[],
      ${texts(({ period }) => period)}::text[], ${texts(({ line }) => line)}::text[],
      ${texts(({ state }) => state)}::text[], ${markets.map(({ isLive }) => isLive)}::boolean[],
      ${markets.map(({ closesAt }) => closesAt)}::timestamptz[], ${texts(({ prices }) => numbers(prices))}::text[],
      ${texts(({ wins }) => numbers(wins))}::text[], ${texts(({ backs }) => numbers(backs))}::text[])
      as each (event_id, type, period, line, state, is_live, closes_at, prices, wins, backs)`
}

/** Markets of events that have none, each once: there is nothing to look up, and each is told of for the first time. */
export async function addPrices(tx: Tx, markets: readonly PricedMarket[], { snapshots }: Told): Promise<Touched[]> {
  const { rows } = await sql<Touched>`with added as (
      insert into sports_market (event_id, type, period, line, state, cause, is_live, closes_at, prices, wins, backs,
        told_in)
      select event_id, type, period, line, state, case state when 'suspended' then 'FEED' end, is_live, closes_at,
        prices, wins, backs, ${snapshots}::int
      from (${rowsOf(markets)}) as told
      returning id, event_id, version, state, prices, wins, backs
    ), kept as (
      insert into sports_price (market_id, version, state, prices, wins, backs)
      select id, version, state, prices, wins, backs from added
    )
    select id, event_id as "eventId" from added`.execute(tx)
  return rows
}

/**
 * Every market at most once. A version and a line of the history are written where prices or the state are others; in a
 * snapshot each market that it names is marked as told.
 */
export async function writePrices(
  tx: Tx,
  markets: readonly PricedMarket[],
  { snapshots, isInSnapshot }: Told,
): Promise<Touched[]> {
  // Each is looked up by itself, whatever the planner thinks of the table (by the list of their numbers too: it thinks
  // that such a list is short); what stays as it is is not even locked.
  const { rows } = await sql<Touched>`with told as materialized (
      ${rowsOf(markets)}
    ), met as materialized (
      select told.*, market.id, (market.state, market.prices) is distinct from (told.state, told.prices) as is_moved
      from told left join lateral (select * from sports_market where event_id = told.event_id and type = told.type
        and period = told.period and line = told.line limit 1) as market on true
      where market.id is null or ${isFeeds} and (${isInSnapshot} or (market.state, market.prices, market.is_live,
        market.closes_at) is distinct from (told.state, told.prices, told.is_live, told.closes_at))
    ), changed as (
      update sports_market as market set state = met.state,
        cause = case met.state when 'suspended' then coalesce(market.cause, 'FEED') end,
        -- A price that says so stops betting as a stop does: a bet that waits has to know of it.
        stops = market.stops + (met.state = 'suspended' and market.state = 'open')::int,
        version = market.version + met.is_moved::int, is_live = met.is_live, closes_at = met.closes_at,
        prices = met.prices, wins = met.wins, backs = met.backs, told_in = ${snapshots}
      from met where market.id = met.id and market.id = any(array(select id from met))
      returning market.id, market.event_id, version, market.state, market.prices, market.wins, market.backs, is_moved
    ), added as (
      insert into sports_market (event_id, type, period, line, state, cause, is_live, closes_at, prices, wins, backs,
        told_in)
      select event_id, type, period, line, state, case state when 'suspended' then 'FEED' end, is_live, closes_at,
        prices, wins, backs, ${snapshots}::int
      from met where id is null
      returning id, event_id, version, state, prices, wins, backs, true as is_moved
    ), written as (
      select * from changed union all select * from added
    ), kept as (
      insert into sports_price (market_id, version, state, prices, wins, backs)
      select id, version, state, prices, wins, backs from written where is_moved
    )
    select id, event_id as "eventId" from written`.execute(tx)
  return rows
}

/** Betting is interrupted; each stop counts, so that a bet that waits knows of one that came and went. */
export async function writeStops(
  tx: Tx,
  stops: readonly { eventId: bigint; cause: StopCause; types: readonly string[] | null }[],
): Promise<Touched[]> {
  const { rows } = await sql<Touched>`with written as (
      update sports_market as market
      set state = 'suspended', cause = told.cause, stops = market.stops + 1, version = market.version + 1
      from unnest(${numbers(stops.map(({ eventId }) => eventId))}::bigint[], ${stops.map(({ cause }) => cause)}::text[],
        ${stops.map(({ types }) => (types ? `{${types.join()}}` : null))}::text[]) as told (event_id, cause, types)
      where market.event_id = told.event_id and ${isFeeds} and market.state <> 'off'
        and (told.types is null or market.type = any(told.types::text[]))
      returning market.id, market.event_id, market.version, market.state, market.prices, market.wins, market.backs
    ), kept as (
      insert into sports_price (market_id, version, state, prices, wins, backs)
      select id, version, state, prices, wins, backs from written
    )
    select id, event_id as "eventId" from written`.execute(tx)
  return rows
}

/** The event is over, or has begun: all of its markets, or those that are not for live betting. */
export async function closeMarkets(
  tx: Tx,
  eventIds: readonly bigint[],
  which: 'all' | 'before the start',
): Promise<Touched[]> {
  const { rows } = await sql<Touched>`with written as (
      update sports_market as market set state = 'closed', cause = null, version = version + 1
      where event_id = any(${numbers(eventIds)}::bigint[]) and state in ('off', 'open', 'suspended')
        and (${which === 'all'} or not is_live)
      returning id, event_id, version, state, prices, wins, backs
    ), kept as (
      insert into sports_price (market_id, version, state, prices, wins, backs)
      select id, version, state, prices, wins, backs from written
    )
    select id, event_id as "eventId" from written`.execute(tx)
  return rows
}

/** A snapshot is everything that there is: what it left out is not for sale any more. */
export async function suspendUntold(tx: Tx, producer: string, snapshot: number): Promise<Touched[]> {
  // Events that are over have nothing open, and there are ever more of them.
  const { rows } = await sql<Touched>`with written as (
      update sports_market as market
      set state = 'suspended', cause = 'FEED', stops = market.stops + 1, version = market.version + 1
      from sports_event as event
      where event.producer = ${producer} and event.state in ('planned', 'open', 'postponed', 'live', 'interrupted')
        and event.id = market.event_id and market.state = 'open' and market.told_in < ${snapshot}
      returning market.id, market.event_id, market.version, market.state, market.prices, market.wins, market.backs
    ), kept as (
      insert into sports_price (market_id, version, state, prices, wins, backs)
      select id, version, state, prices, wins, backs from written
    )
    select id, event_id as "eventId" from written`.execute(tx)
  return rows
}

export type MarketRow = Touched & {
  type: string
  period: string
  line: string
  state: string
  /** The number of the last word about it, and what it said. */
  revision: number
  outcomes: readonly unknown[] | null
  voidReason: string | null
  certainty: 'first' | 'confirmed' | null
}

/** Markets of these events with the last word about them. */
export async function readMarkets(tx: Tx, eventIds: readonly bigint[]): Promise<MarketRow[]> {
  const { rows } = await sql<MarketRow>`select id, event_id as "eventId", type, period, line, state,
      coalesce(last.revision, 0) as revision, last.outcomes, last.void_reason as "voidReason", last.certainty
    from sports_market as market left join lateral (
        select revision, outcomes, void_reason, certainty from sports_result
        where market_id = market.id order by revision desc limit 1
      ) as last on true
    where event_id = any(${numbers(eventIds)}::bigint[])`.execute(tx)
  return rows
}

export type NewResult = {
  marketId: bigint
  revision: number
  outcomes: readonly unknown[]
  voidReason: string | null
  source: 'feed' | 'own' | 'operator'
  certainty: 'first' | 'confirmed'
  factsSeq: number
  state: 'resulted' | 'void'
  /** Why the operator said so. */
  reason?: string
}

export const addResults = (tx: Tx, results: readonly NewResult[]) =>
  sql`with told as (
      select * from jsonb_to_recordset(${JSON.stringify(
        results.map(({ marketId, ...result }) => ({ ...result, marketId: String(marketId) })),
      )}::jsonb) as each ("marketId" bigint, revision int, outcomes jsonb, "voidReason" text, source text,
        certainty text, "factsSeq" int, state text, reason text)
    ), written as (
      insert into sports_result (market_id, revision, outcomes, void_reason, source, certainty, facts_seq, reason)
      select "marketId", revision, outcomes, "voidReason", source, certainty, "factsSeq", coalesce(reason, '') from told
    )
    update sports_market as market set state = told.state, cause = null, version = version + 1
    from told where market.id = told."marketId"`.execute(tx)

export const writeMarketStates = (tx: Tx, ids: readonly bigint[], state: 'closed' | 'disputed') =>
  sql`update sports_market set state = ${state}, cause = null, version = version + 1
    where id = any(${numbers(ids)}::bigint[])`.execute(tx)

export async function closeForSale(tx: Tx, eventId: bigint): Promise<Touched[]> {
  const { rows } = await sql<Touched>`with written as (
      update sports_market set state = 'suspended', cause = 'OPERATOR', stops = stops + 1, version = version + 1
      where event_id = ${eventId} and state in ('open', 'suspended') and cause is distinct from 'OPERATOR'
      returning id, event_id, version, state, prices, wins, backs
    ), kept as (
      insert into sports_price (market_id, version, state, prices, wins, backs)
      select id, version, state, prices, wins, backs from written
    )
    select id, event_id as "eventId" from written`.execute(tx)
  return rows
}

export async function openForSale(tx: Tx, eventId: bigint): Promise<Touched[]> {
  const { rows } = await sql<Touched>`update sports_market set cause = 'FEED', version = version + 1
    where event_id = ${eventId} and cause = 'OPERATOR' returning id, event_id as "eventId"`.execute(tx)
  return rows
}
