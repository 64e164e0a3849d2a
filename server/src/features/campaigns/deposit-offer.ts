import type { OfferReason } from '@croupier/contract/promotions'
import { wrongField } from '@croupier/contract/refusals'
import type { JobContext, Tx } from '../../context.ts'
import { lockPlayer, readStanding } from '../account/account.ts'
import { bettingHouse, bonusHouse, machineOf, readBonus } from '../bonuses/bonuses.ts'
import { endPack } from '../freespins/freespins.ts'
import { tellPromotion } from '../limits/limits.ts'
import { giveWaiting } from './activate.ts'
import * as store from './claim-store.ts'
import { ClaimRefused, issue, offerRefused, promise, promisedRewards, releaseClaim } from './claims.ts'
import { readPlayerFacts } from './facts.ts'
import { findOffer } from './offers.ts'
import type { LiveOffer } from './rules.ts'

/** A deposit as the cashier has it. */
export type OfferDeposit = {
  entryId: bigint
  playerId: bigint
  currency: string
  amount: bigint
  /** What comes into the purse: the amount without its fee. */
  credited: bigint
  method: string
  /** Deposits that were paid before this one. */
  deposits: number
}

/** Inside the transaction that begins the deposit, behind its gate: a place is kept, or the deposit is not begun. */
export async function promiseWithDeposit(tx: Tx, offerId: string, deposit: OfferDeposit): Promise<void> {
  const offer = await findOffer(tx, offerId)
  if (offer?.terms.action !== 'deposit') {
    throw wrongField('UNKNOWN_OFFER', 'campaign_offer_id', 'No such offer for this player')
  }
  try {
    await promiseFor(tx, offer, deposit)
  } catch (error) {
    throw error instanceof ClaimRefused ? offerRefused(error.no, 'campaign_offer_id') : error
  }
}

async function promiseFor(tx: Tx, offer: LiveOffer, deposit: OfferDeposit): Promise<bigint> {
  const { playerId, deposits } = deposit
  return promise(tx, { offer, playerId, known: await readPlayerFacts(tx, playerId, { deposits }), deposit })
}

/** The deposit failed or was cancelled: the place is free again. The player is locked. */
export async function releaseWithDeposit(tx: Tx, entryId: bigint): Promise<void> {
  const claim = await store.readClaimOfEntry(tx, entryId)
  if (claim?.state === 'promised') await releaseClaim(tx, claim.id, 'DEPOSIT_ENDED')
}

/** Asked under the player's lock: what went back since its news was sent brings nothing. */
type PaidDeposit = OfferDeposit & { isStillPaid: (tx: Tx) => Promise<boolean> }

type SettleContext = Pick<JobContext, 'sql' | 'begin' | 'content' | 'announce' | 'config'>

/**
 * After the money is in the purse, in transactions of its own: a fault of promotions never holds up a credit. What was
 * promised is given, once, however often this is called; what was released meanwhile is claimed anew or told as missed.
 */
export async function issuePromised(ctx: SettleContext, deposit: PaidDeposit, offerId: string | null): Promise<void> {
  const { playerId, deposits, isStillPaid } = deposit
  const isLate = await ctx.begin(async (tx) => {
    await lockPlayer(tx, playerId)
    if (!(await isStillPaid(tx))) return false
    await store.writeDeposits(tx, playerId, deposits + 1)
    return keepPromise(ctx, tx, deposit)
  })
  if (isLate && offerId !== null) await claimLate(ctx, offerId, deposit)
  await giveWaiting(ctx, playerId)
}

/** True where nothing is promised with this deposit, and nothing was said about it. */
async function keepPromise(
  ctx: SettleContext,
  tx: Tx,
  { entryId, playerId, credited }: OfferDeposit,
): Promise<boolean> {
  const claim = await store.readClaimOfEntry(tx, entryId)
  if (claim === undefined || claim.state === 'released') return true
  if (claim.state !== 'promised') return false
  const { isExcluded, isDeleted } = await readStanding(tx, playerId)
  if (isExcluded || isDeleted) await releaseClaim(tx, claim.id, 'NOT_AVAILABLE', 'refused')
  else await issue(ctx, tx, claim.id, credited)
  return false
}

/** The promise was over when the money came. A no of the first transaction leaves nothing behind, so it is told in a second. */
async function claimLate(ctx: SettleContext, offerId: string, deposit: PaidDeposit): Promise<void> {
  const { playerId, entryId, credited } = deposit
  const isOpen = async (tx: Tx) => {
    await lockPlayer(tx, playerId)
    if (!(await deposit.isStillPaid(tx))) return false
    const claim = await store.readClaimOfEntry(tx, entryId)
    return claim === undefined || claim.state === 'released'
  }
  try {
    await ctx.begin(async (tx) => {
      if (!(await isOpen(tx))) return
      const offer = await findOffer(tx, offerId)
      if (!offer) throw new ClaimRefused('OVER')
      await issue(ctx, tx, await promiseFor(tx, offer, deposit), credited)
    })
  } catch (error) {
    if (!(error instanceof ClaimRefused)) throw error
    const { reason } = error.no
    await ctx.begin(async (tx) => {
      if (await isOpen(tx)) await tellMissed(tx, offerId, deposit, reason)
    })
  }
}

async function tellMissed(tx: Tx, offerId: string, deposit: OfferDeposit, reason: OfferReason): Promise<void> {
  const { playerId, entryId, currency, amount } = deposit
  const offer = await findOffer(tx, offerId)
  await store.addClaim(tx, {
    offer: offerId,
    campaign: offer?.campaign ?? '',
    playerId,
    place: `missed:${entryId}`,
    state: 'refused',
    reason,
    version: offer?.version ?? '',
    rewards: offer ? promisedRewards(offer) : [],
    currency,
    reserved: 0n,
    codeId: null,
    entryId,
    depositAmount: amount,
  })
  // Where nothing may be offered, nothing is said of it.
  if (reason !== 'NOT_AVAILABLE') await tellPromotion(tx, playerId, 'offerMissed')
}

/** The provider took the deposit back: what came with it ends. A completed bonus stays completed, and what spins have won is won. */
export function depositTakenBack(ctx: SettleContext, entryId: bigint): Promise<void> {
  return ctx.begin(async (tx) => {
    const seen = await store.readClaimOfEntry(tx, entryId)
    if (!seen) return
    await lockPlayer(tx, seen.playerId)
    const claim = await store.readClaim(tx, seen.id)
    if (claim.state === 'promised') await releaseClaim(tx, claim.id, 'DEPOSIT_ENDED')
    for (const { kind, id } of claim.given) {
      if (kind === 'betting_bonus') await endBetting(tx, BigInt(id))
      if (kind === 'freespins') await endPack(tx, claim.playerId, BigInt(id))
      const bonus = kind === 'bonus' ? await readBonus(tx, BigInt(id)) : undefined
      if (!bonus || bonus.endedAt !== null) continue
      await bonusHouse.end(tx, bonus, { state: 'removed', reason: 'deposit' }, await machineOf(ctx))
    }
  })
}

/** What is for one bet and in it stays there: the bet was made. Of money to be wagered, what is in no bet goes. */
async function endBetting(tx: Tx, id: bigint): Promise<void> {
  const bonus = await bettingHouse.read(tx, id)
  if (bonus && bettingHouse.canEnd(bonus)) await bettingHouse.end(tx, bonus, { state: 'removed', reason: 'deposit' })
}

/** So long a place is kept for money that does not come. */
const promiseHours = 72
const most = 200

export async function releaseStalePromises(ctx: Pick<JobContext, 'sql' | 'begin'>): Promise<void> {
  for (const { id, playerId } of await store.readStalePromises(ctx.sql, promiseHours, most)) {
    await ctx.begin(async (tx) => {
      await lockPlayer(tx, playerId)
      await releaseClaim(tx, id, 'TOO_LATE')
    })
  }
}

/** Deposits that were paid before anything was promised with them. The player is locked. */
export const noteDeposits = (tx: Tx, playerId: bigint, deposits: number) => store.writeDeposits(tx, playerId, deposits)
