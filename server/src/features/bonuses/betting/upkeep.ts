import type { BonusEndReason } from '@croupier/contract/promotions'
import type { JobContext, Tx } from '../../../context.ts'
import { endDue } from '../../../end-due.ts'
import { lockPlayers } from '../../account/account.ts'
import { endBetting } from './machine.ts'
import { hasMoney, isForOne, isLivingState } from './rules.ts'
import { type BettingRow, playersWithDueBetting, readLivingBetting } from './store.ts'

/** What the clock, a break, another currency and a payout do to betting bonuses. */

/** Every minute: what is over ends. */
export const endDueBetting = (ctx: Pick<JobContext, 'sql' | 'begin'>): Promise<void> =>
  endDue({
    find: (page) => playersWithDueBetting(ctx.sql, page),
    end: (playerIds) =>
      ctx.begin(async (tx) => {
        await lockPlayers(tx, playerIds)
        for (const playerId of playerIds) {
          for (const bonus of await readLivingBetting(tx, playerId)) {
            if (bonus.isOver) await endBetting(tx, bonus, { state: 'expired' })
          }
        }
      }),
  })

/** What is for one bet and in it stays: that bet was made, and its result is the player's. */
export const canEndBetting = (bonus: BettingRow): boolean =>
  isLivingState(bonus.state) && (bonus.state !== 'used' || !isForOne(bonus))
const canEnd = (bonus: BettingRow) => !bonus.isOver && canEndBetting(bonus)

export async function endLivingBetting(
  tx: Tx,
  playerId: bigint,
  reason: BonusEndReason,
  isMeant: (bonus: BettingRow) => boolean = () => true,
): Promise<void> {
  for (const bonus of await readLivingBetting(tx, playerId)) {
    if (canEnd(bonus) && isMeant(bonus)) await endBetting(tx, bonus, { state: 'removed', reason })
  }
}

/** What a payout would end: money with terms that say so. */
export const isBurningBetting = (bonus: BettingRow): boolean =>
  canEnd(bonus) && hasMoney(bonus) && bonus.onWithdrawal === 'forfeit'
