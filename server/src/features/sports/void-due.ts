import { type EventFate, type RulesVersion, voidReasonOf, voidRules } from '@croupier/sportsbook/rules/void-rules'
import { isSport, type Match, matchOfRows } from '@croupier/sportsbook/sports'
import type { Context, Tx } from '../../context.ts'
import { announceResults } from './announce-results.ts'
import { findUnplayed, type Unplayed } from './clock-store.ts'
import { lockBuckets, readRecords } from './event-store.ts'
import { addResults, type MarketRow, type NewResult, readMarkets } from './market-store.ts'
import { tellChanges } from './producer-store.ts'

/** Events of one transaction. */
const most = 50

const isVersion = (rules: string): rules is RulesVersion => Object.hasOwn(voidRules, rules)

/** What is broken off for good will not go on, whatever hours its rules allow. */
const fateOf = ({ state, hours }: Unplayed): EventFate => {
  if (state === 'cancelled') return { kind: 'cancelled' }
  if (state === 'abandoned') return { kind: 'not_finished', hours: Number.POSITIVE_INFINITY, isTournamentOver: true }
  return { kind: 'not_started', hours, isTournamentOver: false }
}

const undecided: readonly string[] = ['off', 'open', 'suspended', 'closed']

/**
 * What was not played, or not in time, is void by the rules of its sport, where its feed has not said so itself. What
 * play had decided stands and waits for its result.
 */
export async function voidDue(tx: Tx, announce: Context['announce']): Promise<void> {
  const found = (await findUnplayed(tx, most)).map(({ id }) => id)
  if (found.length === 0) return
  await lockBuckets(tx, found)
  // Read again behind the locks.
  const events = (await findUnplayed(tx, most)).filter(({ id }) => found.includes(id))
  const markets = Map.groupBy(await readMarkets(tx, found), ({ eventId }) => eventId)
  const records = await readRecords(tx, found)
  const results = events.flatMap((event) => {
    const match = isSport(event.sport) ? matchOfRows(event.sport, records.get(event.id) ?? []) : null
    return (markets.get(event.id) ?? []).flatMap((market) => voidOf(event, market, match) ?? [])
  })
  if (results.length === 0) return
  await addResults(tx, results)
  const eventOf = new Map([...markets].flatMap(([eventId, each]) => each.map(({ id }) => [id, eventId] as const)))
  const changes = results.map(({ marketId }) => ({
    ...{ eventId: eventOf.get(marketId) ?? 0n, marketId, what: 'result' as const },
  }))
  await announceResults(tx, announce, new Set(results.map(({ marketId }) => marketId)))
  await tellChanges(tx, changes)
}

function voidOf(event: Unplayed, market: MarketRow, match: Match | null): NewResult | null {
  if (!undecided.includes(market.state) || !isVersion(event.rules)) return null
  const key = { type: market.type, period: market.period, line: market.line === '' ? null : market.line }
  const isDecided = match !== null && match.settle(key) !== null
  const reason = voidReasonOf(event.rules, fateOf(event), { isCount: false, isDecided })
  if (reason === null) return null
  return {
    ...{ marketId: market.id, revision: market.revision + 1, outcomes: [], voidReason: reason, state: 'void' },
    ...{ source: 'own', certainty: 'confirmed', factsSeq: event.facts },
  }
}
