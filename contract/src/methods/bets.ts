import { z } from 'zod'
import { betRecord } from '../bet-record.ts'
import { betKey, betRefusals, betStates, bookingCode, pricePolicies, stakeLimitCauses, stepKinds } from '../bets.ts'
import { gameModes } from '../games.ts'
import { fields, jsonText, method, money } from '../method.ts'

const pick = z.string().max(100)

/** A pick as it was seen; of a builder its signed quote. */
const askedPick = z.union([
  z.object({ pick, price: z.int().min(1_000).max(1_000_000), version: z.int().min(0) }),
  z.object({ quote: z.string().max(4_000) }),
])

const askedBet = z.object({
  /** Made by the client before the first try: the same key is the same bet for ever. */
  key: z.string().regex(betKey),
  kind: z.enum(['single', 'multiple', 'system']),
  /** How many legs stand in one combination; a single has `[1]`. */
  sizes: z.array(z.int().min(1).max(20)).min(1).max(12),
  /** Places in the list of picks. */
  bankers: z.array(z.int().min(0).max(19)).max(11).default([]),
  stake: z.string().max(30),
  currency: z.string().max(8),
  mode: z.enum(gameModes).default('real'),
  policy: z.enum(pricePolicies).default('better'),
  /** A betting bonus that pays, by its number. */
  free_bet: z.string().max(20).optional(),
  picks: z.array(askedPick).min(1).max(20),
})
export type AskedBet = z.output<typeof askedBet>

/** A bet as it would be after an edit. The value of the old one is part of its stake. */
export const editedBet = askedBet.omit({ key: true, mode: true, currency: true, free_bet: true })
export type EditedBet = z.output<typeof editedBet>

// Made once: a schema is compiled when it first reads something.
const askedList = z.array(askedBet).min(1).max(20)

const askedBets = jsonText(askedList, 100_000, 'not a list of bets')

const namedMarket = z.object({ id: z.number(), type: z.string(), period: z.string(), line: z.string().nullable() })
const namedEvent = z.object({
  ...{ id: z.number(), slug: z.string(), sport: z.string(), home: z.string(), away: z.string() },
  starts_at: z.string(),
})
/** Of `of` equal shares of the stake so many won and so many came back; null while undecided. */
const legResult = z
  .object({ win: z.number(), back: z.number(), of: z.number(), void_reason: z.string().nullable() })
  .nullable()

/** A leg of a bet that was taken, or of one that waits. */
const betLeg = z.object({
  pick,
  event: namedEvent.extend({
    state: z.string(),
    score: z.record(z.string(), z.array(z.number())).nullable(),
    is_simulated: z.boolean(),
  }),
  market: namedMarket,
  outcome: z.string(),
  price_asked: z.number(),
  /** Null while the bet waits. */
  price: z.number().nullable(),
  is_live: z.boolean(),
  is_banker: z.boolean(),
  result: legResult,
  /** Parts of a builder, each with its own pick and result; empty for a plain leg. */
  parts: z.array(
    z.object({
      pick,
      market: namedMarket,
      outcome: z.string(),
      result: legResult,
    }),
  ),
})

export const wireBet = z.object({
  id: z.string(),
  key: z.string(),
  number: z.number(),
  state: z.enum(betStates),
  kind: z.enum(['single', 'multiple', 'system']),
  sizes: z.array(z.number()),
  combinations: z.number(),
  mode: z.enum(gameModes),
  policy: z.enum(pricePolicies),
  stake: money,
  /** What of it still runs. */
  stake_open: money,
  is_free_bet: z.boolean(),
  /** What it returns at most, and its boost then. */
  possible: money,
  boost_percent: z.number(),
  returned: money,
  boost: money,
  is_under_review: z.boolean(),
  rules: z.string(),
  asked_at: z.string(),
  /** When a bet with a live leg is decided. */
  decide_at: z.string().nullable(),
  accepted_at: z.string().nullable(),
  settled_at: z.string().nullable(),
  /** Why it was not taken, and what the refusal named. */
  refused: z.object({ reason: z.string(), data: z.record(z.string(), z.unknown()) }).nullable(),
  legs: z.array(betLeg),
  /** It is cashed out by itself as soon as that gives so much. */
  auto_cash_out: money.nullable(),
  /** A cash-out or an edit that waits because a match is played, or the last one that was refused after its wait. */
  cash_out: z
    .object({
      state: z.enum(['pending', 'refused']),
      is_edit: z.boolean(),
      part: money,
      value: money,
      decide_at: z.string(),
      reason: z.string().nullable(),
    })
    .nullable(),
  /** The bet that it was changed into, and the one that it was made of, by their numbers. */
  edited_into: z.string().nullable(),
  edited_from: z.string().nullable(),
})
export type WireBet = z.output<typeof wireBet>

const betStep = z.object({
  n: z.number(),
  kind: z.enum(stepKinds),
  at: z.string(),
  /** `player`, `house`, `settler` or `operator`. */
  actor: z.string(),
  reason: z.string(),
  part: money,
  returned_before: money,
  returned_after: money,
  boost: money,
  shortfall: money,
})

export const betId = z.string().regex(/^\d{1,18}$/)

export const bets = {
  'bets.quote': method({
    about: 'What a slip would return at the prices of now, the most that may be staked and why, and how long it waits.',
    verb: 'POST',
    who: 'anyone',
    input: z.object({ bets: askedBets }),
    output: z.object({
      items: z.array(
        z.object({
          key: z.string(),
          picks: z.array(z.object({ pick, price: z.number(), version: z.number(), is_live: z.boolean() })),
          combinations: z.number(),
          possible: money,
          boost_percent: z.number(),
          min_stake: money,
          max_stake: money,
          max_cause: z.enum(stakeLimitCauses),
          /** The operator's word about this player, where there is one. */
          factor: z.object({ percent: z.number(), reason: z.string(), since: z.string() }).nullable(),
          delay_seconds: z.number(),
          /** Why it would not be taken now. */
          error: z.object({ reason: z.string(), data: z.record(z.string(), z.unknown()) }).nullable(),
        }),
      ),
    }),
    refuses: ['InvalidParameter', 'TooManyRequests'],
    limit: { points: 10, seconds: 1 },
  }),

  'bets.place': method({
    about: 'Up to twenty bets, each under its own key and answered on its own; with a live leg a bet waits first.',
    verb: 'POST',
    who: 'player',
    input: z.object({ bets: askedBets }),
    output: z.object({
      items: z.array(
        z.object({
          key: z.string(),
          bet: wireBet.nullable(),
          error: z
            .object({ type: z.string(), reason: z.string().nullable(), data: z.record(z.string(), z.unknown()) })
            .nullable(),
        }),
      ),
      balance: money,
    }),
    refuses: [...betRefusals, 'TooManyRequests'],
    limit: { points: 5, seconds: 1 },
  }),

  'bets.get': method({
    about: 'Bets of a player, the newest first; `after` is the number of the last one that is known.',
    verb: 'GET',
    who: 'player',
    input: z.object({
      states: z.enum(['open', 'settled', 'all']).default('all'),
      mode: z.enum(gameModes).default('real'),
      after: z.coerce.number().int().min(1).optional(),
      count: z.coerce.number().int().min(1).max(100).default(20),
      fields,
    }),
    output: z.object({ items: z.array(wireBet), next: z.number().nullable() }),
    refuses: [],
    isForPayout: true,
  }),

  'bets.getBet': method({
    about: 'A bet with every step of its money.',
    verb: 'GET',
    who: 'player',
    input: z.object({ id: betId }),
    output: z.object({ bet: wireBet, steps: z.array(betStep) }),
    refuses: ['InvalidParameter:BET_UNKNOWN'],
    isForPayout: true,
  }),

  'bets.getByKey': method({
    about: 'What became of a bet whose answer was lost, by the key that it was sent with.',
    verb: 'GET',
    who: 'player',
    input: z.object({ key: z.string().regex(betKey) }),
    output: z.object({ bet: wireBet.nullable() }),
    refuses: [],
    isForPayout: true,
  }),

  'bets.book': method({
    about:
      'Keeps the picks of a slip under a code for thirty days, so that they can be opened elsewhere. No stake, no name.',
    verb: 'POST',
    who: 'anyone',
    input: z.object({
      picks: z
        .string()
        .min(1)
        .max(2_400)
        .transform((text) => text.split(','))
        .pipe(z.array(pick).max(20)),
    }),
    output: z.object({ code: z.string(), expires_at: z.string() }),
    refuses: ['InvalidParameter:PICK_UNKNOWN', 'InvalidParameter:LEG_COUNT', 'TooManyRequests'],
    limit: { points: 30, seconds: 60 },
  }),

  'bets.getBooking': method({
    about: 'The picks behind a code, as they stand now.',
    verb: 'GET',
    who: 'anyone',
    input: z.object({ code: z.string().toUpperCase().regex(bookingCode) }),
    output: z.object({
      code: z.string(),
      booked_at: z.string(),
      expires_at: z.string(),
      picks: z.array(
        z.object({
          pick,
          market: namedMarket,
          outcome: z.string(),
          event: namedEvent,
          price_then: z.number(),
          /** Null when it is not for sale at this moment. */
          price: z.number().nullable(),
          version: z.number(),
          is_live: z.boolean(),
          is_buildable: z.boolean(),
          /** What became of the market: `open`, `suspended` or whatever ended it. */
          state: z.string(),
        }),
      ),
    }),
    refuses: ['InvalidParameter:BOOKING_UNKNOWN', 'TooManyRequests'],
    limit: { points: 30, seconds: 60 },
  }),

  'bets.getRecord': method({
    about:
      'All that a bet was decided by, as one file: legs, facts, results, rulings, steps. `/verify-bet.mjs` reads it.',
    verb: 'GET',
    who: 'player',
    input: z.object({ id: betId }),
    output: z.object({ record: betRecord }),
    refuses: ['InvalidParameter:BET_UNKNOWN', 'TooManyRequests'],
    limit: { points: 10, seconds: 10 },
    isForPayout: true,
  }),

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
