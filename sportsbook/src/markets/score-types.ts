import type { Side } from '../facts.ts'
import { isHalfLine } from '../lines.ts'
import { of, otherSide, type Pair } from '../records/standing.ts'
import { lost, won } from '../result.ts'
import {
  allBack,
  isOverForGood,
  type LineRule,
  type MarketGroup,
  type MarketType,
  only,
  overUnder,
  overUnderWords,
  sides,
  signOf,
  signs,
  withHandicap,
  yesNo,
} from './market-type.ts'

/** What two sides have of something in a period of a match, and whether that can still change. It only grows. */
export type Reader<Match> = (match: Match, period: string) => { score: Pair; isOver: boolean }

type Terms<Match> = { read: Reader<Match>; periods: readonly string[]; sysname?: string; group?: MarketGroup }
type LineTerms<Match> = Terms<Match> & { from: number; to: number; step: number }

const difference = ([home, away]: Pair) => home - away
const total = ([home, away]: Pair) => home + away

const base = <Match>({ periods, sysname, group }: Terms<Match>, usual: string, usualGroup: MarketGroup) => ({
  sysname: sysname ?? usual,
  group: group ?? usualGroup,
  periods,
})
const noLine: LineRule = { kind: 'none' }

/** Decided by the difference at the end of a period, and not before. */
const byDifference = <Match>(
  terms: Terms<Match>,
  sysname: string,
  outcomes: readonly string[],
  isWinner: (outcome: string, sign: string) => boolean,
): MarketType<Match> => ({
  ...base(terms, sysname, 'main'),
  line: noLine,
  isCount: false,
  outcomes: () => outcomes,
  settle: (match, period) => {
    const { score, isOver } = terms.read(match, period)
    if (!isOver) return null
    return outcomes.map((outcome) => (isWinner(outcome, signOf(difference(score))) ? won : lost))
  },
})

export const resultType = <Match>(terms: Terms<Match>) =>
  byDifference(terms, 'result', signs, (outcome, sign) => outcome === sign)

export const doubleChanceType = <Match>(terms: Terms<Match>) =>
  byDifference(terms, 'double_chance', ['1x', '12', 'x2'], (outcome, sign) => outcome.includes(sign))

/** The two sides alone: level gives the stake back. */
export const sidesType = <Match>(terms: Terms<Match> & { sysname: string }): MarketType<Match> => ({
  ...base(terms, terms.sysname, 'main'),
  line: noLine,
  isCount: false,
  mayComeBack: () => terms.sysname === 'draw_no_bet',
  outcomes: () => sides,
  settle: (match, period) => {
    const { score, isOver } = terms.read(match, period)
    if (!isOver) return null
    const sign = signOf(difference(score))
    return sign === 'x' ? allBack(sides) : only(sides, sign)
  },
})

export const handicapType = <Match>(terms: LineTerms<Match>): MarketType<Match> => ({
  ...base(terms, 'handicap', 'handicaps'),
  line: { kind: 'number', from: terms.from, to: terms.to, step: terms.step },
  isCount: true,
  mayComeBack: (line) => !isHalfLine(line),
  outcomes: () => sides,
  settle: (match, period, { quarters }) => {
    const { score, isOver } = terms.read(match, period)
    return isOver ? withHandicap(difference(score), quarters) : null
  },
})

/** Whole lines, with the draw as an outcome of its own. */
export const threeWayHandicapType = <Match>(terms: LineTerms<Match>): MarketType<Match> => ({
  ...base(terms, 'handicap3', 'handicaps'),
  line: { kind: 'number', from: terms.from, to: terms.to, step: terms.step },
  isCount: true,
  outcomes: () => signs,
  settle: (match, period, { quarters }) => {
    const { score, isOver } = terms.read(match, period)
    return isOver ? only(signs, signOf(4 * difference(score) + quarters)) : null
  },
})

const overOrUnder = (count: number, line: number, isOver: boolean) =>
  isOver || isOverForGood(count, line) ? overUnder(count, line) : null

export const totalType = <Match>(terms: LineTerms<Match>): MarketType<Match> => ({
  ...base(terms, 'total', 'totals'),
  line: { kind: 'number', from: terms.from, to: terms.to, step: terms.step },
  isCount: true,
  mayComeBack: (line) => !isHalfLine(line),
  outcomes: () => overUnderWords,
  settle: (match, period, { quarters }) => {
    const { score, isOver } = terms.read(match, period)
    return overOrUnder(total(score), quarters, isOver)
  },
})

export const teamTotalType = <Match>(terms: LineTerms<Match>): MarketType<Match> => ({
  ...base(terms, 'team_total', 'totals'),
  line: { kind: 'side_number', from: terms.from, to: terms.to, step: terms.step },
  isCount: true,
  mayComeBack: (line) => !isHalfLine(line),
  outcomes: () => overUnderWords,
  settle: (match, period, { quarters, side }) => {
    const { score, isOver } = terms.read(match, period)
    return overOrUnder(of(score, side), quarters, isOver)
  },
})

/** Yes as soon as it is so, no at the end. */
export const bothScoreType = <Match>(terms: Terms<Match>): MarketType<Match> => ({
  ...base(terms, 'both_score', 'main'),
  line: noLine,
  isCount: false,
  outcomes: () => yesNo,
  settle: (match, period) => {
    const { score, isOver } = terms.read(match, period)
    if (score[0] > 0 && score[1] > 0) return only(yesNo, 'yes')
    return isOver ? only(yesNo, 'no') : null
  },
})

export const oddEvenType = <Match>(terms: Terms<Match>): MarketType<Match> => ({
  ...base(terms, 'odd_even', 'specials'),
  line: noLine,
  isCount: true,
  outcomes: () => ['odd', 'even'],
  settle: (match, period) => {
    const { score, isOver } = terms.read(match, period)
    return isOver ? only(['odd', 'even'], total(score) % 2 === 1 ? 'odd' : 'even') : null
  },
})

const grid = (most: number) => Array.from({ length: most + 1 }, (_, goals) => goals)

/**
 * Scores up to the line, and `other`. Which scores have an outcome of their own must not change while bets are open,
 * or `other` would: hence it is the line.
 */
export const correctScoreType = <Match>(terms: Terms<Match>): MarketType<Match> => ({
  ...base(terms, 'correct_score', 'scores'),
  line: { kind: 'grid', most: 6 },
  isCount: true,
  outcomes: (line) => [
    ...grid(line.grid[0]).flatMap((home) => grid(line.grid[1]).map((away) => `${home}:${away}`)),
    'other',
  ],
  settle(match, period, line) {
    const { score, isOver } = terms.read(match, period)
    const isBeyond = score[0] > line.grid[0] || score[1] > line.grid[1]
    if (isBeyond) return only(this.outcomes(line), 'other')
    return isOver ? only(this.outcomes(line), score.join(':')) : null
  },
})

/** The side that a market is about keeps the other at nothing; for `win_to_nil` it has to win as well. */
export const nilType = <Match>(terms: Terms<Match> & { sysname: 'win_to_nil' | 'clean_sheet' }): MarketType<Match> => ({
  ...base(terms, terms.sysname, 'specials'),
  line: { kind: 'side' },
  isCount: false,
  outcomes: () => yesNo,
  settle: (match, period, { side }) => {
    const { score, isOver } = terms.read(match, period)
    if (of(score, otherSide(side)) > 0) return only(yesNo, 'no')
    if (!isOver) return null
    return only(yesNo, terms.sysname === 'clean_sheet' || of(score, side) > 0 ? 'yes' : 'no')
  },
})

/** Who had the n-th of them; `none` where there are fewer. */
export const nextType = <Match>(
  terms: Terms<Match> & { order: (match: Match, period: string) => readonly Side[]; most: number },
): MarketType<Match> => ({
  ...base(terms, 'next_goal', 'specials'),
  line: { kind: 'number', from: 4, to: 4 * terms.most, step: 4 },
  isCount: false,
  outcomes: () => ['1', 'none', '2'],
  settle: (match, period, { quarters }) => {
    const side = terms.order(match, period)[quarters / 4 - 1]
    if (side) return only(['1', 'none', '2'], String(side))
    return terms.read(match, period).isOver ? only(['1', 'none', '2'], 'none') : null
  },
})
