import type { RefusalName } from './refusals.ts'

/** Offers, bonuses, codes and cashback: the closed lists both sides use. */

export const products = ['casino', 'sports'] as const
export type Product = (typeof products)[number]

/** Who pays first: the bonus, the player's own money, or the bonus alone while it is in use. */
export const bonusModes = ['sticky', 'non_sticky', 'isolated'] as const
export type BonusMode = (typeof bonusModes)[number]

/** What is not in this table cannot happen. The open bonus is the one that is active or paused. */
export const bonusMoves = {
  issued: ['queued', 'active', 'expired', 'removed'],
  queued: ['active', 'expired', 'removed'],
  active: ['paused', 'completed', 'lost', 'expired', 'removed'],
  paused: ['active', 'completed', 'lost', 'expired', 'removed'],
  completed: [],
  lost: [],
  expired: [],
  removed: [],
} as const

export const bonusStates = [
  'issued',
  'queued',
  'active',
  'paused',
  'completed',
  'lost',
  'expired',
  'removed',
] as const satisfies readonly (keyof typeof bonusMoves)[]
export type BonusState = keyof typeof bonusMoves

/** Who removed a bonus; the text is the message `bonuses.endReasons.{reason}`. */
export const bonusEndReasons = [
  'player',
  'withdrawal',
  'operator',
  'exclusion',
  'deleted',
  'deposit',
  'currency',
  // Winnings of free spins that the provider took back.
  'taken_back',
] as const
export type BonusEndReason = (typeof bonusEndReasons)[number]

/** What a bonus came with; the text is the message `bonuses.sources.{source}`. */
export const bonusSources = ['offer', 'operator', 'cashback', 'pack', 'shop', 'prize', 'late'] as const
export type BonusSource = (typeof bonusSources)[number]

export const wagerBases = ['bonus', 'deposit', 'both'] as const

export const bettingBonusTypes = ['free_bet', 'wagering', 'refund', 'combo_boost'] as const
export type BettingBonusType = (typeof bettingBonusTypes)[number]

/**
 * What is not in this table cannot happen. Used is in an open bet. A bet that is settled anew is open again for that
 * moment, and so is what it was paid by.
 */
export const bettingBonusMoves = {
  issued: ['active', 'expired', 'removed'],
  active: ['used', 'expired', 'removed'],
  used: ['active', 'completed', 'lost', 'expired', 'removed'],
  completed: ['used'],
  lost: ['used'],
  expired: [],
  removed: [],
} as const

export const bettingBonusStates = [
  'issued',
  'active',
  'used',
  'completed',
  'lost',
  'expired',
  'removed',
] as const satisfies readonly (keyof typeof bettingBonusMoves)[]
export type BettingBonusState = keyof typeof bettingBonusMoves

/** What makes an offer due. */
export const offerActions = ['register', 'deposit', 'promo_code', 'login', 'level', 'manual'] as const
export type OfferAction = (typeof offerActions)[number]

export const rewardKinds = ['bonus', 'freespins', 'betting_bonus', 'points'] as const
export type RewardKind = (typeof rewardKinds)[number]

/** How an offer stands for one player. */
export const offerStatuses = ['open', 'taken', 'promised', 'used', 'closed'] as const

/** What comes before an offer; the text is the message `offers.needs.{need}`. */
export const offerNeeds = ['deposit', 'contact', 'profile', 'verification'] as const

/** How often an offer may be used; the text is the message `offers.frequency.{kind}`. */
export const offerFrequencies = ['once', 'day', 'week', 'month', 'times', 'days'] as const

/** Why an offer is not for this player now; the text is the message `offers.reasons.{reason}`. */
export const offerReasons = [
  'NOT_STARTED',
  'OVER',
  'COUNTRY',
  'CURRENCY',
  'NEED_DEPOSIT',
  'DEPOSIT_NUMBER',
  'AMOUNT_TOO_SMALL',
  'METHOD_EXCLUDED',
  'NEED_CONTACT',
  'NEED_PROFILE',
  'NEED_VERIFICATION',
  'LEVEL',
  'SEGMENT',
  'ALREADY_USED',
  'FREQUENCY',
  'ALREADY_PROMISED',
  'SAME_PERSON',
  'BUDGET_SPENT',
  'CODE_NEEDED',
  'NOT_AVAILABLE',
] as const
export type OfferReason = (typeof offerReasons)[number]

/** Why a promo code gave nothing; the text is the message `common.promoCodeErrors.{code}`. */
export const promoCodeErrors = [
  'INVALID',
  'EXPIRED',
  'USED_UP',
  'ALREADY_USED',
  'NOT_FOR_YOU',
  'NEED_DEPOSIT',
  'NEED_CONTACT',
  'NEED_PROFILE',
  'NEED_VERIFICATION',
  'SAME_PERSON',
  'BUDGET_SPENT',
  'NOT_AVAILABLE',
] as const
export type PromoCodeError = (typeof promoCodeErrors)[number]

export const promoRefusals = [
  'UserBanned',
  'UserDeleted',
  'InvalidParameter:SELF_EXCLUDED',
  'TooManyRequests',
  ...promoCodeErrors.map((code) => `InvalidParameter:${code}` as const),
] as const satisfies readonly RefusalName[]

/** Accruing is an estimate; none: the period is over, and there was no loss or too little of it. */
export const cashbackStates = ['accruing', 'active', 'paid_out', 'expired', 'declined', 'none'] as const
export type CashbackState = (typeof cashbackStates)[number]

export const cashbackPeriods = ['day', 'week', 'month'] as const

/** The written form of a code: however it is typed, it is the same one. */
export const writtenCode = (text: string): string => text.trim().normalize('NFKC').toUpperCase()
