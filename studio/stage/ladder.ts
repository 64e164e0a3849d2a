import type { GameFacts } from '@croupier/contract/methods/rounds'
import { fromDecimal, isCurrency, type WireMoney } from '@croupier/contract/money'

export type Ladder = { min: bigint; max: bigint; step: bigint; rungs: readonly bigint[] }

/** What may be staked, as numbers; rungs above the greatest stake fall away. */
export function ladderOf({ currency, stakes }: Pick<GameFacts, 'currency' | 'stakes'>): Ladder {
  const read = (text: string) => (isCurrency(currency) ? (fromDecimal(text, currency) ?? 0n) : 0n)
  const [min, max] = [read(stakes.min), read(stakes.max)]
  const rungs = stakes.ladder.map(read).filter((rung) => rung >= min && rung <= max)
  return { min, max, step: read(stakes.step) || 1n, rungs: rungs.length > 0 ? rungs : [min] }
}

/** The nearest stake that is allowed, never more than was asked for unless that is too little. */
export function fitted(amount: bigint, { min, max, step }: Ladder): bigint {
  if (amount <= min) return min
  if (amount >= max) return max
  return min + ((amount - min) / step) * step
}

export const above = (stake: bigint, { rungs, max }: Ladder): bigint => rungs.find((rung) => rung > stake) ?? max

export const under = (stake: bigint, { rungs, min }: Ladder): bigint => rungs.findLast((rung) => rung < stake) ?? min

/** Five units to begin with, or what the balance allows. */
export function firstStake(ladder: Ladder, balance: bigint): bigint {
  const wish = ladder.min * 5n
  return fitted(wish <= balance ? wish : ladder.min, ladder)
}

/** The stake of the last time, as far as this game and this balance still allow it; null where the first one stands. */
export function keptStake(
  kept: WireMoney | null,
  { currency, stakes, balance }: Pick<GameFacts, 'currency' | 'stakes' | 'balance'>,
): bigint | null {
  if (!kept || kept.currency !== currency || !isCurrency(currency)) return null
  const amount = fromDecimal(kept.amount, currency)
  const left = fromDecimal(balance.amount, currency)
  if (amount === null || left === null) return null
  const stake = fitted(amount, ladderOf({ currency, stakes }))
  return stake <= left ? stake : null
}
