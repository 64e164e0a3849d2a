import { fromDecimal } from '@croupier/contract/money'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import { isSameBytes, keyedHash } from '../encryption.ts'
import type { Secrets } from '../secrets.ts'
import { isTronAddress } from '../tron-address.ts'
import { addCoin, type Coin, findByOrder, findCoin, moveCoin } from './coins-store.ts'
import { formOf } from './raw-body.ts'

export const coinsMount = '/sandbox/coins'

const settleMs = 1_300

const amount = z.string().refine((text) => (fromDecimal(text, 'USDT') ?? 0n) > 0n)
const common = { order_id: z.string().regex(/^[\w-]{1,60}$/), asset: z.literal('USDT.TRC20'), amount }
const orderInput = z.object({ ...common, back_to: z.url({ protocol: /^https?$/ }).max(2_000) })
const transferInput = z.object({ ...common, to: z.string().max(100) })
const byOrder = z.object({ order_id: common.order_id })

/** No status but 200, whatever it has to say. */
const no = (reply: FastifyReply, error: string) => reply.send({ result: 'error', error })

const writtenBy =
  ({ origin }: Pick<Config, 'origin'>) =>
  ({ id, orderId, asset, address, state, ...coin }: Coin) =>
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
            pay_url: `${origin}${coinsMount}/pay/${id}`,
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

type CoinsApiOptions = {
  config: Config
  sql: Db
  keys: Secrets
  tell: (coin: Coin) => Promise<boolean>
  settle: () => Promise<void>
  settleSoon: (afterMs: number) => void
}

/** What the site's server asks, with its bearer key. */
export function addCoinsApi(scope: FastifyInstance, options: CoinsApiOptions) {
  const { keys } = options
  scope.addHook('preHandler', async (request, reply) => {
    const said = String(request.headers.authorization ?? '')
    const hash = (text: string) => keyedHash(text, 'compare', keys.coinsToken.current)
    if (!isSameBytes(hash(said), hash(`Bearer ${keys.coinsToken.current}`)))
      return reply.code(403).send({ result: 'error', error: 'bad_key' })
  })

  addQuestions(scope, options)
  addOrders(scope, options)
}

function addQuestions(scope: FastifyInstance, { config, sql, settle }: CoinsApiOptions) {
  const written = writtenBy(config)
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
}

function addOrders(scope: FastifyInstance, { config, sql, tell, settleSoon }: CoinsApiOptions) {
  const written = writtenBy(config)
  async function take(reply: FastifyReply, wanted: Parameters<typeof addCoin>[1]) {
    const added = await addCoin(sql, wanted)
    const coin = added ?? (await findByOrder(sql, wanted.direction, wanted.orderId))
    if (coin?.amount !== wanted.amount || coin.asset !== wanted.asset) return no(reply, 'order_id_was_used')
    if (added && added.direction === 'out') settleSoon(settleMs)
    return written(coin)
  }

  scope.post('/orders', async (request, reply) => {
    const said = orderInput.safeParse(Object.fromEntries(formOf(request)))
    if (!said.success) return no(reply, 'bad_request')
    const { order_id: orderId, asset, back_to: returnUrl } = said.data
    return take(reply, { direction: 'in', orderId, asset, amount: said.data.amount, to: null, returnUrl })
  })

  scope.post('/transfers', async (request, reply) => {
    const said = transferInput.safeParse(Object.fromEntries(formOf(request)))
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
