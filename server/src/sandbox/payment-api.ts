import { toDecimal } from '@croupier/contract/money'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { parseJson } from '../parse-json.ts'
import { type PaymentDesk, paymentMount, written } from './payment-desk.ts'
import { addPayment, findByMerchant, findPayment, type Kept, movePayment, type Payment } from './payment-store.ts'
import { pixCode } from './pix-code.ts'
import { bytesOf } from './raw-body.ts'

const page = z.url({ protocol: /^https?$/ }).max(2_000)
const money = { amount: z.string().regex(/^[1-9]\d{0,29}$/), currency: z.string().regex(/^[A-Z]{3,5}$/) }
const details = z.record(z.string().max(60), z.string().max(2_000))
const order = {
  merchant_ref: z.string().regex(/^[\w-]{1,60}$/),
  method: z.string().min(1).max(60),
  ...money,
  details,
}
const paymentInput = z.object({
  ...order,
  return_urls: z.object({ success: page, fail: page, cancel: page, pending: page }),
})
const payoutInput = z.object(order)
const refundInput = z.object({ payment: z.string().max(100), ...money })
const payeeInput = z.object({ method: z.string().max(60), currency: money.currency, details })
const byMerchant = z.object({ merchant_ref: order.merchant_ref })
const place = z.object({ country: z.string().max(2).optional(), currency: z.string().max(5) })

const banks: { value: string; name: string; countries: readonly string[]; currency: string }[] = [
  { value: 'first-test', name: 'First Test Bank', countries: ['DE', 'AT', 'NL', 'BE'], currency: 'EUR' },
  { value: 'northern', name: 'Northern Example Bank', countries: ['FI', 'PL', 'DE', 'IE'], currency: 'EUR' },
  { value: 'iberia', name: 'Banco de Prueba', countries: ['ES', 'PT'], currency: 'EUR' },
  { value: 'lutece', name: 'Banque Exemple', countries: ['FR', 'BE'], currency: 'EUR' },
  { value: 'roma', name: 'Banca di Prova', countries: ['IT'], currency: 'EUR' },
  { value: 'dnipro', name: 'Testovyi Bank', countries: ['UA'], currency: 'UAH' },
]

/** What the beginning of an account or a name asks this company to do: `decline@example.com`, `SLOW JOE`. */
const modeWords = /^(decline|refuse|slow|down|error|timeout|checking|required|fraud)(?=[@+ .]|$)/i
const modeOf = (said: Record<string, string>): string =>
  Object.values(said).flatMap((value) => modeWords.exec(value)?.[1]?.toLowerCase() ?? [])[0] ?? ''

const serverModes = { down: 'down', error: 'garbage', timeout: 'slow' } as const
const isServerMode = (word: string): word is keyof typeof serverModes => Object.hasOwn(serverModes, word)

const no = (reply: FastifyReply, status: number, code: string) => reply.code(status).send({ error: { code } })

const actionKinds: Record<string, 'redirect' | 'new_window' | 'mobile' | 'form' | 'qr'> = {
  card: 'redirect',
  bank: 'new_window',
  wallet: 'mobile',
  iban: 'form',
  pix: 'qr',
}

/** The code that a phone reads, where the way of paying has one. */
export const codeOf = ({ details: { method }, ref, amount, currency }: Payment): string | null =>
  method === 'pix' && currency === 'BRL' ? pixCode({ key: ref, amount: toDecimal(BigInt(amount), 'BRL') }) : null

const read = <S extends z.ZodType>(request: FastifyRequest, schema: S) =>
  schema.safeParse(parseJson(bytesOf(request).toString('utf8')))

/** What several calls of the API do. */
function openCounter(desk: PaymentDesk) {
  const { sql, cards, failureModes, config } = desk

  const answerOf = (payment: Payment) => {
    const kind = actionKinds[payment.details.method] ?? 'redirect'
    const code = codeOf(payment)
    const action = {
      kind,
      url: `${config.origin}${paymentMount}/${payment.ref}`,
      ...(kind === 'form' && { fields: { ref: payment.ref } }),
      ...(code && { code }),
    }
    return { ...written(payment), ...(payment.direction === 'in' && { action }) }
  }

  /** The card behind a token; `wrong` for a token that is none. */
  function cardOf({ card_token }: Record<string, string>): Kept['card'] | 'wrong' {
    if (!card_token) return null
    const card = cards.read(card_token)
    return card ? { token: card.token, mask: card.mask } : 'wrong'
  }

  async function take(
    reply: FastifyReply,
    direction: Payment['direction'],
    input: z.output<typeof payoutInput>,
    returnUrls: Kept['returnUrls'],
  ) {
    const { merchant_ref: merchantRef, method, amount, currency } = input
    const card = cardOf(input.details)
    if (card === 'wrong') return no(reply, 422, 'invalid_details')
    const kept = { method, mood: modeOf(input.details), reason: null, card, returnUrls }
    const added = await addPayment(sql, { direction, merchantRef, amount, currency, details: kept })
    const payment = added ?? (await findByMerchant(sql, direction, merchantRef))
    const isSame = payment?.amount === amount && payment.currency === currency && payment.details.method === method
    if (!isSame) return no(reply, 409, 'merchant_ref_was_used')
    if (added && direction === 'out') desk.settleSoon()
    return reply.code(added ? 201 : 200).send(answerOf(payment))
  }

  /** Bad days that an account brings with it. True when it has been answered. */
  async function failsAsAsked(reply: FastifyReply, mode: string): Promise<boolean> {
    if (isServerMode(mode)) await failureModes.show(serverModes[mode], reply)
    return isServerMode(mode)
  }

  return { answerOf, cardOf, take, failsAsAsked }
}

type Counter = ReturnType<typeof openCounter>

/** The part that merchants call, all of it signed. */
export async function paymentApi(app: FastifyInstance, desk: PaymentDesk) {
  app.addHook('preHandler', desk.failureModes.preHandler)
  app.addHook('preHandler', async (request, reply) => {
    if (!desk.isSigned(request)) return no(reply, 401, 'wrong_signature')
  })

  const counter = openCounter(desk)
  addOrders(app, counter)
  addQuestions(app, desk, counter)
  addRefunds(app, desk, counter)
  addChecks(app, counter)
}

function addOrders(app: FastifyInstance, { take, failsAsAsked }: Counter) {
  app.post('/payments', async (request, reply) => {
    const input = read(request, paymentInput)
    if (!input.success) return no(reply, 400, 'unreadable')
    const mode = modeOf(input.data.details)
    if (await failsAsAsked(reply, mode)) return reply
    if (mode === 'decline' || mode === 'refuse') return no(reply, 422, 'bank_declined')
    return take(reply, 'in', input.data, input.data.return_urls)
  })

  app.post('/payouts', async (request, reply) => {
    const input = read(request, payoutInput)
    if (!input.success) return no(reply, 400, 'unreadable')
    const mode = modeOf(input.data.details)
    if (await failsAsAsked(reply, mode)) return reply
    if (mode === 'refuse') return no(reply, 422, 'invalid_details')
    return take(reply, 'out', input.data, null)
  })
}

function addQuestions(app: FastifyInstance, desk: PaymentDesk, { answerOf }: Counter) {
  const { sql } = desk
  for (const [path, direction] of [
    ['/payments', 'in'],
    ['/payouts', 'out'],
  ] as const) {
    const send = (reply: FastifyReply, payment: Payment | undefined) =>
      payment?.direction === direction ? reply.send(answerOf(payment)) : no(reply, 404, 'unknown')

    app.get<{ Params: { ref: string } }>(`${path}/:ref`, async (request, reply) => {
      if (direction === 'out') await desk.settle()
      return send(reply, await findPayment(sql, request.params.ref))
    })
    app.get(path, async (request, reply) => {
      const input = byMerchant.safeParse(request.query)
      if (!input.success) return no(reply, 400, 'unreadable')
      if (direction === 'out') await desk.settle()
      return send(reply, await findByMerchant(sql, direction, input.data.merchant_ref))
    })
  }
}

function addRefunds(app: FastifyInstance, desk: PaymentDesk, { answerOf }: Counter) {
  const { sql } = desk
  /** The whole payment goes back, once, however often it is asked for. */
  app.post('/refunds', async (request, reply) => {
    const input = read(request, refundInput)
    if (!input.success) return no(reply, 400, 'unreadable')
    const payment = await findPayment(sql, input.data.payment)
    if (payment?.direction !== 'in') return no(reply, 404, 'unknown')
    const isWhole = payment.amount === input.data.amount && payment.currency === input.data.currency
    if (!isWhole) return no(reply, 422, 'wrong_amount')
    const moved = await movePayment(sql, payment.ref, { from: ['succeeded'], to: 'refunded', more: {} })
    if (moved) await desk.tell(moved)
    const now = moved ?? (await findPayment(sql, payment.ref))
    return now?.status === 'refunded' ? reply.send(answerOf(now)) : no(reply, 422, 'not_paid')
  })
}

function addChecks(app: FastifyInstance, { cardOf, failsAsAsked }: Counter) {
  app.post('/payees/check', async (request, reply) => {
    const input = read(request, payeeInput)
    if (!input.success) return no(reply, 400, 'unreadable')
    const mode = modeOf(input.data.details)
    if (await failsAsAsked(reply, mode)) return reply
    if (cardOf(input.data.details) === 'wrong') return no(reply, 422, 'invalid_details')
    const verdicts: Record<string, string> = { checking: 'checking', required: 'required', fraud: 'fraudulent' }
    return { verdict: verdicts[mode] ?? 'ok' }
  })

  app.get('/banks', async (request, reply) => {
    const input = place.safeParse(request.query)
    if (!input.success) return no(reply, 400, 'unreadable')
    const { country, currency } = input.data
    const items = banks
      .filter((bank) => bank.currency === currency && (!country || bank.countries.includes(country)))
      .map(({ value, name }) => ({ value, name }))
    return { items }
  })
}
