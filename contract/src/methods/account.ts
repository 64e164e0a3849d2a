import { z } from 'zod'
import { method, money, saved } from '../method.ts'

const contact = z.object({ value: z.string(), confirmed: z.boolean() })

const accountInfo = z.object({
  uid: z.number(),
  reg_time: z.string(),
  login: z.string(),
  fakename: z.string(),
  is_subscribed: z.boolean(),
  balance_main: money,
  balance_bonus: money,
  balance_betting_bonus: money,
  balance_fun: money,
  is_on_verification: z.boolean(),
  is_verified: z.boolean(),
  is_kyc_block_enabled: z.boolean(),
  is_registration_completed: z.boolean(),
  country_code: z.string().nullable(),
  locale: z.string(),
  two_factor_auth: z.boolean(),
  contacts: z.object({ email: contact.nullable(), phone: contact.nullable() }),
})

export type AccountInfo = z.output<typeof accountInfo>

export const account = {
  'account.getInfo': method({
    about: 'Who is signed in: identity, balances, states and contacts.',
    verb: 'GET',
    who: 'player',
    input: z.object({}),
    output: accountInfo,
    refuses: [],
  }),
  'account.changelocale': method({
    about: "Makes a locale the account's own.",
    verb: 'POST',
    who: 'player',
    input: z.object({ locale: z.string().min(2).max(10) }),
    output: saved,
    refuses: ['InvalidParameter:LOCALE_UNKNOWN'],
  }),
}
