import type { WireOffer, WirePromotion } from '@croupier/contract/methods/campaigns'
import { againstDeposit, bonusOfDeposit, wagerOfBonus } from '@croupier/contract/promotion-sums'
import { type OfferReason, offerReasons, wagerBases } from '@croupier/contract/promotions'
import { basisPoints, type Fee, feeMinor, minorOfWire } from './amount-rules.ts'

/** What the player wants to pay: null while nothing that can be read is typed. */
export type Typed = { minor: bigint | null; fee: Fee; method: string }

export type OfferNo = { reason: OfferReason; data: Readonly<Record<string, unknown>> }

/** Why this offer cannot be chosen with this deposit. The server judges again, with the same function. */
export function offerAgainst({ trigger, promotions }: WireOffer, typed: Typed): OfferNo | null {
  if (trigger.user_satisfies_params === false)
    return { reason: trigger.reason ?? 'NOT_AVAILABLE', data: trigger.reason_data }
  const { exclude_methods: excludedMethods, min_amount } = trigger.params
  const min = min_amount && minorOfWire(min_amount)
  const reason = againstDeposit({ excludedMethods, min }, { amount: typed.minor, method: typed.method })
  if (reason === 'METHOD_EXCLUDED') return { reason, data: { methods: excludedMethods } }
  if (reason) return { reason, data: min_amount ? { min: min_amount } : {} }
  // Too little for a single cent of bonus.
  const comesToNothing = promotions.some((each) => each.kind === 'bonus' && gainOf(each, typed)?.bonus === null)
  return comesToNothing ? { reason: 'AMOUNT_TOO_SMALL', data: {} } : null
}

export type Gain = { bonus: bigint | null; wager: bigint | null }

/** What a bonus comes to for what is typed; null while that is not known, or it is no bonus of money. */
export function gainOf({ kind, percent, amount, max, wagering }: WirePromotion, { minor, fee }: Typed): Gain | null {
  if (kind !== 'bonus' || (minor === null && percent !== null)) return null
  const paid = minor ?? 0n
  const credited = paid - feeMinor(paid, fee)
  const bonus = bonusOfDeposit(
    {
      percent: percent === null ? null : basisPoints(percent),
      fixed: amount && minorOfWire(amount),
      max: max && minorOfWire(max),
    },
    credited > 0n ? credited : 0n,
  )
  const basis = wagerBases.find((each) => each === wagering?.basis)
  if (bonus === null || !wagering || !basis) return { bonus, wager: null }
  // Of a deposit that is not typed yet nothing can be said.
  if (minor === null && basis !== 'bonus') return { bonus, wager: null }
  return { bonus, wager: wagerOfBonus({ basis, times: basisPoints(wagering.times) }, { bonus, credited }) }
}

/** The offer that the player came from, else one that was taken before; without either the page starts with none. */
export function startOffer(offers: readonly WireOffer[], asked: string | null): string | null {
  const named = offers.find(({ id }) => id === asked)
  const taken = offers.find(({ status, trigger }) => status === 'taken' && trigger.user_satisfies_params !== false)
  return (named ?? taken)?.id ?? null
}

/** What a refused deposit says about its offer. */
export function offerNoOf(data: Readonly<Record<string, unknown>>): OfferNo {
  const reason = offerReasons.find((each) => each === data.offer_reason) ?? 'NOT_AVAILABLE'
  const about = data.offer_data
  return { reason, data: typeof about === 'object' && about !== null ? { ...about } : {} }
}

export type DepositOfferCard = { offer: WireOffer; no: OfferNo | null }

/** What the player wants to go with the deposit, and what the server has said no to. */
export type OfferWish = { id: string | null; refused: { id: string; no: OfferNo } | null }

/**
 * Which offer goes with the deposit. An amount or a method that makes the wish impossible means no offer; the wish comes
 * back with an amount that fits, because on the way from 60 to 100 one types 1.
 */
export function settleWish(offers: readonly WireOffer[], { id, refused }: OfferWish, typed: Typed) {
  const cards: DepositOfferCard[] = offers.map((offer) => ({
    offer,
    no: refused?.id === offer.id ? refused.no : offerAgainst(offer, typed),
  }))
  const wanted = cards.find(({ offer }) => offer.id === id)
  return {
    cards,
    /** Null: no offer. */
    chosen: wanted?.no === null ? wanted.offer : null,
    /** What the player wanted and cannot have with this deposit. */
    lost: wanted?.no ? wanted : null,
    /** The server's no to what was sent. */
    refused: cards.find(({ offer }) => offer.id === refused?.id) ?? null,
  }
}
