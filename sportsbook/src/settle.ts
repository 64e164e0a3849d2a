import { type Fraction, floor, fraction, isLess, plus, product, times } from './fraction.ts'
import { isResult, type Result } from './result.ts'
import { choose } from './slip.ts'

/** How much of a stake a leg gives back, as a multiple of it: the same formula for every result. */
export function factorOf({ num, den }: Fraction, result: Result): Fraction {
  if (!isResult(result)) throw new Error('a result that cannot be')
  const [win, back, of] = result.map(BigInt)
  return fraction((win ?? 0n) * num + (back ?? 0n) * den, (of ?? 1n) * den)
}

/** The factors of a bet's legs: bankers are in every combination, the others as many at a time as `sizes` say. */
export type Factors = { sizes: readonly number[]; bankers: readonly Fraction[]; others: readonly Fraction[] }

/**
 * Sums of the products of all choices of k factors, for each k, over one common denominator: the coefficients of the
 * product of (den + num·x), one leg at a time, so no combination is ever written out.
 */
function symmetricSums(factors: readonly Fraction[]): { sums: bigint[]; den: bigint } {
  let sums = [1n]
  for (const { num, den } of factors)
    sums = [...sums, 0n].map((sum, size) => sum * den + (size > 0 ? (sums[size - 1] ?? 0n) * num : 0n))
  return { sums, den: product(factors).den }
}

/** What one unit of stake returns: exact, and the only place where combinations are summed. */
export function worthOf({ sizes, bankers, others }: Factors): Fraction {
  const combinations = sizes.reduce((sum, size) => sum + choose(others.length, size), 0)
  const { sums, den } = symmetricSums(others)
  const chosen = sizes.reduce((sum, size) => sum + (sums[size] ?? 0n), 0n)
  return times(product(bankers), fraction(chosen, den * BigInt(combinations)))
}

/** The one rounding of a bet: down to the minor unit, of the whole bet. */
export const returnOf = (stake: bigint, factors: Factors): bigint => returnAt(stake, worthOf(factors))

/** The same where the worth of one unit is known already. */
export const returnAt = (stake: bigint, worth: Fraction): bigint => floor(times(fraction(stake), worth))

/** A free bet pays its profit; its stake was the house's. */
export const freeBetReturn = (stake: bigint, returned: bigint): bigint => (returned > stake ? returned - stake : 0n)

/** Legs that won in full → percent of profit; pinned on each bet. */
export const boosts: readonly number[] = [0, 0, 0, 3, 5, 8, 11, 15, 20, 25, 30, 35, 40]
const leastBoosted = fraction(1200, 1000)

/** The legs of a multiple that count for its boost. Void ones drop out; halves do no harm and do not count. */
const countBoosted = (legs: readonly { price: Fraction; result: Result }[]): number =>
  legs.filter(({ price, result: [win, , of] }) => win === of && !isLess(price, leastBoosted)).length

export function boostPercent(legs: readonly { price: Fraction; result: Result }[], table = boosts): number {
  return table[Math.min(countBoosted(legs), table.length - 1)] ?? 0
}

/** A share of profit, never of the stake; rounded down by itself, because it is paid by itself. */
export const boostOf = (stake: bigint, returned: bigint, percent: number): bigint =>
  returned > stake ? ((returned - stake) * BigInt(percent)) / 100n : 0n

/** What one unit returns at best, its boost included. */
export const boostedWorth = (worth: Fraction, percent: number): Fraction =>
  plus(worth, times(plus(worth, fraction(-1)), fraction(percent, 100)))

/** The most that may be staked so that no return is above the cap: what is taken is never cut when it is paid. */
export const maxStake = (cap: bigint, { num, den }: Fraction): bigint => ((cap + 1n) * den - 1n) / num

/** A return over the purses that paid, in their order: shares cut, the rest to the largest, the first among equals. */
export function splitOver(amount: bigint, parts: readonly bigint[]): bigint[] {
  const total = parts.reduce((sum, part) => sum + part, 0n)
  if (total <= 0n || parts.some((part) => part < 0n)) throw new Error('a stake that no purse paid')
  const shares = parts.map((part) => (amount * part) / total)
  const rest = amount - shares.reduce((sum, share) => sum + share, 0n)
  const largest = parts.reduce((best, part, at) => (part > (parts[best] ?? 0n) ? at : best), 0)
  return shares.map((share, at) => (at === largest ? share + rest : share))
}

/** One sum over so many singles: the first ones get one unit more. */
export function sameTotal(total: bigint, singles: number): bigint[] {
  const count = BigInt(singles)
  return Array.from({ length: singles }, (_, at) => total / count + (BigInt(at) < total % count ? 1n : 0n))
}
