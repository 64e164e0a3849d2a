import { type BasketballParams, type BasketballState, periodName } from './basketball-chain.ts'
import { type BasketballSums, basketballSums, bothSums, raceChances, type Sides } from './basketball-sums.ts'
import { at, convolve } from './chain.ts'
import {
  isDecided,
  lineMarkets,
  linesBetween,
  type MarketChances,
  type Spread,
  scoreMarket,
  simpleMarket,
} from './chances.ts'

type Sum = { from: number; chances: Float64Array }
const valuesOf = ({ from, chances }: Sum): Spread['pair'] =>
  [...chances].flatMap((chance, place): Spread['pair'][number][] => (chance > 0 ? [[from + place, 0, chance]] : []))

const differenceOf = ([home, away]: Sides): Sum => ({
  from: 1 - away.length,
  chances: convolve(home, Float64Array.from(away).reverse()),
})

/** What is asked of one period. Nothing asks for both numbers of a score at once, so no pairs are made. */
const spreadOfSides = (sides: Sides): Spread => ({
  pair: [],
  difference: valuesOf(differenceOf(sides)),
  total: valuesOf({ from: 0, chances: convolve(...sides) }),
  home: valuesOf({ from: 0, chances: sides[0] }),
  away: valuesOf({ from: 0, chances: sides[1] }),
})

/** Sums of points that are counted up as overtimes are added. */
type Ledger = {
  difference: Map<number, number>
  total: Map<number, number>
  home: Map<number, number>
  away: Map<number, number>
}
const add = (sums: Map<number, number>, value: number, chance: number) =>
  sums.set(value, (sums.get(value) ?? 0) + chance)

const addAll = (sums: Map<number, number>, chances: Float64Array) => {
  for (const [value, chance] of chances.entries()) if (chance > 0) add(sums, value, chance)
}

/** Matches that are level at these points: one overtime after another until one decides. */
function addOvertimes(ledger: Ledger, level: Float64Array, first: Sides, later: Sides): void {
  let open = level
  let sides = first
  for (let left = 1; left > 1e-11; ) {
    const next = new Float64Array(open.length + Math.max(sides[0].length, sides[1].length))
    const [own, theirs] = sides
    const decided = {
      total: new Float64Array(own.length + theirs.length),
      home: new Float64Array(own.length),
      away: new Float64Array(theirs.length),
    }
    const mass = open.reduce((sum, chance) => sum + chance, 0)
    const stays = new Float64Array(own.length)
    own.forEach((chance, home) => {
      theirs.forEach((other, away) => {
        const both = chance * other
        if (home === away) {
          stays[home] = both
          return
        }
        add(ledger.difference, home - away, mass * both)
        decided.total[home + away] = at(decided.total, home + away) + both
        decided.home[home] = at(decided.home, home) + both
        decided.away[away] = at(decided.away, away) + both
      })
    })
    const doubled = Float64Array.from({ length: open.length * 2 }, (_, place) => (place % 2 ? 0 : at(open, place / 2)))
    addAll(ledger.total, convolve(doubled, decided.total))
    addAll(ledger.home, convolve(open, decided.home))
    addAll(ledger.away, convolve(open, decided.away))
    next.set(convolve(open, stays).subarray(0, next.length))
    open = next
    sides = later
    left = open.reduce((sum, chance) => sum + chance, 0)
  }
}

const listOf = (sums: Map<number, number>): Spread['pair'] => [...sums].map(([value, chance]) => [value, 0, chance])

/** The match with its overtimes. */
function fullSpread(regular: Sides, { running, overtime }: BasketballSums): { spread: Spread; level: number } {
  const ledger: Ledger = { difference: new Map(), total: new Map(), home: new Map(), away: new Map() }
  const [home, away] = regular
  if (running) {
    const level = new Float64Array(running.level + 1)
    level[running.level] = 1
    addOvertimes(ledger, level, running.sides, overtime)
  } else {
    const level = Float64Array.from({ length: Math.min(home.length, away.length) }, (_, n) => at(home, n) * at(away, n))
    const whole = spreadOfSides(regular)
    for (const [value, , chance] of whole.difference) if (value !== 0) add(ledger.difference, value, chance)
    for (const [value, , chance] of whole.total) {
      add(ledger.total, value, chance - (value % 2 === 0 ? at(level, value / 2) : 0))
    }
    for (const [value, , chance] of whole.home) add(ledger.home, value, chance - at(level, value))
    for (const [value, , chance] of whole.away) add(ledger.away, value, chance - at(level, value))
    addOvertimes(ledger, level, overtime, overtime)
  }
  const difference = valuesOf(differenceOf(regular)).find(([value]) => value === 0)
  const spread = {
    pair: [],
    difference: listOf(ledger.difference),
    total: listOf(ledger.total),
    home: listOf(ledger.home),
    away: listOf(ledger.away),
  }
  return { spread, level: running ? 1 : (difference?.[2] ?? 0) }
}

/** Every period by its name; those of the past are sure. */
export function basketballSpreads(params: BasketballParams, state: BasketballState) {
  const sums = basketballSums(params, state)
  const quarter = (number: number): Sides => sums.quarters[number - 1] ?? [Float64Array.of(1), Float64Array.of(1)]
  const [first, second] = [bothSums(quarter(1), quarter(2)), bothSums(quarter(3), quarter(4))]
  const regular = bothSums(first, second)
  return { sums, quarter, first, second, regular, ...fullSpread(regular, sums) }
}

const middle = (spread: Spread, of: 'difference' | 'total' | 'home' | 'away') =>
  Math.round(spread[of].reduce((sum, [value, , chance]) => sum + value * chance, 0))

/** Lines around the mean, as far as neither side is nearly sure. */
function linesAround(
  spread: Spread,
  type: 'handicap' | 'total' | 'team_total',
  period: string,
  step: number,
): MarketChances[] {
  const reach = period === 'ft' ? 40 : 25
  const of = (centre: number, prefix = '') =>
    linesBetween(centre - reach - 0.5, centre + reach + 0.5, step).map((line) => `${prefix}${line}`)
  const lines =
    type === 'handicap'
      ? of(-middle(spread, 'difference'))
      : type === 'total'
        ? of(middle(spread, 'total'))
        : [...of(middle(spread, 'home'), '1:'), ...of(middle(spread, 'away'), '2:')]
  return lineMarkets(spread, type, period, lines)
}

const partMarkets = (sides: Sides, period: string): MarketChances[] => {
  const spread = spreadOfSides(sides)
  return [
    scoreMarket(spread, 'result', period),
    scoreMarket(spread, 'odd_even', period),
    ...linesAround(spread, 'handicap', period, 1),
    ...linesAround(spread, 'total', period, 1),
  ]
}

const raceLines = [10, 20, 30, 40]

export function basketballPrices(params: BasketballParams, state: BasketballState): MarketChances[] {
  if (state.isOver) return []
  const { sums, quarter, first, second, regular, spread, level } = basketballSpreads(params, state)
  const played = state.isPlaying ? state.periods.length - 1 : state.periods.length
  const races = raceLines.flatMap((to) => {
    const race = raceChances(sums, state, to)
    if (!race) return []
    return [simpleMarket('race_to', 'ft', String(to), { 1: race.home, 2: race.away }, 1 - race.home - race.away)]
  })
  const regularMarkets = scoreMarket(spreadOfSides(regular), 'result', 'rt')
  return [
    ...['winner', 'odd_even', 'margin'].map((type) => scoreMarket(spread, type, 'ft')),
    ...linesAround(spread, 'handicap', 'ft', 0.5),
    ...linesAround(spread, 'total', 'ft', 0.5),
    ...linesAround(spread, 'team_total', 'ft', 1),
    regularMarkets,
    simpleMarket('overtime', 'ft', null, { yes: level, no: 1 - level }),
    ...races,
    ...[1, 2, 3, 4].filter((each) => each > played).flatMap((each) => partMarkets(quarter(each), periodName(each))),
    ...(played < 2 ? partMarkets(first, 'h1') : []),
    ...(played < 4 ? partMarkets(second, 'h2') : []),
  ].filter((market) => !isDecided(market))
}
