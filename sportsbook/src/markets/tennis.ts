import { of, type Pair } from '../records/standing.ts'
import {
  afterPoint,
  gamesWon,
  isPlayedOut,
  leastSets,
  setEnds,
  setsWonBy,
  type TennisRecord,
  type TennisSet,
} from '../records/tennis.ts'
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
  withHandicap,
  yesNo,
} from './market-type.ts'
import { handicapType, sidesType, totalType } from './score-types.ts'

type Type = MarketType<TennisRecord>

const setPeriods = ['s1', 's2', 's3', 's4', 's5'] as const
const gamePeriods = setPeriods.flatMap((set) => Array.from({ length: 13 }, (_, at) => `${set}g${at + 1}`))
const setOf = ({ sets }: TennisRecord, period: string): TennisSet | undefined => sets[Number(period[1]) - 1]

/** A set's question, by its score at the end: decided as soon as every end it may still have says the same. */
const bySetEnd = (
  record: TennisRecord,
  period: string,
  outcomes: readonly string[],
  resultsAt: (end: Pair) => readonly Result[],
): readonly Result[] | null => {
  const set = setOf(record, period)
  // A set that the match did not need.
  if (!set) return isPlayedOut(record) ? allBack(outcomes) : null
  const [first, ...others] = setEnds(set).map(resultsAt)
  return first && others.every((other) => other.join() === first.join()) ? first : null
}

const base = { line: { kind: 'none' }, isCount: true } as const

const setWinner: Type = {
  ...{ ...base, sysname: 'set_winner', group: 'main', periods: setPeriods, isCount: false },
  outcomes: () => sides,
  settle: (record, period) => bySetEnd(record, period, sides, ([home, away]) => only(sides, home > away ? '1' : '2')),
}

const scores = setEnds({ games: [], score: [0, 0], tieBreak: null, winner: null }).map((end) => end.join(':'))
const setScore: Type = {
  ...{ ...base, sysname: 'set_score', group: 'scores', periods: setPeriods },
  outcomes: () => scores,
  settle: (record, period) => bySetEnd(record, period, scores, (end) => only(scores, end.join(':'))),
}

const fewestGames = 6
/** What is sure of a match that goes on: all games of its sets, the fewest of the running one and of those to come. */
function leastGames(record: TennisRecord): number {
  const perSet = record.sets.map((set) => Math.min(...setEnds(set).map(([home, away]) => home + away)))
  const toCome = isPlayedOut(record) ? 0 : leastSets(record) - record.sets.length
  return perSet.reduce((sum, games) => sum + games, fewestGames * toCome)
}

function settleGamesTotal(record: TennisRecord, period: string, { quarters }: MarketLine): readonly Result[] | null {
  if (period !== 'ft')
    return bySetEnd(record, period, overUnderWords, ([home, away]) => overUnder(home + away, quarters))
  const least = leastGames(record)
  return isPlayedOut(record) || isOverForGood(least, quarters) ? overUnder(least, quarters) : null
}

const gamesTotal: Type = {
  ...{ ...base, sysname: 'games_total', group: 'totals', periods: ['ft', ...setPeriods] },
  line: { kind: 'number', from: 26, to: 258, step: 4 },
  outcomes: () => overUnderWords,
  settle: settleGamesTotal,
}

const gamesHandicap: Type = {
  ...{ ...base, sysname: 'games_handicap', group: 'handicaps', periods: ['ft', ...setPeriods] },
  line: { kind: 'number', from: -70, to: 70, step: 4 },
  outcomes: () => sides,
  settle: (record, period, { quarters }) => {
    if (period !== 'ft') return bySetEnd(record, period, sides, ([home, away]) => withHandicap(home - away, quarters))
    const [home, away] = gamesWon(record)
    return isPlayedOut(record) ? withHandicap(home - away, quarters) : null
  },
}

/** A game that was given as a penalty, or that its set did not need, gives stakes back. */
const gameWinner: Type = {
  ...{ ...base, sysname: 'game_winner', group: 'specials', periods: gamePeriods, isCount: false },
  outcomes: () => sides,
  settle: (record, period) => {
    const set = setOf(record, period)
    const game = set?.games[Number(period.slice(3)) - 1]
    if (game) return game.isPenalty ? allBack(sides) : only(sides, String(game.winner))
    return isPlayedOut(record) || set?.winner ? allBack(sides) : null
  },
}

const hasTieBreak = ([home, away]: Pair) => home + away === 13
const tieBreak: Type = {
  ...{ ...base, sysname: 'tie_break', group: 'specials', periods: ['ft', ...setPeriods], isCount: false },
  outcomes: () => yesNo,
  settle: (record, period) => {
    if (period !== 'ft') return bySetEnd(record, period, yesNo, (end) => only(yesNo, hasTieBreak(end) ? 'yes' : 'no'))
    if (record.sets.some((set) => setEnds(set).every(hasTieBreak))) return only(yesNo, 'yes')
    return isPlayedOut(record) ? only(yesNo, 'no') : null
  },
}

const isOver = isPlayedOut
const types: readonly Type[] = [
  sidesType({
    sysname: 'winner',
    periods: ['ft'],
    read: (record) => ({ score: setsWonBy(record), isOver: isOver(record) }),
  }),
  setWinner,
  setScore,
  totalType({
    ...{ sysname: 'sets_total', periods: ['ft'], from: 10, to: 18, step: 4 },
    // A set counts as soon as a point of it was played, or the match cannot end without it.
    read: (record) => ({ score: [isOver(record) ? record.sets.length : leastSets(record), 0], isOver: isOver(record) }),
  }),
  handicapType({
    ...{ sysname: 'sets_handicap', periods: ['ft'], from: -10, to: 10, step: 4 },
    read: (record) => ({ score: setsWonBy(record), isOver: isOver(record) }),
  }),
  gamesTotal,
  gamesHandicap,
  gameWinner,
  tieBreak,
]

/** One side did not go on: what was decided stands, everything else comes back. */
const withoutRest = (type: Type): Type => ({
  ...type,
  settle: (record, period, line) =>
    type.settle(record, period, line) ?? (record.missing ? allBack(type.outcomes(line)) : null),
})

/** A point that may end the match ends betting on its set. */
const closing = (type: Type): Type => ({
  ...type,
  closesEarly: (record, period) => {
    const running = record.sets.findIndex(({ winner }) => winner === null)
    if (running < 0 || !period.startsWith(`s${running + 1}`)) return false
    const before = setsWonBy(record)
    return ([1, 2] as const).some((side) => {
      const after = setsWonBy(afterPoint(record, side))
      return of(after, side) !== of(before, side) && of(after, side) >= record.toWin
    })
  },
})

export const tennisTypes: readonly Type[] = types.map(withoutRest).map(closing)
