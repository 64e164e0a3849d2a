import type { WireOffer, WirePromotion } from '@croupier/contract/methods/campaigns'
import { type Currency, pointsCurrency, toWire } from '@croupier/contract/money'
import { type Amounts, amountIn, type BonusTerms, type OfferConditions } from '@croupier/contract/promotion-terms'
import type { Context } from '../../context.ts'
import { rememberedCards } from '../games/games.ts'
import type { LiveOffer, LiveReward, OfferNo } from './rules.ts'
import { readTexts, type Texts } from './texts.ts'

/** `3333` parts of 10,000 → `33.33`; `1250` hundredths → `12.5`. */
const hundredths = (value: number): string => String(value / 100)

type Cards = Awaited<ReturnType<typeof rememberedCards>>

type OfferSight = {
  currency: Currency
  texts: Texts
  cards: Cards
  /** The site opens every bonus as isolated, whatever its template says. */
  isIsolated: boolean
}

type Asking = Pick<Context, 'catalogue' | 'content' | 'locale'>

/** What is needed beside offers to show them in one currency and language. */
export async function sightOf(
  ctx: Asking,
  { offers, currency }: { offers: readonly LiveOffer[]; currency: Currency },
): Promise<OfferSight> {
  const [texts, cards, { site }] = await Promise.all([
    readTexts(ctx),
    rememberedCards(
      ctx,
      offers.flatMap(({ rewards }) => rewards.flatMap(gamesOf)),
    ),
    ctx.content.config(ctx.locale),
  ])
  return { currency, texts, cards, isIsolated: site.isBonusIsolationEnabled }
}

function gamesOf(reward: LiveReward): string[] {
  if (reward.kind === 'betting_bonus' || reward.kind === 'points') return []
  const own = reward.kind === 'freespins' ? [reward.terms.game] : []
  const terms = reward.kind === 'freespins' ? reward.becomes?.terms : reward.terms
  const named = [...(terms?.contributions ?? []), ...(terms?.excluded ?? [])]
  return [...own, ...named.flatMap((one) => ('game' in one ? one.game : []))]
}

export const promotionId = (offer: string, at: number) => `${offer}:${at}`

export const wirePromotions = (offer: LiveOffer, sight: OfferSight): WirePromotion[] =>
  offer.rewards.map((reward, at) => wirePromotion(promotionId(offer.sysname, at), reward, sight))

function wirePromotion(id: string, reward: LiveReward, sight: OfferSight): WirePromotion {
  const { currency, texts, cards } = sight
  const money = (amounts: Amounts | undefined) => {
    const amount = amountIn(amounts, currency)
    return amount === null ? null : toWire(amount, currency)
  }
  const title = texts.templates.get(`${reward.kind}/${reward.template}`)?.title || reward.template
  const bare = {
    id,
    kind: reward.kind,
    title,
    percent: null,
    amount: null,
    max: null,
    spins: null,
    stake: null,
    game: null,
  }
  const none = {
    winnings: null,
    mode: null,
    wagering: null,
    max_bet: null,
    max_conversion: null,
    max_conversion_times: null,
    min_balance: null,
    principal: null,
    counts: null,
    on_withdrawal: null,
    asks_first: false,
    contributions: [],
    excluded: [],
  }
  if (reward.kind === 'points') {
    const amount = toWire(BigInt(reward.terms.points), pointsCurrency)
    return { ...bare, ...none, amount, days: 0 }
  }
  if (reward.kind === 'freespins') {
    const { game, stake, count, winnings, max_win, days } = reward.terms
    const card = cards.get(game) ?? { sysname: game, name: game, image_url: '' }
    const spins = { spins: count, stake: money(stake), game: card, winnings, max: money(max_win) }
    const becomes = reward.becomes ? wagerOf(reward.becomes.terms, money, sight) : {}
    return { ...bare, ...none, ...spins, ...becomes, days }
  }
  if (reward.kind === 'betting_bonus') {
    const { type, amount, refund, wagering, days } = reward.terms
    const basis = type === 'wagering' && wagering ? { basis: wagering.basis, times: hundredths(wagering.times) } : null
    const max = money(type === 'refund' ? refund?.max : undefined)
    return { ...bare, ...none, amount: money(amount), max, wagering: basis, days }
  }
  const { terms } = reward
  return {
    ...bare,
    ...none,
    percent: terms.percent === undefined ? null : hundredths(terms.percent),
    amount: money(terms.fixed),
    max: money(terms.max),
    ...wagerOf(terms, money, sight),
    days: terms.days,
  }
}

/** What has to be done with the money of a bonus. */
const wagerOf = (
  terms: BonusTerms,
  money: (amounts: Amounts | undefined) => WirePromotion['max_bet'],
  { currency, cards, isIsolated }: OfferSight,
) => ({
  mode: isIsolated ? ('isolated' as const) : terms.mode,
  wagering: { basis: terms.wagering.basis, times: hundredths(terms.wagering.times) },
  max_bet: money(terms.max_bet),
  max_conversion: conversionOf(terms, currency),
  max_conversion_times: conversionTimes(terms),
  min_balance: money(terms.min_balance),
  principal: terms.principal,
  counts: terms.counts,
  on_withdrawal: terms.on_withdrawal,
  asks_first: terms.asks_first,
  contributions: [
    ...terms.contributions.map(({ percent, ...what }) => ({
      ...what,
      ...nameOf(what, cards),
      percent: hundredths(percent),
    })),
    { default: true as const, percent: hundredths(terms.default_percent) },
  ],
  excluded: terms.excluded.map((what) => ({ ...what, ...nameOf(what, cards) })),
})

const nameOf = (what: { game?: string } | object, cards: Cards) =>
  'game' in what && what.game !== undefined ? { name: cards.get(what.game)?.name ?? what.game } : {}

const conversionTimes = ({ max_conversion: cap }: BonusTerms) =>
  cap && 'times' in cap && typeof cap.times === 'number' ? hundredths(cap.times) : null

/** A cap in times of the bonus is known once the bonus is. */
function conversionOf({ max_conversion: cap }: BonusTerms, currency: Currency) {
  if (!cap || typeof cap !== 'object' || typeof Object.values(cap)[0] !== 'string') return null
  const named = Object.entries(cap).find(([code]) => code === currency)?.[1]
  const amount = typeof named === 'string' ? amountIn({ [currency]: named }, currency) : null
  return amount === null ? null : toWire(amount, currency)
}

export type Judged = {
  offer: LiveOffer
  /** Null for guests, who are told nothing of themselves. */
  verdict: { no: OfferNo | null } | null
  status: WireOffer['status']
  claim: WireOffer['claim']
}

function frequencyOf({ terms: { frequency } }: LiveOffer): WireOffer['trigger']['params']['frequency'] {
  if (frequency === 'once') return { kind: 'once', count: null }
  if (typeof frequency === 'string') return { kind: periods[frequency], count: null }
  return 'times' in frequency
    ? { kind: 'times', count: frequency.times }
    : { kind: 'days', count: frequency.days_between }
}

const needsOf = (conditions: OfferConditions): WireOffer['trigger']['params']['needs'] => [
  ...(conditions.has_deposited ? (['deposit'] as const) : []),
  ...(conditions.has_verified_contact ? (['contact'] as const) : []),
  ...(conditions.has_full_profile ? (['profile'] as const) : []),
  ...(conditions.is_verified ? (['verification'] as const) : []),
]

const periods = { per_day: 'day', per_week: 'week', per_month: 'month' } as const

export function wireOffer({ offer, verdict, status, claim }: Judged, sight: OfferSight): WireOffer {
  const { currency, texts } = sight
  const words = texts.offers.get(offer.sysname)
  const { params, exclude_methods, action, conditions } = offer.terms
  const min = amountIn(params.min_amount, currency)
  const promotions = wirePromotions(offer, sight)
  const about = offer.rewards.map(({ kind, template }) => texts.templates.get(`${kind}/${template}`)?.terms_text ?? '')
  return {
    id: offer.sysname,
    campaign: offer.campaign,
    title: words?.title || offer.sysname,
    description: {
      text: words?.text ?? '',
      terms: words?.terms || about.filter(Boolean).join('\n\n'),
      image_735_240: words?.image735 ?? '',
      image_360_240: words?.image360 ?? '',
      facts: words?.facts ?? [],
    },
    trigger: {
      action,
      params: {
        exclude_methods,
        min_amount: min === null ? null : toWire(min, currency),
        max_bonus: promotions.find(({ kind }) => kind === 'bonus')?.max ?? null,
        deposit_number: params.deposit_number ?? conditions.deposit_number ?? null,
        code_needed: params.code_needed === true || action === 'promo_code',
        needs: needsOf(conditions),
        level: conditions.level ?? null,
        frequency: frequencyOf(offer),
      },
      ...(verdict && { user_satisfies_params: verdict.no === null }),
      reason: verdict?.no?.reason ?? null,
      reason_data: verdict?.no?.data ?? {},
    },
    promotions,
    status,
    claim,
    starts_at: offer.startsAt?.toISOString() ?? null,
    ends_at: offer.endsAt?.toISOString() ?? null,
    version: { hash: offer.version, published_at: offer.publishedAt.toISOString() },
  }
}
