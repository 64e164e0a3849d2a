import type { FootballFact, FootballPeriod, Side } from '../facts.ts'
import { billion, byMoment, type Draws, drawBranch, happens, ppb, type Told } from './chain.ts'
import {
  cornerChances,
  type FootballParams,
  type FootballState,
  footballChain,
  kickChance,
  stoppage,
  sureStoppage,
  yellowChances,
} from './football-chain.ts'
import { shootoutOf, shootoutWinner } from './football-qualify.ts'

type Facts = Told<FootballFact>[]

const minuteSeconds = 60
const breakSeconds = 15 * minuteSeconds
const kickSeconds = 45
const sides: readonly Side[] = [1, 2]

function whatHappened(before: FootballState, after: FootballState, minute: number, draws: Draws): FootballFact {
  const side: Side = after.home > before.home || after.redHome > before.redHome ? 1 : 2
  if (after.home + after.away > before.home + before.away) {
    const drawn = draws.below(100)
    return { kind: 'goal', data: { side, minute, how: drawn < 9 ? 'penalty' : drawn < 12 ? 'own' : 'play' } }
  }
  return { kind: 'card', data: { side, minute, colour: draws.below(5) < 2 ? 'red' : 'second_yellow' } }
}

/** Corners and yellow cards of a minute, each side once at most. */
function countsIn(minute: number, begins: number, draws: Draws): Facts {
  const told: Facts = []
  for (const side of sides) {
    const place = side === 1 ? 0 : 1
    if (happens(draws, cornerChances[place])) {
      told.push({ at: begins + draws.below(minuteSeconds), fact: { kind: 'corner', data: { side, minute } } })
    }
    if (happens(draws, yellowChances[place])) {
      const data = { side, minute, colour: 'yellow' as const }
      told.push({ at: begins + draws.below(minuteSeconds), fact: { kind: 'card', data } })
    }
  }
  return told
}

function drawStoppage(half: 'h1' | 'h2', draws: Draws): number {
  let minutes = 0
  for (const chance of stoppage[half]) {
    if (chance < 1 && !happens(draws, ppb(chance))) return minutes
    minutes += 1
  }
  return minutes
}

/** The list of facts is one and grows; the rest is replaced. */
type Match = { told: Facts; state: FootballState; now: number }
type Play = { chain: ReturnType<typeof footballChain>; draws: Draws }

/** One minute: at most one thing of the chain, at a uniform second, and the counts where they are asked for. */
function playMinute(match: Match, { chain, draws }: Play, minute: number, weighsAs: number, hasCounts: boolean): Match {
  const state = drawBranch(draws, chain.step(match.state, weighsAs))
  const told: Facts = []
  if (state !== match.state) {
    const at = match.now + draws.below(minuteSeconds)
    told.push({ at, fact: whatHappened(match.state, state, minute, draws) })
  }
  if (hasCounts) told.push(...countsIn(minute, match.now, draws))
  match.told.push(...byMoment(told))
  return { told: match.told, state, now: match.now + minuteSeconds }
}

function tell(match: Match, fact: FootballFact): Match {
  match.told.push({ at: match.now, fact })
  return match
}

function playPeriod(before: Match, play: Play, period: FootballPeriod, first: number, minutes: number): Match {
  let match = tell(before, { kind: 'begin', data: { period } })
  for (let minute = first; minute < first + minutes; minute += 1) match = playMinute(match, play, minute, 90, false)
  return tell(match, { kind: 'end', data: { period } })
}

function playRegular(before: Match, play: Play, period: 'h1' | 'h2'): Match {
  const last = period === 'h1' ? 45 : 90
  let match = tell(before, { kind: 'begin', data: { period } })
  for (let minute = last - 44; minute <= last; minute += 1) match = playMinute(match, play, minute, minute, true)
  const minutes = drawStoppage(period, play.draws)
  match = tell(match, { kind: 'added', data: { period, minutes } })
  for (let more = 1; more <= minutes; more += 1) {
    match = playMinute(match, play, last + more, last, more <= sureStoppage[period])
  }
  return tell(match, { kind: 'end', data: { period } })
}

const sideOf = (kicks: number): Side => (kicks % 2 === 0 ? 1 : 2)

function shootOut(before: Match, { draws }: Play): { match: Match; side: Side } {
  let match = tell(before, { kind: 'begin', data: { period: 'so' } })
  const kicks: { side: Side; isIn: boolean }[] = []
  let winner = shootoutWinner(shootoutOf(kicks))
  while (winner === null) {
    const data = { side: sideOf(kicks.length), isIn: draws.below(billion) < kickChance }
    kicks.push(data)
    match = tell({ ...match, now: match.now + kickSeconds }, { kind: 'kick', data })
    winner = shootoutWinner(shootoutOf(kicks))
  }
  return { match: tell(match, { kind: 'end', data: { period: 'so' } }), side: winner }
}

function decideCup(before: Match, play: Play): Match {
  let match = before
  const winner = ({ home, away }: FootballState): Side | null => (home === away ? null : home > away ? 1 : 2)
  let side = winner(match.state)
  if (side === null) {
    match = playPeriod({ ...match, now: match.now + breakSeconds / 3 }, play, 'et1', 91, 15)
    match = playPeriod(match, play, 'et2', 106, 15)
    side = winner(match.state)
  }
  if (side === null) {
    const decided = shootOut({ ...match, now: match.now + breakSeconds / 3 }, play)
    match = decided.match
    side = decided.side
  }
  return tell(match, { kind: 'qualified', data: { side } })
}

/** A whole match, from the first whistle to the last, as chance gives it. */
export function sampleFootball(params: FootballParams, draws: Draws): Facts {
  const chain = footballChain(params)
  const play = { chain, draws }
  let match: Match = { told: [], state: chain.init, now: 0 }
  match = playRegular(match, play, 'h1')
  match = playRegular({ ...match, now: match.now + breakSeconds }, play, 'h2')
  if (params.isCup) match = decideCup(match, play)
  return tell(match, { kind: 'finish', data: {} }).told
}
