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
