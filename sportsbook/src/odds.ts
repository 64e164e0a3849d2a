import { type Fraction, fraction, plus, times } from './fraction.ts'

/** A price is whole thousandths: 2100 is 2.10. A chance is parts of a billion, a percent parts of ten thousand. */
export const lowestPrice = 1010
export const highestPrice = 501_000
const billion = 1_000_000_000n

/** From each price upwards the steps to the next rung are so wide; 501 is a rung because it is the top. */
const rungs = [
  [1010, 5],
  [1200, 10],
  [3000, 20],
  [5000, 50],
  [10_000, 100],
  [20_000, 500],
  [50_000, 1000],
  [100_000, 5000],
] as const

export const isPrice = (price: number): boolean =>
  Number.isSafeInteger(price) && price >= lowestPrice && price <= highestPrice

/** The rungs around a number of thousandths that lies on the ladder: the highest not above it, and the next. */
function rungsAround(thousandths: number): readonly [number, number] {
  const [from, step] = rungs.findLast(([start]) => start <= thousandths) ?? rungs[0]
  const below = from + Math.floor((thousandths - from) / step) * step
  return [below, Math.min(below + step, highestPrice)]
}

export const isOnLadder = (price: number): boolean =>
  isPrice(price) && (price === highestPrice || rungsAround(price)[0] === price)

/** The nearest rung, between two the lower one; null where the price would be outside the ladder. */
function onLadder({ num, den }: Fraction): number | null {
  if (num < BigInt(lowestPrice) * den || num > BigInt(highestPrice) * den) return null
  const [below, above] = rungsAround(Number(num / den))
  return 2n * num > BigInt(below + above) * den ? above : below
}

/** Chances of an outcome: the share of stakes that it wins, and the share that comes back. */
export type Chance = { win: number; back: number }

/**
 * Every outcome of a market returns the same stated share of the stake that is decided. What cannot keep to it on the
 * ladder is not offered.
 */
export function priceOf({ win, back }: Chance, payout: number): number | null {
  if (win <= 0) return null
  return onLadder(fraction(BigInt(payout) * (billion - BigInt(back)), BigInt(win) * 10n))
}

export const exactPrice = (price: number): Fraction => fraction(price, 1000)

/** The chance that a price stands for, in hundredths of a percent, to the nearest. */
export const impliedChance = (price: number): number => Math.floor((20_000_000 + price) / (2 * price))

/** For a feed without chances: one over each price, so that a market's outcomes add up to no more than certainty. */
export function chancesOf(prices: readonly number[]): number[] {
  const sum = prices.reduce((total, price) => plus(total, fraction(1, price)), fraction(0))
  return prices.map((price) => Number((billion * sum.den) / (sum.num * BigInt(price))))
}

/** An outcome is not offered any more where all the others are below five in a million. */
export const isAsGoodAsDecided = (chances: readonly number[]): boolean =>
  chances.filter((chance) => chance >= 5000).length <= 1

/** Each way is two bets: the second one, that a runner is placed, at this share of the profit. */
export const placePrice = (price: Fraction, [part, of]: readonly [number, number]): Fraction =>
  plus(fraction(1), times(plus(price, fraction(-1)), fraction(part, of)))
