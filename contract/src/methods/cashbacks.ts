import { z } from 'zod'
import { cashbackSums } from '../cashback.ts'
import { fields, list, method, money, paging } from '../method.ts'
import { cashbackPeriods, cashbackStates } from '../promotions.ts'

const id = z.string().regex(/^[1-9]\d{0,17}$/)

/** A filter that names no state finds nothing to say no to: it is left out. */
const statuses = z
  .string()
  .max(100)
  .transform((text) => cashbackStates.filter((state) => text.split(',').includes(state)))
  .optional()

const cashback = z.object({
  /** `running-{period}` while it accrues: such a one cannot be claimed. */
  id: z.string(),
  status: z.enum(cashbackStates),
  /** The title of the scheme. */
  description: z.string(),
  period: z.enum(cashbackPeriods),
  /** Where its days begin and end. */
  zone: z.string(),
  /** Until when it can be claimed; null where it is paid by itself. */
  receiving_expired_at: z.string().nullable(),
  paid_out_at: z.string().nullable(),
  start_date: z.string(),
  /** The first moment that is not part of it. */
  end_date: z.string(),
  /** While it accrues: an estimate. */
  amount: money,
  /** The net loss of the period; below zero where more was won than staked. */
  base: money,
  /** Percent of it: `5`, `7.5`. */
  rate: z.string(),
  level: z.number(),
  least: money.nullable(),
  most: money.nullable(),
  pays: z.enum(['main', 'bonus']),
  /** How often a bonus has to be wagered; null where it is cash. */
  wagering_times: z.string().nullable(),
  /** The bonus that it became. */
  bonus_id: z.string().nullable(),
  sums: z.record(z.enum(cashbackSums), money),
  /** The lines from which anyone computes it again; null while it accrues. */
  sheet_url: z.string().nullable(),
})
export type WireCashback = z.output<typeof cashback>

/** One line of the player's own purse, with its place in the chain. */
const line = z.object({
  seq: z.number(),
  at: z.string(),
  reason: z.string(),
  ref: z.string(),
  /** Below zero: it left the purse. */
  amount: money,
  /** Which sum it is part of; null for what is no play, and outside of the period. */
  counts: z.enum(cashbackSums).nullable(),
  hash: z.string(),
})

export const cashbacks = {
  'cashbacks.get': method({
    about:
      'Cashback of the player by period: those that run as an estimate (first, or last in ascending order), those to claim, those that ended.',
    verb: 'GET',
    who: 'player',
    isForPayout: true,
    input: z.object({
      ...paging(10, 50),
      sort: z.enum(['end_date', 'amount']).default('end_date'),
      order: z.enum(['asc', 'desc']).default('desc'),
      /** `active,paid_out`. */
      statuses,
      fields,
    }),
    output: list(cashback),
    refuses: [],
  }),
  'cashbacks.payout': method({
    about: 'Claims a cashback, once: to the wallet, or as a bonus where its terms say so. A repeat gets it as it is.',
    verb: 'POST',
    who: 'player',
    input: z.object({ id }),
    output: cashback,
    refuses: ['TooManyRequests', 'InvalidParameter:UNKNOWN_CASHBACK', 'InvalidParameter:CASHBACK_OVER'],
    limit: { points: 60, seconds: 600 },
  }),
  'cashbacks.remove': method({
    about: 'Declines a cashback that could be claimed.',
    verb: 'POST',
    who: 'player',
    input: z.object({ id }),
    output: cashback,
    refuses: ['TooManyRequests', 'InvalidParameter:UNKNOWN_CASHBACK', 'InvalidParameter:CASHBACK_OVER'],
    limit: { points: 60, seconds: 600 },
  }),
  'cashbacks.getSheet': method({
    about:
      'What a cashback is computed from: sums, rule, and lines of the purse with their hashes, oldest first. `/cashback/{id}.csv` is the whole of it.',
    verb: 'GET',
    who: 'player',
    input: z.object({ id, ...paging(100, 500) }),
    output: z.object({
      id: z.string(),
      start_date: z.string(),
      end_date: z.string(),
      /** The version of the formula. */
      formula: z.number(),
      rate: z.string(),
      least: money.nullable(),
      most: money.nullable(),
      sums: z.record(z.enum(cashbackSums), money),
      counts: z.record(z.enum(cashbackSums), z.number()),
      base: money,
      amount: money,
      /** Hash of the last line of the period. */
      head: z.string(),
      lines: z.array(line),
      total: z.number(),
      offset: z.number(),
      limit: z.number(),
    }),
    refuses: ['InvalidParameter:UNKNOWN_CASHBACK'],
  }),
}
