import { randomUUID } from 'node:crypto'
import { depositSum, minorOf } from '@croupier/contract/cashier'
import { localePath } from '@croupier/contract/locales'
import type { DepositAction } from '@croupier/contract/methods/cashier'
import { currencyOf } from '@croupier/contract/money'
import { paths } from '@croupier/contract/paths'
import { Refusal } from '@croupier/contract/refusals'
import { pagePath } from '@croupier/contract/safe-path'
import type { Operation, PlayerContext, Tx } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import { isKycBlocking, lockPlayer, readStanding } from '../account/account.ts'
import { promiseWithDeposit } from '../campaigns/campaigns.ts'
import { gate, noteUse } from '../limits/limits.ts'
import { applyProviderUpdate, reasonSaid } from './apply-provider-update.ts'
import {
  bodyHashes,
  checkPaymentChoice,
  type PaymentChoice,
  promised,
  rangeData,
  sameEntry,
  wrongFields,
} from './check-payment-choice.ts'
import { transactionOf } from './entry.ts'
import { useKey } from './ledger.ts'
import { feeFor } from './methods.ts'
import { maskValues, openValues, sealValues } from './requisites.ts'
import * as store from './store.ts'

export const makeDeposit: Operation<'cashier.makedeposit'> = async (ctx, input) => {
  const { player, sql, config } = ctx
  const hashes = bodyHashes(ctx, promised(input))
  const key = input.key ?? randomUUID()
  const known = sameEntry(await store.findByKey(sql, player.id, 'deposit', key), hashes)
  const entry = known ?? (await beginEntry(ctx, input, key, hashes))
  // Known to the provider, or over: the same answer again.
  if (entry.action !== null || entry.status !== 'created') return answer(entry, config)
  return answer(await askProvider(ctx, entry), config)
}

const answer = (entry: store.Entry, config: PlayerContext['config']) => ({
  transaction: transactionOf(entry, config),
  action: openAction(entry),
})

/** How the player goes on; nothing once it is over. */
export const openAction = ({ status, action }: store.Entry): DepositAction | null =>
  status === 'created' || status === 'pending' ? action : null

type Input = Parameters<Operation<'cashier.makedeposit'>>[1]

async function beginEntry(ctx: PlayerContext, input: Input, key: string, hashes: readonly Buffer[]) {
  const offerId = ['', 'none'].includes(input.campaign_offer_id ?? '') ? null : (input.campaign_offer_id ?? null)
  const choice = await checkPaymentChoice(ctx, 'deposit', input)
  const reason = depositSum(input.amount, choice.range)
  if (reason) throw wrongFields({ amount: [reason] }, rangeData(choice.range))
  const amount = minorOf(input.amount, choice.currency)
  return ctx.begin(async (tx) => {
    await lockPlayer(tx, ctx.player.id)
    const known = sameEntry(await store.findByKey(tx, ctx.player.id, 'deposit', key), hashes)
    if (known) return known
    // The account may have got another currency a moment ago; from here on the reserved room keeps it.
    const { currency } = await readStanding(tx, ctx.player.id)
    if (currency !== choice.currency) throw wrongFields({ currency: ['UNKNOWN_VALUE'] })
    await gateDeposit(ctx, tx, amount)
    const [bodyHash] = hashes
    if (!bodyHash) throw new Error('a key without its body')
    const fee = feeFor(choice.way, amount)
    const id = await store.addEntry(tx, {
      ...storedPart(ctx, choice),
      type: 'deposit',
      status: 'created',
      amount,
      fee,
      offerId,
      backUrl: pagePath(input.back_url),
      key,
      bodyHash,
    })
    await store.addStep(tx, id, { status: 'created', reason: '', actor: 'player' })
    if (offerId !== null) {
      const deposit = { entryId: id, playerId: ctx.player.id, currency, amount, credited: amount - fee }
      const deposits = await store.countPaidDeposits(tx, ctx.player.id)
      await promiseWithDeposit(tx, offerId, { ...deposit, method: choice.method.sysname, deposits })
    }
    await noteUse(tx, { playerId: ctx.player.id, kind: 'deposit', amountMinor: amount, key: useKey('deposit', id) })
    await tellPlayer(tx, ctx.player.id, 'cashier')
    return store.lockEntry(tx, id)
  })
}

export const storedPart = (
  ctx: PlayerContext,
  { method, provider, currency, fields, values, saved }: PaymentChoice,
) => ({
  playerId: ctx.player.id,
  method: method.sysname,
  provider: provider.name,
  currency,
  requisites: saved ? { [fields[0]?.sysname ?? 'account']: saved.mask } : maskValues(fields, values),
  requisitesSealed: Object.keys(values).length === 0 ? null : sealValues(values, ctx.player.id, ctx.keys.documentKey),
  requisiteId: saved?.id ?? null,
  domain: new URL(ctx.config.origin).host,
})

/** Bans, exclusions and the player's own limit; where the rules ask for it, the identity as well. */
async function gateDeposit({ player, config }: PlayerContext, tx: Tx, amountMinor: bigint): Promise<void> {
  const { jurisdiction } = config
  await gate(tx, { playerId: player.id, want: 'deposit', amountMinor, jurisdiction }).catch((error: unknown) => {
    if (!Refusal.is(error) || error.type !== 'BillingDepositLimitExceeded') throw error
    throw new Refusal('BillingDepositLimitExceeded', {
      message: error.message,
      fields: { amount: ['TOO_LARGE'] },
      ...(error.data && { data: error.data }),
    })
  })
  if (isKycBlocking(player.standing, jurisdiction)) {
    throw new Refusal('KycUserProfile', { message: 'The identity has to be verified before money is paid in' })
  }
}

/** Outside of any transaction: the provider may take its time, and may have taken the call though its answer was lost. */
async function askProvider(ctx: PlayerContext, entry: store.Entry): Promise<store.Entry> {
  const provider = ctx.payments.get(entry.provider)
  if (!provider) throw new Refusal('BillingUnavailable', { message: 'This site has no such provider' })
  const { id: entryId, method, amount } = entry
  const begun = await provider
    .begin({
      entryId,
      method,
      amount,
      currency: currencyOf(entry),
      requisites: openValues(entry.requisitesSealed, entry.playerId, ctx.keys.documentKey),
      locale: ctx.locale,
      returnUrls: await returnUrls(ctx, entryId),
    })
    .catch((error: unknown) => giveUp(ctx, entry, error))
  return ctx.begin(async (tx) => {
    await lockPlayer(tx, entry.playerId)
    const now = await store.lockEntry(tx, entryId)
    // Its notice may have been faster than its answer.
    if (now.providerRef === null) await store.writeRef(tx, entryId, begun.ref)
    if (now.action === null) await store.writeAction(tx, entryId, begun.action)
    if (now.status === 'created')
      await store.moveEntry(tx, entryId, { status: 'pending', reason: '', actor: 'provider' })
    await tellPlayer(tx, entry.playerId, 'cashier')
    return store.lockEntry(tx, entryId)
  })
}

/** A clear no ends the entry. Otherwise it is not known: it stays, and the regular look at open entries finds out. */
async function giveUp(ctx: PlayerContext, entry: store.Entry, error: unknown): Promise<never> {
  if (!Refusal.is(error)) throw error
  const said = { message: error.message, data: { ...error.data, transaction: Number(entry.id) } }
  if (error.type === 'BillingUnavailable') throw new Refusal('BillingUnavailable', said)
  if (error.type === 'BillingServiceError') throw new Refusal('BillingServiceError', said)
  const { id: entryId, currency } = entry
  const reason = reasonSaid(error)
  const no = { direction: 'deposit', entryId, ref: null, state: 'failed', reason, amount: null, currency } as const
  await applyProviderUpdate(ctx, entry.provider, no, null)
  if (error.type !== 'BillingTransactionDeclined') throw error
  throw new Refusal('BillingTransactionDeclined', said)
}

/** Our own outcome pages; they show what is stored, whatever address the browser was sent to. */
async function returnUrls({ config, locale, i18n }: PlayerContext, entryId: bigint) {
  const { defaultLocale } = await i18n.locales()
  const at = (path: string) => config.origin + localePath(locale, defaultLocale, path)
  const id = String(entryId)
  return {
    success: at(paths.paySuccess(id)),
    fail: at(paths.payFail(id)),
    cancel: at(paths.payCancel(id)),
    pending: at(paths.payPending(id)),
  }
}
