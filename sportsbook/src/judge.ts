import { builderLeg } from './builder.ts'
import { type Fraction, fraction } from './fraction.ts'
import { lost, type Result, voided } from './result.ts'
import { boostOf, boostPercent, type Factors, factorOf, freeBetReturn, returnOf, worthOf } from './settle.ts'
import type { BetKind } from './slip.ts'

/**
 * What became of a bet: a function of its legs, of the last word about their markets and of rulings, computed again
 * whenever one of these is new, by the house and by anyone who has the record of the bet.
 */

export type BetShape = {
  kind: BetKind
  sizes: readonly number[]
  /** Places of its legs. */
  bankers: readonly number[]
  /** What of the stake was not cashed out: this much is settled. */
  stakeOpen: bigint
  /** The most that its boost may be; 0 where it has none. */
  boostBp: number
  /** Its stake was the house's: only the profit is the player's. */
  isFree: boolean
}

/** A leg, or a part of a builder, with the word about it. */
export type LegWord = {
  place: number
  /** 0 for a plain leg. */
  part: number
  price: number
  /** Of every set of a builder's parts, on the first of them. */
  subsetPrices: readonly number[] | null
  /** Null: undecided. */
  result: Result | null
  /** The number of the word about its market; 0 where a ruling decides. */
  revision: number
}

/** As a step keeps it. */
export type LegRecord = { place: number; part: number; win: number; back: number; of: number; revision: number }

export type JudgedBet =
  | { kind: 'undecided' }
  | {
      kind: 'decided'
      /** What it gives the player. */
      returned: bigint
      /** The same with the stake of a free bet. */
      gross: bigint
      boost: bigint
      isVoid: boolean
      /** By place; what a lost bet did not wait for counts as lost. */
      results: readonly Result[]
      legs: readonly LegRecord[]
    }

type MarketWord = {
  state: string
  outcomes: readonly (readonly [string, number, number, number])[]
  /** Bets that were taken in one of these are void, whatever the result is. */
  windows: readonly { fromMs: number; toMs: number }[]
}

type LegTaken = { outcome: string; acceptedMs: number }

/** The window in which a leg was taken too late. */
export const windowOf = <Window extends { fromMs: number; toMs: number }>(
  { acceptedMs }: Pick<LegTaken, 'acceptedMs'>,
  market: { windows: readonly Window[] } | undefined,
): Window | undefined => market?.windows.find(({ fromMs, toMs }) => fromMs <= acceptedMs && acceptedMs < toMs)

/** What is said of a market makes this of a leg; null while no word stands. What a feed left out is lost. */
export function resultFor(leg: LegTaken, market: MarketWord | undefined): Result | null {
  if (market?.state === 'void' || windowOf(leg, market)) return voided
  if (market?.state !== 'resulted') return null
  const found = market.outcomes.find(([name]) => name === leg.outcome)
  return found ? [found[1], found[2], found[3]] : lost
}

type DecidedLeg = { place: number; price: Fraction; result: Result | null }

const isLost = (result: Result | null) => result !== null && result[0] === 0 && result[1] === 0

export const isVoidResult = ([win, back, of]: Result): boolean => win === 0 && back === of

/** A builder is lost with its first lost part; else it waits for all of them. */
function legOf(place: number, words: readonly LegWord[]): DecidedLeg {
  const [first] = words
  if (!first) throw new Error('a leg without a word')
  if (first.part === 0) return { place, price: fraction(first.price, 1_000), result: first.result }
  const parts = words.toSorted((one, other) => one.part - other.part)
  const prices = parts.find(({ subsetPrices }) => subsetPrices !== null)?.subsetPrices
  if (!prices) throw new Error('a builder without its prices')
  const whole = fraction(prices.at(-1) ?? 0, 1_000)
  if (parts.some(({ result }) => isLost(result))) return { place, price: whole, result: lost }
  const results = parts.flatMap(({ result }) => (result ? [result] : []))
  if (results.length < parts.length) return { place, price: whole, result: null }
  const { price, result } = builderLeg(prices, results)
  return { place, price: fraction(price, 1_000), result }
}

/** An undecided leg counts as won: where even that gives nothing, the bet is lost. */
const factorsOf = ({ sizes, bankers }: BetShape, legs: readonly DecidedLeg[]): Factors => {
  const factor = ({ price, result }: DecidedLeg) => (result ? factorOf(price, result) : price)
  return {
    sizes,
    bankers: legs.filter(({ place }) => bankers.includes(place)).map(factor),
    others: legs.filter(({ place }) => !bankers.includes(place)).map(factor),
  }
}

export function judgeBet(bet: BetShape, words: readonly LegWord[]): JudgedBet {
  const places = [...new Set(words.map(({ place }) => place))].sort((one, other) => one - other)
  const legs = places.map((place) =>
    legOf(
      place,
      words.filter((word) => word.place === place),
    ),
  )
  const factors = factorsOf(bet, legs)
  const isDecided = legs.every(({ result }) => result !== null)
  if (!isDecided && worthOf(factors).num !== 0n) return { kind: 'undecided' }
  const gross = returnOf(bet.stakeOpen, factors)
  const results = legs.map(({ result }) => result ?? lost)
  return {
    ...{ kind: 'decided', gross, results, isVoid: results.every(isVoidResult) },
    returned: bet.isFree ? freeBetReturn(bet.stakeOpen, gross) : gross,
    boost: boostOf(bet.stakeOpen, gross, boostFor(bet, legs)),
    legs: words.flatMap(({ place, part, result, revision }) =>
      result ? [{ place, part, win: result[0], back: result[1], of: result[2], revision }] : [],
    ),
  }
}

/** Percent; never more than was promised when the bet was taken. */
function boostFor({ kind, boostBp }: BetShape, legs: readonly DecidedLeg[]): number {
  if (kind !== 'multiple' || boostBp === 0) return 0
  const percent = boostPercent(legs.map(({ price, result }) => ({ price, result: result ?? lost })))
  return Math.min(percent, Math.floor(boostBp / 100))
}

/** A leg that the step went by has another result now; one that it did not wait for changes nothing. */
export function hasChanged(before: readonly LegRecord[], now: readonly LegRecord[]): boolean {
  const known = new Map(now.map((leg) => [`${leg.place}/${leg.part}`, leg]))
  return before.some(({ place, part, win, back, of }) => {
    const leg = known.get(`${place}/${part}`)
    return !leg || leg.win * of !== win * leg.of || leg.back * of !== back * leg.of
  })
}
