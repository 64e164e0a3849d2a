import type { Side } from '../facts.ts'
import {
  type BasketballParams,
  type BasketballState,
  beginner,
  lengthOf,
  possessionChances,
  possessions,
  totalOf,
} from './basketball-chain.ts'
import { at, billion, convolve, other } from './chain.ts'

/** How likely each number of points of so many possessions is. */
function powersOf(strength: number): (count: number) => Float64Array {
  const one = possessionChances(strength).map((chance) => chance / billion)
  const powers: Float64Array[] = [Float64Array.of(1)]
  return (count) => {
    while (powers.length <= count) powers.push(convolve(powers.at(-1) ?? [1], one))
    return powers[count] ?? Float64Array.of(1)
  }
}

export type Sides = readonly [home: Float64Array, away: Float64Array]

const shifted = (points: Float64Array, by: number) => {
  const moved = new Float64Array(points.length + by)
  moved.set(points, by)
  return moved
}

export const bothSums = (a: Sides, b: Sides): Sides => [convolve(a[0], b[0]), convolve(a[1], b[1])]

export type BasketballSums = {
  /** Points of both sides in each quarter: what there is and what may come. The sides are independent. */
  quarters: readonly Sides[]
  /** The overtime that is played or comes next after another, with the points that were level before it. */
  running: { level: number; sides: Sides } | null
  /** A whole overtime. */
  overtime: Sides
  powers: readonly [(count: number) => Float64Array, (count: number) => Float64Array]
}

export function basketballSums(params: BasketballParams, state: BasketballState): BasketballSums {
  const powers = [powersOf(params.home), powersOf(params.away)] as const
  const of = (home: number, away: number): Sides => [powers[0](home), powers[1](away)]
  const current = state.isPlaying ? state.periods.length : 0
  const sidesIn = (period: number): Sides => {
    const scored = state.periods[period - 1]
    if (!scored) return of(lengthOf(period), lengthOf(period))
    const [home, away] = period === current ? of(...state.left) : of(0, 0)
    return [shifted(home, scored[0]), shifted(away, scored[1])]
  }
  const played = state.periods.length
  const overtime = of(possessions.overtime, possessions.overtime)
  const level = totalOf(state.isPlaying ? state.periods.slice(0, -1) : state.periods)[0]
  return {
    quarters: [1, 2, 3, 4].map(sidesIn),
    running: played > 4 ? { level, sides: state.isPlaying ? sidesIn(played) : overtime } : null,
    overtime,
    powers,
  }
}

/** Who has which possession from here to the end of regular time. */
function orderFrom(state: BasketballState, tip: Side): Side[] {
  const order: Side[] = []
  const add = (first: Side, count: number) => {
    let side = first
    for (let place = 0; place < count; place += 1) {
      order.push(side)
      side = other(side)
    }
  }
  if (state.isPlaying) add(state.next ?? tip, state.left[0] + state.left[1])
  for (let period = state.periods.length + 1; period <= 4; period += 1) {
    add(beginner(tip, period), 2 * possessions.quarter)
  }
  return order
}

/** The chances that home, or away, is the first to have so many points in regular time. */
export function raceChances({ powers }: BasketballSums, state: BasketballState, to: number) {
  const [home, away] = totalOf(state.periods)
  if (home >= to || away >= to || state.periods.length > 4) return null
  /** That so many possessions suffice for this many points. */
  const enough = (sums: Float64Array, need: number) => 1 - sums.slice(0, need).reduce((sum, chance) => sum + chance, 0)
  const tips: readonly Side[] = state.tip ? [state.tip] : [1, 2]
  let first = [0, 0]
  for (const tip of tips) {
    const had = [0, 0]
    const reached = [0, 0]
    const need = [to - home, to - away]
    for (const side of orderFrom(state, tip)) {
      const [own, theirs] = side === 1 ? ([0, 1] as const) : ([1, 0] as const)
      had[own] = at(had, own) + 1
      const now = enough(powers[own](at(had, own)), at(need, own))
      const chance = ((now - at(reached, own)) * (1 - at(reached, theirs))) / tips.length
      first = first.map((sum, place) => (place === own ? sum + chance : sum))
      reached[own] = now
    }
  }
  return { home: at(first, 0), away: at(first, 1) }
}
