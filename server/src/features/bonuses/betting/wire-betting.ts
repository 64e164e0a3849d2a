import type { WireBettingBonus } from '@croupier/contract/methods/bonuses'
import { currencyOf, toWire } from '@croupier/contract/money'
import { amountIn } from '@croupier/contract/promotion-terms'
import { hundredths } from '../wire-bonus.ts'
import { hasMoney, isForOne, isLivingState, isOpenState } from './rules.ts'
import type { BettingRow } from './store.ts'

/** `1800` thousandths → `1.80`, `1805` → `1.805`. */
const oddsText = (thousandths: number | undefined) =>
  thousandths === undefined ? null : (thousandths / 1_000).toFixed(thousandths % 10 === 0 ? 2 : 3)

/** Whether there is something to give back that is not in a bet. */
export const isRemovable = (row: BettingRow): boolean =>
  isLivingState(row.state) && !row.isOver && (row.state !== 'used' || (!isForOne(row) && row.held > 0n))

/** What giving it up would cost now. */
export const lostBy = (row: BettingRow): bigint =>
  row.state === 'issued' && hasMoney(row) ? row.amount : isOpenState(row.state) ? row.held : 0n

/** A betting bonus as its player sees it. By the clock: what is over shows as expired, whatever the job has done. */
export function wireBetting(row: BettingRow, title: string): WireBettingBonus {
  const currency = currencyOf(row)
  const money = (minor: bigint) => toWire(minor, currency)
  const { terms } = row
  const status = row.isOver ? 'expired' : row.state
  const most = amountIn(terms.refund?.max, currency)
  return {
    id: String(row.id),
    title,
    type: row.type,
    status,
    amount: money(row.amount),
    balance: money(row.held),
    min_odds: oddsText(terms.min_odds),
    min_leg_odds: oddsText(terms.min_leg_odds),
    min_legs: terms.min_legs,
    sports: terms.sports,
    wagering: wageringOf(row),
    order: row.type === 'wagering' ? terms.order : null,
    max_conversion: row.maxConversion === null ? null : money(row.maxConversion),
    refund: row.type === 'refund' && terms.refund ? { gives: terms.refund.gives, max: money(most ?? 0n) } : null,
    boosts:
      row.type === 'combo_boost'
        ? terms.boosts.map(({ legs, percent }) => ({ legs, percent: hundredths(percent) }))
        : [],
    on_withdrawal: row.onWithdrawal,
    issued_at: row.issuedAt.toISOString(),
    take_by: row.takeBy.toISOString(),
    activated_at: row.activatedAt?.toISOString() ?? null,
    expires_at: row.expiresAt?.toISOString() ?? null,
    days: terms.days,
    ended_at: row.endedAt?.toISOString() ?? null,
    end_reason: row.endReason,
    end_note: row.endNote,
    slip: status === 'used' ? row.slip : null,
    can_activate: status === 'issued',
    can_remove: isRemovable(row),
    removal: { lost: money(row.isOver ? 0n : lostBy(row)), in_slips: money(row.staked) },
    result: { converted: money(row.converted), forfeited: money(row.forfeited) },
  }
}

function wageringOf(row: BettingRow): WireBettingBonus['wagering'] {
  const { wagering } = row.terms
  if (row.type !== 'wagering' || !wagering) return null
  const currency = currencyOf(row)
  return {
    basis: wagering.basis,
    times: hundredths(wagering.times),
    required: toWire(row.required / 10_000n, currency),
    // Rounded down, so that it is never shown as done before it is.
    done: toWire(row.progress / 10_000n, currency),
    left: toWire((row.required - row.progress + 9_999n) / 10_000n, currency),
    percent: row.required === 0n ? 100 : Number((row.progress * 100n) / row.required),
  }
}
