import { z } from 'zod'
import { voidReasons } from './rules/void-rules.ts'
import { stopCauses } from './states.ts'

/**
 * The words between a producer of sports data and the house (docs/sports-feed.md). Both sides read them with the same
 * checks: the simulator as it sends, the house as it takes.
 */

const ref = z.string().regex(/^[\w:.-]{1,64}$/)
const word = z.string().regex(/^[a-z0-9][a-z0-9_:.+-]{0,31}$/)
/** Of years that every calendar knows. */
const moment = z.iso.datetime().regex(/^(?:19|2[01])/)
/** Words for people. What cannot be kept as text would be refused behind this door, again with each try. */
const text = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u)
const told = z.record(text(32), z.union([text(80), z.number(), z.boolean()]))
/** As it stands in addresses and topics. */
const sysname = z.string().regex(/^[a-z][a-z0-9_]{0,31}$/)
/** By language; `en` is what is shown where another is missing. */
const names = z
  .record(z.string().regex(/^[a-z]{2}$/), text(80).min(1))
  .refine((each) => each.en !== undefined, 'a name in English is missing')
/** One number for each outcome. Most of what is told are such lists, so each is looked at in one go. */
const numbers = (most: number) =>
  z.custom<number[]>(
    (list) =>
      Array.isArray(list) && list.length <= 64 && list.every((one) => Number.isInteger(one) && one >= 0 && one <= most),
    `not at most 64 whole numbers from 0 to ${most}`,
  )
const ppb = numbers(1_000_000_000)
/** Integer thousandths; nothing where the outcome is not offered. */
const prices = numbers(501_000)
const count = z.int().min(0).max(1_000_000)

const line = z
  .string()
  .regex(/^(?:[12](?::\d{1,3}(?:\.\d{1,2})?)?|\d:\d|[+-]?\d{1,3}(?:\.\d{1,2})?)$/)
  .nullable()

/** Which question of an event is meant. */
const market = z.object({ type: word, period: word, line })

/** Where the clock of a match stands, and how it goes on by itself until the next word. */
const clock = z.object({
  period: word,
  seconds: count,
  at: moment,
  /** Ten in a sprint. */
  speed: z.int().min(1).max(60).default(1),
  is_running: z.boolean(),
})

const score = z.record(word, z.tuple([count, count]))

const pricedMarket = market
  .extend({
    state: z.enum(['open', 'suspended', 'closed']),
    prices,
    /** Chance to win and to come back, of each outcome. */
    wins: ppb,
    backs: ppb,
    is_live: z.boolean().default(false),
    closes_at: moment.nullish(),
  })
  .refine(
    ({ prices, wins, backs }) => wins.length === prices.length && backs.length === prices.length,
    'prices, wins and backs are not of the same outcomes',
  )

const fact = z.object({
  seq: z.int().min(1).max(1_000_000),
  kind: word,
  at: moment,
  data: told,
  cancels: z.int().min(1).max(1_000_000).optional(),
})

/** `[outcome, win, back, of]`. */
const outcome = z.tuple([word, z.int().min(0).max(20), z.int().min(0).max(20), z.int().min(1).max(20)])

const message = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('alive'),
  }),
  z.object({
    kind: z.literal('tree'),
    sports: z
      .array(z.object({ sysname, names, position: count }))
      .max(100)
      .default([]),
    categories: z
      .array(z.object({ ref, sport: word, names, position: count }))
      .max(1_000)
      .default([]),
    tournaments: z
      .array(z.object({ ref, category: ref, names, position: count, tier: z.enum(['A', 'B', 'C']) }))
      .max(1_000)
      .default([]),
    competitors: z
      .array(z.object({ ref, sport: word, names, crest: text(200).default('') }))
      .max(2_000)
      .default([]),
  }),
  z.object({
    kind: z.literal('fixture'),
    event: ref,
    tournament: ref,
    home: ref,
    away: ref,
    starts_at: moment,
    /** Where it was put off before it was told of: when it was to begin at first. */
    first_starts_at: moment.optional(),
    has_live: z.boolean(),
    format: told,
    seed_hash: z
      .string()
      .regex(/^(?:[0-9a-f]{64})?$/)
      .default(''),
    change: z.enum(['TIME', 'FORMAT', 'COVER', 'VENUE']).optional(),
    /** A person made things happen in it: a simulated match that has no proof any more. */
    is_handled: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('prices'),
    event: ref,
    clock: clock.optional(),
    markets: z.array(pricedMarket).min(1).max(400),
  }),
  z.object({
    kind: z.literal('stop'),
    event: ref,
    cause: z.enum(stopCauses).exclude(['OPERATOR', 'LIMIT']),
    /** All of its markets, or those of these types. */
    types: z.array(word).max(64).optional(),
  }),
  z.object({
    kind: z.literal('facts'),
    event: ref,
    facts: z.array(fact).min(1).max(400),
    clock: clock.optional(),
    score: score.optional(),
  }),
  z.object({
    kind: z.literal('state'),
    event: ref,
    state: z.enum(['open', 'postponed', 'cancelled', 'live', 'interrupted', 'ended', 'abandoned']),
    reason: text(200).default(''),
    clock: clock.optional(),
    score: score.optional(),
  }),
  z.object({
    kind: z.literal('result'),
    event: ref,
    certainty: z.enum(['first', 'confirmed']),
    markets: z
      .array(
        z.union([
          market.extend({ outcomes: z.array(outcome).min(1).max(64) }),
          market.extend({ void: z.enum(voidReasons) }),
        ]),
      )
      .min(1)
      .max(400),
  }),
  /** Bets on these that were taken in [from, to) are void; without a window all of them. */
  z.object({
    kind: z.literal('cancel'),
    event: ref,
    markets: z.array(market).min(1).max(400),
    reason: z.enum(voidReasons),
    from: moment.optional(),
    to: moment.optional(),
  }),
  z.object({
    kind: z.literal('rollback'),
    event: ref,
    what: z.enum(['result', 'cancel']),
    markets: z.array(market).min(1).max(400),
  }),
  /** What follows, up to the end, is everything that this producer has. */
  z.object({
    kind: z.literal('snapshot_begin'),
  }),
  z.object({
    kind: z.literal('snapshot_end'),
  }),
])

export type FeedMessage = z.output<typeof message>
export type FeedKind = FeedMessage['kind']
export type FeedMessageOf<Kind extends FeedKind> = Extract<FeedMessage, { kind: Kind }>

/**
 * One request: messages numbered from `first` without a gap. An epoch is a life of the producer's numbers; a later one
 * has the higher number, and begins with a snapshot.
 */
export const feedRequest = z.object({
  epoch: z.int().min(1),
  first: z.int().min(1),
  messages: z.array(message).min(1).max(2_000),
})

const most = 6

/** What the house asks of a producer that can price builders: `POST {url}/joint`. */
export const jointQuestion = z.object({
  event: ref,
  parts: z
    .array(market.extend({ outcome: word }))
    .min(2)
    .max(most),
})
export type JointQuestion = z.output<typeof jointQuestion>

/**
 * The chance of every set of its parts, in parts of a billion: part i stands in the sets that have the bit 1 << i, so
 * there are 4 to 64 of them. `facts` is the number of the last fact that they count with.
 */
export const jointAnswer = z.object({
  facts: count,
  chances: ppb.refine(({ length }) => length >= 4),
})
export type JointAnswer = z.output<typeof jointAnswer>

/** What the house asks about a simulated match that is closed for good: `POST {url}/proof`. */
export const proofQuestion = z.object({ event: ref, starts_at: moment })
export type ProofQuestion = z.output<typeof proofQuestion>

/** What it was drawn from: with the facts that were told it can be played again. */
export const proofAnswer = z.object({
  /** As the world of the match names it. */
  ref: z.string().max(64),
  seed: z.string().regex(/^[0-9a-f]{64}$/),
  model: z.object({ sport: word, params: z.record(z.string(), z.unknown()) }),
})
export type ProofAnswer = z.output<typeof proofAnswer>
