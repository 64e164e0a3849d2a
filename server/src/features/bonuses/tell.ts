import { currencyOf, toWire, writeMoney } from '@croupier/contract/money'
import type { BonusEndReason } from '@croupier/contract/promotions'
import type { JobContext, Tx } from '../../context.ts'
import { dayText } from '../../day-text.ts'
import { lockPlayer } from '../account/account.ts'
import { tellPromotion, tellPromotions } from '../limits/limits.ts'
import { type BonusRow, claimEnding, claimOutcome, playersWithEnding } from './store.ts'

/** News of bonuses, each in the transaction of what it is about. */

const money = (bonus: Pick<BonusRow, 'currency'>, amount: bigint) => writeMoney(toWire(amount, currencyOf(bonus)))

/** Granted, and waits for a yes. */
export const tellReady = (tx: Tx, bonus: Pick<BonusRow, 'playerId' | 'currency' | 'amount' | 'takeBy'>) =>
  tellPromotion(tx, bonus.playerId, 'bonusReady', { amount: money(bonus, bonus.amount), date: dayText(bonus.takeBy) })

export const tellOpened = (tx: Tx, bonus: Pick<BonusRow, 'playerId' | 'currency' | 'amount' | 'expiresAt'>) =>
  tellPromotion(tx, bonus.playerId, 'bonusOpened', {
    amount: money(bonus, bonus.amount),
    date: dayText(bonus.expiresAt),
  })

/** Only what the player did not do itself: its time was over, or the house took it back. */
export async function tellEnded(
  tx: Tx,
  bonuses: readonly BonusRow[],
  { reason, words }: { reason: BonusEndReason | 'expired'; words: string },
): Promise<void> {
  if (reason === 'expired')
    await tellPromotions(
      tx,
      'bonusExpired',
      bonuses.map((bonus) => ({ playerId: bonus.playerId, params: { amount: money(bonus, bonus.amount) } })),
    )
  else if (reason === 'operator' || reason === 'deposit')
    await tellPromotions(
      tx,
      'bonusRevoked',
      bonuses.map(({ playerId }) => ({ playerId, params: { reason, words } })),
    )
}

/** A stake completed or lost it; heard of afterwards, and told once. The player is locked. */
export async function tellOutcome(tx: Tx, id: bigint): Promise<void> {
  const ended = await claimOutcome(tx, id)
  if (!ended) return
  if (ended.state === 'lost') await tellPromotion(tx, ended.playerId, 'bonusLost')
  else await tellPromotion(tx, ended.playerId, 'bonusCompleted', { amount: money(ended, ended.converted) })
}

const most = 200

/** Every minute: bonuses that end in three days, and again in one. */
export async function tellEndingBonuses(ctx: Pick<JobContext, 'sql' | 'begin'>): Promise<void> {
  for (const playerId of await playersWithEnding(ctx.sql, most)) {
    await ctx.begin(async (tx) => {
      await lockPlayer(tx, playerId)
      for (const bonus of await claimEnding(tx, playerId)) {
        const left = (bonus.required - bonus.progress + 9_999n) / 10_000n
        await tellPromotion(tx, playerId, 'bonusEnding', { date: dayText(bonus.expiresAt), left: money(bonus, left) })
      }
    })
  }
}
