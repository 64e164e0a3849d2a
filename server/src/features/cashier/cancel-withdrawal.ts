import { Refusal, wrongField } from '@croupier/contract/refusals'
import type { Operation } from '../../context.ts'
import { lockPlayer } from '../account/account.ts'
import { notePayoutCancelled } from '../limits/limits.ts'
import { transactionOf } from './entry.ts'
import { returnHold } from './ledger.ts'
import { mayCancel } from './rules.ts'
import * as store from './store.ts'

/** Another player's is like one that never was. */
export const unknownTransaction = () => wrongField('UNKNOWN_TRANSACTION', 'id', 'No such transaction of this player')

export const cancelWithdrawal: Operation<'cashier.cancelwithdrawal'> = (ctx, { id }) =>
  ctx.begin(async (tx) => {
    const { player, config } = ctx
    await lockPlayer(tx, player.id)
    const own = await store.readOwnEntry(tx, player.id, BigInt(id))
    if (own?.type !== 'withdrawal') throw unknownTransaction()
    const entry = await store.lockEntry(tx, own.id)
    // Asked twice: it is cancelled, as was wished.
    if (entry.status === 'cancelled') return { transaction: transactionOf(entry, config) }
    if (!mayCancel(entry, config.jurisdiction)) {
      throw new Refusal('WithdrawalDeclined', {
        message: 'This payout cannot be taken back any more',
        data: { status: entry.status },
      })
    }
    await returnHold(ctx, tx, entry, { status: 'cancelled', reason: 'CANCELLED_BY_PLAYER', actor: 'player' })
    await notePayoutCancelled(tx, player.id)
    return { transaction: transactionOf(await store.lockEntry(tx, entry.id), config) }
  })
