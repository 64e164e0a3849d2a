import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '@croupier/contract/refusals'
import type { JobContext } from '../../context.ts'
import type { ProviderUpdate } from '../../ports/payments.ts'
import { applyProviderUpdate } from './apply-provider-update.ts'
import { addProviderNotice } from './notice-store.ts'
import { claimOne, claimOpen, type OpenEntry } from './open-store.ts'
import { payoutApproved, refundWanted } from './pay-out.ts'
import { contradicts } from './rules.ts'

const portion = 25
/** A run is shorter than the queue's patience; what is left is still due in the next. */
const runMs = 60_000
/** How long a player's page waits for a provider; what comes later is heard all the same. */
const pageMs = 2_500

/**
 * Asks the providers how open entries stand: a notice may be lost, and so may the process between two steps. Claims are
 * short and for one node, the asking is outside of every transaction, and the update goes where every update goes.
 */
export async function reconcileOpenEntries(ctx: JobContext): Promise<void> {
  const asked = new Set(ctx.payments.keys())
  const until = performance.now() + runMs
  while (asked.size > 0 && performance.now() < until) {
    const entries = await claimOpen(ctx.sql, [...asked], portion)
    await Promise.all(
      entries.map(async (entry) => {
        // A provider that is away is asked again in the next run, and keeps no other entry waiting in this one.
        if (!(await askSafely(ctx, entry))) asked.delete(entry.provider)
      }),
    )
    if (entries.length < portion) return
  }
}

/**
 * The player looks at an open entry: the provider is asked at once, so that one who closed the tab finds the truth
 * when back. True when something may have changed.
 */
export async function reconcileNow(ctx: JobContext, entryId: bigint): Promise<boolean> {
  const entry = await claimOne(ctx.sql, entryId)
  if (!entry) return false
  return Promise.race([askSafely(ctx, entry), sleep(pageMs, false, { ref: false })])
}

/** False when the provider could not be heard; whatever else goes wrong is one entry's matter and leaves the others. */
async function askSafely(ctx: JobContext, entry: OpenEntry): Promise<boolean> {
  try {
    await ask(ctx, entry)
    if (entry.isStale) {
      const { id, provider, status } = entry
      ctx.log.warn({ entryId: String(id), provider, status }, 'an entry has been open for more than a day')
    }
    return true
  } catch (error) {
    const name = Refusal.is(error) ? error.type : error instanceof Error ? error.name : 'unknown'
    ctx.log.warn(
      { entryId: String(entry.id), provider: entry.provider, name },
      'an open entry could not be asked about',
    )
    return name !== 'BillingUnavailable'
  }
}

/** What cannot be is for the operator to read, also when no notice came and the provider said it when asked. */
async function hear(ctx: JobContext, name: string, update: ProviderUpdate): Promise<void> {
  const verdict = await applyProviderUpdate(ctx, name, update, null)
  if (!contradicts(verdict)) return
  const { entryId, amount, currency, state, ref } = update
  const said = { entryId: String(entryId), amount: amount?.toString() ?? null, currency, state, ref }
  const noticeId = `asked:${entryId}:${state}:${amount}:${currency}`
  await ctx.begin((tx) => addProviderNotice(tx, { provider: name, noticeId, entryId, said, verdict }))
}

async function ask(ctx: JobContext, entry: OpenEntry): Promise<void> {
  const { id: entryId, type: direction, status, provider: name, currency, providerRef: ref } = entry
  // The job that should have sent it got lost.
  if (status === 'approved') return payoutApproved(ctx, { entryId: String(entryId) })
  // The job that should have sent it back gave up.
  if (status === 'failed' || status === 'cancelled') return refundWanted(ctx, { entryId: String(entryId) })
  const provider = ctx.payments.get(name)
  if (!provider) return
  const update = await provider.ask({ direction, entryId, ref })
  if (update) {
    await hear(ctx, name, update)
  } else if (status === 'sent') {
    // It was about to be sent when the process ended. The provider knows our id, so it cannot be paid twice.
    await payoutApproved(ctx, { entryId: String(entryId) })
  } else if (status === 'created' && entry.isExpired) {
    const over = { direction, entryId, ref: null, state: 'failed', reason: 'EXPIRED', amount: null, currency } as const
    await applyProviderUpdate(ctx, name, over, null)
  }
}
