import { currencyOf } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import type { JobContext } from '../../context.ts'
import { lockPlayer } from '../account/account.ts'
import { reasonSaid } from './apply-provider-update.ts'
import { returnHold } from './ledger.ts'
import { cashierMethodNamed } from './methods.ts'
import { claimWaiting } from './open-store.ts'
import { isUsedByOthers } from './requisite-store.ts'
import { openValues, printsOf } from './requisites.ts'
import { waitsForDetails } from './rules.ts'
import { keepVerdict } from './settle-details.ts'
import * as store from './store.ts'

const portion = 25

/**
 * Payouts whose details a provider wanted to look at: it is asked again, ever more seldom, and what it says lets them go
 * on or gives them back. Details that two players gave are the operator's, and are left alone here.
 */
export async function reconsiderDetails(ctx: JobContext): Promise<void> {
  const waiting = await claimWaiting(ctx.sql, [...ctx.payments.keys()], portion)
  // At once: a provider that is slow about one keeps neither the others waiting nor what else the minute brings.
  await Promise.all(waiting.map(({ id }) => lookSafely(ctx, id)))
}

async function lookSafely(ctx: JobContext, id: bigint): Promise<void> {
  try {
    await look(ctx, id)
  } catch (error) {
    // One payout's matter: it is asked again.
    const name = Refusal.is(error) ? error.type : error instanceof Error ? error.name : 'unknown'
    ctx.log.warn({ entryId: String(id), name }, 'the details of a payout could not be asked about')
  }
}

async function look(ctx: JobContext, id: bigint): Promise<void> {
  const { sql, keys, payments } = ctx
  const entry = await store.readEntry(sql, id)
  const provider = entry && payments.get(entry.provider)
  if (!entry || !provider || entry.requisiteId === null) return
  const { playerId, requisiteId, method } = entry
  const fields = cashierMethodNamed(method)?.payout?.fields ?? []
  const requisites = openValues(entry.requisitesSealed, playerId, keys.documentKey)
  const prints = printsOf(fields, requisites, keys.documentKey)
  if (!prints || (await isUsedByOthers(sql, playerId, prints))) return
  try {
    const said = await provider.checkPayee({ method, currency: currencyOf(entry), requisites })
    await ctx.begin(async (tx) => {
      await lockPlayer(tx, playerId)
      await keepVerdict(ctx, tx, { playerId, requisiteId, prints, said: said === 'ok' ? 'verified' : said })
    })
  } catch (error) {
    if (!Refusal.is(error) || error.type !== 'BillingTransactionDeclined') throw error
    await giveBack(ctx, entry, reasonSaid(error))
  }
}

/** The provider cannot pay there at all. */
const giveBack = (ctx: JobContext, { id, playerId }: store.Entry, reason: ReturnType<typeof reasonSaid>) =>
  ctx.begin(async (tx) => {
    await lockPlayer(tx, playerId)
    const entry = await store.lockEntry(tx, id)
    if (waitsForDetails(entry)) await returnHold(ctx, tx, entry, { status: 'declined', reason, actor: 'provider' })
  })
