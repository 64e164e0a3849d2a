/** Closed lists of betting; both sides read them. */

/** How long the house stands by the price of a builder. */
export const quoteSeconds = { live: 10, before: 60 } as const

/**
 * Why a builder has no price: its parts are of several events, one may come back by its line, its producer does not price
 * one together with others, the price would be off the ladder, the match has moved on, or no answer came in time.
 */
export const unpricedCauses = ['EVENTS', 'LINE', 'PART', 'PRICE', 'MOVED', 'NO_ANSWER'] as const
export type UnpricedCause = (typeof unpricedCauses)[number]

export const betStates = ['pending', 'open', 'refused', 'settled', 'cashed'] as const
export type BetState = (typeof betStates)[number]

/** What a player agrees to when a price moves: to nothing, to better ones, to ones that are a little worse too. */
export const pricePolicies = ['none', 'better', 'any'] as const
export type PricePolicy = (typeof pricePolicies)[number]

/** One movement of a bet's money. */
export const stepKinds = ['held', 'released', 'settled', 'cashed', 'reopened', 'corrected'] as const
export type StepKind = (typeof stepKinds)[number]

/** Which of the house's limits was the smallest. */
export const stakeLimitCauses = ['PAYOUT', 'MARKET', 'PLAYER'] as const
export type StakeLimitCause = (typeof stakeLimitCauses)[number]

/** Why a bet cannot be cashed out at this moment. */
export const cashOutCauses = [
  'SUSPENDED',
  'FEED_STALE',
  'LEG_LOST',
  'SETTLING',
  'FREE_BET',
  'PENDING',
  'DISPUTED',
  'MARKET_CLOSED',
  'NO_VALUE',
] as const
export type CashOutCause = (typeof cashOutCauses)[number]

/** How long the house stands by the value of a bet. */
export const cashOutSeconds = { live: 5, before: 15 } as const

/** Without vowels, so that no code reads as a word. */
export const bookingCode = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/

/** Made by the client before the first try of a bet. */
export const betKey = /^[\w-]{8,64}$/

/** Every no to a bet. */
export const betRefusals = [
  'InvalidParameter:KEY_CONFLICT',
  'InvalidParameter:PICK_UNKNOWN',
  'InvalidParameter:MARKET_SUSPENDED',
  'InvalidParameter:MARKET_CLOSED',
  'InvalidParameter:FEED_STALE',
  'InvalidParameter:ODDS_CHANGED',
  'InvalidParameter:LEGS_RELATED',
  'InvalidParameter:LEG_COUNT',
  'InvalidParameter:SYSTEM_INVALID',
  'InvalidParameter:STAKE_MIN',
  'InvalidParameter:STAKE_LIMIT',
  'InvalidParameter:INSUFFICIENT_FUNDS',
  'InvalidParameter:TIMED_OUT',
  'InvalidParameter:QUOTE_EXPIRED',
  'InvalidParameter:QUOTE_INVALID',
  'InvalidParameter:FREE_BET_UNKNOWN',
  'InvalidParameter:FREE_BET_USED',
  'InvalidParameter:FREE_BET_EXPIRED',
  'InvalidParameter:FREE_BET_TERMS',
  'InvalidParameter:GAME_CLOSED',
  'InvalidParameter:SELF_EXCLUDED',
  'InvalidParameter:LIMIT_LOSS',
  'InvalidParameter:LIMIT_WAGER',
  'InvalidParameter:LIMIT_SESSION',
  'InvalidParameter:REALITY_CHECK',
] as const
