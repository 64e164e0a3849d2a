/**
 * The formula of cashback: pure, in minor units, the same for the closing of a period, for the estimate and for the page
 * that explains it. `/verify-cashback.mjs` computes it once more without us.
 */

/** The version that a sheet names: what a period was closed with is computed with it for ever. In the first one bets on sports counted as play in the casino did. */
export const cashbackFormula = 2

/** What moved in the player's own purse within a period, each above zero. */
export const cashbackSums = ['stakes', 'wins', 'rollbacks_in', 'rollbacks_out', 'jackpots', 'conversions'] as const
export type CashbackSum = (typeof cashbackSums)[number]
export type CashbackSums = Record<CashbackSum, bigint>

/** What moves money of bets on sports. */
const betScope = 'bet-step'

/** Which sum a line of the purse belongs to; null for what is no play in the casino, such as a deposit or a bet. */
export function cashbackSumOf(
  { scope, reason, isIn }: { scope: string; reason: string; isIn: boolean },
  formula: number,
): CashbackSum | null {
  if (formula > 1 && scope === betScope) return null
  if (reason === 'rollback') return isIn ? 'rollbacks_in' : 'rollbacks_out'
  // A bet that is void gives its stake back, and one that is cashed out is not won, but over.
  if (reason === 'void') return isIn ? 'rollbacks_in' : null
  if (reason === 'stake') return isIn ? null : 'stakes'
  if (!isIn) return null
  if (reason === 'win' || reason === 'cashout') return 'wins'
  if (reason === 'jackpot') return 'jackpots'
  return reason === 'conversion' ? 'conversions' : null
}

export const cashbackLoss = (sums: CashbackSums): bigint =>
  sums.stakes - sums.wins - sums.rollbacks_in + sums.rollbacks_out - sums.jackpots - sums.conversions

export type CashbackRule = {
  /** Parts of 10,000. */
  rate: number
  /** Less than this is not paid. */
  least: bigint | null
  most: bigint | null
}

/** Rounded down once, then capped; zero where there was no loss or too little of it. */
export function cashbackAmount(loss: bigint, { rate, least, most }: CashbackRule): bigint {
  if (loss <= 0n) return 0n
  const share = (loss * BigInt(rate)) / 10_000n
  const capped = most !== null && share > most ? most : share
  return least !== null && capped < least ? 0n : capped
}

/** The rate of the highest level that the player has reached; null where even the lowest asks for more. */
export function cashbackRate(rates: readonly { level: number; rate: number }[], level: number): number | null {
  const reached = rates.filter((each) => each.level <= level)
  return (
    reached.reduce<{ level: number; rate: number } | null>(
      (best, each) => (best === null || each.level > best.level ? each : best),
      null,
    )?.rate ?? null
  )
}

/** `750` parts of 10,000 → `7.5`. */
export const percentText = (rate: number): string => String(rate / 100)
