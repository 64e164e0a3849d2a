import { currencyOf } from '@croupier/contract/money'
import type { JobContext } from '../../context.ts'
import { applyProviderUpdate } from './apply-provider-update.ts'
import { readEntry } from './store.ts'

/** Sends back what came too late to fit the player's own limit. It never was in a purse, so no purse moves. */
export async function refundWanted(ctx: JobContext, { entryId }: { entryId: string }): Promise<void> {
  const entry = await readEntry(ctx.sql, BigInt(entryId))
  if (entry?.reason !== 'LIMIT_EXCEEDED' || entry.providerRef === null) return
  const provider = ctx.payments.get(entry.provider)
  if (!provider) throw new Error('a provider that is not here any more')
  const { id, providerRef: ref, amount, currency } = entry
  await provider.refund({ entryId: id, ref, amount, currency: currencyOf(entry) })
  const update = { direction: 'deposit', entryId: id, ref, state: 'refunded', amount, currency } as const
  await applyProviderUpdate(ctx, entry.provider, { ...update, reason: 'RETURNED_TO_SOURCE' }, null)
}
