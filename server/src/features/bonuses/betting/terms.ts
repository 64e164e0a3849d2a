import { amountIn, type BettingTerms } from '@croupier/contract/promotion-terms'
import type { NewBetting } from './store.ts'

/** What terms mean in one currency. Pure. */

const daySeconds = 86_400

/** `times` is in hundredths. The remainder is the player's. */
const timesOf = (amount: bigint, times: number) => (amount * BigInt(times)) / 100n

/** What it gives; nothing for a refund that watches and for a boost; null where its currency is not offered. */
export function bettingAmount(terms: BettingTerms, currency: string): bigint | null {
  if (terms.type === 'combo_boost') return 0n
  if (terms.type === 'refund') return amountIn(terms.refund?.max, currency) === null ? null : 0n
  const amount = amountIn(terms.amount, currency)
  return amount !== null && amount > 0n ? amount : null
}

/** The most that it can cost; null where its currency is not offered. What a boost costs has no end. */
export const bettingWorth = (terms: BettingTerms, currency: string): bigint | null =>
  terms.type === 'refund' ? amountIn(terms.refund?.max, currency) : bettingAmount(terms, currency)

function requirementOfBetting({ wagering }: BettingTerms, amount: bigint, deposit: bigint): bigint {
  if (!wagering) return 0n
  const basis = { bonus: amount, deposit, both: amount + deposit }[wagering.basis]
  return timesOf(basis, wagering.times) * 10_000n
}

function capOfBetting({ max_conversion: cap }: BettingTerms, currency: string, amount: bigint): bigint | null {
  if (!cap) return null
  if ('times' in cap && typeof cap.times === 'number') return timesOf(amount, cap.times)
  const text = Object.entries(cap).find(([code]) => code === currency)?.[1]
  return typeof text === 'string' ? amountIn({ [currency]: text }, currency) : null
}

type Fixed = Pick<
  NewBetting,
  | 'type'
  | 'currency'
  | 'amount'
  | 'depositAmount'
  | 'required'
  | 'maxConversion'
  | 'onWithdrawal'
  | 'lifeSeconds'
  | 'takeSeconds'
>

/** Everything that is fixed when it is issued. */
export function fixBetting(
  terms: BettingTerms,
  { currency, amount, deposit = 0n }: { currency: string; amount: bigint; deposit?: bigint },
): Fixed {
  const isWagered = terms.type === 'wagering'
  return {
    type: terms.type,
    currency,
    amount,
    depositAmount: deposit,
    required: isWagered ? requirementOfBetting(terms, amount, deposit) : 0n,
    maxConversion: isWagered ? capOfBetting(terms, currency, amount) : null,
    onWithdrawal: terms.on_withdrawal,
    lifeSeconds: terms.days * daySeconds,
    takeSeconds: terms.take_days * daySeconds,
  }
}
