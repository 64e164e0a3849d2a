import type { OfferReason } from '@croupier/contract/promotions'
import { Refusal } from '@croupier/contract/refusals'
import type { Tx } from '../../context.ts'
import { samePerson } from '../account/account.ts'
import * as store from './claim-store.ts'
import { countUses, readCodeRow, returnCode, spendCode } from './code-store.ts'
import { type PlayerFacts, typedCode, useOf } from './facts.ts'
import { type GiveContext, giveRewards, worthOfRewards } from './rewards.ts'
import { judgeOffer, type LiveOffer, type LiveReward, type OfferNo, placeFor } from './rules.ts'

/**
 * One use of an offer by one player. Whoever calls this holds the player's lock; after it come the person, the code, the
 * budget and the purses, always in this order. A no leaves nothing behind: the transaction goes with it.
 */

export const offerRefused = ({ reason, data }: OfferNo, field: string): Refusal =>
  new Refusal('InvalidParameter:OFFER_REFUSED', {
    message: `This offer is not for this player now: ${reason}`,
    fields: { [field]: ['OFFER_REFUSED'] },
    data: { offer_reason: reason, offer_data: data },
  })

/** Thrown inside a claim; who began it says it in its own words. */
export class ClaimRefused extends Error {
  readonly no: OfferNo
  /** It was the code that had no use left. */
  readonly isCode: boolean

  constructor(reason: OfferReason, { data = {}, isCode = false }: { data?: OfferNo['data']; isCode?: boolean } = {}) {
    super(reason)
    this.no = { reason, data }
    this.isCode = isCode
  }
}

export type Claiming = {
  offer: LiveOffer
  playerId: bigint
  known: PlayerFacts
  /** Typed just now. */
  codeId?: bigint
  /** Which of its rewards, by their numbers; all of them where nothing is said. */
  chosen?: readonly number[]
  deposit?: { entryId: bigint; amount: bigint; credited: bigint; method: string }
}

export const promisedRewards = ({ rewards }: LiveOffer, chosen?: readonly number[]): store.PromisedReward[] =>
  rewards.filter((_reward, at) => chosen === undefined || chosen.includes(at)).map(promisedOf)

function promisedOf(reward: LiveReward): store.PromisedReward {
  const { kind, template, version, body } = reward
  if (reward.kind !== 'freespins' || !reward.becomes) return { kind, template, version, body }
  const { terms: _terms, ...becomes } = reward.becomes
  return { kind, template, version, body, becomes }
}

/** Judges, and keeps a place for it: promised. Throws ClaimRefused. */
export async function promise(tx: Tx, claiming: Claiming): Promise<bigint> {
  const { offer, playerId, known, deposit } = claiming
  const { now } = known
  const use = useOf(offer, known, deposit)
  const said = judgeOffer(offer, known.facts, { ...use, hasCode: use.hasCode || claiming.codeId !== undefined }, now)
  if (said) throw new ClaimRefused(said.reason, { data: said.data })
  const found = placeFor(offer.terms.frequency, use.uses, { now, zone: offer.zone })
  if ('reason' in found) throw new ClaimRefused(found.reason, { data: found.data })
  const { currency } = known.facts
  const rewards = promisedRewards(offer, claiming.chosen)
  const reserved = worthOfRewards(rewards, currency, deposit?.credited ?? 0n)
  if (reserved === null) throw new ClaimRefused(deposit ? 'AMOUNT_TOO_SMALL' : 'CURRENCY')
  const codeId = claiming.codeId ?? typedCode(offer.sysname, known.claims)
  const claimId = await store.addClaim(tx, {
    offer: offer.sysname,
    campaign: offer.campaign,
    playerId,
    place: found.place,
    state: 'promised',
    version: offer.version,
    rewards,
    currency,
    reserved,
    codeId,
    entryId: deposit?.entryId ?? null,
    depositAmount: deposit?.amount ?? 0n,
  })
  if (claimId === null) throw new ClaimRefused('ALREADY_USED')
  const person = { offer: offer.sysname, place: found.place, claimId }
  const keys = await samePerson.provenKeys(tx, playerId).execute()
  if (!(await store.addPersons(tx, person, keys))) throw new ClaimRefused('SAME_PERSON')
  if (codeId !== null) await takeCode(tx, codeId, playerId)
  if (!(await store.spendBudget(tx, { offer: offer.sysname, currency, amount: reserved }))) {
    throw new ClaimRefused('BUDGET_SPENT')
  }
  return claimId
}

async function takeCode(tx: Tx, codeId: bigint, playerId: bigint): Promise<void> {
  const code = await readCodeRow(tx, codeId)
  // This claim is one of them already.
  if (!code || (await countUses(tx, codeId, playerId)) > code.mostPerPlayer) throw new ClaimRefused('ALREADY_USED')
  if (!(await spendCode(tx, codeId))) throw new ClaimRefused('BUDGET_SPENT', { isCode: true })
}

/** Gives what was promised, once; what turns out to be less goes back into the budget. Null where it was not promised any more. */
export async function issue(
  ctx: GiveContext,
  tx: Tx,
  claimId: bigint,
  credited: bigint,
): Promise<readonly store.Given[] | null> {
  const claim = await store.readClaim(tx, claimId)
  if (claim.state !== 'promised') return null
  const { playerId, offer, currency, rewards, reserved } = claim
  const given = await giveRewards(ctx, tx, { claimId, playerId, offer, currency, credited, rewards })
  const rest = reserved - (worthOfRewards(rewards, currency, credited) ?? 0n)
  const unused = rest > 0n ? rest : 0n
  if (!(await store.endPromise(tx, claimId, { state: 'issued', given, reserved: reserved - unused }))) return null
  if (unused > 0n) await store.returnBudget(tx, { offer, currency, amount: unused }, false)
  return given
}

/** The place, the use of the code and the budget are free again: once, by the state of the claim. */
export async function releaseClaim(
  tx: Tx,
  claimId: bigint,
  reason: string,
  state: 'released' | 'refused' = 'released',
): Promise<boolean> {
  const { offer, currency, reserved, codeId } = await store.readClaim(tx, claimId)
  if (!(await store.endPromise(tx, claimId, { state, reason }))) return false
  await store.dropPersons(tx, claimId)
  if (codeId !== null) await returnCode(tx, codeId)
  await store.returnBudget(tx, { offer, currency, amount: reserved }, true)
  return true
}
