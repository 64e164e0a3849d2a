import type { BasketballFact, BasketballPeriod, Side } from '../facts.ts'
import { type Branch, billion, type Chain, other, ppb } from './chain.ts'

/** Points of a possession of each side, on average. */
export type BasketballParams = { home: number; away: number }

type Pair = readonly [home: number, away: number]
export type BasketballState = {
  /** Points by period, overtimes from the fifth on. */
  periods: readonly Pair[]
  /** Possessions of the running period that both still have. */
  left: Pair
  /** Who has the next one; null before the match. */
  next: Side | null
  /** Who had the first possession of the match. */
  tip: Side | null
  isPlaying: boolean
  isOver: boolean
}

export const possessions = { quarter: 18, overtime: 9 } as const
const shares = [0.05, 0.32, 0.13] as const
const averagePoints = 1.08

export const basketballStart: BasketballState = {
  periods: [],
  left: [0, 0],
  next: null,
  tip: null,
  isPlaying: false,
  isOver: false,
}

/** Chances (ppb) of 0, 1, 2 and 3 points. */
export function possessionChances(strength: number): readonly number[] {
  const scoring = shares.map((share) => ppb((share * strength) / averagePoints))
  return [billion - scoring.reduce((sum, each) => sum + each, 0), ...scoring]
}

/** The second and the third quarter are begun by the side that did not begin the match. */
export const beginner = (tip: Side, period: number): Side => (period === 2 || period === 3 ? other(tip) : tip)

export const totalOf = (periods: readonly Pair[]): Pair => [
  periods.reduce((sum, [home]) => sum + home, 0),
  periods.reduce((sum, [, away]) => sum + away, 0),
]

const isLevel = (periods: readonly Pair[]) => {
  const [home, away] = totalOf(periods)
  return home === away
}

export const lengthOf = (period: number) => (period <= 4 ? possessions.quarter : possessions.overtime)

function begin(state: BasketballState): BasketballState {
  const period = state.periods.length + 1
  const each = lengthOf(period)
  const next = state.tip && beginner(state.tip, period)
  return { ...state, periods: [...state.periods, [0, 0]], left: [each, each], next, isPlaying: true }
}

export function endPeriod(state: BasketballState): BasketballState {
  const isOver = state.periods.length >= 4 && !isLevel(state.periods)
  return { ...state, left: [0, 0], isPlaying: false, isOver }
}

function addPossession(state: BasketballState, side: Side, points: number): BasketballState {
  const [home, away] = state.periods.at(-1) ?? [0, 0]
  const [own, theirs] = state.left
  const isHome = side === 1
  const left: Pair = isHome ? [own - 1, theirs] : [own, theirs - 1]
  // Where a side had more than its turns so far, the other one has the rest.
  const isSpent = left[isHome ? 1 : 0] === 0 && left[isHome ? 0 : 1] > 0
  return {
    ...state,
    periods: [...state.periods.slice(0, -1), isHome ? [home + points, away] : [home, away + points]],
    left,
    next: isSpent ? side : other(side),
    tip: state.tip ?? side,
  }
}

/** A step is a possession; periods begin and end by themselves. */
export function basketballChain(params: BasketballParams): Chain<BasketballState> {
  const chances = { 1: possessionChances(params.home), 2: possessionChances(params.away) }
  return {
    init: basketballStart,
    step(state): Branch<BasketballState>[] {
      const now = state.isPlaying ? state : begin(state)
      const side = now.next ?? 1
      return chances[side].map((chance, points) => {
        const after = addPossession(now, side, points)
        return [chance, after.left[0] + after.left[1] === 0 ? endPeriod(after) : after]
      })
    },
  }
}

export const periodName = (period: number): BasketballPeriod => {
  if (period <= 4) return (['q1', 'q2', 'q3', 'q4'] as const)[period - 1] ?? 'q4'
  return `ot${period - 4}`
}

export function addBasketballFact(state: BasketballState, fact: BasketballFact): BasketballState {
  if (fact.kind === 'begin') return begin(state)
  if (fact.kind === 'end') return endPeriod(state)
  if (fact.kind === 'finish') return { ...state, isPlaying: false, isOver: true }
  return addPossession(state, fact.data.side, fact.data.points)
}

/** How a match stands, told by its facts alone. */
export const basketballPosition = (facts: readonly BasketballFact[]) => facts.reduce(addBasketballFact, basketballStart)
