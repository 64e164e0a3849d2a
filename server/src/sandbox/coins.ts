import { fromDecimal, toDecimal } from '@croupier/contract/money'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import { isSameBytes, keyedHash } from '../encryption.ts'
import type { Log } from '../log.ts'
import type { Secrets } from '../secrets.ts'
import { isTronAddress } from '../tron-address.ts'
import { coinBookPage, coinPage, unknownCoinPage } from './coins-page.ts'
import { addCoin, type Coin, findByOrder, findCoin, listCoins, moveCoin, settleTransfers } from './coins-store.ts'
import { openFailureModes } from './failure-mode.ts'
import { ownAddress } from './own-address.ts'
import { openWebhookSender } from './webhook-sender.ts'

type CoinsOptions = { config: Config; sql: Db; keys: Secrets; log: Log }

export const coinsMount = '/sandbox/coins'

const bodyMaxBytes = 65_536
const settleMs = 1_300

const amount = z.string().refine((text) => (fromDecimal(text, 'USDT') ?? 0n) > 0n)
const wish = { order_id: z.string().regex(/^[\w-]{1,60}$/), asset: z.literal('USDT.TRC20'), amount }
const orderWish = z.object({ ...wish, back_to: z.url({ protocol: /^https?$/ }).max(2_000) })
const transferWish = z.object({ ...wish, to: z.string().max(100) })
const byOrder = z.object({ order_id: wish.order_id })
const choices = z.enum(['exact', 'less', 'more', 'never', 'confirm'])

/** The words of the other stand-in, so that whoever tests every way to pay says the same to each. */
const sameAs: Record<string, z.output<typeof choices>[]> = {
  success: ['exact', 'confirm'],
  pending: ['exact'],
  fail: ['never'],
  cancel: ['never'],
}

const formOf = ({ body }: FastifyRequest) => new URLSearchParams(Buffer.isBuffer(body) ? body.toString('utf8') : '')

/** No status but 200, whatever it has to say. */
const no = (reply: FastifyReply, error: string) => reply.send({ result: 'error', error })

/** A coin processor of our own: forms in, decimal text out, a bearer key, and notices with nothing but an id. */
export async function sandboxCoins(app: FastifyInstance, { config, sql, keys, log }: CoinsOptions) {
  const sender = openWebhookSender({ url: `${ownAddress(config)}/hooks/payment/coins`, log, headersOf: () => ({}) })
  const timers = new Set<NodeJS.Timeout>()
  const tell = ({ id }: Coin) => sender.send({ id })

  async function settle() {
    await Promise.all((await settleTransfers(sql)).map(tell))
  }

  function settleSoon(afterMs: number) {
    const timer = setTimeout(() => {
      timers.delete(timer)
      settle().catch(() => log.warn('the sandbox could not settle its transfers'))
    }, afterMs)
    timers.add(timer)
  }

  const written = ({ id, orderId, asset, address, state, ...coin }: Coin) =>
    coin.direction === 'in'
      ? {
          result: 'ok',
          order: {
            id,
            order_id: orderId,
            address,
            asset,
            amount: coin.amount,
            received: coin.received,
            confirmations: coin.confirmations,
            state,
            pay_url: `${config.origin}${coinsMount}/pay/${id}`,
          },
        }
      : {
          result: 'ok',
          transfer: {
            id,
            order_id: orderId,
            to: address,
            asset,
            amount: coin.amount,
            state,
            error: state === 'rejected' ? 'refused_by_network' : null,
          },
        }

  async function api(scope: FastifyInstance, failureModes: ReturnType<typeof openFailureModes>) {
    scope.addHook('preHandler', failureModes.preHandler)
    scope.addHook('preHandler', async (request, reply) => {
      const said = String(request.headers.authorization ?? '')
      const hash = (text: string) => keyedHash(text, 'compare', keys.coinsToken.current)
      if (!isSameBytes(hash(said), hash(`Bearer ${keys.coinsToken.current}`)))
        return reply.code(403).send({ result: 'error', error: 'bad_key' })
    })

    for (const [path, direction] of [
      ['/orders', 'in'],
      ['/transfers', 'out'],
    ] as const) {
      const send = async (reply: FastifyReply, find: () => Promise<Coin | undefined>) => {
        if (direction === 'out') await settle()
        const coin = await find()
        return coin?.direction === direction ? written(coin) : no(reply, 'not_found')
      }
      scope.get<{ Params: { id: string } }>(`${path}/:id`, async ({ params }, reply) =>
        send(reply, () => findCoin(sql, params.id)),
      )
      scope.get(path, async (request, reply) => {
        const asked = byOrder.safeParse(request.query)
        return asked.success
          ? send(reply, () => findByOrder(sql, direction, asked.data.order_id))
          : no(reply, 'bad_request')
      })
    }

    async function take(reply: FastifyReply, wanted: Parameters<typeof addCoin>[1]) {
      const added = await addCoin(sql, wanted)
      const coin = added ?? (await findByOrder(sql, wanted.direction, wanted.orderId))
      if (coin?.amount !== wanted.amount || coin.asset !== wanted.asset) return no(reply, 'order_id_was_used')
      if (added && added.direction === 'out') settleSoon(settleMs)
      return written(coin)
    }

    scope.post('/orders', async (request, reply) => {
      const said = orderWish.safeParse(Object.fromEntries(formOf(request)))
      if (!said.success) return no(reply, 'bad_request')
      const { order_id: orderId, asset, back_to: returnUrl } = said.data
      return take(reply, { direction: 'in', orderId, asset, amount: said.data.amount, to: null, returnUrl })
    })

    scope.post('/transfers', async (request, reply) => {
      const said = transferWish.safeParse(Object.fromEntries(formOf(request)))
      if (!said.success) return no(reply, 'bad_request')
      const { order_id: orderId, asset, to } = said.data
      if (!isTronAddress(to)) return no(reply, 'bad_address')
      return take(reply, { direction: 'out', orderId, asset, amount: said.data.amount, to, returnUrl: null })
    })

    scope.post<{ Params: { id: string } }>('/orders/:id/return', async ({ params }, reply) => {
      const moved = await moveCoin(sql, params.id, ['done', 'overpaid', 'underpaid'], { state: 'returned' })
      if (moved) await tell(moved)
      const coin = moved ?? (await findCoin(sql, params.id))
      if (!coin) return no(reply, 'not_found')
      return coin.state === 'returned' ? written(coin) : no(reply, 'nothing_received')
    })
  }

  /** What somebody at the page does, and what the chain then says. */
  async function choose(coin: Coin, choice: z.output<typeof choices>): Promise<Coin | undefined> {
    const { id, direction } = coin
    if (direction === 'out') {
      return moveCoin(sql, id, ['queued'], { state: choice === 'never' ? 'rejected' : 'done' })
    }
    const wanted = fromDecimal(coin.amount, 'USDT') ?? 0n
    const open = ['waiting', 'underpaid']
    const came = (received: bigint) => ({ received: toDecimal(received, 'USDT') })
    switch (choice) {
      case 'exact':
        return moveCoin(sql, id, open, { state: 'confirming', confirmations: 0, ...came(wanted) })
      case 'less':
        return moveCoin(sql, id, open, { state: 'underpaid', confirmations: 1, ...came(wanted - 1n) })
      case 'more':
        return moveCoin(sql, id, open, { state: 'overpaid', confirmations: 1, ...came(wanted + 1n) })
      case 'never':
        return moveCoin(sql, id, open, { state: 'expired' })
      case 'confirm':
        return moveCoin(sql, id, ['confirming'], { state: 'done', confirmations: 1 })
    }
  }

  async function pages(scope: FastifyInstance, failureModes: ReturnType<typeof openFailureModes>) {
    const show = (reply: FastifyReply, coin: Coin | undefined) => {
      const { headers, html } = coin ? coinPage(config, coin, `${coinsMount}/pay/${coin.id}`) : unknownCoinPage(config)
      return reply
        .code(coin ? 200 : 404)
        .headers(headers)
        .send(html)
    }

    scope.get('/', async (_request, reply) => {
      const { headers, html } = coinBookPage(config, coinsMount, await listCoins(sql))
      return reply.headers(headers).send(html)
    })

    scope.get<{ Params: { id: string } }>('/pay/:id', async ({ params }, reply) =>
      show(reply, await findCoin(sql, params.id)),
    )

    scope.post<{ Params: { id: string } }>('/pay/:id', async (request, reply) => {
      const coin = await findCoin(sql, request.params.id)
      if (!coin) return show(reply, coin)
      const form = formOf(request)
      const outcome = form.get('outcome')
      const one = choices.safeParse(form.get('sent'))
      const same = outcome !== null && Object.hasOwn(sameAs, outcome) ? sameAs[outcome] : undefined
      const steps = one.success ? [one.data] : same
      if (!steps) return reply.code(422).send({ error: 'outcome takes success, fail, pending or cancel' })
      for (const step of steps) {
        const moved = await choose(coin, step)
        if (moved) await tell(moved)
      }
      // A person goes on at this page; whoever chose an outcome is done here.
      return reply.redirect(one.success || !coin.returnUrl ? `${coinsMount}/pay/${coin.id}` : coin.returnUrl, 303)
    })

    scope.post('/mood', async (request, reply) =>
      failureModes.set(formOf(request).get('mood'))
        ? { ok: true }
        : reply.code(422).send({ error: 'mood takes up, down, slow or garbage' }),
    )
  }

  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser<Buffer>(
        '*',
        { parseAs: 'buffer', bodyLimit: bodyMaxBytes },
        async (_: unknown, body: Buffer) => body,
      )
      scope.addHook('onListen', async () => settleSoon(0))
      scope.addHook('onClose', async () => {
        for (const timer of timers) clearTimeout(timer)
        await sender.close()
      })
      const failureModes = openFailureModes(scope)
      await scope.register(async (inner) => api(inner, failureModes), { prefix: '/v1' })
      await scope.register(async (inner) => pages(inner, failureModes))
    },
    { prefix: coinsMount },
  )
}
