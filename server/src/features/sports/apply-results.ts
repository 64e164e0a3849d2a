import type { FeedMessageOf } from '@croupier/sportsbook/feed'
import { type Match, matchOfRows } from '@croupier/sportsbook/sports'
import type { Tx } from '../../context.ts'
import type { Desk } from './apply.ts'
import { type EventRow, readFacts } from './event-store.ts'
import { addResults, type MarketRow, type NewResult, readMarkets, writeMarketStates } from './market-store.ts'

type About<Word> = { said: Word; event: EventRow }
type Told = FeedMessageOf<'result'>['markets'][number]

const keyOf = ({ type, period, line }: { type: string; period: string; line: string | null }) =>
  `${type}/${period}/${line ?? ''}`

/**
 * Two keys for each result: the feed's word, and what we make of the facts ourselves. Where they differ nothing is
 * resulted, and the operator is told. What we have no function for goes by the feed alone.
 */
export async function applyResults(
  tx: Tx,
  desk: Desk,
  words: readonly About<FeedMessageOf<'result'>>[],
): Promise<void> {
  if (words.length === 0) return
  const ids = words.map(({ event }) => event.id)
  const markets = Map.groupBy(await readMarkets(tx, ids), ({ eventId }) => eventId)
  const facts = Map.groupBy(await readFacts(tx, ids), ({ eventId }) => eventId)
  const results: NewResult[] = []
  const disputed: bigint[] = []
  for (const { said, event } of words) {
    const match = matchOfRows(event.sport, facts.get(event.id) ?? [])
    const byKey = new Map((markets.get(event.id) ?? []).map((market) => [keyOf(market), market]))
    for (const told of said.markets) {
      const market = byKey.get(keyOf(told))
      if (!market) {
        desk.strangers += 1
        continue
      }
      desk.changes.push({ eventId: event.id, marketId: market.id, what: 'result' })
      const verdict = judge(told, { market, event, match })
      if (verdict === 'disputed') disputed.push(market.id)
      else results.push({ ...verdict, certainty: said.certainty })
    }
  }
  if (results.length > 0) await addResults(tx, results)
  if (disputed.length > 0) await writeMarketStates(tx, disputed, 'disputed')
}

type Standing = { market: MarketRow; event: EventRow; match: Match | null }

function judge(told: Told, { market, event, match }: Standing): Omit<NewResult, 'certainty'> | 'disputed' {
  const next = { marketId: market.id, revision: market.revision + 1, factsSeq: event.facts }
  // Only the operator ends a dispute.
  if (market.state === 'disputed') return 'disputed'
  const own = match?.settle(told) ?? null
  const isOurs = match?.knows(told) ?? false
  if ('void' in told) {
    // Play has decided it, so nothing comes back.
    if (isOurs && own !== null) return 'disputed'
    return { ...next, outcomes: [], voidReason: told.void, source: isOurs ? 'own' : 'feed', state: 'void' }
  }
  const said = told.outcomes.map(([, ...result]) => result)
  const isSame = own !== null && own.length === said.length && own.every((result, at) => isEqual(result, said[at]))
  if (isOurs && !isSame) return 'disputed'
  return { ...next, outcomes: told.outcomes, voidReason: null, source: isOurs ? 'own' : 'feed', state: 'resulted' }
}

/** Shares, not numbers: one half is two quarters. */
const isEqual = (one: readonly number[], other: readonly number[] | undefined): boolean => {
  const [win = 0, back = 0, of = 1] = one
  const [otherWin = -1, otherBack = -1, otherOf = 1] = other ?? []
  return win * otherOf === otherWin * of && back * otherOf === otherBack * of
}

/** The last word is taken back: the market is closed and waits for the next. */
export async function applyRollbacks(
  tx: Tx,
  desk: Desk,
  words: readonly About<FeedMessageOf<'rollback'>>[],
): Promise<void> {
  if (words.length === 0) return
  const markets = Map.groupBy(
    await readMarkets(
      tx,
      words.map(({ event }) => event.id),
    ),
    ({ eventId }) => eventId,
  )
  const back = words.flatMap(({ said, event }) => {
    const asked = new Set(said.markets.map(keyOf))
    const from = said.what === 'result' ? ['resulted', 'void'] : ['void']
    return (markets.get(event.id) ?? []).filter((market) => asked.has(keyOf(market)) && from.includes(market.state))
  })
  if (back.length === 0) return
  await writeMarketStates(
    tx,
    back.map(({ id }) => id),
    'closed',
  )
  desk.changes.push(...back.map(({ id, eventId }) => ({ eventId, marketId: id, what: 'result' as const })))
}
