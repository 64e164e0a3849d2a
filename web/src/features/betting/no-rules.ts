import type { BetNo, BetTry } from './place-rules.ts'

type Money = { amount: string; currency: string }

/** A sum that a refusal names. */
export function namedSum(value: unknown): Money | null {
  if (typeof value !== 'object' || value === null || !('amount' in value) || !('currency' in value)) return null
  const { amount, currency } = value
  return typeof amount === 'string' && typeof currency === 'string' ? { amount, currency } : null
}

const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.flat().filter((each) => typeof each === 'string') : []

/** The picks that a refusal is about; none where it is about the whole bet. */
export function picksOfNo({ picks, no }: Pick<BetTry, 'picks' | 'no'>): readonly string[] {
  if (!no) return []
  const named = [...namesIn(no.data.picks), ...namesIn(no.data.pairs)]
  const own = picks.map(({ pick }) => pick).filter((pick) => named.includes(pick))
  if (own.length > 0) return own
  // One pick alone is what everything is about, but for the player and the purse.
  const [only] = picks
  return only && picks.length === 1 && aboutPick.includes(no.reason ?? '') ? [only.pick] : []
}

const aboutPick: readonly string[] = [
  'PICK_UNKNOWN',
  'MARKET_SUSPENDED',
  'MARKET_CLOSED',
  'FEED_STALE',
  'ODDS_CHANGED',
  'STAKE_MIN',
  'STAKE_LIMIT',
]

/** What a player can do about it elsewhere on the site. */
export type Remedy = 'deposit' | 'limits' | 'identity' | 'signIn' | null

export function remedyOf({ type, reason }: Pick<BetNo, 'type' | 'reason'>): Remedy {
  if (type === 'KycUserProfile') return 'identity'
  if (type === 'Authorization') return 'signIn'
  if (reason === 'INSUFFICIENT_FUNDS') return 'deposit'
  return reason?.startsWith('LIMIT_') || reason === 'SELF_EXCLUDED' ? 'limits' : null
}

/** Words that say what one reason means; the others have a sentence of their own. */
const types: Readonly<Record<string, string>> = {
  KycUserProfile: 'identity',
  UserBanned: 'banned',
  UserDeleted: 'banned',
  TooManyRequests: 'wait',
  Authorization: 'signedOut',
}

const noReasons = [
  'KEY_CONFLICT',
  'PICK_UNKNOWN',
  'MARKET_CLOSED',
  'FEED_STALE',
  'ODDS_CHANGED',
  'LEGS_RELATED',
  'LEG_COUNT',
  'SYSTEM_INVALID',
  'STAKE_MIN',
  'STAKE_LIMIT',
  'INSUFFICIENT_FUNDS',
  'TIMED_OUT',
  'QUOTE_EXPIRED',
  'QUOTE_INVALID',
  'FREE_BET_UNKNOWN',
  'FREE_BET_USED',
  'FREE_BET_EXPIRED',
  'FREE_BET_TERMS',
  'GAME_CLOSED',
  'SELF_EXCLUDED',
  'LIMIT_LOSS',
  'LIMIT_WAGER',
  'LIMIT_SESSION',
  'REALITY_CHECK',
] as const

/** The key of its sentence. */
export const wordOfNo = ({ type, reason }: Pick<BetNo, 'type' | 'reason'>): string =>
  noReasons.find((each) => each === reason) ?? types[type] ?? 'other'
