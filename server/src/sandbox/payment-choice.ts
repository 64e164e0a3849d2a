import { cardHolder } from '@croupier/contract/fields/name'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { codeOf } from './payment-api.ts'
import { testNumberOf } from './payment-cards.ts'
import { type PaymentDesk, paymentMount } from './payment-desk.ts'
import { bookPage, cardFramePage, type OutcomeName, outcomeNames, paymentPage, unknownPage } from './payment-pages.ts'
import { findPayment, type Kept, listPayments, movePayment, type Payment } from './payment-store.ts'
import { formOf } from './raw-body.ts'

const outcomes = z.enum(outcomeNames)
const frameQuery = z.object({ merchant: z.string(), origin: z.string(), signature: z.string() })

type End = { to: string; more: Partial<Kept> }

const ends: Record<OutcomeName, End> = {
  success: { to: 'succeeded', more: { reason: null } },
  fail: { to: 'failed', more: { reason: 'bank_declined' } },
  pending: { to: 'processing', more: {} },
  cancel: { to: 'canceled', more: { reason: 'canceled_by_payer' } },
}
const payoutEnds: Record<OutcomeName, End> = {
  success: { to: 'paid', more: { reason: null } },
  fail: { to: 'rejected', more: { reason: 'bank_declined' } },
  pending: { to: 'accepted', more: {} },
  cancel: { to: 'rejected', more: { reason: 'invalid_details' } },
}

/** Where the browser goes: by how the payment stands, not by what was chosen, which may have come too late. */
const returnNames: Record<string, keyof NonNullable<Kept['returnUrls']>> = {
  new: 'pending',
  processing: 'pending',
  succeeded: 'success',
  failed: 'fail',
  canceled: 'cancel',
  refunded: 'fail',
}

/** The part that people see. */
export async function paymentPages(app: FastifyInstance, desk: PaymentDesk) {
  const { sql, config, cards, failureModes, merchant } = desk

  app.get('/', async (_request, reply) => {
    const { headers, html } = bookPage(config, paymentMount, await listPayments(sql))
    return reply.headers(headers).send(html)
  })

  app.post('/mood', async (request, reply) =>
    failureModes.set(formOf(request).get('mood'))
      ? { ok: true }
      : reply.code(422).send({ error: 'mood takes up, down, slow or garbage' }),
  )

  function frameOf(request: FastifyRequest): string | null {
    const query = frameQuery.safeParse(request.query)
    return query.success && desk.isFrameFor(query.data) ? query.data.origin : null
  }

  app.get('/frame', async (request, reply) => {
    const origin = frameOf(request)
    const { headers, html } = origin === null ? unknownPage(config) : cardFramePage(config, origin)
    return reply
      .code(origin === null ? 404 : 200)
      .headers(headers)
      .send(html)
  })

  /** A card becomes a token. What was typed is gone when this answers. */
  app.post('/frame', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (frameOf(request) === null) return reply.code(404).send({ message: 'There is no such frame.' })
    const form = formOf(request)
    const said = (name: string) => (form.get(name) ?? '').trim()
    const card = cards.tokenOf(said('number'))
    const wrong = (field: string, message: string) => reply.code(422).send({ field, message })
    if (!card) return wrong('number', 'No card has this number.')
    if (!isLater(said('expiry'))) return wrong('expiry', 'This is not a month to come.')
    if (!/^\d{3,4}$/.test(said('cvc'))) return wrong('cvc', 'The security code has three or four digits.')
    if (cardHolder(said('holder')) !== null) return wrong('holder', 'Write the name as it is on the card.')
    return { token: card.token, mask: card.mask }
  })

  async function show(reply: FastifyReply, payment: Payment | undefined) {
    const address = `${paymentMount}/${payment?.ref}`
    const shown = payment && { payment, address, merchant, code: codeOf(payment) }
    const { headers, html } = shown ? paymentPage(config, shown) : unknownPage(config)
    return reply
      .code(shown ? 200 : 404)
      .headers(headers)
      .send(html)
  }

  app.get<{ Params: { ref: string } }>('/:ref', async (request, reply) =>
    show(reply, await findPayment(sql, request.params.ref)),
  )

  /** What a choice means for this payment: a card that is bad pays nothing, whatever was chosen. */
  function endOf(payment: Payment, outcome: OutcomeName, number: string | null): End | null {
    if (payment.direction === 'out') return payoutEnds[outcome]
    if (outcome !== 'success' || payment.details.method !== 'card') return ends[outcome]
    const { card: kept } = payment.details
    const card = kept ? cards.read(kept.token) : cards.tokenOf(number ?? testNumberOf(payment.ref))
    if (!card) return null
    const known = { card: { token: card.token, mask: card.mask } }
    if (card.outcome !== 'ok') return { to: 'failed', more: { ...known, reason: card.outcome } }
    return { to: 'succeeded', more: { ...known, reason: null } }
  }

  /** The choice. Without one it is the form that the shop posts here, and the page is shown. */
  app.post<{ Params: { ref: string } }>('/:ref', async (request, reply) => {
    const payment = await findPayment(sql, request.params.ref)
    const form = formOf(request)
    if (!payment || form.get('outcome') === null) return show(reply, payment)
    const outcome = outcomes.safeParse(form.get('outcome'))
    if (!outcome.success) return reply.code(422).send({ error: `outcome takes ${outcomeNames.join(', ')}` })
    const end = endOf(payment, outcome.data, form.get('number'))
    if (!end) return reply.code(422).send({ error: 'number takes the number of a card' })
    const from = payment.direction === 'out' ? ['accepted'] : ['new', 'processing']
    const moved = await movePayment(sql, payment.ref, { from, ...end })
    if (moved) await desk.tell(moved)
    const now = moved ?? (await findPayment(sql, payment.ref)) ?? payment
    const back = now.details.returnUrls?.[returnNames[now.status] ?? 'pending']
    return back ? reply.redirect(back, 303) : reply.redirect(`${paymentMount}/${now.ref}`, 303)
  })
}

/** `12/30` and `12/2030`; a card is good until its month ends. */
function isLater(text: string): boolean {
  const [, month, year] = /^(\d{1,2})\s*\/\s*(?:20)?(\d\d)$/.exec(text) ?? []
  if (!month || !year || Number(month) < 1 || Number(month) > 12) return false
  return Date.UTC(2000 + Number(year), Number(month)) > Date.now()
}
