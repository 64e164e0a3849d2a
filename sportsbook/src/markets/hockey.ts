import { type HockeyRecord, hockeyGoals, hockeyPeriodScore } from '../records/hockey.ts'
import { type MarketType, only, yesNo } from './market-type.ts'
import {
  bothScoreType,
  correctScoreType,
  doubleChanceType,
  handicapType,
  nextType,
  resultType,
  sidesType,
  teamTotalType,
  totalType,
} from './score-types.ts'

const read = hockeyPeriodScore
const regular = ['rt', 'p1', 'p2', 'p3'] as const

const overtime: MarketType<HockeyRecord> = {
  sysname: 'overtime',
  group: 'specials',
  periods: ['ft'],
  line: { kind: 'none' },
  isCount: false,
  outcomes: () => yesNo,
  settle: (record) => {
    if (record.hasOvertime) return only(yesNo, 'yes')
    const { score, isOver } = read(record, 'rt')
    if (!isOver) return null
    return only(yesNo, score[0] === score[1] ? 'yes' : 'no')
  },
}

const order = (record: HockeyRecord, period: string) => hockeyGoals(record, period).map(({ side }) => side)

/** Sixty minutes unless a type says otherwise. */
export const hockeyTypes: readonly MarketType<HockeyRecord>[] = [
  resultType({ read, periods: regular }),
  sidesType({ sysname: 'winner', read, periods: ['ft'] }),
  doubleChanceType({ read, periods: ['rt'] }),
  handicapType({ read, periods: [...regular, 'ft'], from: -24, to: 24, step: 2 }),
  totalType({ read, periods: regular, from: 2, to: 58, step: 2 }),
  teamTotalType({ read, periods: ['rt'], from: 2, to: 30, step: 2 }),
  bothScoreType({ read, periods: ['rt'] }),
  nextType({ read, periods: ['rt'], order, most: 24 }),
  overtime,
  correctScoreType({ read, periods: ['rt'] }),
]
