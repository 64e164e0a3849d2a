import type { WireMoney } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import { type Failure, readFailure } from '../../forms/failure.ts'
import { type OfferNo, offerNoOf } from './deposit-offer-rules.ts'

/** Why no deposit is possible whatever is typed, as a page tells it. */
export type Barrier =
  | { kind: 'excluded'; until: string | null }
  | { kind: 'limit'; limit: WireMoney | null; left: WireMoney | null; period: number | null; opensAt: string | null }
  | { kind: 'profile'; fields: string[] }
  | { kind: 'contact'; contact: string | null }
  | { kind: 'identity' }
  | { kind: 'banned' }
  | { kind: 'other' }

type Refused = { type: string; reason: string | null; data: Readonly<Record<string, unknown>> }

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const moment = (value: unknown): string | null => {
  const said = text(value)
  return said && !Number.isNaN(Date.parse(said)) ? said : null
}

function money(value: unknown): WireMoney | null {
  if (typeof value !== 'object' || value === null || !('amount' in value) || !('currency' in value)) return null
  const { amount, currency } = value
  return typeof amount === 'string' && typeof currency === 'string' ? { amount, currency } : null
}

export function barrierOf({ type, reason, data }: Refused, opensAt: string | null = null): Barrier | null {
  if (reason === 'SELF_EXCLUDED') return { kind: 'excluded', until: moment(data.ends_at) }
  if (type === 'BillingDepositLimitExceeded')
    return {
      kind: 'limit',
      limit: money(data.limit_amount),
      left: money(data.available_amount),
      period: typeof data.period === 'number' ? data.period : null,
      opensAt: opensAt ?? moment(data.resets_at),
    }
  if (type === 'UserNeedProfileData') {
    const fields = Array.isArray(data.fields) ? data.fields.filter((each) => typeof each === 'string') : []
    return { kind: 'profile', fields }
  }
  if (type === 'UserNeedConfirmContact') return { kind: 'contact', contact: text(data.contact) ?? text(data.type) }
  if (type === 'KycUserProfile') return { kind: 'identity' }
  if (type === 'UserBanned' || type === 'UserDeleted') return { kind: 'banned' }
  return null
}

/** What became of a deposit that was sent and did not begin. */
export type Problem =
  | { kind: 'fields'; fields: Record<string, string> }
  /** The offer cannot go with it; without one it can. */
  | { kind: 'offer'; no: OfferNo }
  | { kind: 'barrier'; barrier: Barrier }
  /** The provider's own no. */
  | { kind: 'declined'; reason: string | null }
  /** Not known; pressing again is the same deposit. */
  | { kind: 'silence' }
  /** The provider is away, or the method is not for this player any more. */
  | { kind: 'closed' }
  /** Something changed since the page was opened. */
  | { kind: 'stale' }
  | { kind: 'failure'; failure: Exclude<Failure, { kind: 'fields' }> }

/** What is told above the button. */
export type PageProblem = Exclude<Problem, { kind: 'fields' | 'offer' }>

const ofPage = ['method_id', 'method', 'currency', 'requisite_id']

export function problemOf(error: unknown): Problem {
  const failure = readFailure(error)
  if (!Refusal.is(error)) return failure.kind === 'fields' ? { kind: 'stale' } : { kind: 'failure', failure }
  const { type, reason = null, data = {} } = error
  if (reason === 'METHOD_CLOSED' || reason === 'UNKNOWN_METHOD') return { kind: 'closed' }
  if (reason === 'KEY_CONFLICT') return { kind: 'stale' }
  if (reason === 'OFFER_REFUSED') return { kind: 'offer', no: offerNoOf(data) }
  if (reason === 'UNKNOWN_OFFER') return { kind: 'offer', no: { reason: 'OVER', data: {} } }
  const barrier = barrierOf({ type, reason, data })
  if (barrier) return { kind: 'barrier', barrier }
  if (type === 'BillingTransactionDeclined') return { kind: 'declined', reason }
  if (type === 'BillingUnavailable' || type === 'BillingServiceError') return { kind: 'silence' }
  if (failure.kind !== 'fields') return { kind: 'failure', failure }
  const names = Object.keys(failure.fields)
  if (names.includes('method_id') || names.includes('method')) return { kind: 'closed' }
  return names.every((name) => ofPage.includes(name)) ? { kind: 'stale' } : failure
}

type Choosable = { sysname: string; is_open: boolean }

/** The method an address names, else the one used last, else the first that works. */
export function startMethod(methods: readonly Choosable[], asked: string | null, last: string | null): string | null {
  const open = (sysname: string | null) => methods.find((each) => each.sysname === sysname && each.is_open)
  const start = open(asked) ?? open(last) ?? methods.find(({ is_open }) => is_open)
  return start?.sysname ?? null
}

/** A sum out of an address, when it is one. */
export const startAmount = (asked: string | null): string => (/^[1-9]\d{0,12}$/.test(asked ?? '') ? (asked ?? '') : '')

/** Only pages may be opened: an address that would run something is none. */
export function payUrl(address: string, base: string): string | null {
  const url = URL.parse(address, base)
  return url && ['http:', 'https:'].includes(url.protocol) ? url.href : null
}
