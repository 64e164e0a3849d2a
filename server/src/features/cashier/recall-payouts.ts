import type { Tx } from '../../context.ts'
import { mainBalance } from './ledger.ts'
import type { NotifyContext } from './notify-payout.ts'
import { returnHold } from './return-hold.ts'
import { type Entry, readRecallable } from './store.ts'

/**
 * A deposit is taken back while the player's money is held for payouts: those that the provider was not asked for yet
 * end, newest first, until there is enough. Else the same money would leave the house twice.
 */
export async function recallPayouts(ctx: NotifyContext, tx: Tx, deposit: Entry): Promise<void> {
  const wanted = deposit.amount - deposit.fee
  for (const payout of await readRecallable(tx, deposit)) {
    if ((await mainBalance(tx, deposit)) >= wanted) return
    await returnHold(ctx, tx, payout, { status: 'declined', reason: 'RULES_BROKEN', actor: 'house' })
  }
}
