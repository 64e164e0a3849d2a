import type { HockeyFact, HockeyPeriod, Numbered, Side } from '../facts.ts'
import { added, type Clock, clockAfter, nothing, type Pair, standingFacts, unknownFact } from './standing.ts'

export type HockeyRecord = Clock<HockeyPeriod> & {
  goals: readonly { side: Side; second: number; period: HockeyPeriod }[]
  penalties: Pair
  shootout: Side | null
  hasOvertime: boolean
}

const start: HockeyRecord = {
  running: 'p1',
  ended: new Set(),
  isFinished: false,
  goals: [],
  penalties: nothing,
  shootout: null,
  hasOvertime: false,
}

function next(record: HockeyRecord, fact: HockeyFact): HockeyRecord {
  switch (fact.kind) {
    case 'begin':
    case 'end':
    case 'finish': {
      const clock = clockAfter(record, fact)
      return { ...record, ...clock, hasOvertime: record.hasOvertime || /^(ot|so)$/.test(clock.running) }
    }
    case 'goal':
      return { ...record, goals: [...record.goals, { ...fact.data, period: record.running }] }
    case 'penalty':
      return { ...record, penalties: added(record.penalties, fact.data.side) }
    case 'shootout':
      return { ...record, shootout: fact.data.side, hasOvertime: true }
    default:
      return unknownFact(fact)
  }
}

export const foldHockey = (facts: readonly Numbered<HockeyFact>[]): HockeyRecord =>
  standingFacts(facts).reduce(next, start)

const regular: readonly HockeyPeriod[] = ['p1', 'p2', 'p3']

export const hockeyGoals = ({ goals }: HockeyRecord, period: string) =>
  goals.filter((goal) => (period === 'rt' ? regular.includes(goal.period) : period === 'ft' || goal.period === period))

/** `rt` is sixty minutes; `ft` has overtime in it, and a shoot-out is one goal for its winner. */
export function hockeyPeriodScore(record: HockeyRecord, period: string): { score: Pair; isOver: boolean } {
  const score = hockeyGoals(record, period).reduce((sum, { side }) => added(sum, side), nothing)
  if (period === 'ft')
    return { score: record.shootout ? added(score, record.shootout) : score, isOver: record.isFinished }
  const last = regular.find((each) => each === period) ?? 'p3'
  return { score, isOver: record.isFinished || record.ended.has(last) }
}
