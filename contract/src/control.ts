import type { RefusalName } from './refusals.ts'

/** Control over one's own play: the closed lists both sides use. */

export const limitKinds = ['deposit', 'loss', 'wager', 'session'] as const
export type LimitKind = (typeof limitKinds)[number]

/** In days; a limit counts a rolling window of exactly that many times 24 hours. */
export const limitPeriods = [1, 7, 14, 30] as const

export const selfExclusionPeriods = [
  '1d',
  '7d',
  '30d',
  '3m',
  '6m',
  '9m',
  '1y',
  '2y',
  '3y',
  '4y',
  '5y',
  'permanent',
] as const
export type SelfExclusionPeriod = (typeof selfExclusionPeriods)[number]

/** Up to 30 days it is a break: it ends by itself. Longer, coming back needs a wish and 24 more hours. */
export const isBreak = (period: SelfExclusionPeriod): boolean => period.endsWith('d')

export const realityMinutes = [15, 30, 45, 60, 120] as const

/**
 * Words for what a player wants to do; every product asks the same gate with one of them. `offer` and `mailing` are what
 * invites; `standing` is only whether the account is shut: play money, and a bonus that is the player's already.
 */
export const gateWants = ['signIn', 'play', 'stake', 'deposit', 'withdraw', 'offer', 'mailing', 'standing'] as const
export type GateWant = (typeof gateWants)[number]

/** Every no the gate knows. A method that asks it declares those that its want can meet. */
export const gateRefusals = [
  'UserBanned',
  'UserDeleted',
  'Authorization:SELF_EXCLUDED',
  'InvalidParameter:SELF_EXCLUDED',
  'KycUserProfile',
  'BillingDepositLimitExceeded',
  'InvalidParameter:LIMIT_LOSS',
  'InvalidParameter:LIMIT_WAGER',
  'InvalidParameter:LIMIT_SESSION',
  'InvalidParameter:REALITY_CHECK',
  'InvalidParameter:NOT_AVAILABLE',
] as const satisfies readonly RefusalName[]
export type GateRefusal = (typeof gateRefusals)[number]
