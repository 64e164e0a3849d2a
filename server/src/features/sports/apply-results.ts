import type { FeedMessageOf } from '@croupier/sportsbook/feed'
import { lost, type Result } from '@croupier/sportsbook/result'
import { isSport, type Match, matchOfRows, outcomesOf } from '@croupier/sportsbook/sports'
import type { Tx } from '../../context.ts'
import type { Desk } from './desk.ts'
import { type EventRow, readRecords } from './event-store.ts'
import { addResults, type MarketRow, type NewResult, readMarkets, writeMarketStates } from './market-store.ts'

/** A word with the event that it is about. */
export type About<Word> = { said: Word; event: EventRow }
type Told = FeedMessageOf<'result'>['markets'][number]

export const marketKeyOf = ({ type, period, line }: { type: string; period: string; line: string | null }) =>
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
  const facts = await readRecords(tx, ids)
  const results: NewResult[] = []
  const disputed: bigint[] = []
  for (const { said, event } of words) {
    const match = isSport(event.sport) ? matchOfRows(event.sport, facts.get(event.id) ?? []) : null
    const byKey = new Map((markets.get(event.id) ?? []).map((market) => [marketKeyOf(market), market]))
    // Of two words about one market the later counts.
    for (const told of new Map(said.markets.map((each) => [marketKeyOf(each), each])).values()) {
      const market = byKey.get(marketKeyOf(told))
      if (!market) {
        desk.strangers += 1
        continue
      }
      const verdict = judge(told, { market, event, match })
      if (verdict !== 'disputed' && isSaid(market, { ...verdict, certainty: said.certainty })) continue
      desk.changes.push({ eventId: event.id, marketId: market.id, what: 'result' })
      // A word that is only surer changes no bet.
      if (verdict === 'disputed' || !isSameWord(market, verdict)) desk.resulted.add(market.id)
      if (verdict === 'disputed') disputed.push(market.id)
      else results.push({ ...verdict, certainty: said.certainty })
    }
  }
  if (results.length > 0) await addResults(tx, results)
  if (disputed.length > 0) await writeMarketStates(tx, disputed, 'disputed')
}

/** A producer that begins anew tells again what it told: the same word, no surer than before, is no new revision. */
const isSaid = (market: MarketRow, word: NewResult): boolean =>
  isSameWord(market, word) && (market.certainty === 'confirmed' || market.certainty === word.certainty)

const isSameWord = (market: MarketRow, { state, outcomes, voidReason }: Omit<NewResult, 'certainty'>): boolean =>
  market.state === state &&
  market.voidReason === voidReason &&
  JSON.stringify(market.outcomes) === JSON.stringify(outcomes)

type Standing = { market: MarketRow; event: EventRow; match: Match | null }

function judge(told: Told, { market, event, match }: Standing): Omit<NewResult, 'certainty'> | 'disputed' {
  const next = { marketId: market.id, revision: market.revision + 1, factsSeq: event.facts }
  // Only the operator ends a dispute.
  if (market.state === 'disputed') return 'disputed'
  const names = isSport(event.sport) ? outcomesOf(event.sport, told) : null
  const source = names ? 'own' : 'feed'
  const own = match?.settle(told) ?? null
  if ('void' in told) {
    // Play has decided it, so nothing comes back.
    if (own !== null) return 'disputed'
    return { ...next, outcomes: [], voidReason: told.void, source, state: 'void' }
  }
  if (names && !(own && isSame(told.outcomes, new Map(names.map((name, at) => [name, own[at] ?? lost])))))
    return 'disputed'
  return { ...next, outcomes: told.outcomes, voidReason: null, source, state: 'resulted' }
}

type Outcomes = Extract<Told, { outcomes: unknown }>['outcomes']

/** By name: a feed may leave out what it never offered, if it is lost. */
function isSame(told: Outcomes, own: ReadonlyMap<string, Result>): boolean {
  const said = new Map(told.map(([name, ...result]) => [name, result]))
  return (
    said.size === told.length &&
    [...said.keys()].every((name) => own.has(name)) &&
    [...own].every(([name, result]) => isEqual(result, said.get(name) ?? lost))
  )
}

/** Shares, not numbers: one half is two quarters. */
const isEqual = ([win, back, of]: Result, [otherWin, otherBack, otherOf]: Result): boolean =>
  win * otherOf === otherWin * of && back * otherOf === otherBack * of

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
    const asked = new Set(said.markets.map(marketKeyOf))
    const from = said.what === 'result' ? ['resulted', 'void'] : ['void']
    return (markets.get(event.id) ?? []).filter(
      (market) => asked.has(marketKeyOf(market)) && from.includes(market.state),
    )
  })
  if (back.length === 0) return
  await writeMarketStates(
    tx,
    back.map(({ id }) => id),
    'closed',
  )
  desk.changes.push(...back.map(({ id, eventId }) => ({ eventId, marketId: id, what: 'result' as const })))
  for (const { id } of back) desk.resulted.add(id)
}
