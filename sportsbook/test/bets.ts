import { deducted } from '../src/deductions.ts'
import type { Fraction } from '../src/fraction.ts'
import { exactPrice, placePrice } from '../src/odds.ts'
import { deadHeat, halfLost, halfWon, lost, type Result, voided, won } from '../src/result.ts'
import { type Factors, factorOf } from '../src/settle.ts'
import type { Chances } from './chance.ts'

/** Legs and factors as tests and `docs/betting-vectors.json` write them. */
export type VectorLeg = { price: number; result: readonly number[]; deduction?: number; place?: readonly number[] }

export const resultOf = ([win = 0, back = 0, of = 1]: readonly number[]): Result => [win, back, of]

export function legFactor({ price, result, deduction = 0, place }: VectorLeg): Fraction {
  const [part = 1, of = 1] = place ?? []
  return factorOf(placePrice(deducted(exactPrice(price), deduction), [part, of]), resultOf(result))
}

export const resultWords = [won, lost, voided, halfWon, halfLost, deadHeat(1, 2), deadHeat(2, 3)] as const

export type Enumerated = { sums: readonly bigint[]; counts: readonly number[]; den: bigint }

/** Every combination is written out once, by taking and leaving each leg: slow, and no sum is built from another. */
export function enumerate(others: readonly Fraction[]): Enumerated {
  const sums = Array.from({ length: others.length + 1 }, () => 0n)
  const counts = sums.map(() => 0)
  const visit = (at: number, size: number, product: bigint) => {
    const leg = others[at]
    if (!leg) {
      sums[size] = (sums[size] ?? 0n) + product
      counts[size] = (counts[size] ?? 0) + 1
      return
    }
    visit(at + 1, size + 1, product * leg.num)
    visit(at + 1, size, product * leg.den)
  }
  visit(0, 0, 1n)
  return { sums, counts, den: others.reduce((den, leg) => den * leg.den, 1n) }
}

/** What the rules say in words: stake over all combinations, each times its legs and the bankers, cut once. */
export function returnByEnumeration(stake: bigint, { sizes, bankers }: Factors, { sums, counts, den }: Enumerated) {
  const num = sizes.reduce((sum, size) => sum + (sums[size] ?? 0n), 0n)
  const combinations = sizes.reduce((sum, size) => sum + (counts[size] ?? 0), 0)
  const all = bankers.reduce((sum, leg) => ({ num: sum.num * leg.num, den: sum.den * leg.den }), { num, den })
  return (stake * all.num) / (all.den * BigInt(combinations))
}

/** Every set of sizes for so many legs. */
export const sizeSets = (legs: number): number[][] =>
  Array.from({ length: 2 ** legs - 1 }, (_, set) =>
    Array.from({ length: legs }, (_, at) => at + 1).filter((size) => ((set + 1) >> (size - 1)) & 1),
  )

export const anyPrice = (chance: Chances): number =>
  chance.isLikely(80) ? chance.between(1010, 6000) : chance.between(6001, 501_000)

/** From one unit to sums that no double holds. */
export const anyStake = (chance: Chances): bigint =>
  BigInt(chance.between(1, 1_000_000_000)) * 10n ** BigInt(chance.pick([0, 0, 0, 2, 6, 12]))
