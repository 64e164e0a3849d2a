import { z } from 'zod'
import { fraudSessionMost } from '../fraud-session.ts'
import { method, saved } from '../method.ts'
import { profileValues } from './account.ts'

const secret = z.string().max(200)
const word = z.string().max(300).optional()

const signedIn = z.object({
  uid: z.number(),
  is_registration_completed: z.boolean(),
  is_payout_only: z.boolean(),
  /** The account was opened by this call. */
  is_new: z.boolean(),
})

export const auth = {
  'auth.login': method({
    about:
      'Signs in by e-mail, phone or login. With two-factor on, the first answer is AuthorizationException with two_factor and resend_time; call again with the code. After a social or messenger sign-in the code alone is enough.',
    verb: 'POST',
    who: 'anyone',
    input: z.object({
      login: z.string().max(254).default(''),
      password: secret.default(''),
      /** Six digits, or a recovery code. */
      code: z.string().max(40).default(''),
      /** Asks for the code to be sent again; tries are not refilled. */
      resend: z.literal('1').optional(),
      /** Keeps the session for 30 days instead of 12 hours. */
      remember: z.enum(['0', '1']).default('0'),
      /** An excluded player signs in to take the balance out, and for nothing else. */
      payout_only: z.enum(['0', '1']).default('0'),
      /** After an exclusion is over: the wish to come back, which takes effect 24 hours later. */
      confirm_return: z.enum(['0', '1']).default('0'),
    }),
    output: signedIn,
    refuses: [
      'Authorization:WRONG_CREDENTIALS',
      'Authorization:TWO_FACTOR',
      'Authorization:CODE_DIGITS',
      'Authorization:CODE_INVALID',
      'Authorization:CODE_EXPIRED',
      'Authorization:SELF_EXCLUDED',
      'Authorization:RETURN_NEEDED',
      'Authorization:RETURN_WAITS',
      'UserBanned',
      'TooManyRequests',
    ],
    limit: { points: 120, seconds: 900 },
  }),
  'auth.register': method({
    about:
      'Opens an account and signs in. Fields as account.getPersonalDataFields says for the country. With is_tg the raw init data string of the messenger is in payload, and nothing else counts for identity.',
    verb: 'POST',
    who: 'anyone',
    input: z.object({
      ...profileValues,
      password: z.string().max(20_000).optional(),
      /** Which form was filled in: fast asks for less. */
      type: z.enum(['fast', 'form']).default('form'),
      locale: z.string().max(10).optional(),
      promo_code: z.string().max(64).optional(),
      notify: z.enum(['0', '1']).default('0'),
      is_betting: z.enum(['0', '1']).optional(),
      character_id: z.string().max(40).optional(),
      track_id: word,
      publisher_id: word,
      goal_id: word,
      goal_entry_id: word,
      link_id: word,
      /** The id under which this browser reported its hits. */
      visit: z.string().max(64).optional(),
      seon_session: z.string().max(fraudSessionMost).optional(),
      is_tg: z.enum(['0', '1']).default('0'),
      id: word,
      username: word,
      hash: word,
      language_code: word,
      payload: z.string().max(8_000).optional(),
    }),
    output: signedIn,
    refuses: [
      'InvalidParameter',
      'InvalidParameter:SELF_EXCLUDED',
      'InvalidParameter:PASSWORD_COMMON',
      'InvalidParameter:INIT_DATA_INVALID',
      'InvalidParameter:PROMO_INVALID',
      'Authorization:WRONG_CREDENTIALS',
      'Authorization:TWO_FACTOR',
      'Authorization:SELF_EXCLUDED',
      'Authorization:RETURN_NEEDED',
      'Authorization:RETURN_WAITS',
      'UserBanned',
      'TooManyRequests',
    ],
    limit: { points: 40, seconds: 3600 },
  }),
  'auth.restore': method({
    about:
      'With login alone: sends a code and a link, if there is such an account; the answer never tells. With code or token and password: sets the new password and ends all sessions.',
    verb: 'POST',
    who: 'anyone',
    input: z.object({
      login: z.string().max(254).default(''),
      code: z.string().max(40).default(''),
      token: z.string().max(100).default(''),
      password: secret.default(''),
      /** The new password once more, where a form asks for it. */
      repeat_password: z.string().max(20_000).optional(),
    }),
    output: z.object({ resend_time: z.number() }).nullable(),
    refuses: [
      'InvalidParameter',
      'InvalidParameter:CODE_INVALID',
      'InvalidParameter:CODE_EXPIRED',
      'InvalidParameter:PASSWORD_COMMON',
      'TooManyRequests',
    ],
    limit: { points: 60, seconds: 3600 },
  }),
  'auth.logout': method({
    about: 'Ends this session.',
    verb: 'GET',
    who: 'anyone',
    isForPayout: true,
    hasEffect: true,
    input: z.object({}),
    output: saved,
    refuses: [],
  }),
}
