import { lost, won } from '@croupier/sportsbook/result'
import type { VoidReason } from '@croupier/sportsbook/rules/void-rules'
import { isSport, outcomesOf } from '@croupier/sportsbook/sports'
import type { EventState } from '@croupier/sportsbook/states'
import { sql } from 'kysely'
import type { Context, Db, Tx } from '../../context.ts'
import { type ActedBy, noteAct } from './acts.ts'
import { announceResults } from './announce-results.ts'
import { lockBuckets } from './event-store.ts'
import { addResults, closeForSale, openForSale, writeMarketStates } from './market-store.ts'
import { isSilentProducer, tellChanges } from './producer-store.ts'

/** What the operator does to markets, each under the locks that a message of the feed takes. */

export type Disputed = { id: bigint; eventId: bigint; type: string; period: string; line: string; state: string }
type KnownMarket = Disputed & {
  sport: string
  eventState: EventState
  facts: number
  revision: number
  /** The operator has closed it, or its producer is not heard: no bet is taken on it. */
  isHalted: boolean
}

const columns = sql`market.id, market.event_id as "eventId", market.type, market.period, market.line, market.state,
  event.sport, event.state as "eventState", event.facts,
  market.state = 'suspended' and (market.cause is not distinct from 'OPERATOR' or (select ${isSilentProducer}
    from sports_producer where name = event.producer)) as "isHalted",
  coalesce((select max(revision) from sports_result where market_id = market.id), 0) as revision`

async function lockMarket(tx: Tx, id: bigint): Promise<KnownMarket | null> {
  const read = async () =>
    (
      await sql<KnownMarket>`select ${columns} from sports_market as market join sports_event as event
        on event.id = market.event_id where market.id = ${id}`.execute(tx)
    ).rows[0]
  const found = await read()
  if (!found) return null
  await lockBuckets(tx, [found.eventId])
  return (await read()) ?? null
}

export const listDisputes = async (db: Db): Promise<Disputed[]> =>
  (
    await sql<KnownMarket>`select ${columns} from sports_market as market join sports_event as event
      on event.id = market.event_id where market.state = 'disputed' order by market.id`.execute(db)
  ).rows

export type NamedMarket = { id: bigint; type: string; period: string; line: string }

/** Names for the operator, who knows numbers alone. */
export async function nameMarkets(db: Db, ids: readonly bigint[]): Promise<Map<bigint, NamedMarket>> {
  const { rows } = await sql<NamedMarket>`select id, type, period, line from sports_market
    where id = any(${`{${ids.join()}}`}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

export async function nameEvents(db: Db, ids: readonly bigint[]): Promise<Map<bigint, string>> {
  const { rows } = await sql<{ id: bigint; home: string; away: string }>`select event.id,
      coalesce(home.names ->> 'en', '') as home, coalesce(away.names ->> 'en', '') as away
    from sports_event as event join sports_competitor as home on home.id = event.home_id
      join sports_competitor as away on away.id = event.away_id
    where event.id = any(${`{${ids.join()}}`}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, home, away }) => [id, `${home} – ${away}`]))
}

/** Nothing of the event is for sale, whatever the feed says; how many markets that were. */
export async function closeEvent(tx: Tx, eventId: bigint, by: ActedBy): Promise<number> {
  await lockBuckets(tx, [eventId])
  const closed = await closeForSale(tx, eventId)
  await noteAct(tx, 'close', { eventId }, by)
  await tellChanges(
    tx,
    closed.map(({ id }) => ({ eventId, marketId: id, what: 'stop' })),
  )
  return closed.length
}

/** The feed's next price opens them: what it said meanwhile is old. */
export async function openEvent(tx: Tx, eventId: bigint, by: ActedBy): Promise<number> {
  await lockBuckets(tx, [eventId])
  const opened = await openForSale(tx, eventId)
  if (opened.length > 0) await noteAct(tx, 'open', { eventId }, by)
  await tellChanges(
    tx,
    opened.map(({ id }) => ({ eventId, marketId: id, what: 'market' })),
  )
  return opened.length
}

export type Ruling = ActedBy & ({ winner: string } | { void: VoidReason })
export type Ruled = 'done' | 'unknown' | 'unknown outcome' | 'not closed'

/** What comes back needs no end of play: where a match is not told of any more, none ever closes its markets. */
const mayRule = ({ state, isHalted }: KnownMarket, ruling: Ruling): boolean =>
  state === 'closed' || state === 'disputed' || ('void' in ruling && isHalted)

/** The last word about a market that is closed or disputed; void is also one that is halted. */
export async function ruleMarket(tx: Tx, announce: Context['announce'], id: bigint, ruling: Ruling): Promise<Ruled> {
  const market = await lockMarket(tx, id)
  if (!market) return 'unknown'
  if (!mayRule(market, ruling)) return 'not closed'
  const { type, period, line, facts, revision, eventId } = market
  const key = { type, period, line: line === '' ? null : line }
  const names = isSport(market.sport) ? outcomesOf(market.sport, key) : null
  if ('winner' in ruling && !names?.includes(ruling.winner)) return 'unknown outcome'
  const outcomes =
    'winner' in ruling ? (names ?? []).map((name) => [name, ...(name === ruling.winner ? won : lost)]) : []
  await addResults(tx, [
    {
      ...{
        marketId: id,
        revision: revision + 1,
        outcomes,
        source: 'operator',
        certainty: 'confirmed',
        factsSeq: facts,
      },
      voidReason: 'void' in ruling ? ruling.void : null,
      state: 'void' in ruling ? 'void' : 'resulted',
      reason: ruling.reason,
    },
  ])
  await tellResult(tx, announce, { eventId, marketId: id }, { act: 'void' in ruling ? 'void' : 'result', by: ruling })
  return 'done'
}

type Said = { act: 'result' | 'void' | 'rollback'; by: ActedBy }

/** The trail, the bets and the pages. */
async function tellResult(
  tx: Tx,
  announce: Context['announce'],
  about: { eventId: bigint; marketId: bigint },
  { act, by: { actor, reason } }: Said,
) {
  const { marketId } = about
  await noteAct(tx, act, { marketId }, { actor, reason })
  await announceResults(tx, announce, new Set([marketId]), { actor, reason })
  await tellChanges(tx, [{ ...about, what: 'result' }])
}

/** The last word is taken back; the market waits for the next. */
export async function rollBackMarket(
  tx: Tx,
  announce: Context['announce'],
  id: bigint,
  by: ActedBy,
): Promise<'done' | 'unknown' | 'not decided'> {
  const market = await lockMarket(tx, id)
  if (!market) return 'unknown'
  if (market.state !== 'resulted' && market.state !== 'void') return 'not decided'
  await writeMarketStates(tx, [id], 'closed')
  await tellResult(tx, announce, { eventId: market.eventId, marketId: id }, { act: 'rollback', by })
  return 'done'
}
