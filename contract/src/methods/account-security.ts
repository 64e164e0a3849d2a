import { z } from 'zod'
import { newPassword } from '../fields/password.ts'
import { code, required } from '../fields/plain.ts'
import { checked, flag, list, method, paging, saved } from '../method.ts'

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

/** Passwords, the second factor, sessions, and what happened to them. */
export const accountSecurity = {
  'account.changepassword': method({
    about: 'Changes the password and ends every other session. An account without one sets its first.',
    verb: 'POST',
    who: 'player',
    input: z.object({
      old_password: z.string().max(200).default(''),
      new_password: checked(newPassword),
      /** The new password once more, where a form asks for it. */
      repeat_password: z.string().max(20_000).optional(),
    }),
    output: saved,
    refuses: [
      'InvalidParameter',
      'InvalidParameter:PASSWORD_WRONG',
      'InvalidParameter:PASSWORD_COMMON',
      'InvalidParameter:PASSWORD_SAME',
      'InvalidParameter:STEP_UP_NEEDED',
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
      'InvalidParameter:STEP_UP_NEEDED',
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
  'account.sendStepUpCode': method({
    about: 'For an account without a password: sends a code to its confirmed contact, for account.stepUp.',
    verb: 'POST',
    who: 'player',
    isForPayout: true,
    input: z.object({}),
    output: z.object({ to: z.string(), resend_time: z.number() }),
    refuses: ['InvalidParameter:PASSWORD_NEEDED', 'UserNeedConfirmContact', 'TooManyRequests'],
    limit: { points: 20, seconds: 3600 },
  }),
  'account.stepUp': method({
    about:
      'For an account without a password: proves once more who is there, by the code that was sent or by the init data of a mini-app that was opened just now. For a quarter of an hour calls go through that refuse with STEP_UP_NEEDED. A sign-in at a service (GET /oauth/init with type=again) does the same.',
    verb: 'POST',
    who: 'player',
    isForPayout: true,
    input: z.object({ code: checked(code).optional(), payload: z.string().max(8000).optional() }),
    output: saved,
    refuses: [
      'InvalidParameter',
      'InvalidParameter:CODE_INVALID',
      'InvalidParameter:CODE_EXPIRED',
      'InvalidParameter:INIT_DATA_INVALID',
      'InvalidParameter:PASSWORD_NEEDED',
      'UserNeedConfirmContact',
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
    input: z.object(paging(20, 100)),
    output: list(securityEvent),
    refuses: [],
  }),
  'account.exportData': method({
    about: 'Everything that is stored about the player, in one document.',
    verb: 'POST',
    who: 'player',
    isForPayout: true,
    isStreamed: true,
    input: z.object({ password: z.string().max(200).default('') }),
    output: z.record(z.string(), z.unknown()),
    refuses: ['InvalidParameter:PASSWORD_WRONG', 'InvalidParameter:STEP_UP_NEEDED', 'TooManyRequests'],
    limit: { points: 10, seconds: 86_400 },
  }),
}
