import { z } from 'zod'
import { gameTypes } from './games.ts'
import { currencies, fromDecimal, isCurrency } from './money.ts'
import { bettingBonusTypes, bonusModes, cashbackPeriods, offerActions, products, wagerBases } from './promotions.ts'
import { prizeKinds, tournamentKinds, tournamentRepeats } from './tournaments.ts'

/**
 * The money parts of promotions as content has them. Nothing here falls back to a default that was not meant: a part that
 * cannot be read is not published, so it never becomes anyone's terms.
 */

const sysname = z.string().regex(/^[a-z0-9][a-z0-9-]{0,79}$/)

/** `{EUR: "5", BRL: "25"}`; a currency that is not named is not offered. */
const amounts = z
  .record(z.string(), z.string())
  .refine((all) => Object.entries(all).every(([code, text]) => isCurrency(code) && fromDecimal(text, code) !== null), {
    message: `amounts are decimal texts by currency: ${Object.keys(currencies).join(', ')}`,
  })
export type Amounts = z.output<typeof amounts>

/** What these say in one currency, in minor units; null where it is not named. */
export function amountIn(all: Amounts | undefined, currency: string): bigint | null {
  const text = all?.[currency]
  return text === undefined || !isCurrency(currency) ? null : fromDecimal(text, currency)
}

/** What terms of other features are made of too. */
/** Only where these rules of a place hold: elsewhere it cannot be published. */
const places = z.array(z.enum(['default', 'uk'])).min(1)

export const termParts = { amounts, places, sysname }

const isHundredths = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6

/** `33.33` percent, kept in parts of 10,000. */
const percent = (most: number) =>
  z
    .number()
    .min(0)
    .max(most)
    .refine(isHundredths)
    .transform((value) => Math.round(value * 100))

/** `12.5` times, kept in hundredths. */
const times = z
  .number()
  .min(0.01)
  .max(200)
  .refine(isHundredths)
  .transform((value) => Math.round(value * 100))

const days = (most: number) => z.number().int().min(1).max(most)

/** One of them names what it is about. */
const gameOrType = z.union([z.object({ game: sysname }), z.object({ type: z.enum(gameTypes) })])
const excludedOne = z.union([gameOrType, z.object({ provider: sysname })])

const wagering = z.object({ basis: z.enum(wagerBases).default('bonus'), times })

export const bonusTerms = z
  .object({
    product: z.literal('casino').default('casino'),
    mode: z.enum(bonusModes),
    principal: z.enum(['converts', 'stays']).optional(),
    /** Of the deposit, or else a fixed amount. */
    percent: percent(1_000).optional(),
    fixed: amounts.optional(),
    max: amounts.optional(),
    wagering,
    counts: z.enum(['bonus', 'all']).default('bonus'),
    contributions: z.array(z.intersection(gameOrType, z.object({ percent: percent(100) }))).default([]),
    default_percent: percent(100).default(10_000),
    excluded: z.array(excludedOne).default([]),
    max_bet: amounts.optional(),
    min_balance: amounts,
    max_conversion: z.union([z.object({ times }), amounts]).optional(),
    on_withdrawal: z.enum(['forfeit', 'keep']).default('forfeit'),
    asks_first: z.boolean().default(false),
    days: days(90),
    take_days: days(90).default(30),
    priority: z.number().int().min(-1_000).max(1_000).default(0),
  })
  // The bonus itself is never paid out where it pays first: what it won is.
  .transform((terms) => ({
    ...terms,
    principal: terms.principal ?? (terms.mode === 'sticky' ? ('stays' as const) : ('converts' as const)),
  }))
export type BonusTerms = z.output<typeof bonusTerms>

export const spinTerms = z.object({
  game: sysname,
  stake: amounts,
  count: z.number().int().min(1).max(1_000),
  winnings: z.enum(['main', 'bonus']).default('main'),
  max_win: amounts.optional(),
  /** Terms of the bonus that the winnings become. */
  template: sysname.optional(),
  days: days(90),
  take_days: days(90).default(30),
})
export type SpinTerms = z.output<typeof spinTerms>

/** Whether spins can be given in this currency, with the bonus that their winnings become, if they do. */
export const isSpunIn = (
  { stake, max_win }: Pick<SpinTerms, 'stake' | 'max_win'>,
  becomes: Pick<BonusTerms, 'min_balance'> | undefined,
  currency: string,
): boolean =>
  amountIn(stake, currency) !== null &&
  (max_win === undefined || amountIn(max_win, currency) !== null) &&
  (becomes === undefined || amountIn(becomes.min_balance, currency) !== null)

/** `1.8`: odds of at least this much, kept in thousandths. */
const odds = z
  .number()
  .min(1.001)
  .max(1_000)
  .transform((value) => Math.round(value * 1_000))

export const bettingTerms = z.object({
  type: z.enum(bettingBonusTypes),
  amount: amounts.optional(),
  min_odds: odds.optional(),
  min_leg_odds: odds.optional(),
  min_legs: z.number().int().min(1).max(50).default(1),
  wagering: wagering.optional(),
  order: z.enum(['bonus_first', 'own_first']).default('own_first'),
  /** What a lost slip gives back, and as what: a betting bonus has the other terms of this one. */
  refund: z.object({ gives: z.enum(['free_bet', 'wagering', 'cash']), max: amounts }).optional(),
  /** Percent of the profit by number of legs. */
  boosts: z.array(z.object({ legs: z.number().int().min(2).max(50), percent: percent(1_000) })).default([]),
  max_conversion: z.union([z.object({ times }), amounts]).optional(),
  /** None named: all of them. */
  sports: z.array(sysname).default([]),
  on_withdrawal: z.enum(['forfeit', 'keep']).default('forfeit'),
  days: days(90),
  take_days: days(90).default(30),
})
export type BettingTerms = z.output<typeof bettingTerms>

const moment = z.string().refine((written) => !Number.isNaN(Date.parse(written)))
const zone = z.string().refine((name) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
})

/** All that are given must hold. */
export const offerConditions = z
  .object({
    countries: z.array(z.string().regex(/^[A-Z]{2}$/)),
    not_countries: z.array(z.string().regex(/^[A-Z]{2}$/)),
    currencies: z.array(z.string().refine(isCurrency)),
    locales: z.array(z.string().max(20)),
    /** What the account was opened for. */
    product: z.enum(products),
    registered_from: moment,
    registered_to: moment,
    has_deposited: z.boolean(),
    deposit_number: z.number().int().min(1),
    level: z.number().int().min(1),
    has_verified_contact: z.boolean(),
    is_verified: z.boolean(),
    has_full_profile: z.boolean(),
    /** A list of logins that the operator loaded. */
    segment: sysname,
    /** 1 is Monday. */
    weekdays: z.array(z.number().int().min(1).max(7)).min(1),
    /** From this hour to before that one, in the zone of the campaign. */
    hours: z.object({ from: z.number().int().min(0).max(23), to: z.number().int().min(1).max(24) }),
  })
  .partial()
export type OfferConditions = z.output<typeof offerConditions>

const frequency = z.union([
  z.literal('once'),
  z.literal('per_day'),
  z.literal('per_week'),
  z.literal('per_month'),
  z.object({ times: z.number().int().min(1).max(1_000) }),
  z.object({ days_between: z.number().int().min(1).max(366) }),
])
export type OfferFrequency = z.output<typeof frequency>

const reward = z.union([
  z.object({ bonus: sysname }),
  z.object({ freespins: sysname }),
  z.object({ betting_bonus: sysname }),
  z.object({ points: z.number().int().min(1) }),
])
export type OfferReward = z.output<typeof reward>

const offerTerms = z.object({
  sysname,
  action: z.enum(offerActions),
  params: z
    .object({ min_amount: amounts, deposit_number: z.number().int().min(1), code_needed: z.boolean() })
    .partial()
    .default({}),
  conditions: offerConditions.default({}),
  exclude_methods: z.array(z.string().max(60)).default([]),
  frequency: frequency.default('once'),
  rewards: z.array(reward).min(1).max(10),
})
export type OfferTerms = z.output<typeof offerTerms>

export const campaignTerms = z.object({
  starts_at: moment.optional(),
  ends_at: moment.optional(),
  zone: zone.default('UTC'),
  only_in: places.optional(),
  /** How many claims of each offer, and how much money in each currency; a currency without one has no end. */
  budget: z.object({ claims: z.number().int().min(1).optional(), amounts: amounts.optional() }).default({}),
  offers: z.array(offerTerms).min(1).max(20),
})
export type CampaignTerms = z.output<typeof campaignTerms>

export const codeTerms = z.object({
  offer: sysname,
  most_uses: z.number().int().min(1).optional(),
  most_per_player: z.number().int().min(1).max(100).default(1),
})
export type CodeTerms = z.output<typeof codeTerms>

export const cashbackTerms = z.object({
  product: z.enum(products),
  period: z.enum(cashbackPeriods),
  zone: zone.default('UTC'),
  /** From this level on; the highest that fits counts. */
  rates: z.array(z.object({ level: z.number().int().min(1), rate: percent(100) })).min(1),
  least: amounts.default({}),
  most: amounts.default({}),
  pays: z.union([z.literal('main'), z.object({ template: sysname })]).default('main'),
  /** Nothing to claim: it is paid by itself. */
  claim_hours: z.number().int().min(0).max(2_160).default(0),
  conditions: offerConditions.default({}),
})
export type CashbackTerms = z.output<typeof cashbackTerms>

/** `12.5` times the stake, kept in hundredths. */
const multiple = z
  .number()
  .min(0.01)
  .max(1_000_000)
  .refine(isHundredths)
  .transform((value) => Math.round(value * 100))

const count = (most: number) => z.number().int().min(1).max(most)

const prizeTerms = z.object({
  /** Places, the first is 1. */
  from: count(100_000),
  to: count(100_000),
  kind: z.enum(prizeKinds),
  /** In the currency of the winner; of a bonus in place of the amount that its template names. */
  amount: amounts.optional(),
  /** Of a bonus or of spins; of goods the product of the shop. */
  template: sysname.optional(),
  /** Of the club. */
  points: count(1_000_000).optional(),
})
export type PrizeTerms = z.output<typeof prizeTerms>

export const tournamentTerms = z.object({
  starts_at: moment,
  ends_at: moment,
  zone: zone.default('UTC'),
  /** Another one, of the same length, every so often in the zone. */
  repeats: z.enum(tournamentRepeats).optional(),
  kind: z.enum(tournamentKinds).default('multiplier_best'),
  cap: multiple.default(100_000),
  best_of: count(100).default(10),
  run_length: count(500).default(20),
  at_least: multiple.default(100),
  min_units: count(1_000).default(1),
  real_only: z.boolean().default(true),
  most_rounds: count(100_000).default(500),
  /** Score that counts in a UTC day, for the kinds that reward volume. */
  most_per_day: count(1_000_000).optional(),
  /** None named: all of them. */
  games: z.array(excludedOne).max(500).default([]),
  conditions: offerConditions.default({}),
  /** Minutes before the end after which it cannot be joined any more. */
  join_closes: z.number().int().min(0).max(525_600).default(0),
  most_players: count(1_000_000).optional(),
  fee_points: count(1_000_000).optional(),
  /** A ticket opens it; where a fee is named too, either does. */
  by_ticket: z.boolean().default(false),
  reset_on_cashout: z.boolean().default(false),
  /** Minutes after the end within which a round that was opened before it may close. */
  grace: z.number().int().min(0).max(120).default(15),
  prizes: z.array(prizeTerms).min(1).max(200),
})
export type TournamentTerms = z.output<typeof tournamentTerms>

/** The money part of a record, by collection: what publishing pins. */
export const promotionTerms = {
  'bonus-templates': bonusTerms,
  'spin-templates': spinTerms,
  'betting-templates': bettingTerms,
  campaigns: campaignTerms,
  'promo-codes': codeTerms,
  cashbacks: cashbackTerms,
  tournaments: tournamentTerms,
} as const
