import type { Side, TennisFact } from '../facts.ts'
import { type Branch, billion, type Chain, other, ppb } from './chain.ts'

/** The chance that a side wins a point it serves; best of three or five sets. */
export type TennisParams = { home: number; away: number; sets: 3 | 5 }

type Pair = readonly [home: number, away: number]
export type TennisState = {
  /** Sets that are over, by games. */
  sets: readonly Pair[]
  games: Pair
  points: Pair
  /** Who serves the running game, or the first point of a tie-break; null before the match. */
  server: Side | null
  /** No more is played: decided, or given up. */
  isOver: boolean
}

export const tennisStart: TennisState = { sets: [], games: [0, 0], points: [0, 0], server: null, isOver: false }

const plus = (pair: Pair, side: Side): Pair => (side === 1 ? [pair[0] + 1, pair[1]] : [pair[0], pair[1] + 1])

/** Ahead by two with at least so many. */
const isWonBy = (own: number, theirs: number, least: number) => own >= least && own - theirs >= 2

export const isTieBreak = ({ games }: TennisState) => games[0] === 6 && games[1] === 6

/** In a tie-break one point is served by the first server, then two by each. */
export const tieBreakServer = (first: Side, played: number): Side =>
  Math.floor((played + 1) / 2) % 2 === 0 ? first : other(first)

export const setsWon = (sets: readonly Pair[]): Pair => [
  sets.filter(([home, away]) => home > away).length,
  sets.filter(([home, away]) => away > home).length,
]

function addGame(params: TennisParams, state: TennisState, side: Side): TennisState {
  const games = plus(state.games, side)
  const server = state.server && other(state.server)
  const [own, theirs] = side === 1 ? games : [games[1], games[0]]
  if (!isWonBy(own, theirs, 6) && own !== 7) return { ...state, games, points: [0, 0], server }
  const sets = [...state.sets, games]
  const isOver = Math.max(...setsWon(sets)) * 2 > params.sets
  return { sets, games: [0, 0], points: [0, 0], server, isOver }
}

function addPoint(params: TennisParams, state: TennisState, side: Side): TennisState {
  const points = plus(state.points, side)
  const [own, theirs] = side === 1 ? points : [points[1], points[0]]
  return isWonBy(own, theirs, isTieBreak(state) ? 7 : 4) ? addGame(params, state, side) : { ...state, points }
}

/** The chance that home wins the next point. */
function pointChance(params: TennisParams, state: TennisState): number {
  const first = state.server ?? 1
  const server = isTieBreak(state) ? tieBreakServer(first, state.points[0] + state.points[1]) : first
  return server === 1 ? ppb(params.home) : billion - ppb(params.away)
}

export const tennisChain = (params: TennisParams): Chain<TennisState> => ({
  init: tennisStart,
  step(state): Branch<TennisState>[] {
    const chance = pointChance(params, state)
    return [
      [chance, addPoint(params, state, 1)],
      [billion - chance, addPoint(params, state, 2)],
    ]
  },
})

export function addTennisFact(params: TennisParams, state: TennisState, fact: TennisFact): TennisState {
  if (fact.kind === 'server') return { ...state, server: fact.data.side }
  if (fact.kind === 'point') return addPoint(params, state, fact.data.side)
  if (fact.kind === 'game') return addGame(params, state, fact.data.side)
  return { ...state, isOver: true }
}

/** How a match stands, told by its facts alone. */
export const tennisPosition = (params: TennisParams, facts: readonly TennisFact[]): TennisState =>
  facts.reduce((state, fact) => addTennisFact(params, state, fact), tennisStart)
