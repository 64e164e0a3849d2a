import { expect, test } from 'vitest'
import { chanceFrom } from '../test/chance.ts'
import { counted, patience } from '../test/effort.ts'
import { anyMarkets } from '../test/markets.ts'
import { anyMatch } from '../test/matches.ts'
import { marketOf, numbered } from '../test/told.ts'
import type { Sport } from './facts.ts'
import { fraction, isLess, plus } from './fraction.ts'
import { quartersText } from './lines.ts'
import { isResult, type Result } from './result.ts'
import { type MarketKey, matchOf, mayBuild, outcomesOf, sports } from './sports.ts'

/** What holds for every market of every match. */

const isSame = (one: readonly Result[], other: readonly Result[]) => one.join() === other.join()
const sumOf = (results: readonly Result[], share: 0 | 1) =>
  results.map((result) => fraction(result[share], result[2])).reduce(plus, fraction(0))
const equals = (one: ReturnType<typeof fraction>, other: ReturnType<typeof fraction>) =>
  !isLess(one, other) && !isLess(other, one)

/** Stakes on all outcomes are won once, or twice where each outcome is two of three; what comes back does so for all. */
function isConsistent({ type }: MarketKey, results: readonly Result[]): boolean {
  const wins = fraction(type === 'double_chance' ? 2 : 1)
  const back = fraction(results[0]?.[1] ?? 0, results[0]?.[2] ?? 1)
  const haveSameBack = results.every((result) => equals(fraction(result[1], result[2]), back))
  return results.every(isResult) && haveSameBack && equals(plus(sumOf(results, 0), back), wins)
}

const names = ['football', 'tennis', 'basketball', 'hockey', 'shooter'] as const

test.each(names)(
  '%s: outcomes agree with each other, nothing decided is changed by later play, and the end decides all',
  (sport) => {
    const chance = chanceFrom(sport.length * 31)
    for (let trial = 0; trial < counted(60, 100_000); trial++) {
      const facts = anyMatch[sport](chance)
      const markets = anyMarkets(chance, sport)
      const end = matchOf<Sport>(sport, facts)
      const cuts = [chance.below(facts.length), chance.below(facts.length), facts.length - 2]
      const before = cuts.map((cut) => matchOf<Sport>(sport, facts.slice(0, cut)))
      for (const market of markets) {
        const results = end.settle(market)
        if (!results) throw new Error(`${JSON.stringify(market)} was not decided by ${JSON.stringify(facts)}`)
        const outcomes = outcomesOf(sport, market)
        if (results.length !== outcomes?.length || !isConsistent(market, results))
          expect({ trial, market, results }).toBe('consistent')
        for (const [at, match] of before.entries()) {
          const early = match.settle(market)
          if (early && !isSame(early, results)) expect({ trial, cut: cuts[at], market, early, facts }).toBe(results)
        }
      }
    }
  },
  patience,
)

test(
  'a quarter line is the mean of its neighbours',
  () => {
    const chance = chanceFrom(4)
    for (let trial = 0; trial < counted(30, 20_000); trial++) {
      const match = matchOf('football', anyMatch.football(chance))
      for (const [type, from, to] of [
        ['total', 3, 25],
        ['handicap', -11, 11],
      ] as const)
        for (let quarters = from; quarters <= to; quarters += 2) {
          const at = (line: number) => match.settle({ type, period: 'ft', line: quartersText(line) }) ?? []
          const [below, middle, above] = [at(quarters - 1), at(quarters), at(quarters + 1)]
          for (const share of [0, 1] as const)
            for (const [place, result] of middle.entries()) {
              const mean = [below[place], above[place]].map((each) =>
                fraction(each?.[share] ?? 9, (each?.[2] ?? 1) * 2),
              )
              expect(equals(mean.reduce(plus, fraction(0)), fraction(result[share], result[2]))).toBe(true)
            }
        }
    }
  },
  patience,
)

test('every sport has the markets of its table, each once', () => {
  const list = (sport: Sport) => sports[sport].types.map(({ sysname }) => sysname).join(' ')
  expect(names.map(list)).toEqual([
    'result double_chance draw_no_bet handicap handicap3 total team_total both_score correct_score half_full goals_exact odd_even next_goal win_to_nil clean_sheet corners_total corners_handicap cards_total to_qualify',
    'winner set_winner set_score sets_total sets_handicap games_total games_handicap game_winner tie_break',
    'winner result handicap total team_total odd_even race_to overtime margin',
    'result winner double_chance handicap total team_total both_score next_goal overtime correct_score',
    'winner map_winner maps_score maps_total maps_handicap rounds_total rounds_handicap round_winner race_to overtime',
  ])
})

test('a match without facts has decided nothing', () => {
  const chance = chanceFrom(1)
  for (const sport of names)
    for (const market of anyMarkets(chance, sport)) expect(matchOf(sport, numbered([])).settle(market)).toBeNull()
})

test('what may come back by the score is no part of a builder', () => {
  const parts = (sport: Sport, ...markets: string[]) => markets.filter((market) => mayBuild(sport, marketOf(market)))
  const football = [
    'result/ft',
    'total/ft/2.5',
    'handicap/ft/-1.5',
    'handicap3/ft/-1',
    'next_goal/ft/1',
    'half_full/ft',
  ]
  const not = ['total/ft/2', 'total/ft/2.25', 'handicap/ft/0', 'team_total/ft/1:1', 'draw_no_bet/ft', 'total/ft/99']
  expect(parts('football', ...football, ...not)).toEqual(football)
  const others = ['winner/ft', 'total/ft/150.5', 'race_to/ft/20']
  expect(parts('basketball', ...others, 'total/ft/150')).toEqual(others)
})
