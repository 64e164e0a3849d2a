import type { FootballFact, FootballPeriod, Numbered, Side } from '../facts.ts'
import { added, type Clock, clockAfter, nothing, type Pair, standingFacts, sumOf, unknownFact } from './standing.ts'

/** `side` is the one that the goal counts for, own goals included. */
export type FootballGoal = {
  side: Side
  minute: number
  period: FootballPeriod
  player?: string
  how: 'play' | 'penalty' | 'own'
}
type Counts = Readonly<Record<FootballPeriod, Pair>>

export type FootballRecord = Clock<FootballPeriod> & {
  goals: readonly FootballGoal[]
  corners: Counts
  /** A yellow counts one; a red, or a second yellow, two. */
  cards: Counts
  kicks: Pair
  qualified: Side | null
}

const none: Counts = { h1: nothing, h2: nothing, et1: nothing, et2: nothing, so: nothing }
const start: FootballRecord = {
  running: 'h1',
  ended: new Set(),
  isFinished: false,
  goals: [],
  corners: none,
  cards: none,
  kicks: nothing,
  qualified: null,
}

function next(record: FootballRecord, fact: FootballFact): FootballRecord {
  const { running } = record
  const counted = (counts: Counts, side: Side, count = 1) => ({
    ...counts,
    [running]: added(counts[running], side, count),
  })
  switch (fact.kind) {
    case 'begin':
    case 'end':
    case 'finish':
      return { ...record, ...clockAfter(record, fact) }
    case 'added':
      return record
    case 'goal':
      return { ...record, goals: [...record.goals, { how: 'play', ...fact.data, period: running }] }
    case 'corner':
      return { ...record, corners: counted(record.corners, fact.data.side) }
    case 'card':
      return { ...record, cards: counted(record.cards, fact.data.side, fact.data.colour === 'yellow' ? 1 : 2) }
    case 'kick':
      return fact.data.isIn ? { ...record, kicks: added(record.kicks, fact.data.side) } : record
    case 'qualified':
      return { ...record, qualified: fact.data.side }
    default:
      return unknownFact(fact)
  }
}

export const foldFootball = (facts: readonly Numbered<FootballFact>[]): FootballRecord =>
  standingFacts(facts).reduce(next, start)

/** `ft` is ninety minutes with their stoppage, never extra time. */
export type FootballSpan = 'ft' | 'h1' | 'h2'
const halves: Record<FootballSpan, readonly FootballPeriod[]> = { ft: ['h1', 'h2'], h1: ['h1'], h2: ['h2'] }

export const isSpan = (period: string): period is FootballSpan => Object.hasOwn(halves, period)

export const footballGoals = ({ goals }: FootballRecord, span: FootballSpan): readonly FootballGoal[] =>
  goals.filter(({ period }) => halves[span].includes(period))

export const footballScore = (record: FootballRecord, span: FootballSpan): Pair =>
  footballGoals(record, span).reduce((score, { side }) => added(score, side), nothing)

export const footballCount = (counts: Counts, span: FootballSpan): Pair =>
  sumOf(halves[span].map((period) => counts[period]))

/** The second half has no end without a first one before it. */
export const isSpanOver = ({ ended, isFinished }: FootballRecord, span: FootballSpan): boolean =>
  isFinished || ended.has(span === 'h1' ? 'h1' : 'h2')
