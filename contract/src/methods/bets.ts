import { z } from 'zod'
import { method } from '../method.ts'

const pick = z.string().max(100)

export const bets = {
  'bets.quoteBuilder': method({
    about:
      'The price of two to six picks of one event as one bet, from the chance that all of them happen, signed for a short time.',
    verb: 'POST',
    who: 'anyone',
    input: z.object({
      /** `40021/result/ft/-/1,40021/total/ft/2.5/over`. */
      picks: z
        .string()
        .min(1)
        .max(1_000)
        .transform((text) => text.split(',')),
    }),
    output: z.object({
      /** The house's word, to be handed back when the bet is placed. */
      quote: z.string(),
      picks: z.array(pick),
      /** Thousandths, of all parts together. */
      price: z.number(),
      /**
       * Of every set of parts: the first stands in the places that have bit 1, the second bit 2, the third bit 4. Where
       * parts become void, the price of those that are left counts.
       */
      prices: z.array(z.number()),
      /** Picks that change nothing, because the others cannot happen without them. */
      implied: z.array(pick),
      payout_bp: z.number(),
      is_live: z.boolean(),
      expires_at: z.string(),
    }),
    refuses: [
      'InvalidParameter:PICK_UNKNOWN',
      'InvalidParameter:LEG_COUNT',
      'InvalidParameter:LEGS_RELATED',
      'InvalidParameter:FEED_STALE',
      'InvalidParameter:MARKET_SUSPENDED',
      'InvalidParameter:MARKET_CLOSED',
      'InvalidParameter:BUILDER_IMPOSSIBLE',
      'InvalidParameter:BUILDER_UNPRICED',
      'TooManyRequests',
    ],
    limit: { points: 5, seconds: 1 },
  }),
}
