import { z } from 'zod'
import { fieldTypes, ruleNames } from '../fields/definition.ts'
import { fields, flag, method, money, saved } from '../method.ts'

const contact = z.object({ value: z.string(), confirmed: z.boolean() })

const balances = {
  balance_main: money,
  balance_bonus: money,
  balance_betting_bonus: money,
  balance_fun: money,
  /** Asked out and on its way: the purse `withdrawal_hold`, in no other balance. */
  balance_held: money,
  /** The sum of `seq` over all purses of the player: it grows with every movement, so of two answers the larger is the newer. */
  balance_version: z.number(),
}
const balancesAnswer = z.object(balances)
export type Balances = z.output<typeof balancesAnswer>

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
    /** The rule that content chose, and what it asks beside it. */
    rule: z.enum(ruleNames).optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minValue: z.number().optional(),
    maxValue: z.number().optional(),
    sameAs: z.string().optional(),
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

const notice = z.object({
  id: z.number(),
  /** Its text is the message `notices.{kind}`. */
  kind: z.string(),
  params: z.record(z.string(), z.string()),
  at: z.string(),
})
export type PlayerNotice = z.output<typeof notice>

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
    output: balancesAnswer,
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
    refuses: [
      'InvalidParameter',
      'InvalidParameter:SELF_EXCLUDED',
      'InvalidParameter:STEP_UP_NEEDED',
      'TooManyRequests',
    ],
    limit: { points: 30, seconds: 600 },
  }),
  'account.changefakename': method({
    about: 'Changes the public nickname: unique ignoring case, no special characters, no swearing.',
    verb: 'POST',
    who: 'player',
    input: z.object({ fakename: z.string().max(20_000) }),
    output: saved,
    refuses: [
      'InvalidParameter',
      'InvalidParameter:FAKENAME_TAKEN',
      'InvalidParameter:FAKENAME_RUDE',
      'TooManyRequests',
    ],
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
  'account.getNotices': method({
    about: 'What the player has not been told yet, oldest first; with is_all what it was told last, latest first.',
    verb: 'GET',
    who: 'player',
    isForPayout: true,
    input: z.object({ is_all: flag.optional() }),
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
}
