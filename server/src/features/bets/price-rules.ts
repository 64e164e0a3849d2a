import type { PricePolicy } from '@croupier/contract/bets'
import { mostDriftPercent, worstAnyPercent } from '@croupier/sportsbook/stated'

/** What a policy says about a price that is another by now. A better one is always the player's where it is taken. */
export function judgePrice(policy: PricePolicy, asked: number, now: number): 'take' | 'ask' {
  if (now === asked) return 'take'
  if (policy === 'none') return 'ask'
  if (now > asked) return 'take'
  return policy === 'any' && now * 100 >= asked * (100 - worstAnyPercent) ? 'take' : 'ask'
}

/** Whether what was quoted for several picks together may still be sold: each of them is about as likely as it was. */
export const isStillQuoted = (quoted: readonly number[], now: readonly number[]): boolean =>
  quoted.length === now.length &&
  quoted.every((chance, at) => Math.abs((now[at] ?? 0) - chance) * 100 <= chance * mostDriftPercent)
