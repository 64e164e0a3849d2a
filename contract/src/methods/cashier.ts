import { z } from 'zod'
import {
  depositRefusals,
  entryReasons,
  methodKinds,
  payoutRefusals,
  requisiteKinds,
  transactionStatuses,
  transactionTypes,
} from '../cashier.ts'
import { fields, flag, list, method, money, paging } from '../method.ts'
import { bonusEndReasons, bonusStates, offerReasons, rewardKinds } from '../promotions.ts'

/** Free text: the rules of the chosen method decide at the field, this only keeps out what no rule could like. */
const words = z.string().max(2_000)

const requisiteField = z.object({
  sysname: z.string(),
  kind: z.enum(requisiteKinds),
  is_required: z.boolean(),
  /** For a choice from a list, such as the bank. */
  options: z.array(z.object({ value: z.string(), name: z.string() })).optional(),
  /** `0` a digit, `a` a letter, `*` either. */
  mask: z.string().optional(),
  min_length: z.number().optional(),
  max_length: z.number().optional(),
})
export type RequisiteField = z.output<typeof requisiteField>

const savedRequisite = z.object({
  id: z.number(),
  method: z.string(),
  /** `123456...7890`. The whole never leaves the server. */
  mask: z.string(),
  state: z.enum(['new', 'checking', 'required', 'verified', 'fraudulent']),
  /** A deposit came from here, so payouts go back here first. */
  is_source: z.boolean(),
})
export type SavedRequisite = z.output<typeof savedRequisite>

const cashierMethod = {
  id: z.number(),
  sysname: z.string(),
  /** Its name and words are messages: `cashier.methods.{kind}`; `title` is set where the operator named it. */
  kind: z.enum(methodKinds),
  title: z.string().nullable(),
  /** Whole units of the account's currency. */
  min: money,
  max: money,
  fee: z.object({ percent: z.string(), fixed: money }).nullable(),
  /** What it takes, for the words beside the method. */
  minutes: z.number(),
  requisites: z.array(requisiteField),
  saved: z.array(savedRequisite),
  /** False while the provider is away or switched off; the method stays visible. */
  is_open: z.boolean(),
}

const depositMethod = z.object({
  ...cashierMethod,
  /** The provider's own page for card details, shown in a frame: it posts `{type: 'card', token, mask}` to our origin. */
  frame_url: z.string().nullable(),
  action: z.enum(['redirect', 'new_window', 'mobile', 'form', 'qr']),
})
const withdrawMethod = z.object({ ...cashierMethod, frame_url: z.string().nullable() })
export type DepositMethod = z.output<typeof depositMethod>
export type WithdrawMethod = z.output<typeof withdrawMethod>

const step = z.object({
  status: z.enum(transactionStatuses),
  at: z.string(),
  reason: z.enum(entryReasons),
  actor: z.enum(['player', 'provider', 'operator', 'house']),
})

const transaction = z.object({
  id: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  amount: money,
  fee: money,
  status: z.enum(transactionStatuses),
  type: z.enum(transactionTypes),
  method: z.string(),
  kind: z.enum(methodKinds),
  /** Masked. */
  requisites: z.record(z.string(), z.string()),
  domain: z.string(),
  /** Empty where there is nothing to say. */
  reason: z.enum(entryReasons),
  can_cancel: z.boolean(),
  /** Of a line about a bonus: what happened to it, and why what went back did. */
  bonus: z
    .object({
      id: z.string().nullable(),
      title: z.string(),
      move: z.enum(['grant', 'conversion', 'forfeit']),
      status: z.enum(bonusStates).nullable(),
      end_reason: z.enum(bonusEndReasons).nullable(),
      /** Words of the operator. */
      end_note: z.string(),
    })
    .nullable(),
})
export type Transaction = z.output<typeof transaction>

const action = z.object({
  kind: z.enum(['redirect', 'new_window', 'mobile', 'form', 'qr']),
  url: z.string(),
  /** For `form`: what is posted to the url. */
  fields: z.record(z.string(), z.string()).optional(),
  /** For `qr`: what the code says, such as a PIX line or a crypto address. */
  code: z.string().optional(),
})
export type DepositAction = z.output<typeof action>

/** What was chosen with a deposit, and what has become of it. */
const depositOffer = z.object({
  id: z.string(),
  title: z.string(),
  /** Promised until the money is there, then issued; the other two gave nothing. */
  state: z.enum(['promised', 'issued', 'released', 'refused']),
  /** Why it gave nothing; null where nothing more is said. */
  reason: z.enum(offerReasons).nullable(),
  given: z.array(
    z.object({
      kind: z.enum(rewardKinds),
      id: z.string(),
      title: z.string(),
      /** Of a bonus. */
      amount: money.nullable(),
      /** Waits behind another one. */
      is_queued: z.boolean(),
      /** Of free spins. */
      spins: z.number().nullable(),
    }),
  ),
})
export type WireDepositOffer = z.output<typeof depositOffer>

const paid = z.object({ transaction, action: action.nullable() })

/** Either names the method; where both are given they must agree. */
const chosen = { method_id: z.coerce.number().int().optional(), method: z.string().max(60).optional() }

const money_call = {
  ...chosen,
  /** Whole units; a payout may also be everything there is. */
  amount: words,
  /** Where given, it must be the account's. */
  currency: z.string().max(10).optional(),
  /** `requisites[iban]=…`. */
  requisites: z.record(z.string().max(60), words).default({}),
  /** A saved one instead of typing. */
  requisite_id: z.coerce.number().int().optional(),
  /** Made before the first try: the same key and body get the same answer and move nothing twice. */
  key: z
    .string()
    .regex(/^[\w-]{8,80}$/)
    .optional(),
}

const limitLine = z.object({
  period: z.number(),
  limit_amount: money,
  available_amount: money,
})

export const cashier = {
  'cashier.getdepositsettings': method({
    about: 'Ways to pay in for this player: fields, range, fee, suggested amounts, and what the own limit leaves.',
    verb: 'GET',
    who: 'player',
    input: z.object({}),
    output: z.object({
      currency: z.string(),
      methods: z.array(depositMethod),
      amounts: z.array(z.object({ currency: z.string(), amount: z.string() })),
      /** The tightest deposit limit, or null without one. */
      limit: limitLine.nullable(),
      /** Nothing was ever paid in and no limit was ever set: the site asks about a limit first. */
      should_ask_limit: z.boolean(),
      /** Why a deposit would be refused whatever is typed: the name of a refusal, or null. */
      blocked_by: z
        .object({ type: z.string(), reason: z.string().nullable(), data: z.record(z.string(), z.unknown()) })
        .nullable(),
      /** Since the account was opened. */
      totals: z.object({ paid_in: money, paid_out: money, net: money }),
    }),
    refuses: [],
  }),
  'cashier.makedeposit': method({
    about: 'Begins a deposit. The money is there when the provider has said so, not when the browser comes back.',
    verb: 'POST',
    who: 'player',
    input: z.object({
      ...money_call,
      campaign_offer_id: z.string().max(80).optional(),
      /** Where the player wants to go when it is paid. */
      back_url: z.string().max(2_000).optional(),
    }),
    output: paid,
    refuses: depositRefusals,
    limit: { points: 30, seconds: 600 },
  }),
  'cashier.getdepositinfo': method({
    about: 'One transaction of this player with its timeline; an unpaid deposit also says how to go on.',
    verb: 'GET',
    who: 'player',
    isForPayout: true,
    input: z.object({ id: z.coerce.number().int().min(1) }),
    output: z.object({
      ...transaction.shape,
      action: action.nullable(),
      steps: z.array(step),
      back_url: z.string().nullable(),
      offer: depositOffer.nullable(),
    }),
    refuses: ['InvalidParameter:UNKNOWN_TRANSACTION'],
  }),
  'cashier.getwithdrawsettings': method({
    about: 'Ways to take money out, what can be taken out now, and what stands in the way.',
    verb: 'GET',
    who: 'player',
    isForPayout: true,
    input: z.object({}),
    output: z.object({
      currency: z.string(),
      methods: z.array(withdrawMethod),
      available: money,
      /** On its way out. */
      held: money,
      /** What the house pays in a day, a week and a month. */
      periods: z.array(
        z.object({
          period: z.enum(['day', 'week', 'month']),
          limit_amount: money,
          available_amount: money,
          resets_at: z.string().nullable(),
        }),
      ),
      /** What would be lost by taking money out now; empty without active bonuses. */
      burns: z.array(
        z.object({
          title: z.string(),
          amount: money,
          bonus_id: z.string(),
          kind: z.enum(['bonus', 'betting_bonus', 'queued']),
          /** Goes back to the house too, when those rounds end. */
          in_open_rounds: money,
        }),
      ),
      can_cancel: z.boolean(),
      blocked_by: z
        .object({ type: z.string(), reason: z.string().nullable(), data: z.record(z.string(), z.unknown()) })
        .nullable(),
      /** The next payout to new details asks for the password. */
      needs_password: z.boolean(),
    }),
    refuses: [],
  }),
  'cashier.makewithdrawal': method({
    about: 'Asks for a payout: the amount is held at once and paid or given back.',
    verb: 'POST',
    who: 'player',
    isForPayout: true,
    input: z.object({
      ...money_call,
      /** The player saw what is lost by it and agreed. */
      burn_bonuses: flag.optional(),
      password: z.string().max(200).optional(),
    }),
    output: z.object({ transaction }),
    refuses: payoutRefusals,
    limit: { points: 30, seconds: 600 },
  }),
  'cashier.cancelwithdrawal': method({
    about: 'Takes a payout back while the provider has not taken it and the rules of the country allow it.',
    verb: 'POST',
    who: 'player',
    isForPayout: true,
    input: z.object({ id: z.coerce.number().int().min(1) }),
    output: z.object({ transaction }),
    refuses: ['InvalidParameter:UNKNOWN_TRANSACTION', 'WithdrawalDeclined'],
  }),
  'cashier.getbanks': method({
    about: 'Banks one can pay through, for this country and currency.',
    verb: 'GET',
    who: 'player',
    input: z.object({ method: z.string().max(60).optional() }),
    output: z.object({ items: z.array(z.object({ value: z.string(), name: z.string() })) }),
    refuses: ['BillingUnavailable', 'BillingServiceError'],
  }),
  'cashier.gethistory': method({
    about: 'Transactions of this player, newest first. Any page costs the same.',
    verb: 'GET',
    who: 'player',
    isForPayout: true,
    input: z.object({
      ...paging(4, 100),
      type: z.enum(['deposit', 'withdrawal', 'bonuses', 'cashbacks']).optional(),
      /** Comma-separated. */
      statuses: z.string().max(300).optional(),
      fields,
    }),
    output: list(transaction),
    refuses: [],
  }),
  'cashier.getstatement': method({
    about: 'Every movement of one purse with the balance after it and its link of the hash chain, newest first.',
    verb: 'GET',
    who: 'player',
    isForPayout: true,
    input: z.object({
      purse: z.enum(['main', 'bonus', 'betting_bonus', 'fun', 'points']).default('main'),
      ...paging(20, 100),
    }),
    output: list(
      z.object({
        seq: z.number(),
        at: z.string(),
        /** Signed. */
        amount: money,
        balance: money,
        reason: z.string(),
        ref: z.string(),
        /** Whose round it was. */
        game: z.object({ sysname: z.string(), name: z.string() }).nullable(),
        hash: z.string(),
      }),
    ).extend({
      purse: z.number().nullable(),
      balance: money,
      head: z.string(),
    }),
    refuses: [],
  }),
}
