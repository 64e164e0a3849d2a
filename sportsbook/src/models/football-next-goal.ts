import { simpleMarket } from './chances.ts'
import { advanceFootball, type FootballChain, footballPlace, footballPlaces } from './football-chain.ts'
import type { FootballPosition } from './football-position.ts'
import { playHalf, pointAt, runningMinute } from './football-table.ts'

/** Who scores the next goal of the 90 minutes, from the score as it is. */
export function nextGoal(chain: FootballChain, position: FootballPosition, second: number) {
  const { state, period, isPlaying, added, last } = position
  const here = footballPlace({ ...state, redHome: 0, redAway: 0 })
  const homeGoal = footballPlace({ ...state, home: state.home + 1, redHome: 0, redAway: 0 })
  const awayGoal = footballPlace({ ...state, away: state.away + 1, redHome: 0, redAway: 0 })
  /** What has scored stays where it is and plays no further. */
  const advance = (from: Float64Array, next: Float64Array, minute: number, passed: number) => {
    const still = new Float64Array(footballPlaces)
    still.set(from.subarray(here, here + 9), here)
    advanceFootball(chain, still, next, minute, passed)
    for (let reds = 0; reds < 9; reds += 1) {
      next[homeGoal + reds] = (next[homeGoal + reds] ?? 0) + (from[homeGoal + reds] ?? 0)
      next[awayGoal + reds] = (next[awayGoal + reds] ?? 0) + (from[awayGoal + reds] ?? 0)
    }
  }
  let dist = pointAt(state)
  if (period === null || period === 'h1') {
    const isOver = period === 'h1' && !isPlaying
    const running = period === null ? { minute: 1, passed: 0 } : runningMinute('h1', second, last.chain)
    if (!isOver) dist = playHalf('h1', dist, running, added.h1, advance)
  }
  const running = period === 'h2' ? runningMinute('h2', second, last.chain) : { minute: 46, passed: 0 }
  dist = playHalf('h2', dist, running, period === 'h2' ? added.h2 : null, advance)
  const sum = (place: number) => dist.subarray(place, place + 9).reduce((total, chance) => total + chance, 0)
  const line = String(state.home + state.away + 1)
  return simpleMarket('next_goal', 'ft', line, { 1: sum(homeGoal), none: sum(here), 2: sum(awayGoal) })
}
