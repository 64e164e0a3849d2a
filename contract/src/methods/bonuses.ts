import { z } from 'zod'
import { gameTypes } from '../games.ts'
import { fields, list, method, money, paging } from '../method.ts'
import {
  bettingBonusStates,
  bettingBonusTypes,
  bonusEndReasons,
  bonusModes,
  bonusSources,
  bonusStates,
  wagerBases,
} from '../promotions.ts'

const id = z.string().regex(/^[1-9]\d{0,17}$/)

/** Made before the first try: the same key and body get the same answer and move nothing twice. */
const key = z
  .string()
  .regex(/^[\w-]{8,80}$/)
  .optional()

/** One of them is set: what the line is about; `default` for everything that no other line names. */
const share = z.object({
  game: z.string().optional(),
  /** Of the game, as the hall shows it. */
  name: z.string().optional(),
  type: z.enum(gameTypes).optional(),
  default: z.literal(true).optional(),
  /** Percent of a stake that counts: `100`, `12.5`. */
  percent: z.string(),
})

const excluded = z.object({
  game: z.string().optional(),
  /** Of the game or the studio, as the hall shows it. */
  name: z.string().optional(),
  type: z.enum(gameTypes).optional(),
  provider: z.string().optional(),
})

const wagering = z.object({
  basis: z.enum(wagerBases),
  /** `30`, `12.5`. */
  times: z.string(),
  required: money,
  done: money,
  left: money,
  /** Whole percent, rounded down. */
  percent: z.number(),
  /** Which part of a stake counts. */
  counts: z.enum(['bonus', 'all']),
})

const bonus = z.object({
  id: z.string(),
  title: z.string(),
  status: z.enum(bonusStates),
  mode: z.enum(bonusModes),
  source: z.enum(bonusSources),
  offer_id: z.string().nullable(),
  amount: money,
  /** What is in its purse now. */
  balance: money,
  wagering,
  max_bet: money.nullable(),
  max_conversion: money.nullable(),
  min_balance: money,
  principal: z.enum(['converts', 'stays']),
  on_withdrawal: z.enum(['forfeit', 'keep']),
  contributions: z.array(share),
  excluded: z.array(excluded),
  issued_at: z.string(),
  /** Until when it can be taken, or opened from the queue. */
  take_by: z.string(),
  /** How long it runs from its opening on. */
  days: z.number(),
  activated_at: z.string().nullable(),
  expires_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  end_reason: z.enum(bonusEndReasons).nullable(),
  /** Words of the operator. */
  end_note: z.string(),
  /** 1 is opened next; null where it does not wait. */
  queue_place: z.number().nullable(),
  /** Whether it would pay for the next stake. */
  is_in_use: z.boolean(),
  /** Own money is used up: the player has to say yes before bonus money is staked. */
  asks_first: z.boolean(),
  can_activate: z.boolean(),
  can_deactivate: z.boolean(),
  can_remove: z.boolean(),
  /** What removing it now would do. */
  removal: z.object({ lost: money, in_open_rounds: money, keeps: money }),
  result: z.object({ converted: money, forfeited: money }),
})
export type WireBonus = z.output<typeof bonus>

const wager = z.object({
  id: z.string(),
  game: z.object({ sysname: z.string(), name: z.string(), image_url: z.string() }),
  round: z.string(),
  staked: money,
  paid_by_bonus: money,
  percent: z.string(),
  counted: money,
  /** The stake was taken back, and what it counted with it. */
  is_reversed: z.boolean(),
  at: z.string(),
})
export type WireWager = z.output<typeof wager>

const bettingBonus = z.object({
  id: z.string(),
  title: z.string(),
  type: z.enum(bettingBonusTypes),
  status: z.enum(bettingBonusStates),
  amount: money,
  /** What of its money is not in an open bet. */
  balance: money,
  /** `1.80`; null where any odds will do. */
  min_odds: z.string().nullable(),
  min_leg_odds: z.string().nullable(),
  min_legs: z.number(),
  /** None named: all of them. */
  sports: z.array(z.string()),
  wagering: wagering.omit({ counts: true }).nullable(),
  /** Who pays first where own money pays too. */
  order: z.enum(['bonus_first', 'own_first']).nullable(),
  max_conversion: money.nullable(),
  /** What a lost bet gives back. */
  refund: z.object({ gives: z.enum(['free_bet', 'wagering', 'cash']), max: money }).nullable(),
  /** Percent of the profit by number of picks. */
  boosts: z.array(z.object({ legs: z.number(), percent: z.string() })),
  on_withdrawal: z.enum(['forfeit', 'keep']),
  issued_at: z.string(),
  take_by: z.string(),
  activated_at: z.string().nullable(),
  expires_at: z.string().nullable(),
  /** How many days it can be used once it is activated. */
  days: z.number(),
  ended_at: z.string().nullable(),
  end_reason: z.enum(bonusEndReasons).nullable(),
  end_note: z.string(),
  /** The open bet that it is in. */
  slip: z.string().nullable(),
  can_activate: z.boolean(),
  can_remove: z.boolean(),
  /** What removing it now would do. */
  removal: z.object({ lost: money, in_slips: money }),
  /** What of it became own money, and what went back to the house. */
  result: z.object({ converted: money, forfeited: money }),
})
export type WireBettingBonus = z.output<typeof bettingBonus>

export const bonuses = {
  'bonuses.get': method({
    about: 'Casino bonuses of the player: the open one first, then those that wait, then those that ended.',
    verb: 'GET',
    who: 'player',
    isForPayout: true,
    input: z.object({ ...paging(10, 50), status: z.enum(bonusStates).optional(), fields }),
    output: list(bonus),
    refuses: [],
  }),
  'bonuses.activate': method({
    about:
      'Says yes to a bonus: it opens, or waits behind the open one. A paused bonus goes on, and bonus money may be staked.',
    verb: 'POST',
    who: 'player',
    input: z.object({ bonus_id: id, key }),
    output: bonus,
    refuses: [
      'UserBanned',
      'InvalidParameter:SELF_EXCLUDED',
      'TooManyRequests',
      'InvalidParameter:KEY_CONFLICT',
      'InvalidParameter:UNKNOWN_BONUS',
      'InvalidParameter:BONUS_OVER',
      'InvalidParameter:BONUS_CURRENCY',
      'InvalidParameter:NOT_AVAILABLE',
    ],
    limit: { points: 60, seconds: 600 },
  }),
  'bonuses.deactivate': method({
    about: 'Own money pays again, and the bonus waits with its money; only for a bonus that pays alone.',
    verb: 'POST',
    who: 'player',
    input: z.object({ bonus_id: id, key }),
    output: bonus,
    refuses: [
      'TooManyRequests',
      'InvalidParameter:KEY_CONFLICT',
      'InvalidParameter:UNKNOWN_BONUS',
      'InvalidParameter:BONUS_NOT_ISOLATED',
      'InvalidParameter:BONUS_OVER',
    ],
    limit: { points: 60, seconds: 600 },
  }),
  'bonuses.remove': method({
    about:
      'Gives a bonus up: its money goes back to the house, own money stays. `expected_amount` is what the page showed.',
    verb: 'POST',
    who: 'player',
    input: z.object({ bonus_id: id, expected_amount: z.string().max(40).optional(), key }),
    output: bonus,
    refuses: [
      'TooManyRequests',
      'InvalidParameter:KEY_CONFLICT',
      'InvalidParameter:UNKNOWN_BONUS',
      'InvalidParameter:BONUS_OVER',
      'InvalidParameter:BONUS_CHANGED',
    ],
    limit: { points: 60, seconds: 600 },
  }),
  'bonuses.getWagers': method({
    about: 'Stakes that counted for a bonus, and those that were taken back, newest first.',
    verb: 'GET',
    who: 'player',
    input: z.object({ bonus_id: id, ...paging(20, 100), fields }),
    output: list(wager),
    refuses: ['InvalidParameter:UNKNOWN_BONUS'],
  }),
}

export const bettingBonuses = {
  'BettingBonuses.get': method({
    about: 'Betting bonuses of the player: open ones first, then those that ended.',
    verb: 'GET',
    who: 'player',
    isForPayout: true,
    input: z.object({ ...paging(10, 50), status: z.enum(bettingBonusStates).optional(), fields }),
    output: list(bettingBonus),
    refuses: [],
  }),
  'BettingBonuses.activate': method({
    about: 'Says yes to a betting bonus: its money can be staked in bets that fit its terms.',
    verb: 'POST',
    who: 'player',
    input: z.object({ bonus_id: id, key }),
    output: bettingBonus,
    refuses: [
      'UserBanned',
      'InvalidParameter:SELF_EXCLUDED',
      'TooManyRequests',
      'InvalidParameter:KEY_CONFLICT',
      'InvalidParameter:UNKNOWN_BONUS',
      'InvalidParameter:BONUS_OVER',
      'InvalidParameter:BONUS_CURRENCY',
    ],
    limit: { points: 60, seconds: 600 },
  }),
  'BettingBonuses.remove': method({
    about: 'Gives a betting bonus up, as far as it is not in an open bet.',
    verb: 'POST',
    who: 'player',
    input: z.object({ bonus_id: id, key }),
    output: bettingBonus,
    refuses: [
      'TooManyRequests',
      'InvalidParameter:KEY_CONFLICT',
      'InvalidParameter:UNKNOWN_BONUS',
      'InvalidParameter:BONUS_OVER',
      'InvalidParameter:BONUS_IN_SLIP',
    ],
    limit: { points: 60, seconds: 600 },
  }),
}
