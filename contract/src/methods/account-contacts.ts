import { z } from 'zod'
import { code } from '../fields/plain.ts'
import { checked, flag, method, saved } from '../method.ts'

const sent = z.object({
  /** Seconds until a code may be asked for again. */
  resend_time: z.number(),
})

const contactText = z.string().min(1).max(254)

export const accountContacts = {
  'account.addcontact': method({
    about:
      'Adds or replaces the e-mail address or phone number, and sends a code to it. A confirmed one stays until the new one is confirmed. Once any contact is confirmed the password is asked for; an account without one needs a fresh sign-in.',
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
      'InvalidParameter:STEP_UP_NEEDED',
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
    about:
      'Confirms a contact of the player who is signed in, by the code that was sent to it or by the token of the link beside that code.',
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
      'InvalidParameter:SIGN_IN_NEEDED',
      'InvalidParameter:CONTACT_TAKEN',
      'InvalidParameter:SELF_EXCLUDED',
      'TooManyRequests',
    ],
    limit: { points: 60, seconds: 600 },
  }),
  'account.disownContact': method({
    about:
      'It was not me: said by the owner of a contact that is not confirmed, with the token of a letter. An account that is named by the contact is closed to the one who opened it; another one loses the contact. Needs no sign-in.',
    verb: 'POST',
    who: 'anyone',
    input: z.object({ token: z.string().min(20).max(200) }),
    output: saved,
    refuses: ['InvalidParameter:TOKEN_INVALID', 'TooManyRequests'],
    limit: { points: 30, seconds: 600 },
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
}
