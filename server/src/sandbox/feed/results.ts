import type { Sport } from '@croupier/sportsbook/facts'
import type { FeedMessage, FeedMessageOf } from '@croupier/sportsbook/feed'
import { type Match, outcomesOf } from '@croupier/sportsbook/sports'
import type { ToldFact } from './board.ts'
import type { Offer } from './menu.ts'

type Decided = FeedMessageOf<'result'>['markets'][number]
type About = { event: string; sport: Sport; certainty: 'first' | 'confirmed'; isAbandoned: boolean }

/** What became of these markets, as play has it; what a match that was broken off had not decided comes back. */
export function resultsToTell(
  match: Match,
  { event, sport, certainty, isAbandoned }: About,
  offers: readonly Offer[],
): FeedMessage[] {
  const markets = offers.flatMap(({ type, period, line }): Decided[] => {
    const key = { type, period, line }
    const settled = match.settle(key)
    if (settled) {
      const names = outcomesOf(sport, key) ?? []
      return [{ ...key, outcomes: settled.map(([win, back, of], at) => [names[at] ?? '', win, back, of]) }]
    }
    return isAbandoned ? [{ ...key, void: 'ABANDONED' }] : []
  })
  return markets.length > 0 ? [{ kind: 'result', event, certainty, markets }] : []
}

/**
 * A result is wrong where a fact behind it is: a goal or a basket that never was, taken back later with the result. A
 * wrong result over right facts would be disputed by the house, and stay so until the operator had looked at it.
 */
export function wrongFactOf(sport: Sport, facts: readonly ToldFact[]): ToldFact | null {
  const seq = (facts.at(-1)?.seq ?? 0) + 1
  if (sport === 'football') return { kind: 'goal', data: { side: 2, minute: 90, how: 'play' }, seq }
  if (sport === 'hockey') return { kind: 'goal', data: { side: 2, second: 3_599 }, seq }
  if (sport === 'basketball') return { kind: 'possession', data: { side: 2, points: 2 }, seq }
  return null
}
