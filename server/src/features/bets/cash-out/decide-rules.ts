import type { CashOutWorth } from '@croupier/contract/bet-record'
import { Refusal } from '@croupier/contract/refusals'
import { isCashOutPart, partOfValue } from '@croupier/sportsbook/cash-out'
import { latestDecisionSeconds } from '@croupier/sportsbook/stated'
import type { CashOutRow, RunningRow } from './cash-out-store.ts'
import type { MarketStops, Worth } from './worth-rules.ts'

/** Whether a bet is bought back. Pure. */

export const cashOutRefusal = (reason: Uppercase<string>, data: Record<string, unknown> = {}) =>
  new Refusal(`InvalidParameter:${reason}`, { message: `The bet was not cashed out: ${reason}`, data })

/** What the house would give: of all that runs, when that was the bet's last step. */
export type CashOutOffer = { steps: number; value: bigint; worth: CashOutWorth | null }

/** What it would give at this moment. */
export const offerNow = (
  { steps }: Pick<RunningRow, 'steps'>,
  { value, made }: Extract<Worth, { value: bigint }>,
): CashOutOffer => ({ steps, value, worth: made })

/** `changed`: it is worth less by now, or is another bet. */
export type CashOutNo = Refusal | 'changed'

export type Sold = {
  part: bigint
  value: bigint
  whole: bigint
  /** What the whole was made of. */
  worth: CashOutWorth | null
  delaySeconds: number
  stops: readonly MarketStops[]
}

/** The bet is locked, and is worth that now. The house pays what it said where that is no more than the bet is worth. */
export function decideCashOut(
  bet: Pick<RunningRow, 'state' | 'steps' | 'stakeOpen'>,
  worth: Worth,
  { offer, part: asked, minimum }: { offer: CashOutOffer; part: bigint | null; minimum: bigint },
): Sold | CashOutNo {
  const part = asked ?? bet.stakeOpen
  if (bet.state !== 'open' && bet.state !== 'pending') return cashOutRefusal('BET_CLOSED', { state: bet.state })
  if ('cause' in worth) return cashOutRefusal('CASHOUT_UNAVAILABLE', { cause: worth.cause })
  if (bet.steps !== offer.steps) return 'changed'
  if (!isCashOutPart(part, bet.stakeOpen, minimum)) return cashOutRefusal('CASHOUT_PART')
  if (worth.value < offer.value) return 'changed'
  const value = partOfValue(offer.value, part, bet.stakeOpen)
  if (value < 1n) return cashOutRefusal('CASHOUT_PART')
  const { delaySeconds, stops } = worth
  return { part, value, whole: offer.value, worth: offer.worth, delaySeconds, stops }
}

type Waited = Pick<CashOutRow, 'kind' | 'steps' | 'whole' | 'decideMs' | 'stops'>

/** A cash-out that waited is judged once more. Null is a yes, `changed` as above. */
export function decideWaited(
  bet: Pick<RunningRow, 'state' | 'steps' | 'autoTarget'>,
  waited: Waited,
  { worth, nowMs, stops }: { worth: Worth; nowMs: number; stops: ReadonlyMap<string, number> },
): CashOutNo | null {
  if (bet.state !== 'open') return cashOutRefusal('BET_CLOSED', { state: bet.state })
  if (nowMs > waited.decideMs + latestDecisionSeconds * 1_000) return cashOutRefusal('TIMED_OUT')
  // Before all else that may have changed: whichever side it would have suited, what waited ends alike.
  if (waited.stops.some((then) => stops.get(then.market) !== then.stops))
    return cashOutRefusal('CASHOUT_UNAVAILABLE', { cause: 'SUSPENDED' })
  if ('cause' in worth) return cashOutRefusal('CASHOUT_UNAVAILABLE', { cause: worth.cause })
  if (bet.steps !== waited.steps || worth.value < waited.whole) return 'changed'
  // Its player may have taken the target back meanwhile, or set a higher one.
  if (waited.kind === 'auto' && (bet.autoTarget === null || waited.whole < bet.autoTarget))
    return cashOutRefusal('AUTO_TARGET')
  return null
}
