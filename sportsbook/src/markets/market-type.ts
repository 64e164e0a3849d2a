import type { Side } from '../facts.ts'
import { parseLine, quartersOf } from '../lines.ts'
import { halfLost, halfWon, lost, type Result, voided, won } from '../result.ts'

/** What a market's line may be; numbers are quarters. A grid is how many goals of each side have outcomes of their own. */
export type LineRule =
  | { kind: 'none' }
  | { kind: 'number' | 'side_number'; from: number; to: number; step: number }
  | { kind: 'side' }
  | { kind: 'grid'; most: number }

export type MarketLine = { quarters: number; side: Side; grid: readonly [number, number] }

export type MarketGroup = 'main' | 'totals' | 'handicaps' | 'scores' | 'corners' | 'cards' | 'specials'

/**
 * A question about a match, as data. `settle` has a result for each outcome, or null while play can still change one:
 * the same function settles, checks the feed, tells what an abandoned match had decided, and runs in the verifier.
 */
export type MarketType<Match> = {
  sysname: string
  group: MarketGroup
  periods: readonly string[]
  line: LineRule
  /** About how many there are of something: void where the format of the match was changed. */
  isCount: boolean
  /** A stake may come back by the score alone: such a market is no part of a builder. */
  mayComeBack?(line: MarketLine): boolean
  outcomes(line: MarketLine): readonly string[]
  settle(match: Match, period: string, line: MarketLine): readonly Result[] | null
  /** Betting ends although nothing is decided yet; `second` is the clock of the match. */
  closesEarly?(match: Match, period: string, second: number): boolean
}

const plain: MarketLine = { quarters: 0, side: 1, grid: [6, 6] }

/** A line of the wire under the rule of its type; null where it is none. */
export function readLine(rule: LineRule, text: string | null): MarketLine | null {
  if (rule.kind === 'none') return text === null ? plain : null
  if (rule.kind === 'grid') return readGrid(rule.most, text)
  if (text === null) return null
  if (rule.kind === 'side') return text === '1' || text === '2' ? { ...plain, side: text === '1' ? 1 : 2 } : null
  const parsed = rule.kind === 'side_number' ? parseLine(text) : { quarters: quartersOf(text), side: 1 as const }
  if (!parsed || parsed.quarters === null || parsed.side === 0) return null
  const { quarters, side } = parsed
  const isAllowed = quarters >= rule.from && quarters <= rule.to && (quarters - rule.from) % rule.step === 0
  return isAllowed ? { ...plain, quarters, side } : null
}

function readGrid(most: number, text: string | null): MarketLine | null {
  if (text === null) return { ...plain, grid: [most, most] }
  const [home = -1, away = -1] = /^\d:\d$/.test(text) ? text.split(':').map(Number) : []
  return home >= 0 && away >= 0 && home <= most && away <= most ? { ...plain, grid: [home, away] } : null
}

/** How far a number lies above a line, in quarters → what it is worth: a quarter above is half won, half back. */
export function byDistance(quarters: number): Result {
  if (quarters >= 2) return won
  if (quarters === 1) return halfWon
  if (quarters === 0) return voided
  return quarters === -1 ? halfLost : lost
}

export const overUnder = (count: number, line: number): readonly Result[] => [
  byDistance(4 * count - line),
  byDistance(line - 4 * count),
]

/** So far above the line that nothing more can matter. */
export const isOverForGood = (count: number, line: number): boolean => 4 * count - line >= 2

/** The line is added to the home side. */
export const withHandicap = (difference: number, line: number): readonly Result[] => [
  byDistance(4 * difference + line),
  byDistance(-4 * difference - line),
]

export const only = (outcomes: readonly string[], winner: string): readonly Result[] =>
  outcomes.map((outcome) => (outcome === winner ? won : lost))

export const allBack = (outcomes: readonly string[]): readonly Result[] => outcomes.map(() => voided)

export const yesNo = ['yes', 'no'] as const
export const sides = ['1', '2'] as const
export const signs = ['1', 'x', '2'] as const
export const overUnderWords = ['over', 'under'] as const

export const signOf = (difference: number): (typeof signs)[number] =>
  difference > 0 ? '1' : difference < 0 ? '2' : 'x'
