import { isCurrency, toWire } from '@croupier/contract/money'
import { againstDeposit } from '@croupier/contract/promotion-sums'
import type {
  BettingTerms,
  BonusTerms,
  OfferConditions,
  OfferFrequency,
  OfferTerms,
  SpinTerms,
} from '@croupier/contract/promotion-terms'
import { amountIn, isSpunIn } from '@croupier/contract/promotion-terms'
import type { OfferReason } from '@croupier/contract/promotions'

/** Whether an offer is for this player now. Pure: the same answer for the list, at the choice and under the lock. */

export type LiveReward =
  | { kind: 'bonus'; template: string; version: string; body: unknown; terms: BonusTerms }
  | { kind: 'points'; template: string; version: string; body: { points: number }; terms: { points: number } }
  | { kind: 'betting_bonus'; template: string; version: string; body: unknown; terms: BettingTerms }
  | {
      kind: 'freespins'
      template: string
      version: string
      body: unknown
      terms: SpinTerms
      /** The bonus that the winnings become. */
      becomes?: { template: string; version: string; body: unknown; terms: BonusTerms }
    }

export type LiveOffer = {
  sysname: string
  campaign: string
  terms: OfferTerms
  rewards: readonly LiveReward[]
  startsAt: Date | null
  endsAt: Date | null
  zone: string
  version: string
  publishedAt: Date
  /** Stopped, or one of its rewards is. */
  isStopped: boolean
}

/** A use of the offer that stands: promised or issued. */
export type StandingUse = { state: 'promised' | 'issued'; place: string; at: Date; entryId: bigint | null }

export type OfferFacts = {
  /** The gate and the player's own switch. */
  isAvailable: boolean
  country: string | null
  currency: string
  locale: string
  isBetting: boolean | null
  registeredAt: Date
  deposits: number
  level: number
  /** By its own switch: points are nothing to this player. */
  isClubOff: boolean
  hasContact: boolean
  isVerified: boolean
  /** Fields of the profile that are empty. */
  missing: readonly string[]
  segments: ReadonlySet<string>
}

export type OfferUse = {
  uses: readonly StandingUse[]
  /** Places that another account of the same person has used. */
  personPlaces: ReadonlySet<string>
  isSpent: boolean
  /** A code for it was typed. */
  hasCode: boolean
  deposit?: { amount: bigint; method: string } | undefined
}

export type OfferNo = { reason: OfferReason; data: Record<string, unknown> }

const no = (reason: OfferReason, data: Record<string, unknown> = {}): OfferNo => ({ reason, data })

/** The first thing that stands against it. */
export function judgeOffer(offer: LiveOffer, facts: OfferFacts, use: OfferUse, now: Date): OfferNo | null {
  // Nothing more is said.
  if (!facts.isAvailable) return no('NOT_AVAILABLE')
  return (
    byTime(offer, now) ??
    byPlayer(offer, facts) ??
    byUse(offer, use, now) ??
    bySteps(offer, facts, use) ??
    byDeposit(offer, facts, use)
  )
}

function byTime({ startsAt, endsAt, isStopped, terms, zone }: LiveOffer, now: Date): OfferNo | null {
  if (startsAt && now < startsAt) return no('NOT_STARTED', { from: startsAt.toISOString() })
  if (endsAt && now >= endsAt) return no('OVER', { until: endsAt.toISOString() })
  if (isStopped) return no('OVER')
  const { weekdays, hours } = terms.conditions
  if (!weekdays && !hours) return null
  const local = at(now, zone)
  const isDay = weekdays === undefined || weekdays.includes(local.dayOfWeek)
  const isHour = hours === undefined || (local.hour >= hours.from && local.hour < hours.to)
  return isDay && isHour ? null : no('NOT_STARTED', { ...(weekdays && { weekdays }), ...(hours && { hours, zone }) })
}

const at = (now: Date, zone: string) => Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone)

/** It gives points and nothing else. */
const isForClub = ({ rewards }: LiveOffer): boolean =>
  rewards.length > 0 && rewards.every(({ kind }) => kind === 'points')

function byPlayer(offer: LiveOffer, facts: OfferFacts): OfferNo | null {
  const { conditions } = offer.terms
  const { country, currency, level } = facts
  if (facts.isClubOff && isForClub(offer)) return no('NOT_AVAILABLE')
  if (conditions.countries && !conditions.countries.includes(country ?? '')) return no('COUNTRY')
  if (country !== null && conditions.not_countries?.includes(country)) return no('COUNTRY')
  if (conditions.currencies && !conditions.currencies.some((code) => code === currency)) return no('CURRENCY')
  if (!isIn(offer, currency)) return no('CURRENCY')
  if (conditions.level !== undefined && level < conditions.level)
    return no('LEVEL', { level: conditions.level, yours: level })
  return isInvited(conditions, facts) ? null : no('SEGMENT')
}

/** Conditions of what no player claims, such as cashback: about the player alone, whenever it is. */
export function meetsConditions(conditions: OfferConditions, facts: OfferFacts): boolean {
  const { country, currency, level, deposits } = facts
  const { countries, not_countries, currencies, has_deposited } = conditions
  if (countries && !countries.includes(country ?? '')) return false
  if (country !== null && not_countries?.includes(country)) return false
  if (currencies && !currencies.some((code) => code === currency)) return false
  if (conditions.level !== undefined && level < conditions.level) return false
  if (has_deposited !== undefined && has_deposited !== deposits > 0) return false
  if (conditions.has_verified_contact && !facts.hasContact) return false
  if (conditions.has_full_profile && facts.missing.length > 0) return false
  return !(conditions.is_verified && !facts.isVerified) && isInvited(conditions, facts)
}

function isInvited(conditions: OfferConditions, facts: OfferFacts): boolean {
  const { segment, locales, product, registered_from: from, registered_to: to } = conditions
  if (segment !== undefined && !facts.segments.has(segment)) return false
  if (locales && !locales.includes(facts.locale)) return false
  // Who chose neither is open to both.
  if (product && facts.isBetting !== null && facts.isBetting !== (product === 'sports')) return false
  if (from && facts.registeredAt < new Date(from)) return false
  return !to || facts.registeredAt < new Date(to)
}

/** A currency that is not named is not offered. */
const isIn = ({ terms, rewards }: LiveOffer, currency: string): boolean =>
  (terms.params.min_amount === undefined || amountIn(terms.params.min_amount, currency) !== null) &&
  rewards.every((reward) => {
    if (reward.kind === 'points') return true
    if (reward.kind === 'freespins') return isSpunIn(reward.terms, reward.becomes?.terms, currency)
    if (reward.kind === 'betting_bonus') return isBetIn(reward.terms, currency)
    const { percent, fixed, max, min_balance } = reward.terms
    const amounts = percent === undefined ? fixed : max
    return amountIn(min_balance, currency) !== null && (amounts === undefined || amountIn(amounts, currency) !== null)
  })

/** A boost names no amount: it is offered in every currency. */
const isBetIn = ({ type, amount, refund }: BettingTerms, currency: string): boolean =>
  type === 'combo_boost' || amountIn(type === 'refund' ? refund?.max : amount, currency) !== null

function byUse(offer: LiveOffer, { uses, personPlaces, isSpent }: OfferUse, now: Date): OfferNo | null {
  const found = placeFor(offer.terms.frequency, uses, { now, zone: offer.zone })
  if ('reason' in found) return found
  if (personPlaces.has(found.place)) return no('SAME_PERSON')
  return isSpent ? no('BUDGET_SPENT') : null
}

/** The place that the next use takes, or why there is none: the same place is used once. */
export function placeFor(
  frequency: OfferFrequency,
  uses: readonly StandingUse[],
  { now, zone }: { now: Date; zone: string },
): { place: string } | OfferNo {
  const promised = uses.find(({ state }) => state === 'promised')
  const over = (kind: 'ALREADY_USED' | 'FREQUENCY', data = {}) =>
    promised ? no('ALREADY_PROMISED', { transaction: Number(promised.entryId ?? 0n) }) : no(kind, data)
  if (frequency === 'once') return uses.length > 0 ? over('ALREADY_USED') : { place: 'once' }
  if (typeof frequency === 'string') {
    const { place, next } = periodOf(frequency, at(now, zone))
    return uses.some((use) => use.place === place) ? over('FREQUENCY', { from: instantOf(next) }) : { place }
  }
  if ('times' in frequency) {
    return uses.length >= frequency.times ? over('ALREADY_USED') : { place: freePlace('n', uses) }
  }
  const last = uses.reduce((latest, use) => Math.max(latest, use.at.getTime()), 0)
  const from = new Date(last + frequency.days_between * 86_400_000)
  return uses.length > 0 && now < from
    ? over('FREQUENCY', { from: from.toISOString() })
    : { place: freePlace('d', uses) }
}

/** A use that was released leaves its number free. */
function freePlace(letter: string, uses: readonly StandingUse[]): string {
  const taken = new Set(uses.map(({ place }) => place))
  let number = 1
  while (taken.has(`${letter}:${number}`)) number += 1
  return `${letter}:${number}`
}

function periodOf(period: 'per_day' | 'per_week' | 'per_month', local: Temporal.ZonedDateTime) {
  const day = local.startOfDay()
  if (period === 'per_day') return { place: day.toPlainDate().toString(), next: day.add({ days: 1 }) }
  if (period === 'per_month') {
    return { place: day.toPlainDate().toPlainYearMonth().toString(), next: day.with({ day: 1 }).add({ months: 1 }) }
  }
  const week = String(day.weekOfYear ?? 0).padStart(2, '0')
  return { place: `${day.yearOfWeek}-W${week}`, next: day.add({ days: 8 - day.dayOfWeek }) }
}

const instantOf = (local: Temporal.ZonedDateTime) => new Date(local.epochMilliseconds).toISOString()

function bySteps({ terms }: LiveOffer, facts: OfferFacts, { hasCode }: OfferUse): OfferNo | null {
  const { conditions, params, action } = terms
  const { deposits } = facts
  const number = params.deposit_number ?? conditions.deposit_number
  // The one to come: a number that is past can never be reached again.
  if (number !== undefined && deposits + 1 !== number) {
    return no('DEPOSIT_NUMBER', { number, yours: deposits + 1 })
  }
  if (conditions.has_deposited === false && deposits > 0)
    return no('DEPOSIT_NUMBER', { number: 1, yours: deposits + 1 })
  if (conditions.has_deposited === true && deposits === 0) return no('NEED_DEPOSIT')
  if (conditions.has_verified_contact && !facts.hasContact) return no('NEED_CONTACT')
  if (conditions.has_full_profile && facts.missing.length > 0) return no('NEED_PROFILE', { fields: facts.missing })
  if (conditions.is_verified && !facts.isVerified) return no('NEED_VERIFICATION')
  return (action === 'promo_code' || params.code_needed) && !hasCode ? no('CODE_NEEDED') : null
}

function byDeposit({ terms }: LiveOffer, { currency }: OfferFacts, { deposit }: OfferUse): OfferNo | null {
  if (!deposit) return null
  const { exclude_methods: methods, params } = terms
  const min = amountIn(params.min_amount, currency)
  const said = againstDeposit({ excludedMethods: methods, min }, deposit)
  if (said === 'METHOD_EXCLUDED') return no(said, { methods })
  return said === 'AMOUNT_TOO_SMALL' && min !== null ? tooSmall(min, currency) : null
}

const tooSmall = (min: bigint, currency: string) =>
  no('AMOUNT_TOO_SMALL', isCurrency(currency) ? { min: toWire(min, currency) } : {})
