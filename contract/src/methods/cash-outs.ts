import { z } from 'zod'
import { betKey, betRefusals, cashOutCauses } from '../bets.ts'
import { jsonText, method, money } from '../method.ts'
import { betId, editedBet, wireBet } from './bets.ts'

const editedBetText = jsonText(editedBet, 20_000, 'not a bet')

/** Ways in which a player ends a bet, or makes another of it. */
export const cashOuts = {
  'bets.getCashouts': method({
    about: 'What open bets are worth now, with a signed word for each, or why one cannot be cashed out.',
    verb: 'GET',
    who: 'player',
    input: z.object({
      /** At most forty, separated by commas; all that are open without it. */
      ids: z
        .string()
        .max(800)
        .transform((text) => text.split(','))
        .pipe(z.array(betId).max(40))
        .optional(),
    }),
    output: z.object({
      items: z.array(
        z.object({
          id: z.string(),
          /** Of all that still runs. Of a part of the stake it is that share of it, rounded down. */
          value: money.nullable(),
          quote: z.string().nullable(),
          share_bp: z.number(),
          /** The largest part of the stake that leaves a bet behind; null where only all of it can be cashed out. */
          most_part: money.nullable(),
          delay_seconds: z.number(),
          expires_at: z.string().nullable(),
          cause: z.enum(cashOutCauses).nullable(),
        }),
      ),
    }),
    refuses: ['InvalidParameter', 'TooManyRequests'],
    limit: { points: 10, seconds: 5 },
    isForPayout: true,
  }),

  'bets.cashOut': method({
    about: 'Ends a bet, or a part of its stake, for the quoted value; with a live leg it waits first.',
    verb: 'POST',
    who: 'player',
    input: z.object({
      id: betId,
      quote: z.string().max(4_000),
      /** Of the stake; all that still runs without it. */
      part: z.string().max(30).optional(),
    }),
    output: z.object({ bet: wireBet, is_pending: z.boolean(), paid: money.nullable(), balance: money }),
    refuses: [
      'InvalidParameter:BET_UNKNOWN',
      'InvalidParameter:BET_CLOSED',
      'InvalidParameter:QUOTE_INVALID',
      'InvalidParameter:QUOTE_EXPIRED',
      'InvalidParameter:CASHOUT_UNAVAILABLE',
      'InvalidParameter:CASHOUT_CHANGED',
      'InvalidParameter:CASHOUT_PART',
      'TooManyRequests',
    ],
    limit: { points: 5, seconds: 1 },
    isForPayout: true,
  }),

  'bets.setAutoCashOut': method({
    about: 'A bet is cashed out by itself once that gives so much; without a target no more.',
    verb: 'POST',
    who: 'player',
    input: z.object({ id: betId, target: z.string().max(30).optional() }),
    output: z.object({ bet: wireBet }),
    refuses: [
      'InvalidParameter:BET_UNKNOWN',
      'InvalidParameter:BET_CLOSED',
      'InvalidParameter:AUTO_TARGET',
      'InvalidParameter:CASHOUT_UNAVAILABLE',
      'TooManyRequests',
    ],
    limit: { points: 5, seconds: 1 },
    isForPayout: true,
  }),

  'bets.quoteEdit': method({
    about: 'What a bet would become: the old one at its present value and new money, staked anew at present prices.',
    verb: 'POST',
    who: 'player',
    input: z.object({ id: betId, bet: editedBetText }),
    output: z.object({
      quote: z.string(),
      value: money,
      stake: money,
      /** What of the stake the player adds. */
      added: money,
      possible_before: money,
      possible: money,
      /** What the exchange costs: the worth of the old bet that is not in the new one. */
      cost: money,
      delay_seconds: z.number(),
      expires_at: z.string(),
    }),
    refuses: [
      ...betRefusals,
      'InvalidParameter:BET_UNKNOWN',
      'InvalidParameter:BET_CLOSED',
      'InvalidParameter:CASHOUT_UNAVAILABLE',
      'InvalidParameter:EDIT_SAME',
      'TooManyRequests',
    ],
    limit: { points: 5, seconds: 1 },
  }),

  'bets.edit': method({
    about: 'Exchanges a bet for the quoted one, both or none; with a live leg it waits first.',
    verb: 'POST',
    who: 'player',
    input: z.object({ id: betId, key: z.string().regex(betKey), quote: z.string().max(20_000) }),
    output: z.object({ bet: wireBet, into: wireBet.nullable(), is_pending: z.boolean(), balance: money }),
    refuses: [
      ...betRefusals,
      'InvalidParameter:BET_UNKNOWN',
      'InvalidParameter:BET_CLOSED',
      'InvalidParameter:CASHOUT_UNAVAILABLE',
      'InvalidParameter:CASHOUT_CHANGED',
      'TooManyRequests',
    ],
    limit: { points: 5, seconds: 1 },
  }),
}
