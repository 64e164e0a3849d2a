import type { WireOffer } from '@croupier/contract/methods/campaigns'
import { type PromoCodeError, promoCodeErrors } from '@croupier/contract/promotions'
import { Refusal } from '@croupier/contract/refusals'

/** Why a code gave nothing; what is not known is plainly invalid. The text is `common.promoCodeErrors.{code}`. */
export function promoErrorOf(word: unknown): PromoCodeError {
  return promoCodeErrors.find((each) => each === word) ?? 'INVALID'
}

/** Null where it is not the code that was refused: no connection, too many tries, an excluded player. */
export function readPromoRefusal(error: unknown): PromoCodeError | null {
  if (!Refusal.is(error) || error.type !== 'InvalidParameter' || error.reason === 'SELF_EXCLUDED') return null
  return promoErrorOf(error.data?.code ?? error.reason)
}

/** Reasons that a player can put right; the others only say no. */
const promoSteps = ['NEED_CONTACT', 'NEED_PROFILE', 'NEED_VERIFICATION', 'NEED_DEPOSIT'] as const
export type PromoStep = (typeof promoSteps)[number]
export const isPromoStep = (code: PromoCodeError): code is PromoStep => promoSteps.some((each) => each === code)

/** What the popup tells. */
export type GivenNews =
  | { kind: 'given'; code?: string; offer: WireOffer }
  /** Only its name is known: the rest is asked for when the popup opens. */
  | { kind: 'named'; code: string; offerId: string }
  | { kind: 'missing'; code: string; step: PromoStep }

/** The key that a guest's code was kept with. Pages of before kept a bare mark, which is no key. */
export const keyOfNote = (noted: string, newKey: () => string): string =>
  /^[\w-]{8,80}$/.test(noted) ? noted : newKey()
