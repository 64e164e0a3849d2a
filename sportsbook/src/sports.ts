import { isFactOf } from './fact-checks.ts'
import type { Numbered, Sport, SportFacts } from './facts.ts'
import { basketballTypes } from './markets/basketball.ts'
import { footballTypes } from './markets/football.ts'
import { hockeyTypes } from './markets/hockey.ts'
import { type MarketLine, type MarketType, readLine } from './markets/market-type.ts'
import { shooterTypes } from './markets/shooter.ts'
import { tennisTypes } from './markets/tennis.ts'
import { type BasketballRecord, foldBasketball } from './records/basketball.ts'
import { type FootballRecord, foldFootball } from './records/football.ts'
import { foldHockey, type HockeyRecord } from './records/hockey.ts'
import { foldShooter, type ShooterRecord } from './records/shooter.ts'
import { foldTennis, type TennisRecord } from './records/tennis.ts'
import type { Result } from './result.ts'
import type { RulesVersion, VoidReason } from './rules/void-rules.ts'

export type SportRecords = {
  football: FootballRecord
  tennis: TennisRecord
  basketball: BasketballRecord
  hockey: HockeyRecord
  shooter: ShooterRecord
}

/** All that the house knows of a sport: how its facts are read, what is asked about it, which rules new bets have. */
type SportBook<Name extends Sport> = {
  fold: (facts: readonly Numbered<SportFacts[Name]>[]) => SportRecords[Name]
  types: readonly MarketType<SportRecords[Name]>[]
  rules: RulesVersion
  /** Why the rest of the match was not played. */
  missing?: (record: SportRecords[Name]) => VoidReason | null
}

export const sports: { readonly [Name in Sport]: SportBook<Name> } = {
  football: { fold: foldFootball, types: footballTypes, rules: 'football/1' },
  tennis: {
    fold: foldTennis,
    types: tennisTypes,
    rules: 'tennis/1',
    missing: ({ missing }) => missing && (missing.why === 'walkover' ? 'WALKOVER' : 'RETIRED'),
  },
  basketball: { fold: foldBasketball, types: basketballTypes, rules: 'basketball/1' },
  hockey: { fold: foldHockey, types: hockeyTypes, rules: 'hockey/1' },
  shooter: {
    fold: foldShooter,
    types: shooterTypes,
    rules: 'shooter/1',
    missing: ({ given }) => given && 'WALKOVER',
  },
}

/** A market of an event by its natural key, as on the wire. */
export type MarketKey = { type: string; period: string; line: string | null }

function findMarket<Name extends Sport>(
  sport: Name,
  { type, period, line }: MarketKey,
): { type: SportBook<Name>['types'][number]; line: MarketLine } | null {
  const found = sports[sport].types.find(({ sysname }) => sysname === type)
  const read = found?.periods.includes(period) ? readLine(found.line, line) : null
  return found && read ? { type: found, line: read } : null
}

/** The outcomes of a market in the order of its results; null where the sport has no such market. */
export function outcomesOf(sport: Sport, market: MarketKey): readonly string[] | null {
  const found = findMarket(sport, market)
  return found ? found.type.outcomes(found.line) : null
}

/** Whether a pick of this market may be a part of a builder. */
export function mayBuild(sport: Sport, market: MarketKey): boolean {
  const found = findMarket(sport, market)
  return found !== null && !(found.type.mayComeBack?.(found.line) ?? false)
}

/** A match as its facts tell it, for every question about it. Unknown markets are never decided, and always closed. */
export type Match = {
  settle: (market: MarketKey) => readonly Result[] | null
  /** Why all stakes on a decided market come back, unless the score says so: a draw without bet has its answer. */
  voidReason: (market: MarketKey) => VoidReason | null
  /** `second` is the clock of the match. */
  isClosed: (market: MarketKey, second: number) => boolean
}

export function matchOf<Name extends Sport>(sport: Name, facts: readonly Numbered<SportFacts[Name]>[]): Match {
  const record = sports[sport].fold(facts)
  const settle = (market: MarketKey) => {
    const found = findMarket(sport, market)
    return found ? found.type.settle(record, market.period, found.line) : null
  }
  return {
    settle,
    voidReason: (market) => {
      const isVoid = settle(market)?.every(([, back, of]) => back === of) ?? false
      // The line of a total gives back as well, but then the match was played.
      const found = findMarket(sport, market)
      const why = sports[sport].missing?.(record) ?? null
      if (!isVoid || (why === null && found?.type.mayComeBack?.(found.line))) return null
      return why ?? 'NOT_PLAYED'
    },
    isClosed: (market, second) => {
      const found = findMarket(sport, market)
      if (!found || settle(market) !== null) return true
      return found.type.closesEarly?.(record, market.period, second) ?? false
    },
  }
}

export const isSport = (name: string): name is Sport => Object.hasOwn(sports, name)

/** The same from rows as they are kept. One that is no fact of its sport leaves a hole: then nothing is decided. */
export function matchOfRows<Name extends Sport>(sport: Name, rows: readonly unknown[]): Match {
  const facts: Numbered<SportFacts[Name]>[] = []
  for (const row of rows) {
    if (!isFactOf(sport, row)) return { ...matchOf(sport, []), settle: () => null, isClosed: () => true }
    facts.push(row)
  }
  return matchOf(sport, facts)
}
