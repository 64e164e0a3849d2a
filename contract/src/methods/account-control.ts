import { z } from 'zod'
import { limitKinds, limitPeriods, realityMinutes, selfExclusionPeriods } from '../control.ts'
import { flag, method, money, saved } from '../method.ts'

const limitAmount = { amount: money.nullable(), minutes: z.number().nullable() }

const limits = z.object({
  limits: z.array(
    z.object({
      kind: z.enum(limitKinds),
      period: z.number(),
      ...limitAmount,
      used_amount: money.nullable(),
      used_minutes: z.number().nullable(),
    }),
  ),
  /** Raises that wait: 24 hours, then a second yes. Both empty amounts mean that the limit is to be lifted. */
  changes: z.array(
    z.object({
      id: z.number(),
      kind: z.enum(limitKinds),
      period: z.number(),
      ...limitAmount,
      requested_at: z.string(),
      ready_at: z.string(),
      expires_at: z.string(),
      is_ready: z.boolean(),
    }),
  ),
  /** Null is off. */
  reality_check_minutes: z.number().nullable(),
  exclusion: z
    .object({ period: z.string(), started_at: z.string(), ends_at: z.string().nullable(), is_break: z.boolean() })
    .nullable(),
})
export type Limits = z.output<typeof limits>

/** A moment where it was switched on less than a day ago. */
const promotions = z.object({ is_on: z.boolean(), takes_effect_at: z.string().nullable() })

const result = { staked: money, won: money, net: money }

const activity = z.object({
  session_started_at: z.string(),
  session_seconds: z.number(),
  session: z.object(result),
  /** The player's own calendar day, in the time zone asked for. */
  today: z.object({ ...result, seconds: z.number() }),
  open_stakes: money,
  /** Settled results by day, oldest first, 14 of them. */
  days: z.array(z.object({ date: z.string(), net: money })),
  since_joining: money,
  net_deposits: money,
  reality_check_minutes: z.number().nullable(),
  /** When play is interrupted next; null when the check is off. */
  reality_check_at: z.string().nullable(),
  /** The server's clock, so that the page can count on. */
  now: z.string(),
})
export type Activity = z.output<typeof activity>

const verification = z.object({
  /** False when the site asks no player to prove who they are. */
  is_enabled: z.boolean(),
  /** `none` until the player has begun; `retry` when something has to be shown again. */
  state: z.enum(['none', 'created', 'pending', 'approved', 'retry', 'rejected']),
  /** The provider's own labels, such as EXPIRED_DOCUMENT. */
  reasons: z.array(z.string()),
  /** Fields of the profile without which the check cannot begin. */
  missing: z.array(z.string()),
  updated_at: z.string().nullable(),
})
export type VerificationInfo = z.output<typeof verification>
const timeZone = z.string().max(64).default('UTC')

/** Limits, breaks and exclusion, what was played, and who one is. */
export const accountControl = {
  'account.getDepositLimit': method({
    about: 'The deposit limit that leaves the least room; period is null when there is none.',
    verb: 'GET',
    who: 'player',
    isForPayout: true,
    input: z.object({}),
    output: z.object({
      available_amount: money.nullable(),
      can_edit: z.boolean(),
      /** When the oldest deposit that counts leaves the window and makes room; null while nothing counts. */
      expired_at: z.string().nullable(),
      limit_amount: money.nullable(),
      period: z.number().nullable(),
    }),
    refuses: [],
  }),
  'account.getLimits': method({
    about: 'Limits with what is used of them, raises that wait, reality check and exclusion.',
    verb: 'GET',
    who: 'player',
    isForPayout: true,
    input: z.object({}),
    output: limits,
    refuses: [],
  }),
  'account.setLimit': method({
    about:
      'Sets a limit. A first or lower one holds at once; a higher one, or none (empty amount), waits 24 hours and a second yes. `amount` is money for deposit, loss and wager, minutes for session.',
    verb: 'POST',
    who: 'player',
    input: z.object({
      kind: z.enum(limitKinds),
      period: z.coerce.number().refine((days) => limitPeriods.some((each) => each === days), 'UNKNOWN_VALUE'),
      amount: z.string().max(40).default(''),
    }),
    output: z.object({ is_pending: z.boolean(), ready_at: z.string().nullable() }),
    refuses: ['InvalidParameter:AMOUNT_INVALID', 'InvalidParameter:LIMIT_UNKNOWN', 'TooManyRequests'],
    limit: { points: 60, seconds: 3600 },
  }),
  'account.confirmLimit': method({
    about: 'The second yes to a raise, once its 24 hours are over.',
    verb: 'POST',
    who: 'player',
    input: z.object({ id: z.coerce.number().int().positive() }),
    output: saved,
    refuses: ['InvalidParameter:CHANGE_UNKNOWN', 'InvalidParameter:CHANGE_NOT_READY'],
  }),
  'account.cancelLimit': method({
    about: 'Drops a raise that waits.',
    verb: 'POST',
    who: 'player',
    input: z.object({ id: z.coerce.number().int().positive() }),
    output: saved,
    refuses: ['InvalidParameter:CHANGE_UNKNOWN'],
  }),
  'account.selfExclude': method({
    about:
      'Stops all play for the period, at once and for every account of this person; ends all sessions. Cannot be undone early.',
    verb: 'POST',
    who: 'player',
    isForPayout: true,
    input: z.object({ period: z.enum(selfExclusionPeriods) }),
    output: z.object({ ends_at: z.string().nullable() }),
    refuses: ['InvalidParameter:EXCLUSION_SHORTER'],
  }),
  'account.setRealityCheck': method({
    about: 'How often play is interrupted with the time and the result so far; 0 turns it off.',
    verb: 'POST',
    who: 'player',
    input: z.object({
      // Not coerced: empty text would become zero and turn the check off.
      minutes: z
        .union([z.number(), z.string().regex(/^\d{1,3}$/)])
        .transform(Number)
        .refine((each) => each === 0 || realityMinutes.some((one) => one === each), 'UNKNOWN_VALUE'),
    }),
    output: saved,
    refuses: [],
  }),
  'account.getPromotions': method({
    about: 'Whether offers, popups and letters about promotions reach this player at all.',
    verb: 'GET',
    who: 'player',
    input: z.object({}),
    output: promotions,
    refuses: [],
  }),
  'account.setPromotions': method({
    about: 'Switches promotions off at once, or on again after 24 hours.',
    verb: 'POST',
    who: 'player',
    input: z.object({ is_on: flag }),
    output: promotions,
    refuses: [],
  }),
  'account.confirmRealityCheck': method({
    about: 'The player has seen the reality check and goes on; the next one counts from now.',
    verb: 'POST',
    who: 'player',
    input: z.object({}),
    output: saved,
    refuses: [],
  }),
  'account.getActivity': method({
    about: 'Session time, staked, won and net: this session, today, by day, since joining.',
    verb: 'GET',
    who: 'player',
    isForPayout: true,
    input: z.object({ time_zone: timeZone }),
    output: activity,
    refuses: ['InvalidParameter:TIME_ZONE_UNKNOWN'],
  }),
  'account.getVerification': method({
    about: 'How far the identity check is, why it was turned down, and what the profile lacks for it.',
    verb: 'GET',
    who: 'player',
    isForPayout: true,
    input: z.object({}),
    output: verification,
    refuses: [],
  }),
  'account.setUserOnVerification': method({
    about: 'The player has handed in everything; the identity check may begin.',
    verb: 'POST',
    who: 'player',
    isForPayout: true,
    input: z.object({}),
    output: saved,
    refuses: ['InvalidParameter:APPLICANT_UNKNOWN', 'InvalidParameter:ALREADY_VERIFIED'],
  }),
}
