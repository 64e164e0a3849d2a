import type { MarketChances } from '../chances.ts'
import type { Judge } from './judges.ts'

const billion = 1e9

/** What was observed of an outcome against its chance, in standard errors; with too few expected, only the impossible counts. */
function deviation(expected: number, observed: number, trials: number): number {
  const error = Math.sqrt(Math.max(expected * (1 - expected), 1e-12) / trials)
  if (expected * trials < 20 || (1 - expected) * trials < 20) {
    const isImpossible = (expected < 1e-9 && observed > 0) || (expected > 1 - 1e-9 && observed < 1)
    return isImpossible ? 99 : 0
  }
  return (observed - expected) / error
}

const nameOf = ({ type, period, line }: MarketChances, outcome: string) =>
  [type, period, line ?? '-', outcome].join('/')

/** Outcomes whose frequency is farther from their chance than so many standard errors, and how many were looked at. */
export function strays(
  markets: readonly MarketChances[],
  matches: readonly Judge[],
  most: number,
): { strays: string[]; looked: number } {
  const trials = matches.length
  const found: string[] = []
  let looked = 0
  const sums = markets.map((market) => Object.keys(market.outcomes).map(() => [0, 0] as [number, number]))
  for (const judge of matches) {
    markets.forEach((market, place) => {
      Object.keys(market.outcomes).forEach((outcome, at) => {
        const [win, back] = judge(market, outcome)
        const sum = sums[place]?.[at]
        if (!sum) return
        sum[0] += win
        sum[1] += back
      })
    })
  }
  markets.forEach((market, place) => {
    Object.entries(market.outcomes).forEach(([outcome, { win, back }], at) => {
      const [won = 0, returned = 0] = sums[place]?.[at] ?? []
      looked += 1
      // Halves have less variance than whole ones, so the bound for whole ones holds for them too.
      const far = [deviation(win / billion, won / trials, trials), deviation(back / billion, returned / trials, trials)]
      const worst = Math.max(...far.map(Math.abs))
      if (worst > most)
        found.push(`${nameOf(market, outcome)}: ${worst.toFixed(2)} (${win / billion}, ${won / trials})`)
    })
  })
  return { strays: found, looked }
}

/** Every outcome's win and back, by name. */
export const flat = (markets: readonly MarketChances[]) =>
  new Map(
    markets.flatMap((market) =>
      Object.entries(market.outcomes).map(([outcome, chance]): [string, number] => [
        nameOf(market, outcome),
        chance.win / billion,
      ]),
    ),
  )

export const chanceIn = (markets: readonly MarketChances[], name: string) => {
  const chance = flat(markets).get(name)
  if (chance === undefined) throw new Error(`no market for ${name}`)
  return chance
}
