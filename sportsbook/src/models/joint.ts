import type { Sport } from '../facts.ts'
import { at, ppb } from './chain.ts'

/** One condition of a builder leg. */
export type Part = { type: string; period: string; line: string | null; outcome: string }

/** Questions about the order of things, or about one game: the tables do not tell them, and they hang on the rest. */
const outside: Record<Sport, readonly string[]> = {
  football: ['next_goal', 'to_qualify'],
  tennis: ['game_winner'],
  basketball: ['race_to'],
  hockey: ['next_goal'],
  shooter: [],
}

/** Whether the model of the sport knows how this part goes together with others. */
export const isInJoint = (sport: Sport, { type }: Pick<Part, 'type'>): boolean => !outside[sport].includes(type)

/**
 * The chance of every subset of parts, by the set's bits: place 5 is the first and the third part together. `exactly`
 * says how likely it is that just the parts of a set come true.
 */
export function subsetChances(exactly: Float64Array): number[] {
  const chances = Float64Array.from(exactly)
  for (let bit = 1; bit < chances.length; bit *= 2) {
    for (let set = 0; set < chances.length; set += 1) {
      if ((set & bit) === 0) chances[set] = at(chances, set) + at(chances, set | bit)
    }
  }
  return [...chances].map(ppb)
}

/** The set of those that hold. */
export const setOf = (holds: readonly boolean[]) =>
  holds.reduce((set, isTrue, place) => (isTrue ? set | (1 << place) : set), 0)

/** Sets of parts that come about independently: their bits are apart, so the union is the sum. */
export function joined(a: Float64Array, b: Float64Array): Float64Array {
  const both = new Float64Array(a.length)
  for (let i = 0; i < a.length; i += 1) {
    if (at(a, i) === 0) continue
    for (let j = 0; j < b.length; j += 1) both[i | j] = at(both, i | j) + at(a, i) * at(b, j)
  }
  return both
}
