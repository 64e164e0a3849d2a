import { z } from 'zod'
import { fields, list, method, money, paging } from '../method.ts'
import {
  bonusModes,
  offerActions,
  offerFrequencies,
  offerNeeds,
  offerReasons,
  offerStatuses,
  promoRefusals,
  rewardKinds,
  wagerBases,
} from '../promotions.ts'

/** Made before the first try: the same key and body get the same answer and give nothing twice. */
const key = z
  .string()
  .regex(/^[\w-]{8,80}$/)
  .optional()

/** What an offer gives, with what it asks for beside it. */
const promotion = z.object({
  id: z.string(),
  kind: z.enum(rewardKinds),
  title: z.string(),
  /** Percent of the deposit: `50`. */
  percent: z.string().nullable(),
  amount: money.nullable(),
  max: money.nullable(),
  spins: z.number().nullable(),
  stake: money.nullable(),
  game: z.object({ sysname: z.string(), name: z.string(), image_url: z.string() }).nullable(),
  /** Where winnings of free spins go. */
  winnings: z.enum(['main', 'bonus']).nullable(),
  mode: z.enum(bonusModes).nullable(),
  /** `30` times what: null where nothing has to be wagered. */
  wagering: z.object({ basis: z.enum(wagerBases), times: z.string() }).nullable(),
  max_bet: money.nullable(),
  max_conversion: money.nullable(),
  /** A cap that is `10` times the bonus: the amount is known once the bonus is. */
  max_conversion_times: z.string().nullable(),
  /** Below it, with no round open, the bonus is over. */
  min_balance: money.nullable(),
  principal: z.enum(['converts', 'stays']).nullable(),
  /** Which part of a stake counts. */
  counts: z.enum(['bonus', 'all']).nullable(),
  /** What a payout does to the bonus; own money can be taken out either way. */
  on_withdrawal: z.enum(['forfeit', 'keep']).nullable(),
  asks_first: z.boolean(),
  contributions: z.array(
    z.object({
      game: z.string().optional(),
      /** Of the game. */
      name: z.string().optional(),
      type: z.string().optional(),
      default: z.literal(true).optional(),
      percent: z.string(),
    }),
  ),
  excluded: z.array(
    z.object({
      game: z.string().optional(),
      name: z.string().optional(),
      type: z.string().optional(),
      provider: z.string().optional(),
    }),
  ),
  days: z.number().nullable(),
})
export type WirePromotion = z.output<typeof promotion>

const offer = z.object({
  id: z.string(),
  campaign: z.string(),
  title: z.string(),
  description: z.object({
    text: z.string(),
    terms: z.string(),
    image_735_240: z.string(),
    image_360_240: z.string(),
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
  }),
  trigger: z.object({
    action: z.enum(offerActions),
    params: z.object({
      exclude_methods: z.array(z.string()),
      min_amount: money.nullable(),
      max_bonus: money.nullable(),
      deposit_number: z.number().nullable(),
      code_needed: z.boolean(),
      /** What a player has to have done before, said to guests too. */
      needs: z.array(z.enum(offerNeeds)),
      level: z.number().nullable(),
      /** How often: `once`, in a `day`, `week` or `month`, `times` in all, or with `days` between two uses. */
      frequency: z.object({ kind: z.enum(offerFrequencies), count: z.number().nullable() }),
    }),
    /** Absent for guests: they see what there is, and are told nothing of themselves. */
    user_satisfies_params: z.boolean().optional(),
    reason: z.enum(offerReasons).nullable(),
    reason_data: z.record(z.string(), z.unknown()),
  }),
  promotions: z.array(promotion),
  status: z.enum(offerStatuses),
  /** What this player has done with it last, and with which deposit. */
  claim: z.object({ at: z.string(), transaction: z.string().nullable() }).nullable(),
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
  /** When these terms were published, and which version they are. */
  version: z.object({ hash: z.string(), published_at: z.string() }),
})
export type WireOffer = z.output<typeof offer>

const given = z.object({
  offer,
  given: z.array(z.object({ kind: z.enum(rewardKinds), id: z.string(), status: z.string(), title: z.string() })),
  /** Where to go now. */
  next: z.enum(['play', 'deposit', 'bonuses']),
})

export const campaigns = {
  'campaigns.getoffers': method({
    about: 'Offers that run now, with whether they are for this player and if not, why.',
    verb: 'GET',
    who: 'anyone',
    input: z.object({
      ...paging(20, 50),
      /** `welcome-first,reload`: only these. */
      ids: z.string().max(2_000).optional(),
      action: z.enum(offerActions).optional(),
      fields,
    }),
    output: list(offer),
    refuses: [],
  }),
  'campaigns.activateOffer': method({
    about: 'Redeems a promo code: what it gives is given now, or remembered for the next deposit.',
    verb: 'POST',
    who: 'player',
    input: z.object({ promo_code: z.string().max(64), key, fields }),
    output: given,
    refuses: [...promoRefusals, 'InvalidParameter:KEY_CONFLICT'],
    limit: { points: 10, seconds: 3600 },
  }),
  'campaigns.checkPromocode': method({
    about: 'What a promo code stands for; null when there is no such code or its time is over.',
    verb: 'POST',
    who: 'anyone',
    input: z.object({ promo_code: z.string().max(64) }),
    output: z
      .object({
        promo_code: z.string(),
        title: z.string(),
        text: z.string(),
        offer: z
          .object({ trigger: z.object({ action: z.enum(offerActions) }), promotions: z.array(promotion) })
          .nullable(),
      })
      .nullable(),
    refuses: ['TooManyRequests'],
    limit: { points: 60, seconds: 600 },
  }),
  'campaigns.takepromotions': method({
    about: 'Takes an offer: what needs no deposit is given now, a deposit offer is remembered for the deposit page.',
    verb: 'POST',
    who: 'player',
    input: z.object({ offer_id: z.string().max(80), promotion_ids: z.string().max(400).optional(), key }),
    output: given,
    refuses: [
      'UserBanned',
      'UserDeleted',
      'InvalidParameter:SELF_EXCLUDED',
      'InvalidParameter:OFFER_REFUSED',
      'InvalidParameter:UNKNOWN_OFFER',
      'InvalidParameter:KEY_CONFLICT',
      'TooManyRequests',
    ],
    limit: { points: 60, seconds: 600 },
  }),
}
