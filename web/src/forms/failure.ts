import { Refusal } from '@croupier/contract/refusals'

/** Why a form could not be sent, as its page shows it. */
export type Failure =
  /** Wire name of the field → reason; its text is `fields.errors.{reason}`. */
  | { kind: 'fields'; fields: Record<string, string> }
  | { kind: 'wait'; seconds: number }
  | { kind: 'offline' }
  | { kind: 'slow' }
  | { kind: 'refused'; type: string; reason: string | null }

/** The server knows no session any more: nothing was done, and all else that is said of it would be wrong. */
export const isSessionOver = (failure: Failure): boolean =>
  failure.kind === 'refused' && failure.type === 'Authorization' && failure.reason === null

/** One idea under two names on the wire. */
const aliases: Record<string, string> = { mobile: 'phone' }

/** Refusals that speak of one field without naming it. */
const fieldOfReason: Record<string, string> = {
  PASSWORD_COMMON: 'password',
  PROMO_INVALID: 'promo_code',
  CURRENCY_UNKNOWN: 'currency',
  CURRENCY_FIXED: 'currency',
}

const asked = 60

/** Seconds until one may ask again, whatever was refused: said in the data, or at the end of the message. */
export function resendSeconds(error: unknown): number | null {
  if (!Refusal.is(error)) return null
  const said = error.data?.resend_time
  if (typeof said === 'number' && said >= 0) return Math.ceil(said)
  const ending = /(\d{1,6})\s*$/.exec(error.message)?.[1]
  return ending === undefined ? null : Number(ending)
}

export function readFailure(error: unknown): Failure {
  if (!Refusal.is(error)) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    return { kind: isLate ? 'slow' : 'offline' }
  }
  const fields = Object.entries(error.fields ?? {}).flatMap(([name, [reason]]) =>
    reason ? [[aliases[name] ?? name, reason]] : [],
  )
  if (fields.length > 0) return { kind: 'fields', fields: Object.fromEntries(fields) }
  const reason = error.reason ?? null
  const field = reason ? fieldOfReason[reason] : undefined
  if (reason && field) return { kind: 'fields', fields: { [field]: reason } }
  if (error.type === 'TooManyRequests') return { kind: 'wait', seconds: resendSeconds(error) ?? asked }
  return { kind: 'refused', type: error.type, reason }
}
