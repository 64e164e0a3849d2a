import type { EntryReason } from '@croupier/contract/cashier'
import { fromDecimal, isCurrency, toDecimal } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import { z } from 'zod'
import type { Log } from '../../../log.ts'
import { parseStrictJson } from '../../../parse-json.ts'
import type { PaymentProvider, ProviderUpdate } from '../../../ports/payments.ts'
import type { Keys } from '../../../secrets.ts'
import { isTronAddress } from '../../../tron-address.ts'
import { call, declined, nonsense, providerUnavailable } from './call.ts'

export type CoinsSettings = {
  name: string
  url: string
  token: Keys
  log: Pick<Log, 'warn'>
  /** Tests wait less. */
  patienceMs?: number
}

const id = z.string().regex(/^[\w-]{1,100}$/)
const orderId = z
  .string()
  .regex(/^\d{1,18}$/)
  .transform(BigInt)
const coins = z.string().max(60)

const order = z.object({
  id,
  order_id: orderId,
  address: z.string().refine(isTronAddress),
  asset: coins,
  amount: coins,
  received: coins,
  state: z.enum(['waiting', 'confirming', 'done', 'underpaid', 'overpaid', 'expired', 'returned']),
  pay_url: z.url({ protocol: /^https?$/ }).max(2_000),
})
const transfer = z.object({
  id,
  order_id: orderId,
  asset: coins,
  amount: coins,
  state: z.enum(['queued', 'sent', 'done', 'rejected']),
  error: z.string().max(60).nullish(),
})
// The processor says no with status 200: only the body tells.
const answers = z.discriminatedUnion('result', [
  z.object({ result: z.literal('ok'), order: order.optional(), transfer: transfer.optional() }),
  z.object({ result: z.literal('error'), error: z.string().max(60) }),
])
const notice = z.object({ id })

/**
 * The words that mean a clear no. Whatever else it says, such as that it is busy or knows this order already, it may
 * have taken the call before: then it is not known, and nothing is given back.
 */
const noes: Record<string, EntryReason> = {
  bad_address: 'WRONG_DETAILS',
  no_funds: 'PROVIDER_ERROR',
  nothing_received: 'PROVIDER_ERROR',
}
const reasonOf = (code: string): EntryReason =>
  Object.hasOwn(noes, code) ? (noes[code] ?? 'PROVIDER_ERROR') : 'PROVIDER_ERROR'

/** Notices that make us ask at the same moment. Who is turned away sends again, and open entries are asked about anyway. */
const mostAskedByNotices = 16

const assets: Record<string, string> = { USDT: 'USDT.TRC20' }
const assetOf = (currency: string): string => {
  const asset = Object.hasOwn(assets, currency) ? assets[currency] : undefined
  if (asset === undefined) throw new Error('the coin processor does not know this currency')
  return asset
}

/** The asset without its network, if it is one of ours; what it is worth is compared where the update is applied. */
const currencyOf = (asset: string) => asset.split('.')[0] ?? ''

function minorOf(text: string, asset: string): bigint {
  const currency = currencyOf(asset)
  const minor = isCurrency(currency) ? fromDecimal(text, currency) : null
  if (minor === null) throw nonsense()
  return minor
}

/**
 * Too little is waited for: the rest may come. Too much is said as paid with what came, which is not what we stored, so
 * it is not credited but reported: a person decides.
 */
const orderStates: Record<z.output<typeof order>['state'], Pick<ProviderUpdate, 'state' | 'reason'>> = {
  waiting: { state: 'pending', reason: '' },
  confirming: { state: 'pending', reason: '' },
  underpaid: { state: 'pending', reason: 'UNDERPAID' },
  done: { state: 'paid', reason: '' },
  overpaid: { state: 'paid', reason: '' },
  expired: { state: 'failed', reason: 'EXPIRED' },
  returned: { state: 'refunded', reason: 'RETURNED_TO_SOURCE' },
}

const orderUpdate = ({
  id: ref,
  order_id,
  asset,
  amount,
  received,
  state,
}: z.output<typeof order>): ProviderUpdate => ({
  direction: 'deposit',
  entryId: order_id,
  ref,
  ...orderStates[state],
  amount: minorOf(state === 'done' || state === 'overpaid' ? received : amount, asset),
  currency: currencyOf(asset),
})

const transferUpdate = ({
  id: ref,
  order_id,
  asset,
  amount,
  state,
  error,
}: z.output<typeof transfer>): ProviderUpdate => ({
  direction: 'withdrawal',
  entryId: order_id,
  ref,
  state: state === 'done' ? 'paid' : state === 'rejected' ? 'failed' : 'pending',
  reason: state === 'rejected' ? reasonOf(error ?? '') : '',
  amount: minorOf(amount, asset),
  currency: currencyOf(asset),
})

/** Its API: what is sent, and what of its answers can be believed. */
function openApi({ name, url, token, log, patienceMs = 10_000 }: CoinsSettings) {
  async function send(path: string, form?: Record<string, string>) {
    const { status, json } = await call(
      {
        method: form ? 'POST' : 'GET',
        url: `${url}${path}`,
        headers: {
          authorization: `Bearer ${token.current}`,
          ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(form && { body: new URLSearchParams(form).toString() }),
      },
      { provider: name, patienceMs, log },
    )
    const parsed = status === 200 ? answers.safeParse(json) : null
    if (parsed?.success) return parsed.data
    log.warn({ provider: name, status }, 'the payment provider gave an answer that makes no sense')
    throw nonsense()
  }

  /** What must be there. */
  async function take(path: string, form: Record<string, string>) {
    const answer = await send(path, form)
    if (answer.result === 'error') {
      if (Object.hasOwn(noes, answer.error)) throw declined(reasonOf(answer.error))
      log.warn(
        { provider: name, error: answer.error.replace(/\W/g, '?') },
        'the payment provider gave an unknown error',
      )
      throw nonsense()
    }
    return answer
  }

  async function find(path: string): Promise<ProviderUpdate | null> {
    const answer = await send(path)
    if (answer.result === 'ok' && answer.order) return orderUpdate(answer.order)
    if (answer.result === 'ok' && answer.transfer) return transferUpdate(answer.transfer)
    if (answer.result === 'error' && answer.error === 'not_found') return null
    throw nonsense()
  }

  return { take, find }
}

/**
 * A coin processor: forms with a bearer key, decimal amounts, and notices that prove nothing. They carry an id alone, so
 * a stranger who sends one only makes us ask the processor itself.
 */
export function openCoins(settings: CoinsSettings): PaymentProvider {
  const { take, find } = openApi(settings)
  let askedByNotices = 0

  return {
    name: settings.name,
    frameUrl: null,

    async begin({ entryId, amount, currency, returnUrls }) {
      const { order: made } = await take('/v1/orders', {
        order_id: String(entryId),
        asset: assetOf(currency),
        amount: toDecimal(amount, currency),
        // Coins take their time: a player who comes back finds a page that waits.
        back_to: returnUrls.pending,
      })
      if (made?.order_id !== entryId) throw nonsense()
      return { ref: made.id, action: { kind: 'qr', url: made.pay_url, code: made.address } }
    },

    async pay({ entryId, amount, currency, requisites }) {
      const { transfer: made } = await take('/v1/transfers', {
        order_id: String(entryId),
        asset: assetOf(currency),
        amount: toDecimal(amount, currency),
        to: payeeOf(requisites).address,
      })
      if (made?.order_id !== entryId) throw nonsense()
      return { ref: made.id }
    },

    async refund({ ref }) {
      const { order: made } = await take(`/v1/orders/${encodeURIComponent(ref)}/return`, {})
      if (made?.state !== 'returned') throw nonsense()
    },

    async ask({ direction, entryId, ref }) {
      const kind = direction === 'deposit' ? 'orders' : 'transfers'
      const update = await find(
        ref === null ? `/v1/${kind}?order_id=${entryId}` : `/v1/${kind}/${encodeURIComponent(ref)}`,
      )
      if (update && (update.entryId !== entryId || update.direction !== direction)) throw nonsense()
      return update
    },

    async checkPayee({ requisites }) {
      const { field, address } = payeeOf(requisites)
      if (isTronAddress(address)) return 'ok'
      throw new Refusal('InvalidParameter', {
        message: 'The sum at the end of the address is wrong',
        fields: { [`requisites[${field}]`]: ['FORMAT'] },
      })
    },

    banks: async () => [],

    async readNotice(raw) {
      const parsed = notice.safeParse(parseStrictJson(raw.toString('utf8')))
      if (!parsed.success) return 'unreadable'
      const said = parsed.data.id
      const kind = said.startsWith('t') ? 'transfers' : 'orders'
      // Anybody may send a notice: a flood of them must not become a flood at the processor.
      if (askedByNotices >= mostAskedByNotices) throw providerUnavailable()
      askedByNotices += 1
      const update = await find(`/v1/${kind}/${encodeURIComponent(said)}`).finally(() => {
        askedByNotices -= 1
      })
      // The processor does not know it: the sender of the notice made it up.
      if (!update || update.ref !== said) return 'forged'
      return { ...update, noticeId: `${update.ref}:${update.state}:${update.reason}:${update.amount}` }
    },
  }
}

/** The one value that this method asks for, and its name. */
function payeeOf(requisites: Readonly<Record<string, string>>): { field: string; address: string } {
  const [field = 'address', address = ''] = Object.entries(requisites)[0] ?? []
  return { field, address }
}
