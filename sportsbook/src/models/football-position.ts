import type { FootballFact, FootballPeriod, Side } from '../facts.ts'
import { type FootballState, mostGoals, mostReds } from './football-chain.ts'

type Count = [home: number, away: number]

/** How a match stands, told by its facts alone. */
export type FootballPosition = {
  /** The period that is played, was played last, or null before the first whistle. */
  period: FootballPeriod | null
  isPlaying: boolean
  isFinished: boolean
  state: FootballState
  /** As it stood at the end of the first half. */
  half: FootballState | null
  /** The score after 90 minutes, once extra time has begun. */
  regular: FootballState | null
  added: { h1: number | null; h2: number | null }
  corners: { h1: Count; h2: Count }
  yellows: { h1: Count; h2: Count }
  kicks: { side: Side; isIn: boolean }[]
  /** The last minute of this period in which a goal or a red, a corner or a yellow card was told. */
  last: { chain: number; corner: Count; yellow: Count }
}

const nothingYet = (): FootballPosition['last'] => ({ chain: 0, corner: [0, 0], yellow: [0, 0] })

export const footballStart = (): FootballPosition => ({
  period: null,
  isPlaying: false,
  isFinished: false,
  state: { home: 0, away: 0, redHome: 0, redAway: 0 },
  half: null,
  regular: null,
  added: { h1: null, h2: null },
  corners: { h1: [0, 0], h2: [0, 0] },
  yellows: { h1: [0, 0], h2: [0, 0] },
  kicks: [],
  last: nothingYet(),
})

const add = (count: Count, side: Side): Count => (side === 1 ? [count[0] + 1, count[1]] : [count[0], count[1] + 1])
const put = (count: Count, side: Side, minute: number): Count => (side === 1 ? [minute, count[1]] : [count[0], minute])
const halfOf = (period: FootballPeriod | null) => (period === 'h1' ? 'h1' : 'h2')

function scored(state: FootballState, side: Side): FootballState {
  if (side === 1) return { ...state, home: Math.min(mostGoals, state.home + 1) }
  return { ...state, away: Math.min(mostGoals, state.away + 1) }
}

function sentOff(state: FootballState, side: Side): FootballState {
  if (side === 1) return { ...state, redHome: Math.min(mostReds, state.redHome + 1) }
  return { ...state, redAway: Math.min(mostReds, state.redAway + 1) }
}

function begun(position: FootballPosition, period: FootballPeriod): FootballPosition {
  const regular = period === 'h1' || period === 'h2' ? null : (position.regular ?? position.state)
  const half = period === 'h1' ? null : (position.half ?? position.state)
  return { ...position, period, isPlaying: true, half, regular, last: nothingYet() }
}

function carded(position: FootballPosition, { side, minute, colour }: Extract<FootballFact, { kind: 'card' }>['data']) {
  const { last, state, yellows } = position
  if (colour !== 'yellow') return { ...position, state: sentOff(state, side), last: { ...last, chain: minute } }
  const half = halfOf(position.period)
  return {
    ...position,
    yellows: { ...yellows, [half]: add(yellows[half], side) },
    last: { ...last, yellow: put(last.yellow, side, minute) },
  }
}

export function addFootballFact(position: FootballPosition, fact: FootballFact): FootballPosition {
  const { last, corners } = position
  switch (fact.kind) {
    case 'begin':
      return begun(position, fact.data.period)
    case 'end':
      return { ...position, isPlaying: false, half: position.half ?? position.state }
    case 'finish':
      return { ...position, isPlaying: false, isFinished: true }
    case 'added':
      return { ...position, added: { ...position.added, [halfOf(fact.data.period)]: fact.data.minutes } }
    case 'goal':
      return {
        ...position,
        state: scored(position.state, fact.data.side),
        last: { ...last, chain: fact.data.minute },
      }
    case 'card':
      return carded(position, fact.data)
    case 'corner': {
      const half = halfOf(position.period)
      return {
        ...position,
        corners: { ...corners, [half]: add(corners[half], fact.data.side) },
        last: { ...last, corner: put(last.corner, fact.data.side, fact.data.minute) },
      }
    }
    case 'kick':
      return { ...position, kicks: [...position.kicks, fact.data] }
    case 'qualified':
      return position
  }
}

export const footballPosition = (facts: readonly FootballFact[]) => facts.reduce(addFootballFact, footballStart())
