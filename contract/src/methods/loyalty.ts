import { z } from 'zod'
import {
  noticeTriggers,
  orderStatuses,
  productKinds,
  productReasons,
  questPeriods,
  questStates,
  questSteps,
} from '../loyalty.ts'
import { fields, flag, list, method, money, paging } from '../method.ts'

/** Made before the first try: the same key and body get the same answer and buy nothing twice. */
const key = z.string().regex(/^[\w-]{8,80}$/)

const id = z.string().regex(/^[a-z0-9][a-z0-9-]{0,79}$/)
const ids = z.string().regex(/^[1-9]\d{0,17}(,[1-9]\d{0,17}){0,49}$/)

const level = z.object({
  id: z.number(),
  name: z.string(),
  image: z.string(),
  benefits: z.array(z.string()),
  minValue: z.number(),
  /** Where the next one begins; null for the last. */
  maxValue: z.number().nullable(),
  /** What a review wants to have been earned since the one before it; null where the level stays. */
  keep: z.number().nullable(),
})

/** Percent of the points, by kind of game; a kind that is not named is 100. */
const boosts = z.record(z.string(), z.string())

const character = z.object({
  id: z.string(),
  name: z.string(),
  image: z.string(),
  text: z.string(),
  boosts,
  is_own: z.boolean(),
  can_choose: z.boolean(),
  /** When another one can be chosen; null: now, or for a guest. */
  from: z.string().nullable(),
})
export type WireCharacter = z.output<typeof character>

const info = z.object({
  id: z.string(),
  uid: z.string(),
  is_active: z.boolean(),
  /** What can be spent. */
  points: z.number(),
  /** How points are called: `PTS`. */
  pointsAlias: z.string(),
  /** The dealer; null where none was chosen or there are none. */
  character: z.object({ id: z.string(), name: z.string(), image: z.string() }).nullable(),
  levels: z.array(level.extend({ is_current: z.boolean(), is_reached: z.boolean() })),
  /** All points ever earned, less what was taken back with rounds. */
  expCount: z.number(),
  /** Of the present level. */
  minValue: z.number(),
  maxValue: z.number().nullable(),
  program: z.object({ sysname: z.string(), title: z.string() }).nullable(),
  /** From play, of this UTC day; for the chart it and the days before it without a gap, the newest first. */
  today: z.object({ points: z.number(), most: z.number() }),
  days: z.array(z.object({ day: z.string(), points: z.number() })),
  /** When the level is looked at again and what it wants by then; null where levels stay. Breaks make it later. */
  review: z.object({ at: z.string(), keep: z.number(), earned: z.number() }).nullable(),
})
export type LoyaltyInfo = z.output<typeof info>

const program = z.object({
  sysname: z.string(),
  title: z.string(),
  text: z.string(),
  product: z.enum(['casino', 'sports', 'both']),
  levels: z.array(level),
  /** The unit of stakes, in the currency of the player or of the house. */
  unit: money,
  /** Thousandths of a point for a unit. */
  rates: z.array(
    z.object({
      game: z.string().optional(),
      name: z.string().optional(),
      type: z.string().optional(),
      rate: z.number(),
    }),
  ),
  default_rate: z.number(),
  rules: z.object({ most_per_day: z.number(), review_months: z.number().nullable() }),
  version: z.object({ hash: z.string(), published_at: z.string() }),
})
export type WireProgram = z.output<typeof program>

const product = z.object({
  id: z.string(),
  kind: z.enum(productKinds),
  title: z.string(),
  text: z.string(),
  image: z.string(),
  price: z.number(),
  /** Cash that it is, in the currency of the account. */
  amount: money.nullable(),
  /** What becomes of spins, of a bonus and of a free bet, by the terms that are in force; null of the rest. */
  becomes: z
    .object({
      /** Of the bonus or the bet; of spins the stake of each. */
      amount: money.nullable(),
      spins: z.object({ count: z.number(), game: z.string() }).nullable(),
      /** `30` times, of spins what they win; how much that is stands where it is known. Null: nothing is wagered. */
      wagering: z.object({ times: z.string(), required: money.nullable(), most: money.nullable() }).nullable(),
      days: z.number(),
    })
    .nullable(),
  /** Null: no end. */
  stock_left: z.number().nullable(),
  level: z.number().nullable(),
  per_player: z.number().nullable(),
  bought: z.number(),
  ends_at: z.string().nullable(),
  can_buy: z.boolean(),
  reason: z.enum(productReasons).nullable(),
  reason_data: z.record(z.string(), z.unknown()),
})
export type WireProduct = z.output<typeof product>

const reward = z.object({ kind: z.enum(productKinds), id: z.string().nullable() })

const order = z.object({
  id: z.string(),
  product: z.object({ id: z.string(), kind: z.enum(productKinds), title: z.string() }),
  price: z.number(),
  status: z.enum(orderStatuses),
  /** What the house wrote to it. */
  note: z.string(),
  at: z.string(),
  reward,
})
export type WireOrder = z.output<typeof order>

const notice = z.object({
  id: z.string(),
  trigger: z.enum(noticeTriggers),
  /** Credit where points or money came. */
  type: z.enum(['credit', 'other']),
  title: z.string(),
  message: z.string(),
  amount: z.string(),
  amountType: z.string(),
  image: z.string(),
  at: z.string(),
})
export type LoyaltyNotice = z.output<typeof notice>

const quest = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  icon: z.string(),
  reward: z.number(),
  period: z.enum(questPeriods),
  /** When a weekly one begins anew. */
  ends_at: z.string().nullable(),
  steps: z.array(
    z.object({
      kind: z.enum(questSteps),
      is_done: z.boolean(),
      done: z.number(),
      of: z.number(),
      /** The page it is about, where there is one. */
      link: z.string().nullable(),
    }),
  ),
  state: z.enum(questStates),
})
export type WireQuest = z.output<typeof quest>

export const loyalty = {
  'loyalty.getinfo': method({
    about: 'Points, level and dealer of the player, with the ladder of its programme.',
    verb: 'GET',
    who: 'player',
    isForPayout: true,
    input: z.object({ fields }),
    output: info,
    refuses: [],
  }),
  'loyalty.getActive': method({
    about: 'Whether the club is there for this player: the one thing that every page asks.',
    verb: 'GET',
    who: 'player',
    input: z.object({}),
    output: z.object({ is_active: z.boolean() }),
    refuses: [],
  }),
  'loyalty.getcharacters': method({
    about: 'The dealers, with what each adds to points.',
    verb: 'GET',
    who: 'anyone',
    input: z.object({ ...paging(24, 100), fields }),
    output: list(character),
    refuses: [],
  }),
  'loyalty.setcharacter': method({
    about: 'Chooses a dealer. It counts from the next midnight UTC on; another one can be chosen after 30 days.',
    verb: 'POST',
    who: 'player',
    input: z.object({ id }),
    output: z.null(),
    refuses: [
      'UserBanned',
      'UserDeleted',
      'TooManyRequests',
      'InvalidParameter:SELF_EXCLUDED',
      'InvalidParameter:UNKNOWN_CHARACTER',
      'InvalidParameter:CHARACTER_WAITS',
    ],
    limit: { points: 60, seconds: 600 },
  }),
  'loyalty.getPrograms': method({
    about: 'Programmes: levels, rates and rules, as they were published.',
    verb: 'GET',
    who: 'anyone',
    input: z.object({ fields }),
    output: list(program),
    refuses: [],
  }),
  'loyalty.getProgram': method({
    about: 'One programme.',
    verb: 'GET',
    who: 'anyone',
    input: z.object({ sysname: id, fields }),
    output: program,
    refuses: ['InvalidParameter:UNKNOWN_PROGRAM'],
  }),
  'loyalty.getproducts': method({
    about: 'What points buy, with whether this player can buy it and if not, why.',
    verb: 'GET',
    who: 'player',
    input: z.object({ ...paging(24, 100), kind: z.enum(productKinds).optional(), fields }),
    output: list(product),
    refuses: [],
  }),
  'loyalty.buyproduct': method({
    about: 'Buys a product for points, once for each key.',
    verb: 'POST',
    who: 'player',
    input: z.object({ id, expected_price: z.coerce.number().int().min(0), key }),
    output: z.object({
      order: z.object({ id: z.string(), status: z.enum(orderStatuses) }),
      /** What is left. */
      points: z.number(),
      reward,
    }),
    refuses: [
      'UserBanned',
      'UserDeleted',
      'UserNeedProfileData',
      'TooManyRequests',
      'InvalidParameter:SELF_EXCLUDED',
      'InvalidParameter:UNKNOWN_PRODUCT',
      'InvalidParameter:PRICE_CHANGED',
      'InvalidParameter:KEY_CONFLICT',
      ...productReasons.map((reason) => `InvalidParameter:${reason}` as const),
    ],
    limit: { points: 60, seconds: 600 },
  }),
  'loyalty.getOrders': method({
    about: 'What the player bought, newest first.',
    verb: 'GET',
    who: 'player',
    isForPayout: true,
    input: z.object({ ...paging(20, 100), fields }),
    output: list(order),
    refuses: [],
  }),
  'loyalty.getHistory': method({
    about: 'Every movement of points with the balance after it and its link of the hash chain, newest first.',
    verb: 'GET',
    who: 'player',
    isForPayout: true,
    input: z.object({ ...paging(20, 100), fields }),
    output: list(
      z.object({
        at: z.string(),
        amount: z.number(),
        balance: z.number(),
        reason: z.string(),
        ref: z.string(),
        hash: z.string(),
      }),
    ),
    refuses: [],
  }),
  'loyalty.getnotifications': method({
    about: 'Club notices that were not shown yet, the oldest first.',
    verb: 'GET',
    who: 'player',
    input: z.object({ fields }),
    output: z.array(notice),
    refuses: [],
  }),
  'loyalty.seeNotifications': method({
    about: 'These notices were shown.',
    verb: 'POST',
    who: 'player',
    input: z.object({ ids }),
    output: z.null(),
    refuses: [],
  }),
  'loyalty.getQuests': method({
    about: 'Quests of the player, with each step; what is done by now is paid.',
    verb: 'GET',
    who: 'player',
    hasEffect: true,
    input: z.object({ fields }),
    output: z.array(quest),
    refuses: [],
  }),
  'loyalty.setActive': method({
    about: 'Turns the club on or off for the player. Points and level stay.',
    verb: 'POST',
    who: 'player',
    input: z.object({ is_active: flag }),
    output: z.null(),
    refuses: ['TooManyRequests'],
    limit: { points: 60, seconds: 600 },
  }),
}
