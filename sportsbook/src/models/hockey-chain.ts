import type { HockeyFact, HockeyPeriod, Side } from '../facts.ts'
import { type Branch, billion, type Chain, ppb } from './chain.ts'

/** Goals an hour of each side at even strength. */
export type HockeyParams = { home: number; away: number }
/** Power play: 0 even, 1 to 4 home with so many ticks left, 5 to 8 away with four less. */
export type HockeyState = { home: number; away: number; power: number }

export const tickSeconds = 30
export const regularTicks = 120
export const overtimeTicks = 10
/** In these who is behind by little plays without a goalkeeper. */
export const lateTicks = 4
export const mostHockeyGoals = 12
const penaltyChance = 0.0267
const overtimePace = 1.6

const pull = (difference: number, tick: number) => {
  if (tick <= regularTicks - lateTicks || difference === 0 || Math.abs(difference) > 2) return 1
  return difference < 0 ? 1.7 : 3.5
}

const isHomeUp = (power: number) => power >= 1 && power <= 4
const isAwayUp = (power: number) => power >= 5
const manpower = (isUp: boolean, isDown: boolean) => (isUp ? 2.7 : isDown ? 0.35 : 1)

/** One tick less of a power play. */
export const nextPower = (power: number) => (power === 0 || power === 1 || power === 5 ? 0 : power - 1)

/** Chances (ppb) of a goal of either side and, at even strength, of a penalty against either. */
export function hockeyChances(params: HockeyParams, difference: number, power: number, tick: number) {
  const isOvertime = tick > regularTicks
  const pace = isOvertime ? overtimePace : 1
  const rate = (each: number, own: number, isUp: boolean, isDown: boolean) =>
    ppb((each / regularTicks) * manpower(isUp, isDown) * (isOvertime ? 1 : pull(own, tick)) * pace)
  const home = rate(params.home, difference, isHomeUp(power), isAwayUp(power))
  const away = rate(params.away, -difference, isAwayUp(power), isHomeUp(power))
  const penalty = power === 0 && !isOvertime ? ppb(((billion - home - away) / billion) * penaltyChance) : 0
  return { home, away, penalty }
}

export const hockeyChain = (params: HockeyParams): Chain<HockeyState> => ({
  init: { home: 0, away: 0, power: 0 },
  step(state, tick): Branch<HockeyState>[] {
    const { home, away, power } = state
    const chances = hockeyChances(params, home - away, power, tick)
    const later = nextPower(power)
    const branches: Branch<HockeyState>[] = [
      [home < mostHockeyGoals ? chances.home : 0, { home: home + 1, away, power: isHomeUp(power) ? 0 : later }],
      [away < mostHockeyGoals ? chances.away : 0, { home, away: away + 1, power: isAwayUp(power) ? 0 : later }],
      [chances.penalty, { home, away, power: 8 }],
      [chances.penalty, { home, away, power: 4 }],
    ]
    const any = branches.reduce((sum, [chance]) => sum + chance, 0)
    return [...branches, [billion - any, { home, away, power: later }]]
  },
})

type Pair = readonly [home: number, away: number]
/** How a match stands, told by its facts alone. */
export type HockeyPosition = {
  period: HockeyPeriod | null
  isPlaying: boolean
  isOver: boolean
  /** Goals by period, overtime as the fourth; a shoot-out adds one to the winner there. */
  goals: readonly Pair[]
  /** The last penalty that still counts: against whom, and in which tick. */
  penalty: { side: Side; tick: number } | null
  /** The last tick in which something was told. */
  toldIn: number
}

export const hockeyStart: HockeyPosition = {
  period: null,
  isPlaying: false,
  isOver: false,
  goals: [],
  penalty: null,
  toldIn: 0,
}

export const tickOf = (second: number) => Math.floor(second / tickSeconds) + 1

/** The power play as it is in a tick. */
export function powerIn({ penalty }: HockeyPosition, tick: number): number {
  if (!penalty || tick > regularTicks) return 0
  const left = penalty.tick + 5 - tick
  if (left < 1 || left > 4) return 0
  return penalty.side === 1 ? 4 + left : left
}

function goalOf(position: HockeyPosition, side: Side): HockeyPosition['goals'] {
  const [home, away] = position.goals.at(-1) ?? [0, 0]
  return [...position.goals.slice(0, -1), side === 1 ? [home + 1, away] : [home, away + 1]]
}

export function addHockeyFact(position: HockeyPosition, fact: HockeyFact): HockeyPosition {
  switch (fact.kind) {
    case 'begin': {
      const isShootout = fact.data.period === 'so'
      const goals: HockeyPosition['goals'] = isShootout ? position.goals : [...position.goals, [0, 0]]
      return { ...position, period: fact.data.period, isPlaying: true, goals }
    }
    case 'end':
      return { ...position, isPlaying: false }
    case 'finish':
      return { ...position, isPlaying: false, isOver: true }
    case 'shootout':
      return { ...position, goals: goalOf(position, fact.data.side) }
    case 'penalty': {
      const tick = tickOf(fact.data.second)
      return { ...position, penalty: { side: fact.data.side, tick }, toldIn: tick }
    }
    case 'goal': {
      const tick = tickOf(fact.data.second)
      const power = powerIn(position, tick)
      const isEnded = fact.data.side === 1 ? isHomeUp(power) : isAwayUp(power)
      return {
        ...position,
        goals: goalOf(position, fact.data.side),
        penalty: isEnded ? null : position.penalty,
        toldIn: tick,
      }
    }
  }
}

export const hockeyPosition = (facts: readonly HockeyFact[]) => facts.reduce(addHockeyFact, hockeyStart)

export const hockeyScore = (goals: readonly Pair[]): Pair => [
  goals.reduce((sum, [home]) => sum + home, 0),
  goals.reduce((sum, [, away]) => sum + away, 0),
]
