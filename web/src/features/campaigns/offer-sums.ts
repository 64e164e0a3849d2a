import type { WireOffer, WirePromotion } from '@croupier/contract/methods/campaigns'
import { type Currency, currencies, fromDecimal, isCurrency, toWire, type WireMoney } from '@croupier/contract/money'
import { bonusOfDeposit, wagerOfBonus } from '@croupier/contract/promotion-sums'

/** An offer in the player's own numbers: what a deposit gives and what it asks for. */

const minorOf = (money: WireMoney | null): bigint | null =>
  money && isCurrency(money.currency) ? fromDecimal(money.amount, money.currency) : null
const hundredthsOf = (text: string) => Math.round(Number(text) * 100)

export type OfferSums = {
  deposit: WireMoney
  bonus: WireMoney
  wager: WireMoney
  /** What playing that much on slots uses up on average; null where slots do not count. */
  cost: WireMoney | null
  isCostMore: boolean
  /** Lengths of two bars, the longer being 1. */
  shares: { bonus: number; cost: number }
}

/** Slots of the house return this much on average, in percent. */
export const usualReturn = 96

/** Which part of a stake counts, in percent; a game before its type before the rest. */
export function rateOfGame(
  { contributions }: Pick<WirePromotion, 'contributions'>,
  { game, type }: { game?: string; type: string },
): string {
  const found =
    contributions.find((one) => game !== undefined && one.game === game) ??
    contributions.find((one) => one.type === type) ??
    contributions.find((one) => one.default)
  return found?.percent ?? '100'
}

/** Bonus money may not be staked here. */
export const isExcluded = (
  { excluded }: Pick<WirePromotion, 'excluded'>,
  { game, type, provider }: { game: string; type: string; provider: string },
): boolean => excluded.some((one) => one.game === game || one.type === type || one.provider === provider)

/** Null for rewards that are not a part of a deposit. */
export function sumsOf(promotion: WirePromotion, deposit: bigint, currency: Currency): OfferSums | null {
  const { percent, max, wagering } = promotion
  if (percent === null) return null
  const bonus =
    bonusOfDeposit({ percent: BigInt(hundredthsOf(percent)), fixed: null, max: minorOf(max) }, deposit) ?? 0n
  const wager = wagering
    ? wagerOfBonus({ basis: wagering.basis, times: BigInt(hundredthsOf(wagering.times)) }, { bonus, credited: deposit })
    : 0n
  const rate = BigInt(hundredthsOf(rateOfGame(promotion, { type: 'slot' })))
  const cost = rate === 0n ? null : (((wager * 10_000n) / rate) * BigInt(100 - usualReturn)) / 100n
  const longest = Number(cost !== null && cost > bonus ? cost : bonus) || 1
  const wire = (minor: bigint) => toWire(minor, currency)
  return {
    deposit: wire(deposit),
    bonus: wire(bonus),
    wager: wire(wager),
    cost: cost === null ? null : wire(cost),
    isCostMore: cost !== null && cost > bonus,
    shares: { bonus: Number(bonus) / longest, cost: Number(cost ?? 0n) / longest },
  }
}

/** Three deposits to look at: the least, three times that, and the one that gives the most. */
export function exampleDeposits({ promotions, trigger }: WireOffer): bigint[] {
  const promotion = promotions.find(({ percent }) => percent !== null)
  const money = promotion?.max ?? trigger.params.min_amount
  if (!promotion?.percent || !money || !isCurrency(money.currency)) return []
  const unit = 10n ** BigInt(currencies[money.currency].decimals)
  const least = minorOf(trigger.params.min_amount) ?? 20n * unit
  const max = minorOf(promotion.max)
  const percent = BigInt(hundredthsOf(promotion.percent))
  const most = max === null || percent === 0n ? least * 10n : (max * 10_000n + percent - 1n) / percent
  return [...new Set([least, least * 3n, most])]
    .filter((amount) => amount >= least)
    .toSorted((a, b) => (a < b ? -1 : 1))
}

/** The currency in which an offer speaks. */
export function currencyOfOffer({ trigger, promotions }: WireOffer): Currency | null {
  const money = [trigger.params.min_amount, ...promotions.flatMap(({ max, amount, stake }) => [max, amount, stake])]
  const found = money.find((one) => one !== null)?.currency
  return found && isCurrency(found) ? found : null
}
