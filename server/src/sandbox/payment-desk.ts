import { createHmac, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { ownAddress } from '../config.ts'
import type { Db } from '../db/db.ts'
import { isSameBytes } from '../encryption.ts'
import type { Log } from '../log.ts'
import { believed, type Secrets } from '../secrets.ts'
import { openFailureModes } from './failure-mode.ts'
import { openPaymentCards } from './payment-cards.ts'
import type { Payment } from './payment-store.ts'
import { settlePayouts } from './payment-store.ts'
import { bytesOf } from './raw-body.ts'
import { openWebhookSender } from './webhook-sender.ts'

export type PaymentPeerOptions = { config: Config; sql: Db; keys: Secrets; log: Log }

export const paymentMount = '/sandbox/payment'

const clockSlackSeconds = 300
/** A little later than a payout is due. */
const settleMs = 1_300

/** A payment as this company writes it, in its API and in its notices. */
export const written = ({ ref, merchantRef, status, amount, currency, details }: Payment) => ({
  ref,
  merchant_ref: merchantRef,
  status,
  amount,
  currency,
  reason: details.reason,
  source: status === 'succeeded' ? details.card : null,
})

/** What the parts of the stand-in share. */
export type PaymentDesk = Awaited<ReturnType<typeof openPaymentDesk>>

export async function openPaymentDesk(app: FastifyInstance, { config, sql, keys, log }: PaymentPeerOptions) {
  const { paymentSecret, paymentWebhook } = keys
  const sender = openWebhookSender({
    url: `${ownAddress(config)}/hooks/payment/sandbox`,
    log,
    headersOf: (body) => ({
      'x-signature': createHmac('sha256', paymentWebhook.current).update(body).digest('hex'),
    }),
  })
  const timers = new Set<NodeJS.Timeout>()
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer)
    await sender.close()
  })

  const isSignature = (text: string, said: string) =>
    believed(paymentSecret)
      .map((key) => isSameBytes(Buffer.from(createHmac('sha256', key).update(text).digest('hex')), Buffer.from(said)))
      .includes(true)

  const tell = (payment: Payment) =>
    sender.send({
      id: randomUUID(),
      type: payment.direction === 'in' ? 'payment.updated' : 'payout.updated',
      data: written(payment),
    })

  async function settle() {
    await Promise.all((await settlePayouts(sql)).map(tell))
  }

  /** Payouts that were taken before a restart are looked at when the site listens again, and whenever they are asked for. */
  function settleSoon(afterMs = settleMs) {
    const timer = setTimeout(() => {
      timers.delete(timer)
      settle().catch(() => log.warn('the sandbox could not settle its payouts'))
    }, afterMs)
    timers.add(timer)
  }
  app.addHook('onListen', async () => settleSoon(0))

  return {
    config,
    sql,
    merchant: config.paymentMerchant,
    cards: openPaymentCards(paymentSecret.current),
    failureModes: openFailureModes(app),
    tell,
    settle,
    settleSoon,

    /** Looked at after the body is read, because it is part of what is signed. */
    isSigned(request: FastifyRequest): boolean {
      const header = (name: string) => String(request.headers[name] ?? '')
      const timestamp = header('x-timestamp')
      const path = request.url.slice(paymentMount.length)
      const text = `${request.method}\n${path}\n${timestamp}\n${bytesOf(request).toString('utf8')}`
      return (
        Math.abs(Date.now() / 1000 - Number(timestamp || Number.NaN)) <= clockSlackSeconds &&
        header('x-merchant') === config.paymentMerchant &&
        isSignature(text, header('x-signature'))
      )
    },

    /** Which origin may frame the card fields: the merchant signed it. */
    isFrameFor: ({ merchant, origin, signature }: { merchant: string; origin: string; signature: string }) =>
      merchant === config.paymentMerchant &&
      /^https?:\/\/[^\s;,'"/]+$/.test(origin) &&
      isSignature(`frame\n${origin}`, signature),
  }
}
