import { at } from './chain.ts'
import {
  advanceFootball,
  type FootballChain,
  type FootballState,
  footballPlace,
  footballPlaces,
  mostGoals,
  stoppage,
} from './football-chain.ts'
import type { FootballPosition } from './football-position.ts'

type Half = 'h1' | 'h2'
const lastMinutes = { h1: 45, h2: 90 } as const
const firstMinutes = { h1: 1, h2: 46 } as const

/** The minute that comes next or is being played, and how much of it has passed without a word. */
export type Running = { minute: number; passed: number }
type Advance = (from: Float64Array, next: Float64Array, minute: number, passed: number) => void

/** The running minute of a half, where its last event was told; a minute in which something happened is over. */
export function runningMinute(half: Half, second: number, toldIn: number): Running {
  const minute = firstMinutes[half] + Math.floor(second / 60)
  return toldIn >= minute ? { minute: toldIn + 1, passed: 0 } : { minute, passed: (second % 60) / 60 }
}

const addTimes = (sum: Float64Array, from: Float64Array, factor: number) => {
  for (let place = 0; place < sum.length; place += 1) sum[place] = (sum[place] ?? 0) + factor * (from[place] ?? 0)
}

/** To the end of a half: stoppage is a mixture until it is announced. */
export function playHalf(half: Half, from: Float64Array, running: Running, added: number | null, advance: Advance) {
  const last = lastMinutes[half]
  let { minute, passed } = running
  let dist = Float64Array.from(from)
  let spare = new Float64Array(from.length)
  const play = () => {
    advance(dist, spare, Math.min(minute, last), passed)
    const filled = spare
    spare = dist
    dist = filled
    minute += 1
    passed = 0
  }
  while (minute <= last + (added ?? 0)) play()
  if (added !== null) return dist
  const ended = new Float64Array(dist.length)
  let isPlayed = 1
  for (const chance of stoppage[half]) {
    addTimes(ended, dist, isPlayed * (1 - chance))
    isPlayed *= chance
    play()
  }
  addTimes(ended, dist, isPlayed)
  return ended
}

export function pointAt(state: FootballState): Float64Array {
  const dist = new Float64Array(footballPlaces)
  dist[footballPlace(state)] = 1
  return dist
}

/** How a match can stand after 90 minutes, from one standing at half-time. */
type Cell = { home: number; away: number; reds: number; after: Float64Array }
export type FootballTable = { half: Float64Array; cells: readonly Cell[] }

const width = mostGoals + 1
export const placeScore = (place: number) => {
  const score = Math.floor(place / 9)
  const away = score % width
  return { home: (score - away) / width, away, reds: (place % 3) + (Math.floor(place / 3) % 3) }
}

const negligible = 1e-11

/** What of half-time is told apart: those with the same word are one. */
export type Grain = (home: number, away: number, reds: number) => string
const byLead: Grain = (home, away) => String(Math.sign(home - away))

/** The ways to stand at half-time, each alone. */
function startsOf(half: Float64Array, grain: Grain): Map<string, { place: number; from: Float64Array }> {
  const starts = new Map<string, { place: number; from: Float64Array }>()
  half.forEach((chance, place) => {
    if (chance < negligible) return
    const { home, away, reds } = placeScore(place)
    const key = grain(home, away, reds)
    const start = starts.get(key) ?? { place, from: new Float64Array(footballPlaces) }
    start.from[place] = chance
    starts.set(key, start)
  })
  return starts
}

const secondHalf = { minute: firstMinutes.h2, passed: 0 }

export function footballTable(
  chain: FootballChain,
  position: FootballPosition,
  second: number,
  grain: Grain = byLead,
): FootballTable {
  const { period, isPlaying, state, added, last } = position
  const advance: Advance = (from, next, minute, passed) => advanceFootball(chain, from, next, minute, passed)
  const regular = position.regular
  if (regular) {
    const half = position.half ?? regular
    const cell = { home: half.home, away: half.away, reds: half.redHome + half.redAway, after: pointAt(regular) }
    return { half: pointAt(half), cells: [cell] }
  }
  const isFirst = period === null || (period === 'h1' && isPlaying)
  if (isFirst) {
    const running = period === null ? { minute: 1, passed: 0 } : runningMinute('h1', second, last.chain)
    const half = playHalf('h1', pointAt(state), running, added.h1, advance)
    const cells = [...startsOf(half, grain).values()].map(({ place, from }) => ({
      ...placeScore(place),
      after: playHalf('h2', from, secondHalf, null, advance),
    }))
    return { half, cells }
  }
  const half = position.half ?? state
  const running = period === 'h2' ? runningMinute('h2', second, last.chain) : secondHalf
  const isOver = period === 'h2' && !isPlaying
  const after = isOver ? pointAt(state) : playHalf('h2', pointAt(state), running, added.h2, advance)
  const cell = { home: half.home, away: half.away, reds: half.redHome + half.redAway, after }
  return { half: pointAt(half), cells: [cell] }
}

/** All cells together. */
export function afterNinety({ cells }: FootballTable): Float64Array {
  const sum = new Float64Array(footballPlaces)
  for (const { after } of cells) addTimes(sum, after, 1)
  return sum
}

/** By score alone. */
export function scoresOf(dist: Float64Array): Float64Array {
  const scores = new Float64Array(width * width)
  for (let place = 0; place < dist.length; place += 1) {
    const score = Math.floor(place / 9)
    scores[score] = at(scores, score) + at(dist, place)
  }
  return scores
}
