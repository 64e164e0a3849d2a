import { Refusal } from '@croupier/contract/refusals'
import type { PaymentProvider } from '../ports/payments.ts'

type Payment = { ref: string; amount: bigint; currency: string; requisites: Readonly<Record<string, string>> }

/** A payment provider in memory that can be told how to behave; it keeps its own books, by our ids. */
export function pretendProvider(name: string) {
  const books = {
    begun: new Map<bigint, Payment>(),
    paid: new Map<bigint, Payment>(),
    refunded: new Map<bigint, bigint>(),
  }
  const calls = { begin: 0, pay: 0, refund: 0, checkPayee: 0, banks: 0 }
  const mood: {
    begin?: () => Promise<void>
    pay?: () => Promise<void>
    refund?: () => Promise<void>
    banks?: () => Promise<void>
    payee: 'ok' | 'checking' | 'required' | 'fraudulent'
  } = { payee: 'ok' }

  const keep = (book: Map<bigint, Payment>, entryId: bigint, payment: Omit<Payment, 'ref'>) => {
    const known = book.get(entryId) ?? { ref: `${name}-${entryId}`, ...payment }
    book.set(entryId, known)
    return known
  }

  const provider: PaymentProvider = {
    name,
    frameUrl: `https://${name}.example/frame`,
    async begin({ entryId, amount, currency, requisites }) {
      calls.begin += 1
      await mood.begin?.()
      const { ref } = keep(books.begun, entryId, { amount, currency, requisites })
      return { ref, action: { kind: 'redirect', url: `https://${name}.example/pay/${ref}` } }
    },
    async pay({ entryId, amount, currency, requisites }) {
      calls.pay += 1
      await mood.pay?.()
      return { ref: keep(books.paid, entryId, { amount, currency, requisites }).ref }
    },
    async refund({ entryId, amount }) {
      calls.refund += 1
      await mood.refund?.()
      books.refunded.set(entryId, amount)
    },
    ask: async () => null,
    async checkPayee() {
      calls.checkPayee += 1
      return mood.payee
    },
    async banks() {
      calls.banks += 1
      await mood.banks?.()
      return [{ value: 'first', name: 'First Bank' }]
    },
    readNotice: async () => 'unreadable',
  }

  return {
    provider,
    books,
    calls,
    mood,
    /** As it was at first; the books stay. */
    calm() {
      mood.begin = undefined
      mood.pay = undefined
      mood.refund = undefined
      mood.banks = undefined
      mood.payee = 'ok'
    },
  }
}

export const away = async () => {
  throw new Refusal('BillingUnavailable', { message: 'away' })
}
export const garbage = async () => {
  throw new Refusal('BillingServiceError', { message: 'garbage' })
}
export const declines = async () => {
  throw new Refusal('BillingTransactionDeclined', { message: 'no', data: { reason: 'INSUFFICIENT_FUNDS' } })
}
