import {
  leastRounds,
  mapScore,
  mapsWonBy,
  mapWinner,
  type PlayedMap,
  playedMap,
  type ShooterRecord,
} from '../records/shooter.ts'
import { otherSide } from '../records/standing.ts'
import type { Result } from '../result.ts'
import {
  allBack,
  isOverForGood,
  type MarketLine,
  type MarketType,
  only,
  overUnder,
  overUnderWords,
  sides,
  signOf,
  withHandicap,
  yesNo,
} from './market-type.ts'
import { handicapType, totalType } from './score-types.ts'

type Type = MarketType<ShooterRecord>

const mapPeriods = ['m1', 'm2', 'm3', 'm4', 'm5'] as const
const base = { line: { kind: 'none' }, isCount: true } as const

/** Given before it began, the match is void; afterwards it is won by the side that it was given to. */
const winner: Type = {
  ...{ ...base, sysname: 'winner', group: 'main', periods: ['ft'], isCount: false },
  outcomes: () => sides,
  settle: (record) => {
    if (record.given) return record.given.hasBegun ? only(sides, String(record.given.side)) : allBack(sides)
    if (!record.isFinished) return null
    const [home, away] = mapsWonBy(record)
    const sign = signOf(home - away)
    return sign === 'x' ? allBack(sides) : only(sides, sign)
  },
}

/** Counts of maps are those that were played: where one was given, what play had not decided comes back. */
const isPlayedOut = (record: ShooterRecord) =>
  record.isFinished && !record.given && [...record.maps.values()].every(({ given, isOver }) => given === null || isOver)

const counted = (type: Type): Type => ({
  ...type,
  settle: (record, period, line) => {
    const decided = type.settle(record, period, line)
    if (decided) return decided
    return record.given || record.isFinished ? allBack(type.outcomes(line)) : null
  },
})

export const finalScores = ['3:0', '3:1', '3:2', '2:0', '2:1', '1:2', '0:2', '2:3', '1:3', '0:3'] as const

/** The list has the scores of matches of three and of five maps; a match can end with its own only. */
const mapsScore: Type = {
  ...{ ...base, sysname: 'maps_score', group: 'scores', periods: ['ft'] },
  outcomes: () => finalScores,
  settle: (record) => {
    const score = mapsWonBy(record).join(':')
    if (!isPlayedOut(record)) return null
    return finalScores.some((each) => each === score) ? only(finalScores, score) : null
  },
}

/** A map's question: what was not decided when the map was given, or the match was over without its end, comes back. */
const aboutMap = (
  type: Omit<Type, 'settle' | 'periods' | 'line' | 'isCount'> & Partial<Type>,
  settle: (map: PlayedMap, line: MarketLine, period: string) => readonly Result[] | null,
): Type => ({
  ...{ ...base, periods: mapPeriods },
  ...type,
  settle: (record, period, line) => {
    const map = playedMap(record, Number(period[1]))
    const decided = settle(map, line, period)
    if (decided) return decided
    const isGone = map.isOver || map.given !== null || record.given !== null || record.isFinished
    return isGone ? allBack(type.outcomes(line)) : null
  },
})

const mapWinnerType = aboutMap(
  { sysname: 'map_winner', group: 'main', isCount: false, outcomes: () => sides },
  (map) => (map.isOver && mapWinner({ ...map, given: null }) ? only(sides, String(mapWinner(map))) : null),
)

const roundsTotal = aboutMap(
  {
    ...{ sysname: 'rounds_total', group: 'totals', line: { kind: 'number', from: 54, to: 178, step: 4 } },
    outcomes: () => overUnderWords,
    // One more round may be the last.
    closesEarly: (record, period) => Math.max(...mapScore(playedMap(record, Number(period[1])))) >= 12,
  },
  (map, { quarters }) => {
    const least = leastRounds(map)
    return map.isOver || isOverForGood(least, quarters) ? overUnder(least, quarters) : null
  },
)

const roundsHandicap = aboutMap(
  {
    ...{ sysname: 'rounds_handicap', group: 'handicaps', line: { kind: 'number', from: -50, to: 50, step: 4 } },
    outcomes: () => sides,
  },
  (map, { quarters }) => {
    const [home, away] = mapScore(map)
    return map.isOver ? withHandicap(home - away, quarters) : null
  },
)

const roundWinner = aboutMap(
  {
    ...{ sysname: 'round_winner', group: 'specials', isCount: false },
    periods: mapPeriods.flatMap((map) => [`${map}r1`, `${map}r13`]),
    outcomes: () => sides,
  },
  ({ rounds }, _, period) => {
    const side = rounds[Number(period.slice(3)) - 1]
    return side ? only(sides, String(side)) : null
  },
)

/** Five rounds or ten. */
const raceTo = aboutMap(
  {
    ...{ sysname: 'race_to', group: 'specials', isCount: false, line: { kind: 'number', from: 20, to: 40, step: 20 } },
    outcomes: () => sides,
  },
  ({ rounds }, { quarters }) => {
    const needed = quarters / 4
    const nth = ([1, 2] as const).map((side) =>
      rounds.map((each, at) => (each === side ? at : -1)).filter((at) => at >= 0),
    )
    const [home = Infinity, away = Infinity] = nth.map((places) => places[needed - 1] ?? Infinity)
    if (home === away) return null
    return only(sides, String(home < away ? 1 : otherSide(1)))
  },
)

const overtime = aboutMap({ sysname: 'overtime', group: 'specials', isCount: false, outcomes: () => yesNo }, (map) => {
  if (Math.min(...mapScore(map)) >= 12) return only(yesNo, 'yes')
  return map.isOver ? only(yesNo, 'no') : null
})

const begun = ({ maps }: ShooterRecord) => [...maps.values()].filter(({ isBegun }) => isBegun).length

export const shooterTypes: readonly Type[] = [
  winner,
  mapWinnerType,
  counted(mapsScore),
  counted(
    totalType({
      ...{ sysname: 'maps_total', periods: ['ft'], from: 10, to: 18, step: 4 },
      read: (record) => ({ score: [begun(record), 0], isOver: isPlayedOut(record) }),
    }),
  ),
  counted(
    handicapType({
      ...{ sysname: 'maps_handicap', periods: ['ft'], from: -10, to: 10, step: 4 },
      read: (record) => ({ score: mapsWonBy(record), isOver: isPlayedOut(record) }),
    }),
  ),
  roundsTotal,
  roundsHandicap,
  roundWinner,
  raceTo,
  overtime,
]
