import type { SportsFact } from '@croupier/contract/methods/sports'
import { standingFacts } from '@croupier/sportsbook/records/standing'

/** Facts by their number, each once. */
export function mergeFacts(known: readonly SportsFact[], more: readonly SportsFact[]): readonly SportsFact[] {
  const bySeq = new Map([...known, ...more].map((fact) => [fact.seq, fact]))
  return [...bySeq.values()].sort((one, other) => one.seq - other.seq)
}

/** As the record of a sport reads them: a fact that cancels nothing says nothing of it. */
export const numbered = <Fact extends { cancels: number | null }>({ cancels, ...fact }: Fact) =>
  cancels === null ? fact : { ...fact, cancels }

export type ToldFact = SportsFact & { isCancelled: boolean }

/** Every fact as it was told, and whether it still stands. A cancel always stands: it was said. */
export function toldFacts(facts: readonly SportsFact[]): ToldFact[] {
  const standing = new Set(standingFacts(facts.map(numbered)).map((fact) => ('seq' in fact ? fact.seq : null)))
  return facts.map((fact) => ({ ...fact, isCancelled: fact.kind !== 'cancel' && !standing.has(fact.seq) }))
}

/** Home first. */
export type Sides = readonly [number, number]
export type StatRow = { name: string; of: Sides }

const sideOf = ({ data }: SportsFact): 1 | 2 | null => (data.side === 1 || data.side === 2 ? data.side : null)

function counted(facts: readonly SportsFact[], weigh: (fact: SportsFact) => number): Sides {
  let [home, away] = [0, 0]
  for (const fact of facts) {
    if (sideOf(fact) === 1) home += weigh(fact)
    if (sideOf(fact) === 2) away += weigh(fact)
  }
  return [home, away]
}

const one = (isIt: (fact: SportsFact) => boolean) => (fact: SportsFact) => (isIt(fact) ? 1 : 0)
const kindOf = (kind: string) => one((fact) => fact.kind === kind)
const isCard = (colours: readonly string[]) =>
  one(({ kind, data }) => kind === 'card' && colours.includes(String(data.colour)))
const points = ({ kind, data }: SportsFact) => (kind === 'possession' ? Number(data.points) || 0 : 0)
const shot = (worth: number) => one(({ kind, data }) => kind === 'possession' && data.points === worth)

/** What a sport counts; each has a word in `betting-event.stats`. */
const counts: Readonly<Record<string, readonly (readonly [string, (fact: SportsFact) => number])[]>> = {
  football: [
    ['goals', kindOf('goal')],
    ['corners', kindOf('corner')],
    ['yellow', isCard(['yellow'])],
    ['red', isCard(['red', 'second_yellow'])],
  ],
  tennis: [['pointsWon', kindOf('point')]],
  basketball: [
    ['points', points],
    ['possessions', kindOf('possession')],
    ['threes', shot(3)],
    ['twos', shot(2)],
    ['ones', shot(1)],
  ],
  hockey: [
    ['goals', kindOf('goal')],
    ['penalties', kindOf('penalty')],
  ],
  shooter: [['rounds', kindOf('round')]],
}

/** What both sides have done so far, counted from the facts that stand. */
export function statsOf(sport: string, facts: readonly SportsFact[]): StatRow[] {
  const standing = toldFacts(facts).filter(({ isCancelled, kind }) => !isCancelled && kind !== 'cancel')
  return (counts[sport] ?? []).map(([name, weigh]) => ({ name, of: counted(standing, weigh) }))
}

/** Goals and points as they stood after each fact, by its number. What was cancelled changed nothing. */
export function scoresAfter(facts: readonly ToldFact[]): ReadonlyMap<number, Sides> {
  let score: Sides = [0, 0]
  const after = new Map<number, Sides>()
  for (const fact of facts) {
    const worth = fact.isCancelled ? 0 : fact.kind === 'goal' ? 1 : points(fact)
    const side = sideOf(fact)
    if (worth === 0 || side === null) continue
    score = side === 1 ? [score[0] + worth, score[1]] : [score[0], score[1] + worth]
    after.set(fact.seq, score)
  }
  return after
}

/** Possessions without points are many and say little. */
export const isWorthTelling = ({ kind, data }: SportsFact): boolean => kind !== 'possession' || data.points !== 0

const periodOrder = ['h', 'q', 'p', 's', 'm', 'et', 'ot', 'so']
const orderOf = (period: string) => periodOrder.indexOf(/^([a-z]+)\d*$/.exec(period)?.[1] ?? '')

/** Periods of a score in the order in which they are played; the whole stands apart. */
export const playedPeriods = (score: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(score)
    .filter((period) => orderOf(period) >= 0)
    .sort((first, second) => orderOf(first) - orderOf(second) || first.localeCompare(second))
