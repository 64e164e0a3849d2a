import { billion, ppb } from './chain.ts'
import { type Measure, scoreOutcomes, scoreRule } from './score-rules.ts'

/** What an outcome is worth, in parts per billion: the share of a stake that wins, and the share that comes back. */
export type OutcomeChance = { win: number; back: number }
export type MarketChances = {
  type: string
  period: string
  line: string | null
  outcomes: Record<string, OutcomeChance>
}

/** How likely each score of a period is, and what is often asked of it, summed once. */
export type Spread = Record<Measure, readonly (readonly [value: number, away: number, chance: number])[]>

function summed(pairs: Spread['pair'], of: (home: number, away: number) => number): Spread['pair'] {
  const sums = new Map<number, number>()
  for (const [home, away, chance] of pairs) {
    const value = of(home, away)
    sums.set(value, (sums.get(value) ?? 0) + chance)
  }
  return [...sums].map(([value, chance]) => [value, 0, chance])
}

export const spreadOf = (pair: Spread['pair']): Spread => ({
  pair,
  difference: summed(pair, (home, away) => home - away),
  total: summed(pair, (home, away) => home + away),
  home: summed(pair, (home) => home),
  away: summed(pair, (_, away) => away),
})

/** Both numbers of a table of chances by score that is as wide as it is high. */
export function pairsOf(table: ArrayLike<number>, width: number): Spread['pair'] {
  const pairs: (readonly [number, number, number])[] = []
  for (let place = 0; place < table.length; place += 1) {
    const chance = table[place] ?? 0
    if (chance > 0) pairs.push([Math.floor(place / width), place % width, chance])
  }
  return pairs
}

/** A market closes when every outcome but one is below this (4.7). */
const decidedBelow = 5_000

export const isDecided = ({ outcomes }: MarketChances) => {
  const list = Object.values(outcomes)
  return list.filter(({ win, back }) => win + back >= decidedBelow).length < 2 || list.every(({ win }) => win === 0)
}

/** What a chance of this share would be without the stakes that come back. */
const decidedShare = ({ win, back }: OutcomeChance) => win / (billion - back)
const leastShare = 0.005

/** A line is worth showing while neither side of it is nearly sure. */
export const isWorthALine = ({ outcomes }: MarketChances) =>
  Object.values(outcomes).every((each) => each.back < billion && decidedShare(each) >= leastShare)

export function scoreMarket(spread: Spread, type: string, period: string, line: string | null = null): MarketChances {
  const outcomes = Object.fromEntries(
    scoreOutcomes(type).map((outcome) => {
      const { measure, judge } = scoreRule(type, line, outcome)
      let win = 0
      let back = 0
      for (const [value, away, chance] of spread[measure]) {
        const share = judge(value, away)
        win += share[0] * chance
        back += share[1] * chance
      }
      return [outcome, { win: ppb(win), back: ppb(back) }]
    }),
  )
  return { type, period, line, outcomes }
}

type Tails = { above: (line: number) => number; at: (line: number) => number }

/** Sums over the values above a line, so that many lines cost little more than one. */
function tailsOf(values: Spread['pair']): Tails {
  const least = values.reduce((low, [value]) => Math.min(low, value), 0)
  const most = values.reduce((high, [value]) => Math.max(high, value), 0)
  const chances = new Float64Array(most - least + 1)
  for (const [value, , chance] of values) chances[value - least] = (chances[value - least] ?? 0) + chance
  const above = new Float64Array(chances.length + 1)
  for (let place = chances.length - 1; place >= 0; place -= 1) {
    above[place] = (above[place + 1] ?? 0) + (chances[place] ?? 0)
  }
  return {
    above: (line) => above[Math.min(Math.max(Math.floor(line) + 1 - least, 0), chances.length)] ?? 0,
    at: (line) => (Number.isInteger(line) ? (chances[line - least] ?? 0) : 0),
  }
}

/** Above a line, below it, and the share that comes back to either; a quarter line is the mean of its neighbours. */
function onLine(tails: Tails, whole: number, line: number): readonly [above: number, below: number, back: number] {
  if (!Number.isInteger(line * 2)) {
    const [low, high] = [onLine(tails, whole, line - 0.25), onLine(tails, whole, line + 0.25)]
    return [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2]
  }
  const [above, back] = [tails.above(line), tails.at(line)]
  return [above, whole - above - back, back]
}

const lineOutcomes: Record<string, readonly [above: string, below: string]> = {
  handicap: ['1', '2'],
  total: ['over', 'under'],
  team_total: ['over', 'under'],
}

/** Handicaps, totals and totals of a side on many lines: those of them that are worth showing. */
export function lineMarkets(
  spread: Spread,
  rule: 'handicap' | 'total' | 'team_total',
  period: string,
  lines: readonly string[],
  type: string = rule,
): MarketChances[] {
  const known = new Map<Measure, { tails: Tails; whole: number }>()
  const measured = (measure: Measure) => {
    const values = spread[measure]
    const made = known.get(measure) ?? {
      tails: tailsOf(values),
      whole: values.reduce((sum, [, , chance]) => sum + chance, 0),
    }
    known.set(measure, made)
    return made
  }
  return lines
    .map((line) => {
      const measure =
        rule === 'handicap' ? 'difference' : rule === 'total' ? 'total' : line[0] === '1' ? 'home' : 'away'
      const { tails, whole } = measured(measure)
      const by = Number(rule === 'team_total' ? line.slice(2) : line)
      const [above, below, back] = onLine(tails, whole, rule === 'handicap' ? -by : by)
      const [over = '', under = ''] = lineOutcomes[rule] ?? []
      const shared = ppb(back)
      const outcomes = { [over]: { win: ppb(above), back: shared }, [under]: { win: ppb(below), back: shared } }
      return { type, period, line, outcomes }
    })
    .filter(isWorthALine)
}

/** Lines from the least to the most by a step, as they are written in the ids of markets. */
export const linesBetween = (least: number, most: number, step: number): string[] =>
  Array.from({ length: Math.round((most - least) / step) + 1 }, (_, place) => String(least + place * step))

export const simpleMarket = (
  type: string,
  period: string,
  line: string | null,
  chances: Record<string, number>,
  back = 0,
): MarketChances => ({
  type,
  period,
  line,
  outcomes: Object.fromEntries(
    Object.entries(chances).map(([outcome, chance]) => [outcome, { win: ppb(chance), back: ppb(back) }]),
  ),
})
