import { z } from 'zod'
import { gameTypes } from './games.ts'
import { productKinds, questPeriods } from './loyalty.ts'
import { offerConditions, termParts } from './promotion-terms.ts'

/** What clubs promise, as content has it. A word that no rule reads is a mistake of the editor, so it is refused. */

const { amounts, places, sysname } = termParts
const moment = z.string().refine((written) => !Number.isNaN(Date.parse(written)))
const whole = (least: number, most: number) => z.number().int().min(least).max(most)

/** Thousandths of a point for a unit of stakes. */
const rate = whole(0, 1_000)

/** What points are earned with: kinds of games, and bets. */
const earningTypes = [...gameTypes, 'sports'] as const

export const programTerms = z.strictObject({
  product: z.enum(['casino', 'sports', 'both']).default('casino'),
  only_in: places.optional(),
  /** From so many points on. The first begins at nothing. */
  levels: z
    .array(
      z.strictObject({
        id: whole(1, 100),
        min: whole(0, 1_000_000_000),
        /** What a review wants to have been earned since the one before it, or the level goes down by one. */
        keep: whole(1, 1_000_000_000).optional(),
      }),
    )
    .min(1)
    .max(100),
  rates: z
    .array(z.union([z.strictObject({ game: sysname, rate }), z.strictObject({ type: z.enum(earningTypes), rate })]))
    .max(500),
  default_rate: rate,
  /** Points from play in a UTC day. */
  most_per_day: whole(1, 100_000),
  /** So often levels are reviewed; without it a level that was reached stays. */
  review_months: whole(12, 120).optional(),
})
export type ProgramTerms = z.output<typeof programTerms>

export const productTerms = z.strictObject({
  only_in: places.optional(),
  kind: z.enum(productKinds),
  price: whole(1, 10_000_000),
  template: sysname.optional(),
  /** Of cash. */
  amount: amounts.optional(),
  stock: whole(0, 1_000_000).optional(),
  per_player: whole(1, 1_000).optional(),
  level: whole(1, 100).optional(),
  starts_at: moment.optional(),
  ends_at: moment.optional(),
})
export type ProductTerms = z.output<typeof productTerms>

const plainStep = z.strictObject({
  kind: z.enum([
    'contact_confirmed',
    'profile_filled',
    'identity_verified',
    'two_factor_on',
    'limit_set',
    'reality_check_set',
    'fairness_checked',
  ]),
})
const questStep = z.union([
  plainStep,
  z.strictObject({ kind: z.enum(['demo_games', 'games_tried']), count: whole(1, 20) }),
  z.strictObject({ kind: z.literal('article_read'), slug: sysname }),
  // Read where it was published before; no page has a tour, so it is not published any more.
  z.strictObject({ kind: z.literal('tour_done'), tour: sysname }),
])
export type QuestStep = z.output<typeof questStep>

export const questTerms = z.strictObject({
  period: z.enum(questPeriods),
  steps: z.array(questStep).min(1).max(5),
  reward: whole(10, 300),
  conditions: offerConditions.default({}),
})
export type QuestTerms = z.output<typeof questTerms>

/** Percent of the points of each kind of game; what is not named is 100. */
const boost = z
  .number()
  .min(100)
  .max(150)
  .transform((percent) => Math.round(percent * 100))

export const characterTerms = z.strictObject({
  boosts: z.partialRecord(z.enum(earningTypes), boost).default({}),
})
export type CharacterTerms = z.output<typeof characterTerms>

export const loyaltyTerms = {
  'loyalty-programs': programTerms,
  'loyalty-products': productTerms,
  quests: questTerms,
  characters: characterTerms,
} as const
