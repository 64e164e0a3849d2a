import type { BasketballFact, Side } from '../facts.ts'
import {
  type BasketballParams,
  type BasketballState,
  basketballChain,
  periodName,
  totalOf,
} from './basketball-chain.ts'
import { type Draws, drawBranch, type Told } from './chain.ts'

const pauseSeconds = [120, 900, 120, 120]
const pointsOf = (before: BasketballState, after: BasketballState): 0 | 1 | 2 | 3 => {
  const sum = (state: BasketballState) => totalOf(state.periods).reduce((total, each) => total + each, 0)
  const points = sum(after) - sum(before)
  return points === 1 || points === 2 || points === 3 ? points : 0
}

/** A whole match. Seconds of possessions are for the show only: prices do not look at the clock. */
export function sampleBasketball(params: BasketballParams, draws: Draws): Told<BasketballFact>[] {
  const chain = basketballChain(params)
  const told: Told<BasketballFact>[] = []
  const tip: Side = draws.below(2) === 0 ? 1 : 2
  let state: BasketballState = { ...chain.init, tip }
  let now = 0
  while (!state.isOver) {
    const period = state.isPlaying ? state.periods.length : state.periods.length + 1
    if (!state.isPlaying) told.push({ at: now, fact: { kind: 'begin', data: { period: periodName(period) } } })
    const next = drawBranch(draws, chain.step(state, 0))
    const isHome = next.next === 2
    now += 24 + draws.below(32)
    told.push({
      at: now,
      fact: { kind: 'possession', data: { side: isHome ? 1 : 2, points: pointsOf(state, next) } },
    })
    if (!next.isPlaying) {
      told.push({ at: now, fact: { kind: 'end', data: { period: periodName(period) } } })
      now += pauseSeconds[period - 1] ?? 120
    }
    state = next
  }
  return [...told, { at: told.at(-1)?.at ?? 0, fact: { kind: 'finish', data: {} } }]
}
