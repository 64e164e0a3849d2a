import { type Fraction, floor, fraction, times } from './fraction.ts'
import type { Chance } from './odds.ts'
import { type Factors, worthOf } from './settle.ts'

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
