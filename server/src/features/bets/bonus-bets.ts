import { type Currency, toWire } from '@croupier/contract/money'
import type { Refusal } from '@croupier/contract/refusals'
import type { Slip } from '@croupier/sportsbook/slip'
import { betRefusal, type SeenLeg } from './decide.ts'

/** Beyond it no terms go. */
const mostOdds = 2n ** 53n - 1n

/** What betting bonuses have to know of a bet. Of a system it is the combination that pays least. */
export function oddsForBonus(
  { bankers, sizes }: Slip,
  legs: readonly SeenLeg[],
): { odds: number; legs: { sport: string; odds: number }[] } {
  const fixed = legs.filter((_, place) => bankers.includes(place)).map(({ price }) => price)
  const others = legs.filter((_, place) => !bankers.includes(place)).map(({ price }) => price)
  const least = [...fixed, ...others.sort((one, other) => one - other).slice(0, Math.min(...sizes))]
  const product = least.reduce((all, price) => all * BigInt(price), 1_000n) / 1_000n ** BigInt(least.length)
  return {
    odds: product > mostOdds ? Number(mostOdds) : Number(product),
    legs: legs.map(({ price, parts }) => ({ sport: parts[0]?.sport ?? '', odds: price })),
  }
}

type BonusNo = {
  reason: string
  data: { amount?: bigint; odds?: number; legs?: number; sports?: readonly string[] }
}

/** The bonus's own word as a bet says it. */
export function bonusRefusal({ reason, data }: BonusNo, currency: Currency): Refusal {
  const { amount, odds, legs, sports } = data
  if (reason === 'INSUFFICIENT_FUNDS')
    return betRefusal('INSUFFICIENT_FUNDS', { available_amount: toWire(amount ?? 0n, currency) })
  if (reason === 'UNKNOWN_BONUS') return betRefusal('FREE_BET_UNKNOWN')
  if (reason === 'BONUS_EXPIRED') return betRefusal('FREE_BET_EXPIRED')
  if (reason === 'BONUS_IN_SLIP') return betRefusal('FREE_BET_USED')
  return betRefusal('FREE_BET_TERMS', {
    terms: {
      ...(amount !== undefined && { stake: toWire(amount, currency) }),
      ...(odds !== undefined && { min_odds: odds }),
      ...(legs !== undefined && { min_legs: legs }),
      ...(sports && { sports }),
    },
  })
}
