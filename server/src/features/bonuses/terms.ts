import { bonusOfDeposit, wagerOfBonus } from '@croupier/contract/promotion-sums'
import { amountIn, type BonusTerms } from '@croupier/contract/promotion-terms'
import { z } from 'zod'
import type { PromotionRules } from '../jurisdiction/jurisdiction.ts'
import type { NewBonus, Opening } from './store.ts'

/** What terms mean in one currency and for one amount. Pure. */

const daySeconds = 86_400

/** `times` is in hundredths. The remainder is the player's. */
const timesOf = (amount: bigint, times: number) => (amount * BigInt(times)) / 100n

/** The bonus of a deposit, or the fixed one; null where the currency is not offered, or nothing comes of it. */
export function bonusAmount(terms: BonusTerms, currency: string, credited: bigint): bigint | null {
  const max = amountIn(terms.max, currency)
  // A currency that is not named is not offered.
  if (terms.percent !== undefined && terms.max !== undefined && max === null) return null
  const percent = terms.percent === undefined ? null : BigInt(terms.percent)
  return bonusOfDeposit({ percent, fixed: amountIn(terms.fixed, currency), max }, credited)
}

/** In minor units × 10,000. */
export function requirementOf({ wagering }: BonusTerms, amount: bigint, deposit: bigint): bigint {
  const rule = { basis: wagering.basis, times: BigInt(wagering.times) }
  return wagerOfBonus(rule, { bonus: amount, credited: deposit }) * 10_000n
}

const withBasis = z.looseObject({ wagering: z.looseObject({}) })

/** The same terms, for a bonus that came with no deposit: what it is to be wagered is of itself alone. */
export function termsOfItself(terms: unknown): Record<string, unknown> {
  const { wagering, ...rest } = withBasis.parse(terms)
  return { ...rest, wagering: { ...wagering, basis: 'bonus' } }
}

function conversionCap({ max_conversion: cap }: BonusTerms, currency: string, amount: bigint): bigint | null {
  if (!cap) return null
  return 'times' in cap && typeof cap.times === 'number'
    ? timesOf(amount, cap.times)
    : amountIn(toAmounts(cap), currency)
}

const toAmounts = (cap: object): Record<string, string> =>
  Object.fromEntries(Object.entries(cap).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

function contributionsOf({ contributions, default_percent, excluded }: BonusTerms): NewBonus['contributions'] {
  const games: Record<string, number> = {}
  const types: Record<string, number> = {}
  for (const one of contributions) {
    if ('game' in one) games[one.game] = one.percent
    else types[one.type] = one.percent
  }
  const named = <K extends string>(key: K) =>
    excluded.flatMap((one) => (key in one ? Object.values(one).filter((name) => typeof name === 'string') : []))
  return {
    games,
    types,
    rest: default_percent,
    excluded: { games: named('game'), types: named('type'), providers: named('provider') },
  }
}

/**
 * What was published elsewhere, or before the law of this place held, opens as the law allows: always in the player's
 * favour, and never as less than was promised.
 */
export function lawfulOpening(opening: Opening, law: PromotionRules): Opening {
  const most = law.mostWagering === null ? null : timesOf(opening.amount, law.mostWagering) * 10_000n
  return {
    ...opening,
    mode: opening.mode === 'sticky' && !law.maySticky ? 'non_sticky' : opening.mode,
    required: most !== null && opening.required > most ? most : opening.required,
    asksFirst: opening.asksFirst || law.mustAskFirst,
    contributions: law.isWeighingForbidden ? unweighed(opening.contributions) : opening.contributions,
  }
}

/** What counted in part counts in full. */
function unweighed(contributions: Opening['contributions']): Opening['contributions'] {
  const whole = (rate: number) => (rate > 0 ? 10_000 : 0)
  const all = (rates: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(rates).map(([name, rate]) => [name, whole(rate)]))
  const { games, types, rest } = contributions
  return { ...contributions, games: all(games), types: all(types), rest: whole(rest) }
}

type Fixed = Omit<
  NewBonus,
  'playerId' | 'source' | 'sourceKey' | 'offer' | 'version' | 'template' | 'paidFrom' | 'waiting' | 'maxWin' | 'terms'
>

/** Everything that is fixed when a bonus is issued; null where its currency is not offered. */
export function fixTerms(
  terms: BonusTerms,
  { currency, amount, deposit = 0n }: { currency: string; amount: bigint; deposit?: bigint },
): Fixed | null {
  const minBalance = amountIn(terms.min_balance, currency)
  if (minBalance === null) return null
  return {
    mode: terms.mode,
    currency,
    amount,
    depositAmount: deposit,
    contributions: contributionsOf(terms),
    required: requirementOf(terms, amount, deposit),
    maxBet: amountIn(terms.max_bet, currency),
    maxConversion: conversionCap(terms, currency, amount),
    minBalance,
    principal: terms.principal,
    counts: terms.counts,
    onWithdrawal: terms.on_withdrawal,
    asksFirst: terms.asks_first,
    priority: terms.priority,
    lifeSeconds: terms.days * daySeconds,
    takeSeconds: terms.take_days * daySeconds,
  }
}
