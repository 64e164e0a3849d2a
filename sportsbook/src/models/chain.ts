import type { Side } from '../facts.ts'

/** Where chance comes from: whole numbers from 0 to limit − 1, each as likely as any other. */
export type Draws = { below: (limit: number) => number }

/** Chances are parts per billion before they are used, so that every machine computes the same bits. */
export const billion = 1_000_000_000
export const ppb = (chance: number) => Math.round(chance * billion)

/** What can come next. The chances of a step sum to a billion. */
export type Branch<State> = readonly [chance: number, next: State]

export type Chain<State> = { init: State; step: (state: State, tick: number) => readonly Branch<State>[] }

export function drawBranch<State>(draws: Draws, branches: readonly Branch<State>[]): State {
  let left = draws.below(billion)
  for (const [chance, next] of branches) {
    if (left < chance) return next
    left -= chance
  }
  throw new Error('the chances of a step do not sum to one')
}

/** Whether something of this chance (ppb) happens. */
export const happens = (draws: Draws, chance: number) => draws.below(billion) < chance

/**
 * What happens in a tick happens at a uniform second of it. So when a part of the tick has passed without a word, this
 * is left of the chance of one of the things that could have happened; `any` is the chance of all of them together.
 */
export const chanceLeft = (chance: number, any: number, passed: number) => (chance * (1 - passed)) / (1 - any * passed)

/** One fact and the seconds from the beginning of the match at which it is told. */
export type Told<Fact> = { at: number; fact: Fact }

export const byMoment = <Thing extends { at: number }>(list: Thing[]): Thing[] => list.sort((a, b) => a.at - b.at)

export const other = (side: Side): Side => (side === 1 ? 2 : 1)

export const at = (list: ArrayLike<number>, place: number) => list[place] ?? 0

/** Sums of two independent counts. */
export function convolve(a: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(a.length + b.length - 1)
  const one = a instanceof Float64Array ? a : Float64Array.from(a)
  const two = b instanceof Float64Array ? b : Float64Array.from(b)
  for (let i = 0; i < one.length; i += 1) {
    const p = one[i] ?? 0
    if (p === 0) continue
    for (let j = 0; j < two.length; j += 1) sums[i + j] = (sums[i + j] ?? 0) + p * (two[j] ?? 0)
  }
  return sums
}
