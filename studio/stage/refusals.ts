import { fromDecimal, isCurrency } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import { fitted, type Ladder } from './ladder.ts'

/** What a player can do about a no. */
export type Remedy = 'deposit' | 'bonus' | 'limits' | 'reload' | 'register' | null

export type Advice = {
  /** Key of the words for it. */
  word: string
  remedy: Remedy
  /** The game cannot go on with this launch. */
  isEnd: boolean
}

const known: Record<string, { remedy?: Remedy; isEnd?: true }> = {
  INSUFFICIENT_FUNDS: { remedy: 'deposit' },
  BONUS_GAME_EXCLUDED: { remedy: 'bonus' },
  BONUS_MAX_BET: { remedy: 'bonus' },
  BONUS_START: { remedy: 'bonus' },
  LIMIT_LOSS: { remedy: 'limits' },
  LIMIT_WAGER: { remedy: 'limits' },
  LIMIT_SESSION: { remedy: 'limits' },
  SELF_EXCLUDED: { isEnd: true },
  GAME_CLOSED: { isEnd: true },
  SESSION_EXPIRED: { remedy: 'reload', isEnd: true },
  SESSION_UNKNOWN: { remedy: 'reload', isEnd: true },
  // The page shows what there is to confirm.
  REALITY_CHECK: {},
  STAKE_INVALID: {},
  CHOICE_INVALID: {},
  TABLE_CLOSED: {},
  ROUND_OPEN: {},
}

/** Words for the reasons that a game can meet; the rest is told in general. */
export function adviceOf(error: unknown): Advice {
  const refusal = Refusal.is(error) ? error : null
  if (refusal?.type === 'KycUserProfile') return { word: 'refusal.KYC', remedy: null, isEnd: false }
  const reason = refusal?.data?.reason
  const found = typeof reason === 'string' ? known[reason] : undefined
  if (typeof reason !== 'string' || !found) return { word: 'refusal.other', remedy: null, isEnd: false }
  return { word: `refusal.${reason}`, remedy: found.remedy ?? null, isEnd: found.isEnd ?? false }
}

const numberIn = (error: unknown, name: string): number | null => {
  const value = Refusal.is(error) ? error.data?.[name] : undefined
  return typeof value === 'number' ? value : null
}

export const reasonOf = (error: unknown): string | null => {
  const reason = Refusal.is(error) ? error.data?.reason : undefined
  return typeof reason === 'string' ? reason : null
}

/** How long to wait before the same stake is taken. */
export const waitMsOf = (error: unknown): number | null =>
  reasonOf(error) === 'TOO_FAST' ? (numberIn(error, 'wait_ms') ?? 1_000) : null

/** An amount in the data of a refusal, in minor units of the game's currency. */
function amountIn(error: unknown, name: string, currency: string): bigint | null {
  const value = Refusal.is(error) ? error.data?.[name] : undefined
  if (typeof value !== 'object' || value === null || !('amount' in value) || !isCurrency(currency)) return null
  return typeof value.amount === 'string' ? fromDecimal(value.amount, currency) : null
}

/** Refusals of a stake in which bonus money would be. */
export const isAboutBonus = (error: unknown): boolean => reasonOf(error)?.startsWith('BONUS_') ?? false

type Staked = { stake: bigint; currency: string; ladder: Ladder; isByChips: boolean }

/**
 * What bonus money allows, and the stake below it that this game can set: null where the title's own chips are the
 * stake, and where nothing is low enough. In a game that is closed to bonus money it is what own money pays whole.
 */
export function waysOut(error: unknown, { stake, currency, ladder, isByChips }: Staked) {
  const most = amountIn(error, 'max_amount', currency)
  const bound = most ?? amountIn(error, 'available_amount', currency)
  const next = bound === null || bound < ladder.min ? null : fitted(bound, ladder)
  return { most, lower: !isByChips && next !== null && next < stake ? next : null }
}
