import { z } from 'zod'
import { newPassword } from '../fields/password.ts'
import { required } from '../fields/plain.ts'
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
    refuses: ['InvalidParameter:PASSWORD_WRONG', 'TooManyRequests'],
    limit: { points: 10, seconds: 86_400 },
  }),
}
