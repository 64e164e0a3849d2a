import { builderLeg, leftOfBuilder } from './builder.ts'
import { type Fraction, floor, fraction, times } from './fraction.ts'
import { type Chance, exactPrice } from './odds.ts'
import { lost, type Result } from './result.ts'
import { type Factors, factorOf, worthOf } from './settle.ts'

/** The stated share of its present worth that a bet is bought back for; less where chances had to be guessed. */
export const cashOutShares = { before: 9850, live: 9650, guessed: 50 } as const

/** The factor that an undecided leg stands for: at the price that was taken and the chances of now. */
export const expectedFactor = ({ num, den }: Fraction, { win, back }: Chance): Fraction =>
  fraction(BigInt(win) * num + BigInt(back) * den, 1_000_000_000n * den)

/** Never above what the bet may still return; null where there is nothing to pay. */
export function cashOutValue(stake: bigint, now: Factors, atBest: Factors, share: number): bigint | null {
  const open = fraction(stake)
  const value = floor(times(times(open, worthOf(now)), fraction(share, 10_000)))
  const possible = floor(times(open, worthOf(atBest)))
  if (value > possible) return possible < 1n ? null : possible
  return value < 1n ? null : value
}

/** A part is a sum of stake: at least one unit, and what runs on is still a bet. */
export const isCashOutPart = (part: bigint, stake: bigint, minimum: bigint): boolean =>
  part === stake || (part >= 1n && part <= stake - minimum)

export const partOfValue = (value: bigint, part: bigint, stake: bigint): bigint => (value * part) / stake

/** A leg at this moment: decided, or with the chances that it has now. The price is the one that was taken. */
export type LegNow = { price: Fraction } & ({ result: Result } | { chance: Chance })

/** `bankers` are places of its legs. The boost is no part of it: that is paid for a bet that is played to its end. */
export type BetNow = {
  /** What of the stake still runs. */
  stake: bigint
  sizes: readonly number[]
  bankers: readonly number[]
  legs: readonly LegNow[]
}

/** What a bet is bought back for; null where that is nothing. */
export function valueNow({ stake, sizes, bankers, legs }: BetNow, share: number): bigint | null {
  const factors = (undecided: (price: Fraction, chance: Chance) => Fraction): Factors => {
    const all = legs.map((leg) =>
      'result' in leg ? factorOf(leg.price, leg.result) : undecided(leg.price, leg.chance),
    )
    return {
      sizes,
      bankers: all.filter((_, place) => bankers.includes(place)),
      others: all.filter((_, place) => !bankers.includes(place)),
    }
  }
  return cashOutValue(
    stake,
    factors(expectedFactor),
    factors((price) => price),
    share,
  )
}

/** A builder: void parts have left it, and what is still open of it happens together with the chance `joint`. */
export function builderNow(prices: readonly number[], parts: readonly (Result | null)[], joint: number): LegNow {
  if (parts.some((result) => result !== null && result[0] === 0 && result[1] === 0))
    return { price: exactPrice(prices.at(-1) ?? 0), result: lost }
  const results = parts.flatMap((result): Result[] => (result ? [result] : []))
  if (results.length === parts.length) {
    const { price, result } = builderLeg(prices, results)
    return { price: exactPrice(price), result }
  }
  return { price: exactPrice(leftOfBuilder(prices, parts).price), chance: { win: joint, back: 0 } }
}

/** Where a feed tells no chances: what the prices of the market say, brought to a whole. Rounded down. */
export function guessedChances(prices: readonly number[]): Chance[] {
  const inverse = prices.map((price) => (price > 0 ? 1_000_000_000_000_000_000n / BigInt(price) : 0n))
  const whole = inverse.reduce((sum, each) => sum + each, 0n)
  return inverse.map((each) => ({ win: whole === 0n ? 0 : Number((each * 1_000_000_000n) / whole), back: 0 }))
}
