import { type Fraction, fraction, plus, times } from './fraction.ts'

/** The price of a runner when it left, and what its leaving takes from the profit of the others, in percent. */
const scale: readonly (readonly [upTo: number, percent: number])[] = [
  [1120, 90],
  [1190, 85],
  [1270, 80],
  [1330, 75],
  [1440, 70],
  [1570, 65],
  [1660, 60],
  [1830, 55],
  [1990, 50],
  [2240, 45],
  [2590, 40],
  [2790, 35],
  [3390, 30],
  [4190, 25],
  [5490, 20],
  [6990, 15],
  [10_990, 10],
  [15_000, 5],
]
const most = 90

/** In parts of ten thousand, for the runners that left after a bet was taken; the least one alone is waived. */
export function deductionFor(prices: readonly number[]): number {
  const percents = prices.map((price) => scale.find(([upTo]) => price <= upTo)?.[1] ?? 0).filter((each) => each > 0)
  if (percents.length === 1 && percents[0] === 5) return 0
  return (
    Math.min(
      percents.reduce((sum, percent) => sum + percent, 0),
      most,
    ) * 100
  )
}

/** The price that is left, kept exact. */
export const deducted = (price: Fraction, deduction: number): Fraction =>
  plus(fraction(1), times(plus(price, fraction(-1)), fraction(10_000 - deduction, 10_000)))
