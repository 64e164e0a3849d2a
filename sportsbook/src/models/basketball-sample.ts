import type { BasketballFact, Side } from '../facts.ts'
import {
  type BasketballParams,
  type BasketballState,
  basketballChain,
  basketballStart,
  endPeriod,
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

/** A match played on from where it stands, this second of it. Seconds are for the show only: no price looks at them. */
export function playBasketballOn(params: BasketballParams, from: BasketballState, second: number, draws: Draws) {
  const chain = basketballChain(params)
  const told: Told<BasketballFact>[] = []
  let state = from
  let now = second
  const isPlayedOut = state.isPlaying && state.left[0] + state.left[1] === 0
  if (isPlayedOut) {
    told.push({ at: now, fact: { kind: 'end', data: { period: periodName(state.periods.length) } } })
    now += pauseSeconds[state.periods.length - 1] ?? 120
    state = endPeriod(state)
  }
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
  const finish: Told<BasketballFact> = { at: told.at(-1)?.at ?? second, fact: { kind: 'finish', data: {} } }
  return [...told, finish]
}

/** A whole match. */
export function sampleBasketball(params: BasketballParams, draws: Draws): Told<BasketballFact>[] {
  const tip: Side = draws.below(2) === 0 ? 1 : 2
  return playBasketballOn(params, { ...basketballStart, tip }, 0, draws)
}
