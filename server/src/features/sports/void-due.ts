import { type EventFate, type RulesVersion, voidReasonOf, voidRules } from '@croupier/sportsbook/rules/void-rules'
import { isSport, type Match, matchOfRows } from '@croupier/sportsbook/sports'
import type { Context, JobContext, Tx } from '../../context.ts'
import { endDue } from '../../end-due.ts'
import { announceResults } from './announce-results.ts'
import { type AllowedHours, findUnplayed, readUnplayed, type Unplayed } from './clock-store.ts'
import { lockBuckets, readRecords } from './event-store.ts'
import { addResults, type MarketRow, type NewResult, readMarkets } from './market-store.ts'
import { tellChanges } from './producer-store.ts'

const isVersion = (rules: string): rules is RulesVersion => Object.hasOwn(voidRules, rules)

/** What is broken off for good will not go on, whatever hours its rules allow. */
const fateOf = ({ state, hours }: Unplayed): EventFate => {
  if (state === 'cancelled') return { kind: 'cancelled' }
  if (state === 'abandoned') return { kind: 'not_finished', hours: Number.POSITIVE_INFINITY, isTournamentOver: true }
  return { kind: 'not_started', hours, isTournamentOver: false }
}

const undecided: readonly string[] = ['off', 'open', 'suspended', 'closed']

/** Without those that stand as long as their tournament lasts. */
export const allowedHours = (to: 'toStart' | 'toFinish'): AllowedHours =>
  Object.entries(voidRules).flatMap(([rules, { [to]: hours }]) => (hours === null ? [] : [{ rules, hours }]))

const toStart = allowedHours('toStart')

/**
 * What was not played, or not in time, is void by the rules of its sport, where its feed has not said so itself. What
 * play had decided stands and waits for its result; others do not wait for it.
 */
export const voidDue = ({ sql, begin, announce }: Pick<JobContext, 'sql' | 'begin' | 'announce'>): Promise<void> =>
  endDue({
    find: (page) => findUnplayed(sql, toStart, page),
    end: (ids) => begin((tx) => voidEvents(tx, announce, ids)),
  })

async function voidEvents(tx: Tx, announce: Context['announce'], found: readonly bigint[]): Promise<void> {
  // Bets wait for no event that only waits for its result.
  const wanted = [...new Set((await findVoids(tx, found)).map(({ eventId }) => eventId))]
  if (wanted.length === 0) return
  await lockBuckets(tx, wanted)
  // Read again behind the locks.
  const voids = await findVoids(tx, wanted)
  if (voids.length === 0) return
  await addResults(
    tx,
    voids.map(({ result }) => result),
  )
  await announceResults(tx, announce, new Set(voids.map(({ result }) => result.marketId)))
  await tellChanges(
    tx,
    voids.map(({ eventId, result: { marketId } }) => ({ eventId, marketId, what: 'result' })),
  )
}

async function findVoids(tx: Tx, ids: readonly bigint[]): Promise<{ eventId: bigint; result: NewResult }[]> {
  const events = await readUnplayed(tx, toStart, ids)
  const markets = Map.groupBy(await readMarkets(tx, ids), ({ eventId }) => eventId)
  const records = await readRecords(tx, ids)
  return events.flatMap((event) => {
    const match = isSport(event.sport) ? matchOfRows(event.sport, records.get(event.id) ?? []) : null
    return (markets.get(event.id) ?? []).flatMap((market) => {
      const result = voidOf(event, market, match)
      return result ? [{ eventId: event.id, result }] : []
    })
  })
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
