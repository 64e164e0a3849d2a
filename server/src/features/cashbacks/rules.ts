import {
  type CashbackRule,
  type CashbackSum,
  type CashbackSums,
  cashbackAmount,
  cashbackLoss,
  cashbackRate,
  cashbackSumOf,
  cashbackSums,
} from '@croupier/contract/cashback'
import { amountIn, type CashbackTerms } from '@croupier/contract/promotion-terms'

/** What a player gets back of a period. Pure: the same for the closing and for the estimate. */

type LineSum = { scope: string; reason: string; isIn: boolean; amount: bigint; count: number }

const bySum = <T>(value: (name: CashbackSum) => T): Record<CashbackSum, T> => ({
  stakes: value('stakes'),
  wins: value('wins'),
  rollbacks_in: value('rollbacks_in'),
  rollbacks_out: value('rollbacks_out'),
  jackpots: value('jackpots'),
  conversions: value('conversions'),
})

/** The lines of the purse by what they are for the formula. */
export function sumsOf(
  lines: readonly LineSum[],
  formula: number,
): { sums: CashbackSums; counts: Record<CashbackSum, number> } {
  const own = (name: CashbackSum) => lines.filter((line) => cashbackSumOf(line, formula) === name)
  return {
    sums: bySum((name) => own(name).reduce((sum, { amount }) => sum + amount, 0n)),
    counts: bySum((name) => own(name).reduce((sum, { count }) => sum + count, 0)),
  }
}

export const mapSums = <T>(sums: CashbackSums, change: (amount: bigint) => T): Record<CashbackSum, T> =>
  bySum((name) => change(sums[name]))

export const hasPlayed = (sums: CashbackSums): boolean => cashbackSums.some((name) => sums[name] > 0n)

/** What these terms say to a player of this level; null where they are not for it, or not in its currency. */
export function ruleFor(
  { rates, least, most }: Pick<CashbackTerms, 'rates' | 'least' | 'most'>,
  { level, currency }: { level: number; currency: string },
): CashbackRule | null {
  const rate = cashbackRate(rates, level)
  const named = (amounts: CashbackTerms['least']) => amountIn(amounts, currency)
  // A currency that is not named is not offered; where none is named there is no bound.
  const isOffered = [least, most].every((amounts) => Object.keys(amounts).length === 0 || named(amounts) !== null)
  return rate === null || !isOffered ? null : { rate, least: named(least), most: named(most) }
}

export type Reckoned = CashbackRule & { loss: bigint; amount: bigint }

export function reckon(sums: CashbackSums, rule: CashbackRule): Reckoned {
  const loss = cashbackLoss(sums)
  return { ...rule, loss, amount: cashbackAmount(loss, rule) }
}

/** How a period that is over goes on. What is owed to an excluded player is paid by itself. */
export function stateAfterClosing(
  amount: bigint,
  { claim_hours }: Pick<CashbackTerms, 'claim_hours'>,
  isExcluded: boolean,
): 'none' | 'paid_out' | 'active' {
  if (amount === 0n) return 'none'
  return isExcluded || claim_hours === 0 ? 'paid_out' : 'active'
}
