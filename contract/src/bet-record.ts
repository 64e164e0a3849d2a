import { z } from 'zod'
import { betStates, pricePolicies, stepKinds } from './bets.ts'
import { gameModes } from './games.ts'

/** Minor units. */
const sum = z.string().regex(/^-?\d+$/)
/** With a millionth of a second: what was taken in a window is told by it. */
const moment = z.string()
const outcome = z.tuple([z.string(), z.number(), z.number(), z.number()])

const leg = z.object({
  place: z.number(),
  /** 0 for a plain leg; parts of a builder are 1 and on. */
  part: z.number(),
  pick: z.string(),
  market: z.string(),
  price_asked: z.number(),
  price: z.number(),
  version: z.number(),
  stops: z.number(),
  is_live: z.boolean(),
  /** Chances in parts of a billion when it was taken. */
  win: z.number(),
  back: z.number(),
  /** A builder's price for every set of its parts, on its first part. */
  subset_prices: z.array(z.number()).nullable(),
})

const event = z.object({
  id: z.string(),
  sport: z.string(),
  home: z.string(),
  away: z.string(),
  starts_at: moment,
  state: z.string(),
  rules: z.string(),
  facts: z.array(
    z.object({
      seq: z.number(),
      kind: z.string(),
      data: z.record(z.string(), z.unknown()),
      cancels: z.number().optional(),
      at: moment,
    }),
  ),
})

const market = z.object({
  id: z.string(),
  event: z.string(),
  type: z.string(),
  period: z.string(),
  line: z.string().nullable(),
  state: z.string(),
  /** Every word about it; `facts` is the number of the last fact that was known then. */
  results: z.array(
    z.object({
      revision: z.number(),
      outcomes: z.array(outcome),
      void_reason: z.string().nullable(),
      source: z.enum(['feed', 'own', 'operator']),
      reason: z.string(),
      facts: z.number(),
      at: moment,
    }),
  ),
  /** Bets that were taken in one of these are void; null is from the beginning, or to the end. */
  windows: z.array(
    z.object({
      from: moment.nullable(),
      to: moment.nullable(),
      reason: z.string(),
      at: moment,
      withdrawn_at: moment.nullable(),
    }),
  ),
})

const ruling = z.object({
  place: z.number(),
  part: z.number(),
  n: z.number(),
  win: z.number(),
  back: z.number(),
  of: z.number(),
  is_withdrawn: z.boolean(),
  reason: z.string(),
  actor: z.string(),
  at: moment,
})

/** What was said of one part of a leg, and by which of its revisions. */
const partResult = z.object({
  place: z.number(),
  part: z.number(),
  win: z.number(),
  back: z.number(),
  of: z.number(),
  revision: z.number(),
})

const step = z.object({
  n: z.number(),
  kind: z.enum(stepKinds),
  at: moment,
  actor: z.string(),
  reason: z.string(),
  part: sum,
  returned_before: sum,
  returned_after: sum,
  boost: sum,
  shortfall: sum,
  legs: z.array(partResult),
  /** Its movement in the ledger: `bet-step` and this. */
  ledger_key: z.string(),
})

/** What all that ran was said to be worth, and by what: a share of it, chances and results. */
export const cashOutWorth = z.object({
  share_bp: z.number(),
  /** Of each leg that was undecided, in parts of a billion; of a builder one for all its parts together. */
  chances: z.array(z.object({ place: z.number(), win: z.number(), back: z.number() })).readonly(),
  /** Of each part that was decided. */
  results: z.array(partResult).readonly(),
})
export type CashOutWorth = z.output<typeof cashOutWorth>

const cashOut = z.object({
  /** The step that paid it. */
  step: z.number(),
  kind: z.enum(['player', 'auto', 'edit']),
  part: sum,
  value: sum,
  /** What all that ran then was said to be worth. */
  whole: sum,
  /** What that was made of; null where it was not kept. */
  worth: cashOutWorth.nullable(),
})

/** All that a bet was decided by; `verifyBet` reads it. */
export const betRecord = z.object({
  form: z.literal('bet/1'),
  made_at: moment,
  bet: z.object({
    id: z.string(),
    number: z.number(),
    state: z.enum(betStates),
    kind: z.enum(['single', 'multiple', 'system']),
    sizes: z.array(z.number()),
    bankers: z.array(z.number()),
    combinations: z.number(),
    currency: z.string(),
    decimals: z.number(),
    mode: z.enum(gameModes),
    policy: z.enum(pricePolicies),
    stake: sum,
    stake_open: sum,
    is_free_bet: z.boolean(),
    possible: sum,
    boost_bp: z.number(),
    /** By results, and by cash-outs. */
    returned: sum,
    cashed: sum,
    boost: sum,
    is_under_review: z.boolean(),
    rules: z.string(),
    asked_at: moment,
    accepted_at: moment.nullable(),
    settled_at: moment.nullable(),
  }),
  legs: z.array(leg),
  events: z.array(event),
  markets: z.array(market),
  rulings: z.array(ruling),
  steps: z.array(step),
  cash_outs: z.array(cashOut),
})
