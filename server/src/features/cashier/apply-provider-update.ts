import { type EntryReason, entryReasons } from '@croupier/contract/cashier'
import { Refusal } from '@croupier/contract/refusals'
import type { JobContext, Tx } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import { readNow } from '../../db/db.ts'
import type { ProviderUpdate } from '../../ports/payments.ts'
import { lockPlayer, readStanding, setHasDeposited } from '../account/account.ts'
import { depositTakenBack, issuePromised, releaseWithDeposit } from '../campaigns/campaigns.ts'
import { dropUse, gate, noteDeclinedDeposit, noteUse } from '../limits/limits.ts'
import { credit, mainBalance, returnHold, settlePayout, takeBack, useKey } from './ledger.ts'
import { addProviderNotice, isNoticeKnown } from './notice-store.ts'
import { notifyPaid } from './notify-payout.ts'
import { contradicts, statusSaid, type Verdict, verdictOn } from './rules.ts'
import { saveSource } from './save-source.ts'
import * as store from './store.ts'

export type UpdateContext = Pick<
  JobContext,
  'sql' | 'begin' | 'announce' | 'i18n' | 'content' | 'config' | 'keys' | 'log'
>

/** An update of which we may not know the provider's own name for the payment. */
type EntryUpdate = Omit<ProviderUpdate, 'ref'> & { ref: string | null }

/**
 * The one place where what a provider said becomes a state: notices, answers and reconciliation all come here. The
 * stored amount is the truth; an update that says otherwise, comes late or comes twice is noted and changes nothing.
 */
export async function applyProviderUpdate(
  ctx: UpdateContext,
  provider: string,
  update: EntryUpdate,
  noticeId: string | null,
): Promise<Verdict> {
  const found = isId(update.entryId) ? await store.readEntry(ctx.sql, update.entryId) : undefined
  const verdict = await ctx.begin(async (tx) => {
    if (found) await lockPlayer(tx, found.playerId)
    if (noticeId !== null && (await isNoticeKnown(tx, provider, noticeId))) return 'repeated'
    const made = found ? await applyLocked(ctx, tx, found.id, provider, update) : 'unknown entry'
    if (noticeId !== null) {
      const said = {
        ...update,
        entryId: String(update.entryId),
        amount: update.amount?.toString() ?? null,
        source: undefined,
      }
      await addProviderNotice(tx, { provider, noticeId, entryId: found?.id ?? null, said, verdict: made })
    }
    return made
  })
  if (contradicts(verdict)) {
    ctx.log.warn(
      { provider, entryId: String(update.entryId), state: update.state, verdict },
      'a payment provider said what cannot be',
    )
  }
  return verdict
}

/** What a column of ids can hold. */
const isId = (id: bigint) => id > 0n && id < 2n ** 63n

async function applyLocked(
  ctx: UpdateContext,
  tx: Tx,
  id: bigint,
  provider: string,
  update: EntryUpdate,
): Promise<Verdict> {
  const entry = await store.lockEntry(tx, id)
  const verdict = verdictOn(entry, provider, update)
  if (contradicts(verdict)) return verdict
  if (update.ref !== null && entry.providerRef === null) {
    if (await store.isRefTaken(tx, provider, update.ref, id)) return 'not allowed'
    await store.writeRef(tx, id, update.ref)
  }
  if (verdict !== 'applied') return verdict
  await (entry.type === 'deposit' ? applyToDeposit(ctx, tx, entry, update) : applyToPayout(ctx, tx, entry, update))
  await tellPlayer(tx, entry.playerId, 'cashier')
  return 'applied'
}

async function applyToDeposit(ctx: UpdateContext, tx: Tx, entry: store.Entry, update: EntryUpdate): Promise<void> {
  const { id, playerId } = entry
  const status = statusSaid('deposit', update.state)
  const step = { status, reason: update.reason, actor: 'provider' } as const
  if (status === 'paid') return applyPaid(ctx, tx, entry, update)
  if (status === 'refunded') {
    if (entry.status === 'paid') {
      await recallPayouts(ctx, tx, entry)
      const { missing } = await takeBack(tx, entry)
      if (missing > 0n) {
        ctx.log.warn({ entryId: String(id), missing: String(missing) }, 'a deposit was taken back after it was spent')
      }
    }
    await store.moveEntry(tx, id, { ...step, reason: update.reason || 'RETURNED_TO_SOURCE' })
    if (entry.offerId !== null) await ctx.announce(tx, 'deposit.refunded', { entryId: String(id) })
  } else {
    await store.moveEntry(tx, id, step)
    if (status === 'failed') await noteDeclinedDeposit(tx, playerId)
    // Only a claim is ended here, and only where there is one: nothing that could hold up an update.
    if (entry.offerId !== null && status !== 'pending') await releaseWithDeposit(tx, id)
  }
  // What did not come, or went back, no longer counts against the limit.
  if (status !== 'pending') await dropUse(tx, { playerId, key: useKey('deposit', id) })
}

/**
 * A deposit is taken back while the player's money is held for payouts: those that the provider was not asked for yet
 * end, newest first, until there is enough. Else the same money would leave the house twice.
 */
async function recallPayouts(ctx: UpdateContext, tx: Tx, deposit: store.Entry): Promise<void> {
  const wanted = deposit.amount - deposit.fee
  for (const payout of await store.readRecallable(tx, deposit)) {
    if ((await mainBalance(tx, deposit)) >= wanted) return
    await returnHold(ctx, tx, payout, { status: 'declined', reason: 'RULES_BROKEN', actor: 'house' })
  }
}

async function applyPaid(ctx: UpdateContext, tx: Tx, entry: store.Entry, update: EntryUpdate): Promise<void> {
  const { id, playerId, amount } = entry
  const isOver = entry.status === 'failed' || entry.status === 'cancelled'
  const isLate = isOver || (await isOld(tx, entry))
  // What was reserved when it began may have left the window since: else many could wait and arrive on one day.
  if (isLate) await dropUse(tx, { playerId, key: useKey('deposit', id) })
  if (isLate && !(await fitsLimit(ctx, tx, entry))) {
    const status = isOver ? entry.status : 'failed'
    await store.moveEntry(tx, id, { status, reason: 'LIMIT_EXCEEDED', actor: 'house' })
    if (entry.offerId !== null) await releaseWithDeposit(tx, id)
    await ctx.announce(tx, 'refund.wanted', { entryId: String(id) })
    return
  }
  if (isLate) await noteUse(tx, { playerId, kind: 'deposit', amountMinor: amount, key: useKey('deposit', id) })
  await credit(tx, entry)
  await store.moveEntry(tx, id, { status: 'paid', reason: '', actor: 'provider' })
  await saveSource(ctx, tx, entry, update.source)
  const { hasDeposited } = await readStanding(tx, playerId)
  if (!hasDeposited) {
    await setHasDeposited(tx, playerId)
    await tellPlayer(tx, playerId, 'account')
  }
  await ctx.announce(tx, 'deposit.paid', { entryId: String(id) })
}

/** Heard after the money is in the purse: what was promised with it is given. */
export async function depositPaid(ctx: JobContext, { entryId }: { entryId: string }): Promise<void> {
  const entry = await store.readEntry(ctx.sql, BigInt(entryId))
  // One that went back meanwhile is another listener's matter.
  if (entry?.status !== 'paid') return
  const { id, playerId, currency, amount, fee, method, offerId } = entry
  const deposits = (await store.countPaidDeposits(ctx.sql, playerId)) - 1
  const isStillPaid = async (tx: Tx) => (await store.readEntry(tx, id))?.status === 'paid'
  await issuePromised(
    ctx,
    { entryId: id, playerId, currency, amount, credited: amount - fee, method, deposits, isStillPaid },
    offerId === 'none' ? null : offerId,
  )
}

export const depositRefunded = (ctx: JobContext, { entryId }: { entryId: string }): Promise<void> =>
  depositTakenBack(ctx, BigInt(entryId))

/** The shortest window of a limit: what began within it is still counted. */
const longestWaitMs = 86_400_000

const isOld = async (tx: Tx, { createdAt }: store.Entry): Promise<boolean> =>
  (await readNow(tx)).getTime() - createdAt.getTime() >= longestWaitMs

/** A ban or an exclusion since does not matter: the money is here, it is the player's, and it can be taken out. */
async function fitsLimit(
  { config }: UpdateContext,
  tx: Tx,
  { playerId, amount, currency }: store.Entry,
): Promise<boolean> {
  // An account that changed its currency meanwhile has no purse that anybody would see it in.
  if ((await readStanding(tx, playerId)).currency !== currency) return false
  try {
    await gate(tx, { playerId, want: 'deposit', amountMinor: amount, jurisdiction: config.jurisdiction })
    return true
  } catch (error) {
    if (!Refusal.is(error)) throw error
    return error.type !== 'BillingDepositLimitExceeded'
  }
}

async function applyToPayout(ctx: UpdateContext, tx: Tx, entry: store.Entry, update: EntryUpdate): Promise<void> {
  if (statusSaid('withdrawal', update.state) === 'declined') {
    return returnHold(ctx, tx, entry, {
      status: 'declined',
      reason: update.reason || 'PROVIDER_ERROR',
      actor: 'provider',
    })
  }
  await settlePayout(tx, entry)
  await store.moveEntry(tx, entry.id, { status: 'paid', reason: '', actor: 'provider' })
  await notifyPaid(ctx, tx, entry)
}

const isReason = (word: string | undefined): word is EntryReason => entryReasons.some((each) => each === word)

/** Why an adapter said no, in the words of our list. */
export const reasonSaid = ({ reason }: Pick<Refusal, 'reason'>): EntryReason =>
  isReason(reason) && reason !== '' ? reason : 'DECLINED_BY_BANK'
