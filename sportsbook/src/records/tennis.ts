import type { Numbered, Side, TennisFact } from '../facts.ts'
import { added, nothing, of, otherSide, type Pair, standingFacts, unknownFact } from './standing.ts'

export type TennisGame = { winner: Side; isPenalty: boolean }
export type TennisSet = { games: readonly TennisGame[]; score: Pair; tieBreak: Pair | null; winner: Side | null }

export type TennisRecord = {
  /** The last one is being played, if it has no winner. */
  sets: readonly TennisSet[]
  /** Of the running game; 15, 30, 40 are 1, 2, 3. */
  points: Pair
  firstServer: Side | null
  /** So many sets win the match: two of three, or three of five. */
  toWin: 2 | 3
  isFinished: boolean
  /** The side without which the match did not go on. */
  missing: { side: Side; why: 'retired' | 'disqualified' | 'walkover' } | null
}

const start: TennisRecord = { sets: [], points: nothing, firstServer: null, toWin: 2, isFinished: false, missing: null }
const emptySet: TennisSet = { games: [], score: nothing, tieBreak: null, winner: null }

const isTieBreak = ({ score }: TennisSet) => score[0] === 6 && score[1] === 6

/** By two, and at least so many. */
const isWon = (score: Pair, side: Side, least: number) =>
  of(score, side) >= least && of(score, side) - of(score, otherSide(side)) >= 2

const runningSet = ({ sets }: TennisRecord): TennisSet => {
  const last = sets.at(-1)
  return last && last.winner === null ? last : emptySet
}

const withSet = (record: TennisRecord, set: TennisSet, points: Pair): TennisRecord => {
  const done = record.sets.filter(({ winner }) => winner !== null)
  return { ...record, sets: [...done, set], points }
}

function gameWon(record: TennisRecord, side: Side, isPenalty: boolean, tieBreak: Pair | null): TennisRecord {
  const set = runningSet(record)
  const score = added(set.score, side)
  const hasWon = isTieBreak(set) || isWon(score, side, 6)
  const games = [...set.games, { winner: side, isPenalty }]
  return withSet(record, { games, score, tieBreak, winner: hasWon ? side : null }, nothing)
}

export function afterPoint(record: TennisRecord, side: Side): TennisRecord {
  const set = runningSet(record)
  const points = added(record.points, side)
  if (!isTieBreak(set))
    return isWon(points, side, 4) ? gameWon(record, side, false, null) : withSet(record, set, points)
  return isWon(points, side, 7)
    ? gameWon(record, side, false, points)
    : withSet(record, { ...set, tieBreak: points }, points)
}

function next(record: TennisRecord, fact: TennisFact): TennisRecord {
  switch (fact.kind) {
    case 'server':
      return { ...record, firstServer: fact.data.side, toWin: fact.data.best_of === 5 ? 3 : 2 }
    case 'point':
      return afterPoint(record, fact.data.side)
    case 'game':
      return gameWon(record, fact.data.side, true, runningSet(record).tieBreak)
    case 'retired':
    case 'disqualified':
    case 'walkover':
      return { ...record, missing: { side: fact.data.side, why: fact.kind } }
    case 'finish':
      return { ...record, isFinished: true }
    default:
      return unknownFact(fact)
  }
}

export const foldTennis = (facts: readonly Numbered<TennisFact>[]): TennisRecord =>
  standingFacts(facts).reduce(next, start)

/** Played to its end: only then a count is what it is. */
export const isPlayedOut = ({ isFinished, missing }: TennisRecord): boolean => isFinished && missing === null

export const setsWonBy = ({ sets }: TennisRecord): Pair =>
  sets.reduce((score, { winner }) => (winner ? added(score, winner) : score), nothing)

/** The fewest sets that the match may end with, once it has begun. */
export function leastSets(record: TennisRecord): number {
  const { sets, toWin } = record
  const [home, away] = setsWonBy(record)
  const missing = sets.length === 0 ? 0 : Math.max(0, toWin - Math.max(home, away))
  return Math.max(sets.length, home + away + missing)
}

export const gamesWon = ({ sets }: TennisRecord): Pair =>
  sets.reduce(([home, away], { score }): Pair => [home + score[0], away + score[1]], nothing)

/** Every score that a set may still end with. */
export function setEnds({ score: [home, away], winner }: TennisSet): Pair[] {
  if (winner !== null) return [[home, away]]
  const losers = [0, 1, 2, 3, 4].map((games): Pair => [6, games])
  const ends: Pair[] = [...losers, [7, 5], [7, 6]]
  return [...ends, ...ends.map(([most, least]): Pair => [least, most])].filter(
    (end) => end[0] >= home && end[1] >= away,
  )
}
