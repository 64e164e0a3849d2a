import { randomUUID } from 'node:crypto'
import { type EntryReason, minorOf, payoutSum } from '@croupier/contract/cashier'
import { type Currency, toWire } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import type { Operation, PlayerContext, Tx } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import { lockPlayer } from '../account/account.ts'
import { refuseEnded } from '../auth/auth.ts'
import { burnBonuses, readBurns, type WireBurn } from '../bonuses/bonuses.ts'
import { noteUse } from '../limits/limits.ts'
import { balancesOf } from '../wallet/wallet.ts'
import { checkDetails, refuseDetails } from './check-details.ts'
import {
  bodyHashes,
  checkPaymentChoice,
  type PaymentChoice,
  promised,
  sameEntry,
  wrongFields,
} from './check-payment-choice.ts'
import { transactionOf } from './entry.ts'
import { holdPayout, useKey } from './ledger.ts'
import { storedPart } from './make-deposit.ts'
import { feeFor } from './methods.ts'
import { readPayoutFacts } from './payout-facts.ts'
import { readOwnRequisite } from './requisite-store.ts'
import { mostOpenPayouts, payoutNo, waitsForDetails } from './rules.ts'
import * as store from './store.ts'

export const makeWithdrawal: Operation<'cashier.makewithdrawal'> = async (ctx, input) => {
  const { player, sql, config } = ctx
  // A yes to lost bonuses is no part of it: asked again after an answer that was lost, there are none left to ask about.
  const hashes = bodyHashes(ctx, promised(input))
  const key = input.key ?? randomUUID()
  const known = sameEntry(await store.findByKey(sql, player.id, 'withdrawal', key), hashes)
  if (known) return { transaction: transactionOf(known, config) }
  const choice = await checkPaymentChoice(ctx, 'payout', input)
  const { main } = await readMoneyOf(ctx, choice.currency)
  const amount = amountOf(input.amount, choice, main)
  const wish = { amount, range: choice.range }
  const no = payoutNo(await readPayoutFacts(sql, player.id), wish)
  if (no) throw no
  if (amount > main) throw insufficient(main, choice.currency)
  if (!input.burn_bonuses) refuseBurning(await readBurns(ctx))
  // Asks the password and the provider, so it stands outside of the transaction and before it.
  const requisiteId = await checkDetails(ctx, choice, input.password)
  const entry = await ctx.begin(async (tx) => {
    await lockPlayer(tx, player.id)
    const again = sameEntry(await store.findByKey(tx, player.id, 'withdrawal', key), hashes)
    if (again) return again
    await refuseEnded(tx, player.sessionId)
    await refuseStill(tx, player.id, wish)
    if (!input.burn_bonuses) refuseBurning(await readBurns({ ...ctx, sql: tx }))
    const [bodyHash] = hashes
    if (!bodyHash) throw new Error('a key without its body')
    const reason = await reasonToWait(tx, player.id, requisiteId)
    const fee = feeFor(choice.way, amount)
    const id = await store.addEntry(tx, {
      ...storedPart(ctx, choice),
      requisiteId,
      type: 'withdrawal',
      status: 'review',
      reason,
      amount,
      fee,
      key,
      bodyHash,
    })
    await store.addStep(tx, id, { status: 'review', reason, actor: 'player' })
    const added = await store.lockEntry(tx, id)
    await burnBonuses(ctx, tx, player.id)
    if (!(await holdPayout(tx, added)))
      throw insufficient((await readMoneyOf({ ...ctx, sql: tx }, choice.currency)).main, choice.currency)
    await noteUse(tx, { playerId: player.id, kind: 'withdrawal', amountMinor: amount, key: useKey('withdrawal', id) })
    await tellPlayer(tx, player.id, 'cashier')
    return added
  })
  return { transaction: transactionOf(entry, config) }
}

/** A sum in the form of one; whether it fits is said later, after what weighs more. */
function amountOf(text: string, { range, currency, way }: PaymentChoice, available: bigint): bigint {
  const reason = payoutSum(text, { ...range, available })
  if (reason && reason !== 'TOO_SMALL' && reason !== 'TOO_LARGE') throw wrongFields({ amount: [reason] })
  if (text.length > 18) throw wrongFields({ amount: ['TOO_LARGE'] })
  const amount = minorOf(text, currency)
  // Nothing would be left of it.
  if (feeFor(way, amount) >= amount) throw wrongFields({ amount: ['TOO_SMALL'] })
  return amount
}

/**
 * Under the lock, where details cannot change: accepted ones want nothing more, refused ones get nothing, and while they
 * are being checked the payout is kept and waits. One at a time: a second would only lie beside it.
 */
async function reasonToWait(tx: Tx, playerId: bigint, requisiteId: bigint): Promise<EntryReason> {
  const details = await readOwnRequisite(tx, playerId, requisiteId)
  if (!details) throw new Error('details that are gone')
  if (details.state === 'verified') return ''
  refuseDetails(details.state)
  const open = await store.lockPayoutsTo(tx, playerId, requisiteId)
  if (!open.some(waitsForDetails)) return 'DETAILS_CHECKING'
  throw new Refusal('RequisitesOnVerification', { message: 'A payout to these details waits for them already' })
}

/** Once more under the lock: two payouts at once cannot both use the last of a limit. */
async function refuseStill(tx: Tx, playerId: bigint, wish: Parameters<typeof payoutNo>[1]): Promise<void> {
  const facts = await readPayoutFacts(tx, playerId)
  const no = payoutNo(facts, wish)
  if (no) throw no
  if (facts.openCount < mostOpenPayouts) return
  throw new Refusal('WithdrawalDeclined', {
    message: 'Too many payouts are on their way already',
    data: { most_open: mostOpenPayouts },
  })
}

export async function readMoneyOf({ sql, player }: Pick<PlayerContext, 'sql' | 'player'>, currency: Currency) {
  const balances = await balancesOf(sql, player.id)
  const of = (kind: string) =>
    balances.find((purse) => purse.kind === kind && purse.currency === currency)?.balance ?? 0n
  return { main: of('main'), held: of('withdrawal_hold') }
}

function refuseBurning(burns: readonly WireBurn[]): void {
  if (burns.length === 0) return
  throw new Refusal('InvalidParameter:BURN_BONUSES', {
    message: 'Active bonuses would be lost: ask first, then send burn_bonuses=1',
    fields: { burn_bonuses: ['BURN_BONUSES'] },
    data: { burns },
  })
}

const insufficient = (available: bigint, currency: Currency) =>
  new Refusal('InvalidParameter:INSUFFICIENT_FUNDS', {
    message: 'There is not so much',
    fields: { amount: ['INSUFFICIENT_FUNDS'] },
    data: { available_amount: toWire(available, currency) },
  })
