import type { EntryReason } from '@croupier/contract/cashier'
import type { DepositAction } from '@croupier/contract/methods/cashier'
import type { Currency } from '@croupier/contract/money'

/** Money from the player to us, or from us to the player. */
export type Direction = 'deposit' | 'withdrawal'

/** What a provider says about one payment, whether it was asked or told us by itself. */
export type ProviderUpdate = {
  direction: Direction
  /** Ours, as we gave it to the provider. */
  entryId: bigint
  /** The provider's own name for it. */
  ref: string
  state: 'pending' | 'paid' | 'failed' | 'cancelled' | 'refunded'
  reason: EntryReason
  /** In minor units. It is compared with what we stored and never credited; null where the provider does not say. */
  amount: bigint | null
  currency: string
  /** The card or account that paid, as the provider allows us to keep it. */
  source?: { token: string; mask: string }
}

/** A notice that proved itself: by its signature, or because the provider was asked and said the same. */
type Notice = ProviderUpdate & { noticeId: string }

export type NewPayment = {
  entryId: bigint
  /** Sysname of the method. */
  method: string
  amount: bigint
  currency: Currency
  requisites: Readonly<Record<string, string>>
  locale: string
  /** Where the provider sends the browser: our own outcome pages. */
  returnUrls: { success: string; fail: string; cancel: string; pending: string }
}

export type NewPayout = Pick<NewPayment, 'entryId' | 'method' | 'amount' | 'currency' | 'requisites'>

/**
 * One payment provider. Adapters throw refusals: BillingUnavailable when it cannot be reached or does not answer in time
 * (it is not known whether it took the call), BillingServiceError for an answer that makes no sense, and
 * BillingTransactionDeclined with a reason for a clear no. Every call may be repeated: the entry's id is its key.
 */
export type PaymentProvider = {
  name: string
  begin: (payment: NewPayment) => Promise<{ ref: string; action: DepositAction }>
  pay: (payout: NewPayout) => Promise<{ ref: string }>
  refund: (payment: { entryId: bigint; ref: string; amount: bigint; currency: Currency }) => Promise<void>
  /** How it stands; null when the provider has never heard of it. */
  ask: (payment: { direction: Direction; entryId: bigint; ref: string | null }) => Promise<ProviderUpdate | null>
  checkPayee: (
    payee: Pick<NewPayout, 'method' | 'currency' | 'requisites'>,
  ) => Promise<'ok' | 'checking' | 'required' | 'fraudulent'>
  banks: (place: { country: string | null; currency: Currency }) => Promise<{ value: string; name: string }[]>
  /** The page with the card fields, for a frame; null where cards are not taken. */
  frameUrl: string | null
  /** `forged`: the proof is wrong; `unreadable`: proven, but not understood. */
  readNotice: (
    raw: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ) => Promise<Notice | 'forged' | 'unreadable'>
}

/** The providers of this site by name. */
export type Payments = ReadonlyMap<string, PaymentProvider>
