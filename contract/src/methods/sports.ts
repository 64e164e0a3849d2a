import { z } from 'zod'
import { fields, list, method, paging, saved } from '../method.ts'
import {
  eventStates,
  eventViews,
  favouriteKinds,
  marketStates,
  mostEvents,
  mostMarkets,
  rowMarkets,
  stopCauses,
} from '../sports.ts'

const sysname = z.string().regex(/^[a-z][a-z0-9_]{0,31}$/)
const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
/** `4,17,23`. */
const ids = z
  .string()
  .max(2_000)
  .regex(/^\d{1,15}(?:,\d{1,15})*$/)
  .transform((text) => [...new Set(text.split(',').map(Number))])
const pair = z.tuple([z.number(), z.number()])

const market = z.object({
  id: z.number(),
  type: z.string(),
  period: z.string(),
  line: z.string().nullable(),
  state: z.enum(marketStates),
  cause: z.enum(stopCauses).nullable(),
  version: z.number(),
  is_live: z.boolean(),
  outcomes: z.array(z.string()),
  /** Thousandths, in the order of the outcomes; 0 where one is not offered. */
  prices: z.array(z.number()),
})
export type SportsMarket = z.output<typeof market>

const place = z.object({ id: z.number(), name: z.string(), slug: z.string() })
const competitor = z.object({ id: z.number(), name: z.string(), crest: z.string() })

const card = z.object({
  id: z.number(),
  slug: z.string(),
  sport: z.string(),
  category: z.object({ id: z.number(), name: z.string() }),
  tournament: place.extend({ tier: z.enum(['A', 'B', 'C']) }),
  home: competitor,
  away: competitor,
  starts_at: z.string(),
  state: z.enum(eventStates),
  /** Raised by every change of state, clock, score or facts, and when the operator closes or opens it. */
  version: z.number(),
  has_live: z.boolean(),
  is_simulated: z.boolean(),
  /** Its producer is silent: nothing of it is for sale, whatever the prices say. */
  is_silent: z.boolean(),
  /** Why the operator takes no bets on it, in the operator's words; null: it is for sale. */
  closed: z.string().nullable(),
  clock: z
    .object({
      period: z.string(),
      seconds: z.number(),
      at: z.string(),
      speed: z.number(),
      is_running: z.boolean(),
    })
    .nullable(),
  score: z.record(z.string(), pair),
  /** How many facts were told. */
  facts: z.number(),
  /** How many markets may be bet on or are interrupted. */
  market_count: z.number(),
  /** The market that its row in a list is about; null where it has none. */
  market: market.nullable(),
})
export type SportsEventCard = z.output<typeof card>

const fact = z.object({
  seq: z.number(),
  kind: z.string(),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** An earlier fact that did not happen. */
  cancels: z.number().nullable(),
  at: z.string(),
})
export type SportsFact = z.output<typeof fact>

const eventMarket = market.extend({
  group: z.enum(['main', 'totals', 'handicaps', 'scores', 'corners', 'cards', 'specials', 'other']),
  /** May be a part of a builder. */
  is_buildable: z.boolean(),
  /** What of a stake comes back on average, in hundredths of a percent, as the rules state it. */
  payout_bp: z.number(),
  /** `[win, back, of]` of each outcome once it is decided. */
  results: z.array(z.tuple([z.number(), z.number(), z.number()])).nullable(),
  void_reason: z.string().nullable(),
  /** The how-manieth word about it; 0: none yet. */
  revision: z.number(),
})
export type SportsEventMarket = z.output<typeof eventMarket>

/** The number of the last change that an answer knows: the stream goes on from there. */
const seq = z.number()

/** How the last matches of a side ended, newest first. */
const form = z.array(z.enum(['w', 'd', 'l']))

const counted = { live: z.number(), coming: z.number() }

export const sports = {
  'sports.getTree': method({
    about: 'Sports, countries and leagues that have something live or to come within seven days, with counts.',
    verb: 'GET',
    who: 'anyone',
    input: z.object({ fields }),
    output: z.object({
      seq,
      live: z.number(),
      today: z.number(),
      sports: z.array(
        z.object({
          sysname: z.string(),
          name: z.string(),
          ...counted,
          categories: z.array(
            z.object({
              id: z.number(),
              name: z.string(),
              tournaments: z.array(place.extend({ tier: z.enum(['A', 'B', 'C']), ...counted })),
            }),
          ),
        }),
      ),
    }),
    refuses: [],
    cacheSeconds: 2,
  }),
  'sports.getEvents': method({
    about:
      'Events of a view (live, within three hours, within a day, all to come), a sport, a tournament, a competitor, or these. Live ones first, then by start.',
    verb: 'GET',
    who: 'anyone',
    input: z.object({
      view: z.enum(eventViews).optional(),
      sport: sysname.optional(),
      tournament: id.optional(),
      competitor: id.optional(),
      /** Whatever became of them. */
      ids: ids.optional(),
      market: z.enum(rowMarkets).default('main'),
      ...paging(50, mostEvents),
      fields,
    }),
    output: list(card).extend({ seq }),
    refuses: [],
    cacheSeconds: 2,
  }),
  'sports.getEvent': method({
    about: 'One event with all its markets and facts.',
    verb: 'GET',
    who: 'anyone',
    input: z.object({ id }),
    output: card.extend({
      seq,
      /** Minutes, sets, maps: what the sport needs to be understood. */
      format: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
      reason: z.string(),
      rules: z.string(),
      /** When it was to begin at first; null where that has not changed. */
      first_starts_at: z.string().nullable(),
      /** A person made things happen in it at the sandbox: it has no proof. */
      is_handled: z.boolean(),
      seed_hash: z.string(),
      /** Seconds between asking for a live bet and its decision. */
      delay: z.number(),
      ended_at: z.string().nullable(),
      record: z.array(fact),
      markets: z.array(eventMarket),
    }),
    refuses: ['InvalidParameter:EVENT_UNKNOWN'],
    cacheSeconds: 2,
  }),
  'sports.getMarkets': method({
    about: `At most ${mostMarkets} markets in this order, each with its event: all that a slip has to know. Unknown ones are left out.`,
    verb: 'GET',
    who: 'anyone',
    input: z.object({ ids: ids.refine((all) => all.length <= mostMarkets), fields }),
    output: list(market.extend({ event: card })).extend({ seq }),
    refuses: [],
    cacheSeconds: 2,
  }),
  'sports.search': method({
    about: 'Events, competitors and tournaments by words; a typing mistake is forgiven.',
    verb: 'GET',
    who: 'anyone',
    input: z.object({ search: z.string().min(1).max(100), count: z.coerce.number().int().min(1).max(50).default(20) }),
    output: z.object({
      seq,
      events: z.array(card),
      tournaments: z.array(place.extend({ sport: z.string(), category: z.string() })),
    }),
    refuses: [],
    cacheSeconds: 2,
  }),
  'sports.getResults': method({
    about: 'Events of a day (UTC) that are over, of a sport or a tournament where one is named.',
    verb: 'GET',
    who: 'anyone',
    input: z.object({
      day: z.iso
        .date()
        .regex(/^(?:19|2[01])/)
        .optional(),
      sport: sysname.optional(),
      tournament: id.optional(),
      ...paging(50, mostEvents),
      fields,
    }),
    output: list(card).extend({ seq, day: z.string() }),
    refuses: [],
    cacheSeconds: 10,
  }),
  'sports.getStandings': method({
    about: 'The table of a league from the results that are kept, with the last five of each.',
    verb: 'GET',
    who: 'anyone',
    input: z.object({ tournament: id }),
    output: list(
      z.object({
        place: z.number(),
        competitor,
        played: z.number(),
        won: z.number(),
        drawn: z.number(),
        lost: z.number(),
        for: z.number(),
        against: z.number(),
        points: z.number(),
        form,
      }),
    ),
    refuses: [],
    cacheSeconds: 10,
  }),
  'sports.getMeetings': method({
    about: 'What was before an event: how the last five matches of each side ended, and the last five between them.',
    verb: 'GET',
    who: 'anyone',
    input: z.object({ event: id }),
    output: z.object({ meetings: z.array(card), home: form, away: form }),
    refuses: ['InvalidParameter:EVENT_UNKNOWN'],
    cacheSeconds: 10,
  }),
  'sports.getFacts': method({
    about: 'The record of an event, from a fact on.',
    verb: 'GET',
    who: 'anyone',
    input: z.object({ event: id, after: z.coerce.number().int().min(0).max(1_000_000).default(0) }),
    output: list(fact),
    refuses: ['InvalidParameter:EVENT_UNKNOWN'],
    cacheSeconds: 2,
  }),
  'sports.getPrices': method({
    about: 'What a market offered, newest first: every change of price or state.',
    verb: 'GET',
    who: 'anyone',
    input: z.object({ market: id, ...paging(100, 500) }),
    output: list(
      z.object({
        version: z.number(),
        at: z.string(),
        state: z.enum(marketStates),
        prices: z.array(z.number()),
      }),
    ).extend({ outcomes: z.array(z.string()) }),
    refuses: ['InvalidParameter:MARKET_UNKNOWN'],
    cacheSeconds: 10,
  }),
  'sports.getRules': method({
    about: 'By which rules bets on a sport are decided: payout shares, delay, limits and voids, by version.',
    verb: 'GET',
    who: 'anyone',
    input: z.object({ sport: sysname, version: z.coerce.number().int().min(1).optional() }),
    output: z.object({
      sport: z.string(),
      version: z.number(),
      versions: z.array(z.number()),
      delay: z.number(),
      /** Hours an event may take to start and to finish; null: as long as its tournament lasts. */
      hours_to_start: z.number().nullable(),
      hours_to_finish: z.number().nullable(),
      is_venue_decisive: z.boolean(),
      payouts: z.array(
        z.object({ what: z.enum(['main', 'other', 'lists', 'builder']), before_bp: z.number(), live_bp: z.number() }),
      ),
      cashout_before_bp: z.number(),
      cashout_live_bp: z.number(),
      /** In whole euros. */
      max_payout: z.record(z.enum(['A', 'B', 'C']), z.number()),
      market_types: z.array(z.object({ type: z.string(), periods: z.array(z.string()) })),
    }),
    refuses: ['InvalidParameter:SPORT_UNKNOWN'],
    cacheSeconds: 10,
  }),
  'sports.getProof': method({
    about: 'What a simulated match was sealed with, and, once it is closed for good, its seed.',
    verb: 'GET',
    who: 'anyone',
    input: z.object({ event: id }),
    output: z.object({
      event: z.number(),
      sport: z.string(),
      ref: z.string(),
      seed_hash: z.string(),
      is_handled: z.boolean(),
      /** Empty until it is closed for good; with it the rest is the proof that `/verify-match.mjs` plays again. */
      seed: z.string(),
      model: z.object({ sport: z.string(), params: z.record(z.string(), z.unknown()) }).nullable(),
      facts: z.array(
        z.object({
          seq: z.number(),
          kind: z.string(),
          data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
          cancels: z.number().optional(),
        }),
      ),
      results: z.array(
        z.object({
          type: z.string(),
          period: z.string(),
          line: z.string().nullable(),
          outcomes: z.array(z.tuple([z.string(), z.number(), z.number(), z.number()])),
          void_reason: z.string().nullable(),
        }),
      ),
    }),
    refuses: ['InvalidParameter:EVENT_UNKNOWN', 'TooManyRequests'],
    limit: { points: 60, seconds: 60 },
    cacheSeconds: 10,
  }),
  'sports.getFavourites': method({
    about: 'Events, tournaments and competitors that the player marked.',
    verb: 'GET',
    who: 'player',
    isForPayout: true,
    input: z.object({}),
    output: list(z.object({ kind: z.enum(favouriteKinds), id: z.number(), name: z.string() })),
    refuses: [],
  }),
  'sports.addFavourite': method({
    about: 'Marks one. Twice is once.',
    verb: 'POST',
    who: 'player',
    input: z.object({ kind: z.enum(favouriteKinds), id }),
    output: saved,
    refuses: ['InvalidParameter:FAVOURITE_UNKNOWN', 'InvalidParameter:TOO_MANY_FAVOURITES', 'TooManyRequests'],
    limit: { points: 120, seconds: 60 },
  }),
  'sports.removeFavourite': method({
    about: 'Takes the mark away.',
    verb: 'POST',
    who: 'player',
    input: z.object({ kind: z.enum(favouriteKinds), id }),
    output: saved,
    refuses: ['TooManyRequests'],
    limit: { points: 120, seconds: 60 },
  }),
}
