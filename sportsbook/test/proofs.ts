import { isFactOf } from '../src/fact-checks.ts'
import type { Numbered, Sport, SportFacts } from '../src/facts.ts'
import { type MarketKey, matchOf, outcomesOf, sports } from '../src/sports.ts'
import type { MatchProof } from '../src/verify.ts'
import { type Fixture, leagueFixtures, sprintFixtures } from '../src/world/calendar.ts'
import type { WorldChance } from '../src/world/chance.ts'
import { lifeOf } from '../src/world/life.ts'
import { makeWorld } from '../src/world/roster.ts'
import { chanceFrom } from './chance.ts'
import { anyMarkets } from './markets.ts'

/** Matches of a world as their proofs show them. */

const monday = 20_003

/** Matches of all sports: sprints, which are quick, and some of the leagues. */
export function fixturesFor(chance: WorldChance, minutes: number): Fixture[] {
  const world = makeWorld(chance)
  const begin = monday * 86_400
  return [...sprintFixtures(world, begin, begin + minutes * 60), ...leagueFixtures(world, monday + 5).slice(0, minutes)]
}

function resultsOf<Name extends Sport>(
  sport: Name,
  facts: readonly Numbered<SportFacts[Name]>[],
  markets: readonly MarketKey[],
): MatchProof['results'] {
  const match = matchOf(sport, facts)
  return markets.map((market) => {
    const { type, period, line } = market
    const results = match.settle(market)
    if (!results) return { type, period, line, outcomes: [], void_reason: 'ABANDONED' }
    const outcomes = (outcomesOf(sport, market) ?? []).map((outcome, at) => {
      const [win, back, of] = results[at] ?? [0, 0, 1]
      return [outcome, win, back, of] as const
    })
    return { type, period, line, outcomes, void_reason: null }
  })
}

/** What the house would show of a match after it was over. */
export function proofOf(
  chance: WorldChance,
  fixture: Fixture,
  { seed, seed_hash }: Pick<MatchProof, 'seed' | 'seed_hash'>,
): MatchProof {
  const { sport, ref, model } = fixture
  const facts = lifeOf(chance, fixture).things.flatMap((thing) => (thing.kind === 'fact' ? [thing.fact] : []))
  const markets = anyMarkets(chanceFrom(ref.length), sport).filter(
    ({ type }) => type !== 'to_qualify' || fixture.isKnockout,
  )
  const own = facts.filter((fact): fact is Numbered<SportFacts[Sport]> => isFactOf(sport, fact))
  if (own.length < facts.length || sports[sport].types.length < markets.length)
    throw new Error(`${ref} has strange facts`)
  return { sport, ref, seed, seed_hash, model, facts, results: resultsOf<Sport>(sport, own, markets) }
}
