import { z } from 'zod'
import { limitKinds, limitPeriods, realityMinutes, selfExclusionPeriods } from '../control.ts'
import { fieldTypes } from '../fields/definition.ts'
import { fakename } from '../fields/fakename.ts'
import { newPassword } from '../fields/password.ts'
import { code, required } from '../fields/plain.ts'
import { checked, fields, flag, list, method, money, page, saved } from '../method.ts'

const contact = z.object({ value: z.string(), confirmed: z.boolean() })

const balances = {
  balance_main: money,
  balance_bonus: money,
  balance_betting_bonus: money,
  balance_fun: money,
}

const accountInfo = z.object({
  uid: z.number(),
  reg_time: z.string(),
  login: z.string(),
  fakename: z.string(),
  is_subscribed: z.boolean(),
  currency: z.string(),
  ...balances,
  has_deposited: z.boolean(),
  is_on_verification: z.boolean(),
  is_verified: z.boolean(),
  is_kyc_block_enabled: z.boolean(),
  is_registration_completed: z.boolean(),
  /** An excluded player who signed in to take the balance out: nothing else is open. */
  is_payout_only: z.boolean(),
  /** False for accounts that were made through a social service or a messenger and never chose one. */
  has_password: z.boolean(),
  country_code: z.string().nullable(),
  locale: z.string(),
  two_factor_auth: z.boolean(),
  contacts: z.object({ email: contact.nullable(), phone: contact.nullable() }),
})

export type AccountInfo = z.output<typeof accountInfo>

const phoneOption = z.object({
  country_code: z.string(),
  phone_code: z.string(),
  name: z.string(),
  /** `0` stands for a digit, as in every mask of the platform. */
  mask: z.string(),
})
export type PhoneOption = z.output<typeof phoneOption>

const profileField = z.object({
  sysname: z.string(),
  type: z.enum(fieldTypes),
  options: z.object({
    select: z.array(z.object({ value: z.string(), name: z.string() })).optional(),
    /** `0` a digit, `a` a letter, `*` either; anything else stands for itself. */
    mask: z.string().optional(),
    regex: z.string().optional(),
  }),
  params: z.object({
    is_required: z.boolean(),
    is_visible: z.boolean(),
    /** Asked for in the full registration form, not only in the profile. */
    is_registration: z.boolean(),
    /** Cannot be changed any more: verified, or fixed by money that moved. */
    is_locked: z.boolean(),
  }),
})

const profile = z.object({
  first_name: z.string(),
  middle_name: z.string(),
  last_name: z.string(),
  /** 0 not said, 1 male, 2 female, 3 other. */
  sex: z.number(),
  /** YYYY-MM-DD, or empty. */
  birth_date: z.string(),
  /** The number is masked but for its last characters: it is stored encrypted. */
  document: z.object({ type: z.string(), number: z.string() }).nullable(),
  document_type: z.string(),
  country: z.string(),
  country_code: z.string(),
  region: z.string(),
  home_town: z.string(),
  address: z.string(),
  postcode: z.string(),
  mobile: z.string(),
  email: z.string(),
  login: z.string(),
  currency: z.string(),
  phone_country_code: z.string(),
  fakename: z.string(),
  /** The dealer that was chosen at registration: an id of content's `auth.characters`, or empty. */
  character_id: z.string(),
  contacts: z.array(
    z.object({
      type: z.enum(['email', 'phone']),
      contact: z.string(),
      is_confirmed: z.boolean(),
      is_subscribed: z.boolean(),
      phone_country_code: z.string(),
      /** A new address that waits for its code; the old one stays until then. */
      pending: z.string().nullable(),
    }),
  ),
  /** What has to be filled in before the profile is complete. */
  missing: z.array(z.string()),
})
export type Profile = z.output<typeof profile>

/** Free text of a person: the field rules decide, this only keeps out what no rule could like. */
const words = z.string().max(20_000).optional()

/** What a profile is made of on its way in; `auth.register` takes the same. */
export const profileValues = {
  login: words,
  email: words,
  phone: words,
  /** An alias of `phone`. */
  mobile: words,
  phone_country_code: words,
  country_code: words,
  region: words,
  currency: words,
  first_name: words,
  middle_name: words,
  last_name: words,
  sex: words,
  birth_date: words,
  document_type: words,
  document_number: words,
  home_town: words,
  address: words,
  postcode: words,
  terms: flag.optional(),
}

const sent = z.object({
  /** Seconds until a code may be asked for again. */
  resend_time: z.number(),
})

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
  /** False when the site asks nobody to prove who they are. */
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

const session = z.object({
  id: z.number(),
  started_at: z.string(),
  seen_at: z.string(),
  address: z.string(),
  device: z.string(),
  is_current: z.boolean(),
})
export type SessionInfo = z.output<typeof session>

const securityEvent = z.object({
  id: z.number(),
  kind: z.string(),
  at: z.string(),
  address: z.string(),
  device: z.string(),
})

const notice = z.object({
  id: z.number(),
  /** Its text is the message `notices.{kind}`. */
  kind: z.string(),
  params: z.record(z.string(), z.string()),
  at: z.string(),
})
export type PlayerNotice = z.output<typeof notice>

const timeZone = z.string().max(64).default('UTC')
const contactText = z.string().min(1).max(254)

export const account = {
  'account.getInfo': method({
    about: 'Who is signed in: identity, balances, states and contacts.',
    verb: 'GET',
    who: 'player',
    isForPayout: true,
    input: z.object({}),
    output: accountInfo,
    refuses: [],
  }),
  'account.getBalance': method({
    about: 'The four balances of the player.',
    verb: 'GET',
    who: 'player',
    isForPayout: true,
    input: z.object({}),
    output: z.object(balances),
    refuses: [],
  }),
  'account.getprofileinfo': method({
    about: 'The profile: personal data, contacts and what is still missing.',
    verb: 'GET',
    who: 'player',
    isForPayout: true,
    input: z.object({ fields }),
    output: profile,
    refuses: [],
  }),
  'account.getPersonalDataFields': method({
    about: 'The fields a profile has in a country: type, mask, pattern, required, visible.',
    verb: 'GET',
    who: 'anyone',
    isForPayout: true,
    input: z.object({ country: z.string().max(2).default('') }),
    output: z.array(profileField),
    refuses: [],
  }),
  'account.getContactPhoneSettings': method({
    about: 'Countries with their phone code and mask.',
    verb: 'GET',
    who: 'anyone',
    isForPayout: true,
    cacheSeconds: 300,
    input: z.object({}),
    output: z.array(phoneOption),
    refuses: [],
  }),
  'account.getcurrencyrates': method({
    about: 'What one unit of the base currency is worth, as decimal text. For display only.',
    verb: 'GET',
    who: 'anyone',
    cacheSeconds: 60,
    input: z.object({}),
    output: z.object({ base: z.string(), rates: z.record(z.string(), z.string()) }),
    refuses: [],
  }),
  'account.saveProfileInfo': method({
    about: 'Changes the fields that are sent; the others stay. Empty text clears a field that may be empty.',
    verb: 'POST',
    who: 'player',
    isForPayout: true,
    input: z.object(profileValues),
    output: saved,
    refuses: ['InvalidParameter', 'InvalidParameter:SELF_EXCLUDED', 'TooManyRequests'],
    limit: { points: 30, seconds: 600 },
  }),
  'account.changefakename': method({
    about: 'Changes the public nickname: unique ignoring case, no special characters, no swearing.',
    verb: 'POST',
    who: 'player',
    input: z.object({ fakename: checked(fakename) }),
    output: saved,
    refuses: ['InvalidParameter:FAKENAME_TAKEN', 'InvalidParameter:FAKENAME_RUDE', 'TooManyRequests'],
    limit: { points: 10, seconds: 3600 },
  }),
  'account.changelocale': method({
    about: "Makes a locale the account's own.",
    verb: 'POST',
    who: 'player',
    isForPayout: true,
    input: z.object({ locale: z.string().min(2).max(10) }),
    output: saved,
    refuses: ['InvalidParameter:LOCALE_UNKNOWN'],
  }),
  'account.setCurrency': method({
    about: 'Changes the currency of the account: only before any money moved and while no money limit is set.',
    verb: 'POST',
    who: 'player',
    input: z.object({ currency: z.string().max(10) }),
    output: saved,
    refuses: ['InvalidParameter:CURRENCY_UNKNOWN', 'InvalidParameter:CURRENCY_FIXED'],
  }),
  'account.addcontact': method({
    about:
      'Adds or replaces the e-mail address or phone number, and sends a code to it. A confirmed one stays until the new one is confirmed. Once any contact is confirmed the password is asked for.',
    verb: 'POST',
    who: 'player',
    input: z.object({
      contact: contactText,
      phone_country_code: z.string().max(10).optional(),
      password: z.string().max(200).optional(),
    }),
    output: sent,
    refuses: [
      'InvalidParameter:CONTACT_FORMAT',
      'InvalidParameter:CONTACT_CONFIRMED',
      'InvalidParameter:PASSWORD_WRONG',
      'TooManyRequests',
    ],
    limit: { points: 10, seconds: 3600 },
  }),
  'account.sendconfirmationtocontact': method({
    about: 'Sends a code to a contact that is not confirmed yet.',
    verb: 'POST',
    who: 'player',
    input: z.object({ contact: contactText }),
    output: sent,
    refuses: ['InvalidParameter:CONTACT_UNKNOWN', 'InvalidParameter:CONTACT_CONFIRMED', 'TooManyRequests'],
    limit: { points: 20, seconds: 3600 },
  }),
  'account.confirmContact': method({
    about: 'Confirms a contact by the code that was sent to it, or by the token of the link beside that code.',
    verb: 'POST',
    who: 'anyone',
    input: z.object({
      contact: contactText.optional(),
      code: checked(code).optional(),
      token: z.string().min(20).max(100).optional(),
    }),
    output: saved,
    refuses: [
      'Authorization',
      'InvalidParameter',
      'InvalidParameter:CODE_INVALID',
      'InvalidParameter:CODE_EXPIRED',
      'InvalidParameter:CONTACT_TAKEN',
      'InvalidParameter:SELF_EXCLUDED',
      'TooManyRequests',
    ],
    limit: { points: 60, seconds: 600 },
  }),
  'account.changeSubscription': method({
    about: 'Turns mailings to a contact on or off.',
    verb: 'POST',
    who: 'player',
    input: z.object({ contact: contactText, subscription: flag }),
    output: saved,
    refuses: ['InvalidParameter:CONTACT_UNKNOWN'],
  }),
  'account.unsubscribe': method({
    about: 'Ends mailings to the contact that the token of a mailing names. Needs no sign-in.',
    verb: 'POST',
    who: 'anyone',
    input: z.object({ token: z.string().min(20).max(200) }),
    output: saved,
    refuses: ['InvalidParameter:TOKEN_INVALID', 'TooManyRequests'],
    limit: { points: 30, seconds: 600 },
  }),
  'account.getNotices': method({
    about: 'What the player has not been told yet, oldest first.',
    verb: 'GET',
    who: 'player',
    isForPayout: true,
    input: z.object({}),
    output: z.array(notice),
    refuses: [],
  }),
  'account.seeNotices': method({
    about: 'These notices were shown.',
    verb: 'POST',
    who: 'player',
    isForPayout: true,
    input: z.object({ ids: z.string().regex(/^\d{1,15}(,\d{1,15}){0,99}$/) }),
    output: saved,
    refuses: [],
  }),

  'account.changepassword': method({
    about: 'Changes the password and ends every other session. An account without one sets its first.',
    verb: 'POST',
    who: 'player',
    input: z.object({ old_password: z.string().max(200).default(''), new_password: checked(newPassword) }),
    output: saved,
    refuses: [
      'InvalidParameter:PASSWORD_WRONG',
      'InvalidParameter:PASSWORD_COMMON',
      'InvalidParameter:PASSWORD_SAME',
      'TooManyRequests',
    ],
    limit: { points: 20, seconds: 3600 },
  }),
  'account.changeTwoFactorAuth': method({
    about:
      'Begins to turn two-factor on (by e-mail, phone or authenticator app) or off. Takes effect with account.confirmTwoFactorAuth.',
    verb: 'POST',
    who: 'player',
    input: z.object({
      is_enabled: flag,
      method: z.enum(['email', 'phone', 'app']).default('email'),
      password: z.string().max(200).default(''),
    }),
    output: z.object({
      method: z.enum(['email', 'phone', 'app']),
      resend_time: z.number(),
      /** For an authenticator app: the secret, its otpauth address and that address as a QR picture (SVG). */
      secret: z.string().nullable(),
      uri: z.string().nullable(),
      qr: z.string().nullable(),
    }),
    refuses: [
      'InvalidParameter:PASSWORD_WRONG',
      'InvalidParameter:ALREADY_ENABLED',
      'InvalidParameter:NOT_ENABLED',
      'UserNeedConfirmContact',
      'TooManyRequests',
    ],
    limit: { points: 20, seconds: 3600 },
  }),
  'account.confirmTwoFactorAuth': method({
    about: 'Completes the change with a code. Turning on answers ten recovery codes, shown once.',
    verb: 'POST',
    who: 'player',
    input: z.object({ code: checked(required) }),
    output: z.object({ is_enabled: z.boolean(), recovery_codes: z.array(z.string()) }),
    refuses: [
      'InvalidParameter:CODE_DIGITS',
      'InvalidParameter:CODE_INVALID',
      'InvalidParameter:CODE_EXPIRED',
      'InvalidParameter:ALREADY_ENABLED',
      'TooManyRequests',
    ],
    limit: { points: 60, seconds: 600 },
  }),
  'account.getSessions': method({
    about: 'Where the player is signed in.',
    verb: 'GET',
    who: 'player',
    isForPayout: true,
    input: z.object({}),
    output: z.array(session),
    refuses: [],
  }),
  'account.closeSession': method({
    about: 'Ends one session by id, or all but this one.',
    verb: 'POST',
    who: 'player',
    isForPayout: true,
    input: z.object({ id: z.coerce.number().int().positive().optional(), others: z.literal('1').optional() }),
    output: saved,
    refuses: ['InvalidParameter:SESSION_UNKNOWN'],
  }),
  'account.getSecurityEvents': method({
    about: 'What happened to the security of the account, newest first.',
    verb: 'GET',
    who: 'player',
    isForPayout: true,
    input: z.object(page(20, 100)),
    output: list(securityEvent),
    refuses: [],
  }),
  'account.exportData': method({
    about: 'Everything that is stored about the player, in one document.',
    verb: 'POST',
    who: 'player',
    isForPayout: true,
    input: z.object({ password: z.string().max(200).default('') }),
    output: z.record(z.string(), z.unknown()),
    refuses: ['InvalidParameter:PASSWORD_WRONG', 'TooManyRequests'],
    limit: { points: 10, seconds: 86_400 },
  }),

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
      minutes: z.coerce
        .number()
        .refine((each) => each === 0 || realityMinutes.some((one) => one === each), 'UNKNOWN_VALUE'),
    }),
    output: saved,
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
