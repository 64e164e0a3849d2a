import { isFactOf } from './fact-checks.ts'
import type { Numbered, Sport, SportFacts } from './facts.ts'
import { fraction, isLess } from './fraction.ts'
import type { Draws } from './models/chain.ts'
import { standingFacts } from './records/standing.ts'
import { lost, type Result } from './result.ts'
import { isSport, type MarketKey, matchOf, outcomesOf } from './sports.ts'
import { playMatch } from './world/play.ts'
import type { Model } from './world/strength.ts'

/**
 * A simulated match, shown after it is over: the seed whose hash was told before its first price, who played, what was
 * told, and what became of its markets. A player who has it plays the match again.
 */
export type MatchProof = {
  sport: Sport
  ref: string
  seed_hash: string
  seed: string
  model: Model
  facts: readonly { seq: number; kind: string; data: Readonly<Record<string, unknown>>; cancels?: number }[]
  results: readonly ToldResult[]
}
type ToldResult = MarketKey & {
  outcomes: readonly (readonly [outcome: string, win: number, back: number, of: number])[]
  void_reason: string | null
}

/** `unsure`: it is not the end of the match that was told, so what differs may be a word that its correction never reached. */
export type MatchVerdict =
  | { kind: 'right'; facts: number; markets: number; isFinished: boolean }
  | { kind: 'wrong'; where: string }
  | { kind: 'unsure'; where: string }

const wrong = (where: string): MatchVerdict => ({ kind: 'wrong', where })

/** The same data in the same order of fields: what was stored may come back in another. */
const textOf = ({ kind, data }: { kind: string; data: object }) =>
  JSON.stringify([kind, Object.entries(data).sort(([one], [other]) => (one < other ? -1 : 1))])

const isEqual = (one: Result, other: Result) =>
  ([0, 1] as const).every((share) => {
    const [a, b] = [fraction(one[share], one[2]), fraction(other[share], other[2])]
    return !isLess(a, b) && !isLess(b, a)
  })

/** The first fact that the match does not have. */
function factDifference(
  played: readonly { kind: string; data: object }[],
  told: readonly { kind: string; data: object }[],
) {
  const at = told.findIndex((fact, place) => {
    const own = played[place]
    return own === undefined || textOf(own) !== textOf(fact)
  })
  if (at >= 0) return { at, told: told[at], own: played[at] }
  const isFinished = told.some(({ kind }) => kind === 'finish')
  return isFinished && told.length < played.length
    ? { at: told.length, told: undefined, own: played[told.length] }
    : null
}

/** What facts make of a market against what is said of it; null where both are the same. */
function resultDifference(sport: Sport, own: readonly Result[] | null, said: ToldResult): string | null {
  const name = [said.type, said.period, said.line ?? '-'].join('/')
  const outcomes = outcomesOf(sport, said)
  if (!outcomes) return `${name} is no market of ${sport}`
  if (said.void_reason !== null) return own ? `${name} was decided by play, and is void (${said.void_reason})` : null
  if (!own) return `${name} has a result, and play had not decided it`
  const told = new Map(said.outcomes.map(([outcome, ...result]): [string, Result] => [outcome, result]))
  const stranger = [...told.keys()].find((outcome) => !outcomes.includes(outcome))
  if (stranger !== undefined || told.size !== said.outcomes.length) return `${name} has outcomes that it cannot have`
  const at = outcomes.findIndex((outcome, place) => !isEqual(own[place] ?? lost, told.get(outcome) ?? lost))
  return at < 0
    ? null
    : `${name}/${outcomes[at]} comes out as ${own[at]?.join(' ')}, the record says ${told.get(outcomes[at] ?? '')?.join(' ') ?? 'nothing'}`
}

function factsOf<Name extends Sport>(sport: Name, rows: MatchProof['facts']): Numbered<SportFacts[Name]>[] | number {
  const facts: Numbered<SportFacts[Name]>[] = []
  for (const [at, row] of rows.entries()) {
    if (!isFactOf(sport, row)) return at
    facts.push(row)
  }
  return facts
}

/** `draws` are those of a seed, `hashOf` its SHA-256: chance and hashes are the caller's. */
export function verifyMatch(
  { sport, ref, seed, seed_hash: seedHash, model, facts: rows, results }: MatchProof,
  { draws, hashOf }: { draws: (seed: string) => Draws; hashOf: (seed: string) => string },
): MatchVerdict {
  if (!isSport(sport) || model.sport !== sport) return wrong('the model is of another sport')
  if (hashOf(seed) !== seedHash) return wrong(`the seed does not have the hash that was told before: ${hashOf(seed)}`)
  const facts = factsOf<Sport>(sport, rows)
  if (typeof facts === 'number') return wrong(`fact ${rows[facts]?.seq} is none of ${sport}`)
  const told = standingFacts(facts)
  const played = playMatch(() => draws(seed), { ref, model }).map(({ fact }) => fact)
  const isFinished = told.some(({ kind }) => kind === 'finish')
  const differs = factDifference(played, told)
  if (differs) {
    const [own, said] = [differs.own, differs.told].map((fact) => (fact ? textOf(fact) : 'nothing'))
    const where = `fact ${differs.at + 1} of those that stand comes out as ${own}, the record says ${said}`
    return isFinished ? wrong(where) : { kind: 'unsure', where }
  }
  const match = matchOf<Sport>(sport, facts)
  for (const said of results) {
    const where = resultDifference(sport, match.settle(said), said)
    if (where) return wrong(where)
  }
  return { kind: 'right', facts: told.length, markets: results.length, isFinished }
}
