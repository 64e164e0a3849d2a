import type { Output } from '@croupier/contract/contract'
import { Refusal } from '@croupier/contract/refusals'
import { type Failure, readFailure, resendSeconds } from '../../forms/failure.ts'

/** What one wants when coming in; kept while the second step or an exclusion is answered. */
export type Attempt = {
  login: string
  password: string
  isRemembered: boolean
  isPayoutOnly: boolean
  isReturn: boolean
}

type SecondMethod = 'email' | 'phone' | 'app' | 'unknown'

export type SecondStep = { method: SecondMethod; to: string; resendSeconds: number }

export type Exclusion = {
  kind: 'excluded' | 'returnNeeded' | 'returnWaits' | 'person'
  /** Null: without an end, or the server did not say. */
  until: string | null
}

/** How a try to come in ended. */
export type SignInOutcome =
  | { kind: 'in'; is: Output<'auth.login'> }
  | { kind: 'second'; step: SecondStep }
  | { kind: 'excluded'; exclusion: Exclusion }
  | { kind: 'wrongCredentials' }
  | { kind: 'failure'; failure: Failure }

const methods: readonly SecondMethod[] = ['email', 'phone', 'app']
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** The data beside `TWO_FACTOR`, in an answer or in an address. */
export const readSecondStep = (data: Record<string, unknown> = {}, seconds: number | null = null): SecondStep => ({
  method: methods.find((each) => each === data.method) ?? 'unknown',
  to: textOf(data.to),
  resendSeconds: typeof data.resend_time === 'number' ? data.resend_time : (seconds ?? 0),
})

const kinds: Record<string, Exclusion['kind']> = {
  SELF_EXCLUDED: 'excluded',
  RETURN_NEEDED: 'returnNeeded',
  RETURN_WAITS: 'returnWaits',
}

export function readExclusion(reason: string | undefined, data: Record<string, unknown> = {}): Exclusion | null {
  const kind = kinds[reason ?? '']
  return kind ? { kind, until: textOf(data.excluded_until) || textOf(data.until) || null } : null
}

const isCodeReason = (reason: string | undefined) => reason?.startsWith('CODE_') === true

/** A refusal of `auth.login` or `auth.register`, as the popup goes on with it. */
export function readEntry(error: unknown): Exclude<SignInOutcome, { kind: 'in' }> {
  if (!Refusal.is(error)) return { kind: 'failure', failure: readFailure(error) }
  const { type, reason, data } = error
  if (type === 'InvalidParameter' && reason === 'SELF_EXCLUDED')
    return { kind: 'excluded', exclusion: { kind: 'person', until: null } }
  if (type !== 'Authorization') {
    // A deleted account belongs to no player: it reads as a wrong name.
    return type === 'UserDeleted' ? { kind: 'wrongCredentials' } : { kind: 'failure', failure: readFailure(error) }
  }
  const exclusion = readExclusion(reason, data)
  if (exclusion) return { kind: 'excluded', exclusion }
  if (isCodeReason(reason)) return { kind: 'failure', failure: readFailure(error) }
  const isSecond = data?.two_factor === true || reason === 'TWO_FACTOR' || typeof data?.resend_time === 'number'
  if (isSecond) return { kind: 'second', step: readSecondStep(data, resendSeconds(error)) }
  return { kind: 'wrongCredentials' }
}

const codeErrors = {
  CODE_DIGITS: 'twoFaErrorCodeDigits',
  CODE_EXPIRED: 'twoFaErrorTimeExpired',
  CODE_INVALID: 'twoFaErrorInvalidCode',
} as const

const fragments = [
  [/must contain 6 digits/i, 'twoFaErrorCodeDigits'],
  [/time expired/i, 'twoFaErrorTimeExpired'],
  [/code invalid|invalid code/i, 'twoFaErrorInvalidCode'],
] as const

export type CodeErrorKey = (typeof codeErrors)[keyof typeof codeErrors] | 'twoFaErrorSomethingWrong'

/** Which text a refused code gets: by its reason, else by the words of the message. */
export function codeErrorKey(error: unknown): CodeErrorKey {
  if (!Refusal.is(error)) return 'twoFaErrorSomethingWrong'
  const named = Object.entries(codeErrors).find(([reason]) => reason === error.reason)?.[1]
  return named ?? fragments.find(([words]) => words.test(error.message))?.[1] ?? 'twoFaErrorSomethingWrong'
}
