import { currencyOf } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import type { JobContext } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import { lockPlayer } from '../account/account.ts'
import { applyProviderUpdate, reasonSaid } from './apply-provider-update.ts'
import { openValues } from './requisites.ts'
import { givenAmount } from './rules.ts'
import * as store from './store.ts'
import { isSwitchedOff } from './switch-store.ts'

/**
 * Gives an approved payout to its provider. It is marked as sent, in a transaction of its own, before the provider is
 * asked: from then on neither player nor operator can take it back, and only the provider's update ends it. Running
 * twice asks twice with the same id, which the provider takes for one payout.
 */
export async function payoutApproved(ctx: JobContext, { entryId }: { entryId: string }): Promise<void> {
  const entry = await markSent(ctx, BigInt(entryId))
  const provider = entry && ctx.payments.get(entry.provider)
  if (!entry || !provider) return
  const { id, playerId, method, currency } = entry
  const requisites = openValues(entry.requisitesSealed, playerId, ctx.keys.documentKey)
  // The fee is ours: the player gets what is left.
  const payout = { entryId: id, method, amount: givenAmount(entry), currency: currencyOf(entry), requisites }
  try {
    const { ref } = await provider.pay(payout)
    await keepRef(ctx, entry, ref)
  } catch (error) {
    // Not a clear no: it may have been taken. The queue asks again, and so does the regular look at open entries.
    if (!Refusal.is(error) || error.type === 'BillingUnavailable' || error.type === 'BillingServiceError') throw error
    const reason = reasonSaid(error)
    const no = { direction: 'withdrawal', entryId: id, ref: null, state: 'failed', amount: null, currency } as const
    await applyProviderUpdate(ctx, entry.provider, { ...no, reason }, null)
  }
}

/** Null where there is nothing to send: taken back, declined or paid meanwhile, or the way is switched off. */
const markSent = (ctx: JobContext, id: bigint): Promise<store.Entry | null> =>
  ctx.begin(async (tx) => {
    const found = await store.readEntry(tx, id)
    if (found?.type !== 'withdrawal') return null
    await lockPlayer(tx, found.playerId)
    const entry = await store.lockEntry(tx, id)
    if (entry.status === 'sent') return entry.providerRef === null ? entry : null
    if (entry.status !== 'approved' || !ctx.payments.has(entry.provider)) return null
    if (await isSwitchedOff(tx, entry.provider, 'withdrawal')) return null
    await store.moveEntry(tx, id, { status: 'sent', reason: '', actor: 'house' })
    await tellPlayer(tx, entry.playerId, 'cashier')
    return store.lockEntry(tx, id)
  })

const keepRef = ({ begin }: JobContext, { id, playerId, provider }: store.Entry, ref: string) =>
  begin(async (tx) => {
    await lockPlayer(tx, playerId)
    const { providerRef } = await store.lockEntry(tx, id)
    if (providerRef === null && !(await store.isRefTaken(tx, provider, ref, id))) await store.writeRef(tx, id, ref)
  })

/** Sends back what came too late to fit the player's own limit. It never was in a purse, so no purse moves. */
export async function refundWanted(ctx: JobContext, { entryId }: { entryId: string }): Promise<void> {
  const entry = await store.readEntry(ctx.sql, BigInt(entryId))
  if (entry?.reason !== 'LIMIT_EXCEEDED' || entry.providerRef === null) return
  const provider = ctx.payments.get(entry.provider)
  if (!provider) throw new Error('a provider that is not here any more')
  const { id, providerRef: ref, amount, currency } = entry
  await provider.refund({ entryId: id, ref, amount, currency: currencyOf(entry) })
  const update = { direction: 'deposit', entryId: id, ref, state: 'refunded', amount, currency } as const
  await applyProviderUpdate(ctx, entry.provider, { ...update, reason: 'RETURNED_TO_SOURCE' }, null)
}
