import type { SiteConfig } from '@croupier/contract/content'

type Numbers = SiteConfig['site']['care']
type Sign = { kind: 'refusal' | 'raise' | 'cancel' | 'hours'; count: number }

/** The first rule that the signs of a week meet; null is none. A day that was too long is one sign, and one is enough. */
export function careRule(signs: readonly Sign[], numbers: Numbers): Sign['kind'] | null {
  const most = {
    refusal: numbers.refusals,
    raise: numbers.raises,
    cancel: numbers.cancels,
    hours: Math.min(numbers.hours, 1),
  }
  return signs.find(({ kind, count }) => most[kind] > 0 && count >= most[kind])?.kind ?? null
}

/** What news of promotions may be told to whom. */
type Reach = { isSwitchedOff: boolean; isInCare: boolean; isShut: boolean }

/** They answer what the player did, or say that something of its own is gone: told whatever the switches say. */
const always = ['bonusRevoked', 'offerMissed', 'promoActivated', 'promoFailed'] as const
/** They invite to play on. */
const inviting = ['bonusReady', 'bonusEnding', 'spinsReady', 'spinsEnding', 'cashbackReady', 'cashbackEnding'] as const
/** They say what became of something. */
const factual = [
  'bonusOpened',
  'bonusCompleted',
  'bonusExpired',
  'bonusLost',
  'cashbackPaid',
  'prizePaid',
  'orderSent',
] as const

export type PromotionNews = (typeof always)[number] | (typeof inviting)[number] | (typeof factual)[number]

const isOneOf = <T extends string>(list: readonly T[], kind: string): kind is T => list.some((one) => one === kind)

export function mayTell(kind: PromotionNews, { isSwitchedOff, isInCare, isShut }: Reach): boolean {
  if (isOneOf(always, kind)) return true
  if (isShut || isSwitchedOff) return false
  return !(isInCare && isOneOf(inviting, kind))
}

/** Kinds that leave by mail too; the others are only listed, or answer a press on this page. */
const letterKinds = [
  'bonusReady',
  'bonusOpened',
  'bonusCompleted',
  'bonusEnding',
  'bonusRevoked',
  'spinsReady',
  'spinsEnding',
  'cashbackReady',
  'cashbackEnding',
  'cashbackPaid',
  'prizePaid',
  'orderSent',
  'offerMissed',
  'care',
  'betCorrected',
] as const
export type PromotionLetter = (typeof letterKinds)[number]

export const isPromotionLetter = (kind: string): kind is PromotionLetter => isOneOf(letterKinds, kind)

/** They are no mailing: they go to every player with a confirmed contact. */
export const isForAll = (kind: PromotionLetter): boolean =>
  kind === 'bonusRevoked' || kind === 'offerMissed' || kind === 'care' || kind === 'betCorrected'
