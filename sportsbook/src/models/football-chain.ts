import { at, type Branch, billion, type Chain, ppb } from './chain.ts'

/** Goals that each side is expected to score in an even match. A cup match is played until one side goes on. */
export type FootballParams = { home: number; away: number; isCup?: boolean }
export type FootballState = { home: number; away: number; redHome: number; redAway: number }

export const mostGoals = 10
export const mostReds = 2
const redChance = 1_200_000

/** The chance of stoppage minute k after k − 1 of them, and how many of them are sure. */
export const stoppage = {
  h1: [1, 0.85, 0.55, 0.25],
  h2: [1, 1, 0.9, 0.7, 0.45, 0.25, 0.1],
} as const
export const sureStoppage = { h1: 1, h2: 2 } as const

/**
 * Corners and yellow cards fall only in minutes that are sure to be played: so they tell nothing of the stoppage, and
 * are independent of goals. By side, a minute.
 */
export const cornerChances = [58_000_000, 49_000_000] as const
export const yellowChances = [21_000_000, 24_000_000] as const

export const kickChance = 750_000_000

/** Goals come more often late; stoppage weighs as the last minute before it, extra time as the 90th. */
const weight = (minute: number) => 0.8 + (0.4 * Math.min(minute, 90)) / 90

function expectedMinutes(chances: readonly number[]): number {
  let played = 1
  return chances.reduce((sum, chance) => {
    played *= chance
    return sum + played
  }, 0)
}

const wholeWeight =
  Array.from({ length: 90 }, (_, place) => weight(place + 1)).reduce((sum, each) => sum + each, 0) +
  expectedMinutes(stoppage.h1) * weight(45) +
  expectedMinutes(stoppage.h2) * weight(90)

const times = (factor: number, count: number) => (count === 0 ? 1 : count === 1 ? factor : factor * factor)

function morale(own: number, theirs: number, minute: number): number {
  if (own !== theirs) return own < theirs ? 1.1 : 0.96
  return minute >= 75 ? 0.9 : 1
}

export type FootballChain = Chain<FootballState> & {
  /** Chances (0 to 1, whole ppb) of a goal of either side, by the sign of the difference and the reds of both. */
  goals: (minute: number) => Float64Array
}

/** Where the two chances stand for a sign (−1, 0, 1) and reds. */
export const goalPlace = (difference: number, redHome: number, redAway: number) =>
  (((difference > 0 ? 2 : difference < 0 ? 0 : 1) * 3 + redHome) * 3 + redAway) * 2

export function footballChain(params: FootballParams): FootballChain {
  const known = new Map<number, Float64Array>()
  function goals(minute: number): Float64Array {
    const stored = known.get(minute)
    if (stored) return stored
    const table = new Float64Array(54)
    const share = weight(minute) / wholeWeight
    for (const sign of [-1, 0, 1]) {
      for (let redHome = 0; redHome <= mostReds; redHome += 1) {
        for (let redAway = 0; redAway <= mostReds; redAway += 1) {
          const place = goalPlace(sign, redHome, redAway)
          const byReds = (own: number, theirs: number) => times(0.7, own) * times(1.25, theirs)
          table[place] = ppb(params.home * share * morale(sign, 0, minute) * byReds(redHome, redAway)) / billion
          table[place + 1] = ppb(params.away * share * morale(0, sign, minute) * byReds(redAway, redHome)) / billion
        }
      }
    }
    known.set(minute, table)
    return table
  }
  function step(state: FootballState, minute: number): Branch<FootballState>[] {
    const { home, away, redHome, redAway } = state
    const table = goals(minute)
    const place = goalPlace(home - away, redHome, redAway)
    const branches: Branch<FootballState>[] = [
      [home < mostGoals ? ppb(at(table, place)) : 0, { ...state, home: home + 1 }],
      [away < mostGoals ? ppb(at(table, place + 1)) : 0, { ...state, away: away + 1 }],
      [redHome < mostReds ? redChance : 0, { ...state, redHome: redHome + 1 }],
      [redAway < mostReds ? redChance : 0, { ...state, redAway: redAway + 1 }],
    ]
    const any = branches.reduce((sum, [chance]) => sum + chance, 0)
    return [...branches, [billion - any, state]]
  }
  return { init: { home: 0, away: 0, redHome: 0, redAway: 0 }, step, goals }
}

const width = mostGoals + 1
const footballStates = width * width * 9
/** Places behind the last state stay empty: there is always one to add nothing to. */
export const footballPlaces = footballStates + 9 * width
export const footballPlace = ({ home, away, redHome, redAway }: FootballState) =>
  ((home * width + away) * 3 + redHome) * 3 + redAway

/** What is less likely than this stays as it is: it cannot be seen in a billion. */
const negligible = 1e-13

/** For a place of a distribution: where its chances of goals are, and which of the four things can still happen. */
const placeOf = (place: number): FootballState => ({
  home: Math.floor(place / 9 / width),
  away: Math.floor(place / 9) % width,
  redHome: Math.floor(place / 3) % 3,
  redAway: place % 3,
})
const goalsOf = Uint8Array.from({ length: footballStates }, (_, place) => {
  const { home, away, redHome, redAway } = placeOf(place)
  return goalPlace(home - away, redHome, redAway)
})
const can = (isOpen: (state: FootballState) => boolean, chance = 1) =>
  Float64Array.from({ length: footballStates }, (_, place) => (isOpen(placeOf(place)) ? chance : 0))
const canHome = can(({ home }) => home < mostGoals)
const canAway = can(({ away }) => away < mostGoals)
const ownReds = can(({ redHome }) => redHome < mostReds, redChance / billion)
const theirReds = can(({ redAway }) => redAway < mostReds, redChance / billion)

/**
 * The distribution after one more minute, of which a part may have passed without a word. The same numbers as `step`,
 * over all states at once. Nothing is allocated: `next` is filled.
 */
export function advanceFootball(
  chain: FootballChain,
  from: Float64Array,
  next: Float64Array,
  minute: number,
  passed = 0,
): void {
  const table = chain.goals(minute)
  next.fill(0)
  for (let place = 0; place < footballStates; place += 1) {
    const p = from[place] ?? 0
    if (p < negligible) {
      next[place] = (next[place] ?? 0) + p
      continue
    }
    const rates = goalsOf[place] ?? 0
    const goalHome = (canHome[place] ?? 0) * (table[rates] ?? 0)
    const goalAway = (canAway[place] ?? 0) * (table[rates + 1] ?? 0)
    const ownRed = ownReds[place] ?? 0
    const theirRed = theirReds[place] ?? 0
    const any = goalHome + goalAway + ownRed + theirRed
    const moving = passed === 0 ? p : (p * (1 - passed)) / (1 - any * passed)
    next[place] = (next[place] ?? 0) + p - moving * any
    next[place + 1] = (next[place + 1] ?? 0) + moving * theirRed
    next[place + 3] = (next[place + 3] ?? 0) + moving * ownRed
    next[place + 9] = (next[place + 9] ?? 0) + moving * goalAway
    next[place + 9 * width] = (next[place + 9 * width] ?? 0) + moving * goalHome
  }
}
