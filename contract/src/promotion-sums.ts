import type { OfferReason, wagerBases } from './promotions.ts'

/**
 * What an offer comes to for one deposit. The deposit page shows it as it is typed and the server gives it, so both run
 * these. Amounts are minor units; every division leaves the remainder where the comment says.
 */

export type RewardSums = {
  /** Parts of 10,000 of what is credited; null for a fixed amount. */
  percent: bigint | null
  fixed: bigint | null
  /** Null: no cap. */
  max: bigint | null
}

/** The bonus of a deposit, rounded down to the minor unit, or the fixed one; null where nothing comes of it. */
export function bonusOfDeposit({ percent, fixed, max }: RewardSums, credited: bigint): bigint | null {
  const part = percent === null ? (fixed ?? 0n) : (credited * percent) / 10_000n
  const amount = percent !== null && max !== null && part > max ? max : part
  return amount > 0n ? amount : null
}

export type WagerRule = { basis: (typeof wagerBases)[number] /** In hundredths. */; times: bigint }

/** What has to be wagered, rounded down: the remainder is the player's. */
export function wagerOfBonus({ basis, times }: WagerRule, { bonus, credited }: { bonus: bigint; credited: bigint }) {
  return ({ bonus, deposit: credited, both: bonus + credited }[basis] * times) / 100n
}

type DepositRule = { excludedMethods: readonly string[] /** Null: any amount. */; min: bigint | null }

/** What speaks against an offer with this deposit, whoever makes it. An amount that is not known yet speaks against none. */
export function againstDeposit(
  { excludedMethods, min }: DepositRule,
  { amount, method }: { amount: bigint | null; method: string },
): Extract<OfferReason, 'METHOD_EXCLUDED' | 'AMOUNT_TOO_SMALL'> | null {
  if (excludedMethods.includes(method)) return 'METHOD_EXCLUDED'
  return min !== null && amount !== null && amount < min ? 'AMOUNT_TOO_SMALL' : null
}
