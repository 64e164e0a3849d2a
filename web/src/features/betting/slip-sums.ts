import { type Currency, fromDecimal, toDecimal } from '@croupier/contract/money'
import { totalPriceText } from '@croupier/sportsbook/formats'
import type { Fraction } from '@croupier/sportsbook/fraction'
import { exactPrice } from '@croupier/sportsbook/odds'
import { lost, type Result, won } from '@croupier/sportsbook/result'
import {
  boostOf,
  boostPercent,
  boosts,
  type Factors,
  factorOf,
  freeBetReturn,
  returnOf,
} from '@croupier/sportsbook/settle'
import type { Slip } from '@croupier/sportsbook/slip'
import { minimumStake } from '@croupier/sportsbook/stated'
import type { SlipShape } from './slip-rules.ts'

/** What the typed sum is: the whole stake, or that of each bet in it. */
export const stakeEntries = ['total', 'each'] as const
export type StakeEntry = (typeof stakeEntries)[number]

/** What one press adds, in minor units: about five and ten euros. */
const steps: Record<Currency, readonly [bigint, bigint]> = {
  EUR: [500n, 1_000n],
  USD: [500n, 1_000n],
  GBP: [500n, 1_000n],
  BRL: [2_500n, 5_000n],
  UAH: [25_000n, 50_000n],
  JPY: [500n, 1_000n],
  USDT: [5_000_000n, 10_000_000n],
  FUN: [500n, 1_000n],
}
export const stakeSteps = (currency: Currency): readonly [bigint, bigint] => steps[currency]

/**
 * Spaces mean nothing, as in the cashier. Number pads of half the world have a comma and no point: one with up to two
 * figures behind it cannot be a thousand.
 */
const tidyStake = (typed: string): string =>
  typed.replace(/[\s\u00a0\u202f]/g, '').replace(/^(\d+),(\d{0,2})$/, '$1.$2')

/** Minor units of what was typed; null where it is no sum of this currency. A point that waits for its figures is fine. */
export const stakeMinor = (typed: string, currency: Currency): bigint | null =>
  fromDecimal(tidyStake(typed).replace(/\.$/, ''), currency)

/** One press more. What cannot be read is begun anew. */
export const addStake = (typed: string, step: bigint, currency: Currency): string =>
  shortDecimal((stakeMinor(typed, currency) ?? 0n) + step, currency)

/** A round sum without its zeros, as one would type it. */
export const shortDecimal = (minor: bigint, currency: Currency): string =>
  toDecimal(minor, currency).replace(/\.0+$/, '')

export type StakeFault = 'EMPTY' | 'FORMAT' | 'TOO_SMALL'

/** `shares` are what each bet of singles has, null where it has none and is left out; one bet has one. */
export type StakeRead =
  | { total: bigint; shares: readonly (bigint | null)[]; fault: null }
  | { total: null; shares: readonly (bigint | null)[]; fault: StakeFault }

/** What the house takes at least, for each bet that is asked for. */
export const leastTotal = ({ kind, combinations }: SlipShape, currency: Currency): bigint =>
  minimumStake(currency, kind === 'singles' ? 1 : combinations)

type Shares = StakeRead['shares']
const faulty = (fault: StakeFault, shares: Shares = []): StakeRead => ({ total: null, shares, fault })

export function readStake(typed: string, entry: StakeEntry, shape: SlipShape, currency: Currency): StakeRead {
  const isEmpty = typed.trim() === ''
  const minor = isEmpty ? null : stakeMinor(typed, currency)
  if (minor === null) return faulty(isEmpty ? 'EMPTY' : 'FORMAT')
  const total = entry === 'each' ? minor * BigInt(shape.combinations) : minor
  return total < leastTotal(shape, currency) ? faulty('TOO_SMALL') : { total, shares: [total], fault: null }
}

/** Singles have the common stake, or one of their own. Those without any are left out. */
export function readSingles(typed: readonly string[], shape: SlipShape, currency: Currency): StakeRead {
  const reads = typed.map((each) => readStake(each, 'total', shape, currency))
  const shares = reads.map(({ total }) => total)
  const fault = reads.find((each) => each.fault !== null && each.fault !== 'EMPTY')?.fault
  if (fault) return faulty(fault, shares)
  const total = shares.reduce((sum: bigint, share) => sum + (share ?? 0n), 0n)
  return total === 0n ? faulty('EMPTY', shares) : { total, shares, fault: null }
}

/** The share of one bet, for showing: cut, and whether that is all of it. */
export function shareOf(total: bigint, combinations: number): { minor: bigint; isExact: boolean } {
  const count = BigInt(Math.max(1, combinations))
  return { minor: total / count, isExact: total % count === 0n }
}

const factorsOf = ({ bankers, sizes }: Slip, factors: readonly Fraction[]): Factors => ({
  sizes,
  bankers: factors.filter((_, place) => bankers.includes(place)),
  others: factors.filter((_, place) => !bankers.includes(place)),
})

function returnsWith({ slip }: SlipShape, prices: readonly number[], stake: bigint, results: readonly Result[]) {
  const factors = prices.map((price, place) => factorOf(exactPrice(price), results[place] ?? won))
  return returnOf(stake, factorsOf(slip, factors))
}

export type Possible = {
  /** If every pick wins, without the boost. */
  returned: bigint
  boost: bigint
  percent: number
  /** The least and the most that a system returns where one pick loses and the others win. */
  oneLost: readonly [bigint, bigint] | null
}

/** What one bet returns at these prices: the arithmetic of the house, so that the bet is worth what the slip said. */
export function possibleOf(shape: SlipShape, prices: readonly number[], stake: bigint): Possible {
  const returned = returnsWith(shape, prices, stake, [])
  const percent = shape.kind === 'multiple' ? boostNow(prices) : 0
  const lostOnce = shape.kind === 'system' ? prices.map((_, place) => withLost(shape, prices, stake, place)) : []
  const sorted = lostOnce.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const [least, most] = [sorted[0], sorted.at(-1)]
  return {
    returned,
    boost: boostOf(stake, returned, percent),
    percent,
    oneLost: least === undefined || most === undefined ? null : [least, most],
  }
}

/** Each is a bet of its own, and one leg has no boost. All parts of a builder are one leg too. */
export const singlesPossible = (prices: readonly number[], stakes: readonly (bigint | null)[]): Possible => ({
  returned: prices.reduce(
    (sum, price, at) => sum + returnOf(stakes[at] ?? 0n, { sizes: [1], bankers: [], others: [exactPrice(price)] }),
    0n,
  ),
  boost: 0n,
  percent: 0,
  oneLost: null,
})

/** A bet that the house stakes pays its profit. */
export const freeBetPossible = (possible: Possible, stake: bigint): Possible => ({
  ...possible,
  returned: freeBetReturn(stake, possible.returned),
  oneLost: possible.oneLost && [freeBetReturn(stake, possible.oneLost[0]), freeBetReturn(stake, possible.oneLost[1])],
})

const withLost = (shape: SlipShape, prices: readonly number[], stake: bigint, place: number) =>
  returnsWith(
    shape,
    prices,
    stake,
    prices.map((_, at) => (at === place ? lost : won)),
  )

const wonAt = (price: number) => ({ price: exactPrice(price), result: won })
const boostNow = (prices: readonly number[]) => boostPercent(prices.map(wonAt))
const doesCount = (price: number) => boostPercent([wonAt(price)], [0, 1]) === 1

export type BoostStep = { percent: number; next: { more: number; percent: number } | null }

/** The boost of a multiple at these prices, and how many picks more would raise it. */
export function boostStep(prices: readonly number[]): BoostStep {
  const counted = prices.filter(doesCount).length
  const percent = boostNow(prices)
  const at = boosts.findIndex((share, legs) => legs > counted && share > percent)
  return { percent, next: at < 0 ? null : { more: at - counted, percent: boosts[at] ?? 0 } }
}

export const totalText = (prices: readonly number[]): string => totalPriceText(prices.map(exactPrice))
