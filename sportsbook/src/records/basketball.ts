import type { BasketballFact, BasketballPeriod, Numbered, Side } from '../facts.ts'
import { added, type Clock, clockAfter, nothing, type Pair, standingFacts, sumOf, unknownFact } from './standing.ts'

export type BasketballRecord = Clock<BasketballPeriod> & {
  points: Readonly<Partial<Record<BasketballPeriod, Pair>>>
  /** Every score of the match in its order, for races. */
  scores: readonly Pair[]
  hasOvertime: boolean
}

const start: BasketballRecord = {
  running: 'q1',
  ended: new Set(),
  isFinished: false,
  points: {},
  scores: [],
  hasOvertime: false,
}
const isOvertime = (period: BasketballPeriod) => period.startsWith('ot')

function scored(record: BasketballRecord, side: Side, count: number): BasketballRecord {
  const { running, points, scores } = record
  if (count === 0) return record
  return {
    ...record,
    points: { ...points, [running]: added(points[running] ?? nothing, side, count) },
    scores: [...scores, added(scores.at(-1) ?? nothing, side, count)],
  }
}

function next(record: BasketballRecord, fact: BasketballFact): BasketballRecord {
  switch (fact.kind) {
    case 'begin':
    case 'end':
    case 'finish': {
      const clock = clockAfter(record, fact)
      return { ...record, ...clock, hasOvertime: record.hasOvertime || isOvertime(clock.running) }
    }
    case 'possession':
      return scored(record, fact.data.side, fact.data.points)
    default:
      return unknownFact(fact)
  }
}

export const foldBasketball = (facts: readonly Numbered<BasketballFact>[]): BasketballRecord =>
  standingFacts(facts).reduce(next, start)

const quarters: Readonly<Record<string, readonly BasketballPeriod[]>> = {
  rt: ['q1', 'q2', 'q3', 'q4'],
  h1: ['q1', 'q2'],
  h2: ['q3', 'q4'],
  q1: ['q1'],
  q2: ['q2'],
  q3: ['q3'],
  q4: ['q4'],
}

/** `ft` has overtime in it; halves, quarters and regular time have not. */
export function basketballScore(record: BasketballRecord, period: string): { score: Pair; isOver: boolean } {
  const parts = quarters[period]
  if (!parts) return { score: record.scores.at(-1) ?? nothing, isOver: record.isFinished }
  const last = parts.at(-1) ?? 'q4'
  const score = sumOf(parts.map((part) => record.points[part] ?? nothing))
  return { score, isOver: record.isFinished || record.ended.has(last) }
}
