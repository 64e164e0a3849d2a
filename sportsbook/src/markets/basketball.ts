import { type BasketballRecord, basketballScore } from '../records/basketball.ts'
import { allBack, type MarketType, only, sides, yesNo } from './market-type.ts'
import { handicapType, oddEvenType, resultType, sidesType, teamTotalType, totalType } from './score-types.ts'

type Type = MarketType<BasketballRecord>

const parts = ['h1', 'h2', 'q1', 'q2', 'q3', 'q4'] as const
const read = basketballScore

/** Who had so many points first, overtime included; back where neither had. */
const raceTo: Type = {
  sysname: 'race_to',
  group: 'specials',
  periods: ['ft'],
  line: { kind: 'number', from: 20, to: 800, step: 20 },
  isCount: false,
  outcomes: () => sides,
  settle: ({ scores, isFinished }, _, { quarters }) => {
    const first = scores.find((score) => 4 * Math.max(...score) >= quarters)
    if (first) return only(sides, first[0] > first[1] ? '1' : '2')
    return isFinished ? allBack(sides) : null
  },
}

const overtime: Type = {
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

const bands = ['1-5', '6-10', '11-15', '16-20', '21+'] as const
const margins = sides.flatMap((side) => bands.map((band) => `${side}:${band}`))

/** With overtime one side is ahead; a match that ended level all the same gives stakes back. */
const margin: Type = {
  sysname: 'margin',
  group: 'scores',
  periods: ['ft'],
  line: { kind: 'none' },
  isCount: true,
  outcomes: () => margins,
  settle: (record) => {
    const { score, isOver } = read(record, 'ft')
    if (!isOver) return null
    const ahead = score[0] - score[1]
    if (ahead === 0) return allBack(margins)
    const band = bands[Math.min(Math.floor((Math.abs(ahead) - 1) / 5), bands.length - 1)]
    return only(margins, `${ahead > 0 ? '1' : '2'}:${band}`)
  },
}

const lastPossession = 24
const ends: Readonly<Record<string, number>> = { q1: 600, q2: 1200, h1: 1200, q3: 1800, q4: 2400, h2: 2400, rt: 2400 }
/** The end of regular time, or of the overtime that is played. */
const endAfter = (second: number) => (second < 2400 ? 2400 : 2400 + 300 * (Math.floor((second - 2400) / 300) + 1))

/** Betting ends with the last possession; where that can still bring overtime, a market of the whole match goes on. */
const closing = (type: Type): Type => ({
  ...type,
  closesEarly: (record, period, second) => {
    const isLast = second >= (ends[period] ?? endAfter(second)) - lastPossession
    const [home, away] = read(record, 'ft').score
    return isLast && (ends[period] !== undefined || Math.abs(home - away) > 3)
  },
})

const types: readonly Type[] = [
  sidesType({ sysname: 'winner', read, periods: ['ft'] }),
  resultType({ read, periods: ['rt', ...parts] }),
  handicapType({ read, periods: ['ft', ...parts], from: -400, to: 400, step: 2 }),
  totalType({ read, periods: ['ft', ...parts], from: 2, to: 1602, step: 2 }),
  teamTotalType({ read, periods: ['ft'], from: 2, to: 802, step: 2 }),
  oddEvenType({ read, periods: ['ft', ...parts] }),
  raceTo,
  overtime,
  margin,
]
export const basketballTypes: readonly Type[] = types.map(closing)
