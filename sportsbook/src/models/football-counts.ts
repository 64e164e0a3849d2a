import { at, billion, chanceLeft, convolve } from './chain.ts'
import { cornerChances, sureStoppage, yellowChances } from './football-chain.ts'
import type { FootballPosition } from './football-position.ts'
import { runningMinute } from './football-table.ts'

/** How likely each number of corners or yellow cards of a side in a half is. */
type Counts = { h1: readonly [Float64Array, Float64Array]; h2: readonly [Float64Array, Float64Array] }

const lastMinutes = { h1: 45 + sureStoppage.h1, h2: 90 + sureStoppage.h2 } as const

/** From so many, with this many whole minutes to come and one that is partly over. */
function countsFrom(already: number, minutes: number, chance: number, running: number): Float64Array {
  let counts: Float64Array = Float64Array.from({ length: already + 1 }, (_, place) => (place === already ? 1 : 0))
  if (running > 0) counts = convolve(counts, [1 - running, running])
  for (let minute = 0; minute < minutes; minute += 1) counts = convolve(counts, [1 - chance, chance])
  return counts
}

function halfCounts(
  half: 'h1' | 'h2',
  position: FootballPosition,
  second: number,
  side: 0 | 1,
  what: 'corner' | 'yellow',
): Float64Array {
  const already = (what === 'corner' ? position.corners : position.yellows)[half][side]
  const chance = (what === 'corner' ? cornerChances : yellowChances)[side] / billion
  const length = half === 'h1' ? lastMinutes.h1 : lastMinutes.h2 - 45
  const { period, isPlaying } = position
  if (period === half && isPlaying) {
    const { minute, passed } = runningMinute(half, second, position.last[what][side])
    const left = lastMinutes[half] - minute
    return countsFrom(already, Math.max(0, left), chance, left < 0 ? 0 : chanceLeft(chance, chance, passed))
  }
  const isToCome = period === null || (half === 'h2' && period === 'h1')
  return countsFrom(already, isToCome ? length : 0, chance, 0)
}

export function footballCounts(position: FootballPosition, second: number, what: 'corner' | 'yellow'): Counts {
  const of = (half: 'h1' | 'h2', side: 0 | 1) => halfCounts(half, position, second, side, what)
  return { h1: [of('h1', 0), of('h1', 1)], h2: [of('h2', 0), of('h2', 1)] }
}

/** Two counts of every reds, each red counting as two cards. */
export function withReds(yellows: ArrayLike<number>, reds: ArrayLike<number>): Float64Array {
  const doubled = Float64Array.from({ length: reds.length * 2 - 1 }, (_, place) =>
    place % 2 === 0 ? at(reds, place / 2) : 0,
  )
  return convolve(yellows, doubled)
}
