import {
  type FootballRecord,
  footballCount,
  footballGoals,
  footballScore,
  isSpan,
  isSpanOver,
} from '../records/football.ts'
import { nothing } from '../records/standing.ts'
import { type MarketType, only, sides, signOf, signs } from './market-type.ts'
import {
  bothScoreType,
  correctScoreType,
  doubleChanceType,
  handicapType,
  nextType,
  nilType,
  oddEvenType,
  type Reader,
  resultType,
  sidesType,
  teamTotalType,
  threeWayHandicapType,
  totalType,
} from './score-types.ts'

type Type = MarketType<FootballRecord>

const reader =
  (count: (record: FootballRecord, span: 'ft' | 'h1' | 'h2') => readonly [number, number]): Reader<FootballRecord> =>
  (record, period) =>
    isSpan(period)
      ? { score: count(record, period), isOver: isSpanOver(record, period) }
      : { score: nothing, isOver: false }

const goals = reader(footballScore)
const corners = reader(({ corners }, span) => footballCount(corners, span))
const cards = reader(({ cards }, span) => footballCount(cards, span))

/** The last minutes belong to those who see the match sooner. */
const until =
  (last: number) =>
  (type: Type): Type => ({ ...type, closesEarly: (_, period, second) => period !== 'h1' && second >= last * 60 })

const exact = ['0', '1', '2', '3', '4', '5', '6+'] as const
const goalsExact: Type = {
  sysname: 'goals_exact',
  group: 'totals',
  periods: ['ft'],
  line: { kind: 'none' },
  isCount: true,
  outcomes: () => exact,
  settle: (record, period) => {
    const { score, isOver } = goals(record, period)
    const count = score[0] + score[1]
    if (count > 5) return only(exact, '6+')
    return isOver ? only(exact, String(count)) : null
  },
}

const pairs = signs.flatMap((half) => signs.map((full) => `${half}-${full}`))
const halfFull: Type = {
  sysname: 'half_full',
  group: 'main',
  periods: ['ft'],
  line: { kind: 'none' },
  isCount: false,
  outcomes: () => pairs,
  settle: (record) => {
    if (!isSpanOver(record, 'ft')) return null
    const [half, full] = [footballScore(record, 'h1'), footballScore(record, 'ft')]
    return only(pairs, `${signOf(half[0] - half[1])}-${signOf(full[0] - full[1])}`)
  },
}

/** However it was decided, extra time and kicks included. */
const toQualify: Type = {
  sysname: 'to_qualify',
  group: 'main',
  periods: ['ft'],
  line: { kind: 'none' },
  isCount: false,
  outcomes: () => sides,
  settle: ({ qualified }) => (qualified === null ? null : only(sides, String(qualified))),
}

const order = (record: FootballRecord) => footballGoals(record, 'ft').map(({ side }) => side)

export const footballTypes: readonly Type[] = [
  resultType({ read: goals, periods: ['ft', 'h1', 'h2'] }),
  doubleChanceType({ read: goals, periods: ['ft', 'h1'] }),
  sidesType({ sysname: 'draw_no_bet', read: goals, periods: ['ft'] }),
  handicapType({ read: goals, periods: ['ft', 'h1'], from: -12, to: 12, step: 1 }),
  threeWayHandicapType({ read: goals, periods: ['ft'], from: -12, to: 12, step: 4 }),
  until(88)(totalType({ read: goals, periods: ['ft', 'h1', 'h2'], from: 2, to: 26, step: 1 })),
  until(88)(teamTotalType({ read: goals, periods: ['ft'], from: 2, to: 14, step: 2 })),
  bothScoreType({ read: goals, periods: ['ft', 'h1'] }),
  until(88)(correctScoreType({ read: goals, periods: ['ft', 'h1'] })),
  halfFull,
  until(88)(goalsExact),
  oddEvenType({ read: goals, periods: ['ft', 'h1'] }),
  until(89)(nextType({ read: goals, periods: ['ft'], order, most: 20 })),
  nilType({ sysname: 'win_to_nil', read: goals, periods: ['ft'] }),
  nilType({ sysname: 'clean_sheet', read: goals, periods: ['ft'] }),
  until(88)(
    totalType({
      ...{ sysname: 'corners_total', group: 'corners', read: corners, periods: ['ft', 'h1'] },
      ...{ from: 2, to: 98, step: 2 },
    }),
  ),
  handicapType({
    ...{ sysname: 'corners_handicap', group: 'corners', read: corners, periods: ['ft', 'h1'] },
    ...{ from: -48, to: 48, step: 2 },
  }),
  until(88)(
    totalType({
      ...{ sysname: 'cards_total', group: 'cards', read: cards, periods: ['ft', 'h1'] },
      ...{ from: 2, to: 66, step: 2 },
    }),
  ),
  toQualify,
]
