import type { OfferReason, PromoCodeError } from '@croupier/contract/promotions'
import type { JobContext, Tx } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import { lockPlayer } from '../account/account.ts'
import { addClaim, type Given, readKnown } from './claim-store.ts'
import { ClaimRefused, issue, promise } from './claims.ts'
import { type CodeRow, countUses } from './code-store.ts'
import { type PlayerFacts, readPlayerFacts, useOf } from './facts.ts'
import type { FoundCode } from './find-code.ts'
import { findOffer } from './offers.ts'
import type { GiveContext } from './rewards.ts'
import { judgeOffer, type LiveOffer } from './rules.ts'

export type Activated =
  | { kind: 'given'; offer: LiveOffer; given: readonly Given[] }
  /** Remembered: it comes with the next deposit. */
  | { kind: 'taken'; offer: LiveOffer }
  /** Remembered too, but a deposit has to be paid first. */
  | { kind: 'waiting'; offer: LiveOffer }

/** Thrown: the transaction leaves nothing behind. */
export class CodeRefused extends Error {
  readonly code: PromoCodeError

  constructor(code: PromoCodeError) {
    super(code)
    this.code = code
  }
}

const errors: Record<OfferReason, PromoCodeError> = {
  NOT_STARTED: 'INVALID',
  OVER: 'EXPIRED',
  COUNTRY: 'NOT_FOR_YOU',
  CURRENCY: 'NOT_FOR_YOU',
  NEED_DEPOSIT: 'NEED_DEPOSIT',
  DEPOSIT_NUMBER: 'NOT_FOR_YOU',
  AMOUNT_TOO_SMALL: 'NEED_DEPOSIT',
  METHOD_EXCLUDED: 'NEED_DEPOSIT',
  NEED_CONTACT: 'NEED_CONTACT',
  NEED_PROFILE: 'NEED_PROFILE',
  NEED_VERIFICATION: 'NEED_VERIFICATION',
  LEVEL: 'NOT_FOR_YOU',
  SEGMENT: 'NOT_FOR_YOU',
  ALREADY_USED: 'ALREADY_USED',
  FREQUENCY: 'ALREADY_USED',
  ALREADY_PROMISED: 'ALREADY_USED',
  SAME_PERSON: 'SAME_PERSON',
  BUDGET_SPENT: 'BUDGET_SPENT',
  CODE_NEEDED: 'INVALID',
  NOT_AVAILABLE: 'NOT_AVAILABLE',
}

/** A code is redeemed: what it stands for is given now, or remembered. The player is locked. Throws CodeRefused. */
export async function activateCode(
  ctx: GiveContext,
  tx: Tx,
  playerId: bigint,
  found: FoundCode | null,
): Promise<Activated> {
  if (!found || found.standing === 'early') throw new CodeRefused('INVALID')
  if (found.standing === 'over') throw new CodeRefused('EXPIRED')
  const offer = found.row && (await findOffer(tx, found.row.offer))
  // A code of the content that stands for nothing yet.
  if (!found.row || !offer) throw new CodeRefused('NOT_AVAILABLE')
  const known = await readPlayerFacts(tx, playerId)
  return activateOffer(ctx, tx, { offer, code: found.row, playerId, known })
}

type Activating = { offer: LiveOffer; code: CodeRow; playerId: bigint; known: PlayerFacts }

async function activateOffer(
  ctx: GiveContext,
  tx: Tx,
  { offer, code, playerId, known }: Activating,
): Promise<Activated> {
  const use = { ...useOf(offer, known), hasCode: true }
  const said = judgeOffer(offer, known.facts, use, known.now)
  const isWaiting = said?.reason === 'NEED_DEPOSIT'
  if (said && !isWaiting) throw new CodeRefused(errors[said.reason])
  if ((await countUses(tx, code.id, playerId)) >= code.mostPerPlayer) throw new CodeRefused('ALREADY_USED')
  if (offer.terms.action === 'deposit' || isWaiting) {
    if (code.stoppedAt !== null) throw new CodeRefused('EXPIRED')
    if (code.mostUses !== null && code.uses >= code.mostUses) throw new CodeRefused('USED_UP')
    await remember(tx, offer, { playerId, currency: known.facts.currency, codeId: code.id })
    return { kind: isWaiting ? 'waiting' : 'taken', offer }
  }
  try {
    const claimId = await promise(tx, { offer, playerId, known, codeId: code.id })
    return { kind: 'given', offer, given: (await issue(ctx, tx, claimId, 0n)) ?? [] }
  } catch (error) {
    if (!(error instanceof ClaimRefused)) throw error
    throw new CodeRefused(error.isCode ? 'USED_UP' : errors[error.no.reason])
  }
}

type Remembering = { playerId: bigint; currency: string; codeId: bigint | null }

/** The choice alone; nothing is reserved. */
export async function remember(tx: Tx, offer: LiveOffer, { playerId, currency, codeId }: Remembering): Promise<void> {
  await addClaim(tx, {
    offer: offer.sysname,
    campaign: offer.campaign,
    playerId,
    place: 'taken',
    state: 'taken',
    version: offer.version,
    rewards: [],
    currency,
    reserved: 0n,
    codeId,
    entryId: null,
    depositAmount: 0n,
  })
  await tellPlayer(tx, playerId, 'bonuses')
}

type WaitingContext = GiveContext & Pick<JobContext, 'begin' | 'sql'>

/** After a deposit: what a code promised to players who have paid. Each by itself, so that a no of one stops no other. */
export async function giveWaiting(ctx: WaitingContext, playerId: bigint): Promise<void> {
  const { claims } = await readKnown(ctx.sql, playerId)
  for (const { offer: name, state, codeId } of claims) {
    if (state !== 'taken' || codeId === null) continue
    const offer = await findOffer(ctx.sql, name)
    if (offer && offer.terms.action !== 'deposit') await giveOne(ctx, { offer, playerId, codeId })
  }
}

async function giveOne(
  ctx: WaitingContext,
  { offer, playerId, codeId }: { offer: LiveOffer; playerId: bigint; codeId: bigint },
): Promise<void> {
  try {
    await ctx.begin(async (tx) => {
      await lockPlayer(tx, playerId)
      const known = await readPlayerFacts(tx, playerId)
      if (!known.claims.some((claim) => claim.offer === offer.sysname && claim.state === 'taken')) return
      await issue(ctx, tx, await promise(tx, { offer, playerId, known, codeId }), 0n)
    })
  } catch (error) {
    // It waits on: another day it may be for this player.
    if (!(error instanceof ClaimRefused)) throw error
  }
}
