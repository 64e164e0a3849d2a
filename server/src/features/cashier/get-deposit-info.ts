import type { Operation } from '../../context.ts'
import { offerOfDeposit } from '../campaigns/campaigns.ts'
import { unknownTransaction } from './cancel-withdrawal.ts'
import { transactionOf } from './entry.ts'
import { openAction } from './make-deposit.ts'
import { reconcileNow } from './reconcile-open-entries.ts'
import { readOwnEntry, readSteps } from './store.ts'

export const getDepositInfo: Operation<'cashier.getdepositinfo'> = async (ctx, { id }) => {
  const { sql, player, config } = ctx
  const found = await readOwnEntry(sql, player.id, BigInt(id))
  if (!found) throw unknownTransaction()
  // A player who comes back after closing the tab finds the truth, also when the notice got lost.
  const entry = (await reconcileNow(ctx, found.id)) ? ((await readOwnEntry(sql, player.id, found.id)) ?? found) : found
  const steps = await readSteps(sql, entry.id)
  return {
    ...transactionOf(entry, config),
    action: openAction(entry),
    steps: steps.map(({ at, ...step }) => ({ ...step, at: at.toISOString() })),
    back_url: entry.backUrl,
    offer: entry.offerId === null ? null : await offerOfDeposit(ctx, entry.id),
  }
}
