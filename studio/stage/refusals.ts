import { Refusal } from '@croupier/contract/refusals'

/** What a player can do about a no. */
export type Remedy = 'deposit' | 'limits' | 'reload' | 'register' | null

export type Advice = {
  /** Key of the words for it. */
  word: string
  remedy: Remedy
  /** The game cannot go on with this launch. */
  isEnd: boolean
}

const known: Record<string, { remedy?: Remedy; isEnd?: true }> = {
  INSUFFICIENT_FUNDS: { remedy: 'deposit' },
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
