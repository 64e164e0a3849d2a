import { lowestPrice, priceOf } from './odds.ts'
import { lost, type Result, voided, won } from './result.ts'

export const builderParts = { min: 2, max: 6 } as const

/** What the rules have to know of a part; `isBuildable` by `mayBuild`. */
export type BuilderPart = { event: number; market: number; isBuildable: boolean }
export type BuilderFault = 'COUNT' | 'EVENTS' | 'MARKET_TWICE' | 'LINE'

const isOnce = (values: readonly number[]) => new Set(values).size === values.length

/** Why picks are no builder, gravest first. Two of one market are answers to one question. */
export function builderFault(parts: readonly BuilderPart[]): BuilderFault | null {
  if (parts.length < builderParts.min || parts.length > builderParts.max) return 'COUNT'
  if (parts.some(({ event }) => event !== parts[0]?.event)) return 'EVENTS'
  if (!isOnce(parts.map(({ market }) => market))) return 'MARKET_TWICE'
  return parts.every(({ isBuildable }) => isBuildable) ? null : 'LINE'
}

/**
 * Sets of parts are numbers: part i stands in a set that has the bit 1 << i. `chances` has for every set the chance, in
 * parts of a billion, that all of it happens; that of the empty set is not read.
 */
export type BuilderQuote =
  | { prices: readonly number[]; implied: readonly number[] }
  | { reason: 'BUILDER_IMPOSSIBLE' | 'BUILDER_UNPRICED' }

/** Chances of every set that can be: nothing happens more often with another part beside it, but for the last figure. */
export function areJointChances(chances: readonly number[], parts: number): boolean {
  if (chances.length !== 1 << parts) return false
  const bits = Array.from({ length: parts }, (_, part) => 1 << part)
  return chances.every((chance, set) => bits.every((bit) => chance <= (chances[set & ~bit] ?? 0) + 1))
}

const wholeSet = (parts: number) => (1 << parts) - 1

/** The parts that change nothing, because the others cannot all happen without them. */
const impliedParts = (chances: readonly number[], parts: number): number[] =>
  Array.from({ length: parts }, (_, part) => part).filter(
    (part) => chances[wholeSet(parts)] === chances[wholeSet(parts) & ~(1 << part)],
  )

/** The price of every set: whichever parts are void later, what counts then is known when the bet is taken. */
export function builderQuote(chances: readonly number[], parts: number, payout: number): BuilderQuote {
  if (parts < builderParts.min || parts > builderParts.max || chances.length !== 1 << parts)
    throw new Error('a builder without the chances of its parts')
  const whole = chances[wholeSet(parts)] ?? 0
  if (whole === 0) return { reason: 'BUILDER_IMPOSSIBLE' }
  if (priceOf({ win: whole, back: 0 }, payout) === null) return { reason: 'BUILDER_UNPRICED' }
  // A set that is left over may be too sure to be offered by itself: it has the lowest price there is.
  const prices = chances.map((win, set) => (set === 0 ? 0 : (priceOf({ win, back: 0 }, payout) ?? lowestPrice)))
  return { prices, implied: impliedParts(chances, parts) }
}

const isVoid = (result: Result | null) => result !== null && result[1] === result[2]

/** The price of the parts that are not void, and their set; 0 where none is left. */
export function leftOfBuilder(
  prices: readonly number[],
  parts: readonly (Result | null)[],
): { left: number; price: number } {
  const whole = wholeSet(parts.length)
  const left = parts.reduce((set, result, part) => (isVoid(result) ? set & ~(1 << part) : set), whole)
  return { left, price: prices[left] || (prices[whole] ?? 0) }
}

/** What became of a builder: void parts leave it, and the price of those that are left counts. */
export function builderLeg(prices: readonly number[], parts: readonly Result[]): { price: number; result: Result } {
  if (parts.some(([win, back, of]) => (win !== 0 && win !== of) || (back !== 0 && back !== of)))
    throw new Error('a part of a builder came back in part')
  const { left, price } = leftOfBuilder(prices, parts)
  if (parts.some(([win, back]) => win === 0 && back === 0)) return { price, result: lost }
  return { price, result: left === 0 ? voided : won }
}
