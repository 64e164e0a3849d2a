import { createHmac } from 'node:crypto'
import type { EntryReason } from '@croupier/contract/cashier'
import { z } from 'zod'
import { isSameBytes } from '../../../encryption.ts'
import type { Log } from '../../../log.ts'
import { parseStrictJson } from '../../../parse-json.ts'
import type { Direction, NewPayout, PaymentProvider, ProviderUpdate } from '../../../ports/payments.ts'
import { believed, type Keys } from '../../../secrets.ts'
import { call, declined, nonsense } from './call.ts'

export type HostedSettings = {
  name: string
  /** Where its API is. */
  url: string
  /** Where its pages are, as browsers see them. */
  pagesUrl: string
  /** Our own origin: the only one that may frame its card fields and hear from them. */
  origin: string
  merchant: string
  secret: Keys
  webhook: Keys
  log: Pick<Log, 'warn'>
  /** Tests wait less. */
  patienceMs?: number
}

const states = {
  payment: {
    new: 'pending',
    processing: 'pending',
    succeeded: 'paid',
    failed: 'failed',
    canceled: 'cancelled',
    refunded: 'refunded',
  },
  payout: { accepted: 'pending', paid: 'paid', rejected: 'failed' },
} as const satisfies Record<string, Record<string, ProviderUpdate['state']>>

const reasons: Record<string, EntryReason> = {
  bank_declined: 'DECLINED_BY_BANK',
  insufficient_funds: 'INSUFFICIENT_FUNDS',
  expired: 'EXPIRED',
  canceled_by_payer: 'CANCELLED_BY_PLAYER',
  invalid_details: 'WRONG_DETAILS',
}

const reasonOf = (code: string | null | undefined): EntryReason => {
  if (!code) return ''
  return Object.hasOwn(reasons, code) ? (reasons[code] ?? 'PROVIDER_ERROR') : 'PROVIDER_ERROR'
}

const common = {
  ref: z.string().regex(/^[\w-]{1,100}$/),
  merchant_ref: z
    .string()
    .regex(/^\d{1,18}$/)
    .transform(BigInt),
  amount: z
    .string()
    .regex(/^\d{1,30}$/)
    .transform(BigInt),
  currency: z.string().regex(/^\w{1,10}$/),
  reason: z.string().max(60).nullish(),
}
// A page of ours is about to send a browser there: nothing but a web address will do.
const pageUrl = z.url({ protocol: /^https?$/ }).max(2_000)
const noticeId = z.string().regex(/^[\x21-\x7e]{1,100}$/)
const payment = z.object({
  ...common,
  status: z.enum(['new', 'processing', 'succeeded', 'failed', 'canceled', 'refunded']),
  source: z.object({ token: z.string().regex(/^[\w-]{8,200}$/), mask: z.string().max(40) }).nullish(),
  action: z
    .object({
      kind: z.enum(['redirect', 'new_window', 'mobile', 'form', 'qr']),
      url: pageUrl,
      fields: z.record(z.string().max(100), z.string().max(2_000)).optional(),
      code: z.string().max(2_000).optional(),
    })
    .nullish(),
})
const payout = z.object({ ...common, status: z.enum(['accepted', 'paid', 'rejected']) })
const notice = z.discriminatedUnion('type', [
  z.object({ type: z.literal('payment.updated'), id: noticeId, data: payment }),
  z.object({ type: z.literal('payout.updated'), id: noticeId, data: payout }),
])
const no = z.object({ error: z.object({ code: z.string().max(60) }) })
const verdict = z.object({ verdict: z.enum(['ok', 'checking', 'required', 'fraudulent']) })
const bankList = z.object({
  items: z.array(z.object({ value: z.string().min(1).max(60), name: z.string().min(1).max(200) })).max(1_000),
})

const paymentUpdate = ({
  merchant_ref,
  ref,
  status,
  reason,
  amount,
  currency,
  source,
}: z.output<typeof payment>): ProviderUpdate => ({
  direction: 'deposit',
  entryId: merchant_ref,
  ref,
  state: states.payment[status],
  reason: reasonOf(reason),
  amount,
  currency,
  ...(source && { source }),
})

const payoutUpdate = ({
  merchant_ref,
  ref,
  status,
  reason,
  amount,
  currency,
}: z.output<typeof payout>): ProviderUpdate => ({
  direction: 'withdrawal',
  entryId: merchant_ref,
  ref,
  state: states.payout[status],
  reason: reasonOf(reason),
  amount,
  currency,
})

const signatureOf = (text: string | Buffer, secret: string) => createHmac('sha256', secret).update(text).digest('hex')

/** Its API: what is sent, signed, and what of its answers can be believed. */
function openApi({ name, url, merchant, secret, log, patienceMs = 10_000 }: HostedSettings) {
  function send(method: 'GET' | 'POST', path: string, about?: object) {
    const body = about ? JSON.stringify(about) : ''
    const timestamp = String(Math.floor(Date.now() / 1000))
    const headers = {
      'x-merchant': merchant,
      'x-timestamp': timestamp,
      'x-signature': signatureOf(`${method}\n${path}\n${timestamp}\n${body}`, secret.current),
      ...(about && { 'content-type': 'application/json' }),
    }
    return call({ method, url: `${url}${path}`, headers, ...(about && { body }) }, { provider: name, patienceMs, log })
  }

  function read<S extends z.ZodType>({ status, json }: { status: number; json: unknown }, schema: S): z.output<S> {
    if (status === 422) {
      const said = no.safeParse(json)
      if (said.success) throw declined(reasonOf(said.data.error.code))
    }
    const parsed = status < 300 ? schema.safeParse(json) : null
    if (parsed?.success) return parsed.data
    log.warn({ provider: name, status }, 'the payment provider gave an answer that makes no sense')
    throw nonsense()
  }

  async function find(
    kind: 'payments' | 'payouts',
    entryId: bigint,
    ref: string | null,
  ): Promise<ProviderUpdate | null> {
    const path = ref === null ? `/${kind}?merchant_ref=${entryId}` : `/${kind}/${encodeURIComponent(ref)}`
    const answer = await send('GET', path)
    if (answer.status === 404) return null
    const update = kind === 'payments' ? paymentUpdate(read(answer, payment)) : payoutUpdate(read(answer, payout))
    // Whatever it is, it is not what we asked for.
    if (update.entryId !== entryId) throw nonsense()
    return update
  }

  return { send, read, find }
}

/** A card gateway with pages of its own: JSON, signatures both ways. docs/payment-provider.md has the protocol. */
export function openHosted(settings: HostedSettings): PaymentProvider {
  const { name, pagesUrl, origin, merchant, secret, webhook } = settings
  const { send, read, find } = openApi(settings)
  const pagesOrigin = new URL(pagesUrl).origin
  const signature = signatureOf(`frame\n${origin}`, secret.current)

  return {
    name,
    frameUrl: `${pagesUrl}/frame?${new URLSearchParams({ merchant, origin, signature })}`,

    async begin({ entryId, method, amount, currency, requisites, locale, returnUrls }) {
      const answer = await send('POST', '/payments', {
        merchant_ref: String(entryId),
        method,
        amount: String(amount),
        currency,
        details: requisites,
        locale,
        return_urls: returnUrls,
      })
      const { merchant_ref, ref, action } = read(answer, payment)
      if (merchant_ref !== entryId || !action) throw nonsense()
      // Our page posts forms to the gateway alone; its policy would stop the browser anyway.
      if (action.kind === 'form' && new URL(action.url).origin !== pagesOrigin) throw nonsense()
      return { ref, action }
    },

    async pay({ entryId, method, amount, currency, requisites }: NewPayout) {
      const answer = await send('POST', '/payouts', {
        merchant_ref: String(entryId),
        method,
        amount: String(amount),
        currency,
        details: requisites,
      })
      const { merchant_ref, ref } = read(answer, payout)
      if (merchant_ref !== entryId) throw nonsense()
      return { ref }
    },

    async refund({ ref, amount, currency }) {
      const answer = await send('POST', '/refunds', { payment: ref, amount: String(amount), currency })
      if (read(answer, payment).status !== 'refunded') throw nonsense()
    },

    ask: ({ direction, entryId, ref }: { direction: Direction; entryId: bigint; ref: string | null }) =>
      find(direction === 'deposit' ? 'payments' : 'payouts', entryId, ref),

    async checkPayee({ method, currency, requisites }) {
      return read(await send('POST', '/payees/check', { method, currency, details: requisites }), verdict).verdict
    },

    async banks({ country, currency }) {
      const place = new URLSearchParams({ ...(country && { country }), currency })
      return read(await send('GET', `/banks?${place}`), bankList).items
    },

    async readNotice(raw, headers) {
      const said = Buffer.from(String(headers['x-signature'] ?? ''))
      const isProven = believed(webhook)
        .map((key) => isSameBytes(Buffer.from(signatureOf(raw, key)), said))
        .includes(true)
      if (!isProven) return 'forged'
      const parsed = notice.safeParse(parseStrictJson(raw.toString('utf8')))
      if (!parsed.success) return 'unreadable'
      const { id, type, data } = parsed.data
      return { ...(type === 'payment.updated' ? paymentUpdate(data) : payoutUpdate(data)), noticeId: id }
    },
  }
}
