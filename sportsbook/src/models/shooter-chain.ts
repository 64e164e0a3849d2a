import type { ShooterFact, Side } from '../facts.ts'
import { type Branch, billion, type Chain, ppb } from './chain.ts'

/** Odds of home in a round, and what the better side of a map is worth. */
export type ShooterMap = { name: string; odds: number; side: number }
/** Best of as many maps as there are. */
export type ShooterParams = { maps: readonly ShooterMap[] }

type Pair = readonly [home: number, away: number]
export type MapState = { rounds: Pair; money: Pair }
export type ShooterState = {
  /** Maps that are over, by rounds. */
  maps: readonly Pair[]
  current: MapState
  isPlaying: boolean
  isOver: boolean
}

export const mapStart: MapState = { rounds: [0, 0], money: [1, 1] }
export const shooterStart: ShooterState = { maps: [], current: mapStart, isPlaying: false, isOver: false }

const halfRounds = 12
/** Money of the loser of a round. */
const poorer = [1, 0, 1] as const
const loses = (money: number) => poorer[money] ?? 0

/** Rounds both had when the running overtime of six began; twelve before any. */
const overtimeFrom = ([home, away]: Pair) => halfRounds + 3 * Math.floor((Math.min(home, away) - halfRounds) / 3)

export function isMapOver(rounds: Pair): boolean {
  const [most, least] = [Math.max(...rounds), Math.min(...rounds)]
  if (least < halfRounds) return most === halfRounds + 1
  return most - overtimeFrom(rounds) === 4
}

const isOvertime = ([home, away]: Pair) => home + away >= 2 * halfRounds

/** The better side is changed at half-time, and in each overtime after three rounds. */
function isFirstSide(rounds: Pair): boolean {
  const played = rounds[0] + rounds[1]
  return isOvertime(rounds) ? (played - 2 * halfRounds) % 6 < 3 : played < halfRounds
}

const wealth = [1 / 1.5 / 1.5, 1 / 1.5, 1, 1.5, 1.5 * 1.5] as const

/** The chance (ppb) that home wins the next round. */
export function roundChance(map: ShooterMap, { rounds, money }: MapState): number {
  const side = isFirstSide(rounds) ? map.side : 1 / map.side
  const odds = map.odds * side * (isOvertime(rounds) ? 1 : (wealth[money[0] - money[1] + 2] ?? 1))
  return ppb(odds / (1 + odds))
}

export function addRound({ rounds, money }: MapState, side: Side): MapState {
  const next: Pair = side === 1 ? [rounds[0] + 1, rounds[1]] : [rounds[0], rounds[1] + 1]
  if (next[0] + next[1] === halfRounds) return { rounds: next, money: [1, 1] }
  return { rounds: next, money: side === 1 ? [2, loses(money[1])] : [loses(money[0]), 2] }
}

export const mapsWon = (maps: readonly Pair[]): Pair => [
  maps.filter(([home, away]) => home > away).length,
  maps.filter(([home, away]) => away > home).length,
]

function endMap(params: ShooterParams, state: ShooterState, rounds: Pair): ShooterState {
  const maps = [...state.maps, rounds]
  return { maps, current: mapStart, isPlaying: false, isOver: Math.max(...mapsWon(maps)) * 2 > params.maps.length }
}

function playRound(params: ShooterParams, state: ShooterState, side: Side): ShooterState {
  const current = addRound(state.current, side)
  return isMapOver(current.rounds) ? endMap(params, state, current.rounds) : { ...state, current, isPlaying: true }
}

export const mapOf = (params: ShooterParams, number: number): ShooterMap => {
  const map = params.maps[number - 1]
  if (!map) throw new Error(`no map ${number}`)
  return map
}

export const shooterChain = (params: ShooterParams): Chain<ShooterState> => ({
  init: shooterStart,
  step(state): Branch<ShooterState>[] {
    const chance = roundChance(mapOf(params, state.maps.length + 1), state.current)
    return [
      [chance, playRound(params, state, 1)],
      [billion - chance, playRound(params, state, 2)],
    ]
  },
})

export function addShooterFact(params: ShooterParams, state: ShooterState, fact: ShooterFact): ShooterState {
  switch (fact.kind) {
    case 'begin':
      return { ...state, isPlaying: true }
    case 'round':
      return playRound(params, state, fact.data.side)
    case 'replay':
      return { ...state, current: mapStart }
    case 'forfeit':
      if (fact.data.map === undefined) return { ...state, isOver: true }
      return endMap(params, state, fact.data.side === 1 ? [1, 0] : [0, 1])
    case 'end':
      return { ...state, isPlaying: false }
    case 'finish':
      return { ...state, isPlaying: false, isOver: true }
  }
}

/** How a match stands, told by its facts alone. */
export const shooterPosition = (params: ShooterParams, facts: readonly ShooterFact[]): ShooterState =>
  facts.reduce((state, fact) => addShooterFact(params, state, fact), shooterStart)
