import { type VoidRules, voidRules } from '@croupier/sportsbook/rules/void-rules'
import type { Tx } from '../../context.ts'
import { addResults, closeMarkets, readMarkets, writeMarketStates } from './market-store.ts'
import type { Change } from './producer-store.ts'
import { type Fixture, type Turned, turnEvents } from './tree-store.ts'

const rulesOf: Readonly<Record<string, VoidRules>> = voidRules

/** By the rules of some sports the venue decides; elsewhere bets stand, and so they do where the match is another one. */
const isVoid = ({ rules, areExchanged, isBefore }: Turned): boolean =>
  areExchanged && isBefore && (rulesOf[rules]?.isVenueDecisive ?? false)

const word = { outcomes: [], voidReason: 'VENUE', source: 'own', certainty: 'confirmed', state: 'void' } as const

/**
 * Sides never change under a bet. What the producer goes on to say is about the sides that it has in mind, so for it the
 * event is over: its markets are void, or wait for the operator.
 */
export async function stopTurned(tx: Tx, producer: string, fixtures: readonly Fixture[]): Promise<Change[]> {
  const turned = await turnEvents(tx, producer, fixtures)
  if (turned.length === 0) return []
  const ids = turned.map(({ id }) => id)
  await closeMarkets(tx, ids, 'all')
  const voidIds = new Set(turned.filter(isVoid).map(({ id }) => id))
  const markets = (await readMarkets(tx, ids)).filter(({ state }) => state === 'closed')
  const results = markets
    .filter(({ eventId }) => voidIds.has(eventId))
    .map(({ id, revision }) => ({ ...word, marketId: id, revision: revision + 1, factsSeq: 0 }))
  await addResults(tx, results)
  const left = markets.filter(({ eventId }) => !voidIds.has(eventId)).map(({ id }) => id)
  await writeMarketStates(tx, left, 'disputed')
  return [
    ...ids.map((eventId) => ({ eventId, marketId: null, what: 'event' as const })),
    ...markets.map(({ id, eventId }) => ({ eventId, marketId: id, what: 'result' as const })),
  ]
}
