import { at, convolve } from './chain.ts'
import {
  isDecided,
  isWorthALine,
  lineMarkets,
  linesBetween,
  type MarketChances,
  pairsOf,
  type Spread,
  scoreMarket,
  simpleMarket,
  spreadOf,
} from './chances.ts'
import { type FootballChain, type FootballParams, footballChain, mostGoals } from './football-chain.ts'
import { footballCounts, withReds } from './football-counts.ts'
import { nextGoal } from './football-next-goal.ts'
import type { FootballPosition } from './football-position.ts'
import { toQualify } from './football-qualify.ts'
import { afterNinety, type FootballTable, footballTable, placeScore, scoresOf } from './football-table.ts'

const width = mostGoals + 1
const spreadOfStates = (dist: Float64Array) => spreadOf(pairsOf(scoresOf(dist), width))

function halfFull({ cells }: FootballTable): MarketChances {
  const sign = (home: number, away: number) => (home > away ? '1' : home < away ? '2' : 'x')
  const pairs = ['1', 'x', '2'].flatMap((half) => ['1', 'x', '2'].map((full) => `${half}-${full}`))
  const chances: Record<string, number> = Object.fromEntries(pairs.map((pair) => [pair, 0]))
  for (const { home, away, after } of cells) {
    scoresOf(after).forEach((chance, score) => {
      const pair = `${sign(home, away)}-${sign(Math.floor(score / width), score % width)}`
      chances[pair] = (chances[pair] ?? 0) + chance
    })
  }
  return simpleMarket('half_full', 'ft', null, chances)
}

const teamLines = ['1', '2'].flatMap((side) => linesBetween(0.5, 3.5, 0.5).map((line) => `${side}:${line}`))

function goalMarkets(spread: Spread, period: 'ft' | 'h1' | 'h2'): MarketChances[] {
  const one = (type: string, line: string | null = null) => scoreMarket(spread, type, period, line)
  const lines = (type: 'handicap' | 'total' | 'team_total', list: readonly string[]) =>
    lineMarkets(spread, type, period, list)
  const totals = lines('total', linesBetween(0.5, 6.5, 0.25))
  if (period === 'h2') return [one('result'), ...totals]
  const both = [
    ...['result', 'double_chance', 'both_score', 'correct_score', 'odd_even'].map((type) => one(type)),
    ...lines('handicap', linesBetween(-3, 3, 0.25)),
    ...totals,
  ]
  if (period === 'h1') return both
  return [
    ...both,
    one('draw_no_bet'),
    one('goals_exact'),
    ...linesBetween(-3, 3, 1)
      .map((line) => one('handicap3', line))
      .filter(isWorthALine),
    ...lines('team_total', teamLines),
    ...['1', '2'].flatMap((side) => [one('win_to_nil', side), one('clean_sheet', side)]),
  ]
}

/** Total reds by chance. */
function redsOf(dist: Float64Array): Float64Array {
  const reds = new Float64Array(5)
  dist.forEach((chance, place) => {
    if (chance === 0) return
    const count = placeScore(place).reds
    reds[count] = at(reds, count) + chance
  })
  return reds
}

/** Pairs of two independent counts. */
function pairsFrom(home: Float64Array, away: Float64Array): Spread['pair'] {
  return [...home].flatMap((own, h) => [...away].map((theirs, a): Spread['pair'][number] => [h, a, own * theirs]))
}

function countMarkets(position: FootballPosition, second: number, table: FootballTable): MarketChances[] {
  const corners = footballCounts(position, second, 'corner')
  const yellows = footballCounts(position, second, 'yellow')
  const reds = { h1: redsOf(table.half), ft: redsOf(afterNinety(table)) }
  const whole = (counts: typeof corners, side: 0 | 1) => convolve(counts.h1[side], counts.h2[side])
  const periods = position.half ? (['ft'] as const) : (['ft', 'h1'] as const)
  return periods.flatMap((period) => {
    const [home, away] = period === 'h1' ? corners.h1 : [whole(corners, 0), whole(corners, 1)]
    const shown = period === 'h1' ? yellows.h1 : [whole(yellows, 0), whole(yellows, 1)]
    const cards = withReds(convolve(shown[0] ?? [1], shown[1] ?? [1]), reds[period])
    const cornerSpread = spreadOf(pairsFrom(home, away).filter(([, , chance]) => chance > 1e-14))
    const cardSpread = spreadOf([...cards].map((chance, count): Spread['pair'][number] => [count, 0, chance]))
    const as = (spread: Spread, rule: 'handicap' | 'total', type: string, lines: string[]) =>
      lineMarkets(spread, rule, period, lines, type)
    return [
      ...as(cornerSpread, 'total', 'corners_total', linesBetween(0.5, 24.5, 0.5)),
      ...as(cornerSpread, 'handicap', 'corners_handicap', linesBetween(-9.5, 9.5, 0.5)),
      ...as(cardSpread, 'total', 'cards_total', linesBetween(0.5, 14.5, 0.5)),
    ]
  })
}

/** The second half alone has prices once the first is over: its score is then a difference of two that are known. */
function secondHalf(table: FootballTable): MarketChances[] {
  const [cell] = table.cells
  if (!cell) return []
  const pairs = pairsOf(scoresOf(afterNinety(table)), width).map(([home, away, chance]): Spread['pair'][number] => [
    home - cell.home,
    away - cell.away,
    chance,
  ])
  return goalMarkets(spreadOf(pairs), 'h2')
}

/**
 * Every open market of a match and the chances of its outcomes. `second` counts from the beginning of the running
 * period, up to the earliest moment a danger could still be told.
 */
export function footballPrices(params: FootballParams, position: FootballPosition, second: number): MarketChances[] {
  const chain: FootballChain = footballChain(params)
  const qualify = params.isCup ? [toQualify(chain, position, second)] : []
  if (position.isFinished) return []
  const isRegularOver = position.regular !== null || (position.period === 'h2' && !position.isPlaying)
  if (isRegularOver) return qualify.filter((market) => !isDecided(market))
  const table = footballTable(chain, position, second)
  const full = spreadOfStates(afterNinety(table))
  return [
    ...goalMarkets(full, 'ft'),
    ...(position.half ? secondHalf(table) : goalMarkets(spreadOfStates(table.half), 'h1')),
    halfFull(table),
    nextGoal(chain, position, second),
    ...countMarkets(position, second, table),
    ...qualify,
  ].filter((market) => !isDecided(market))
}
