import { fromDecimal, toDecimal } from '@croupier/contract/money'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { ownAddress } from '../config.ts'
import type { Db } from '../db/db.ts'
import type { Log } from '../log.ts'
import type { Secrets } from '../secrets.ts'
import { addCoinsApi, coinsMount } from './coins-api.ts'
import { coinBookPage, coinPage, unknownCoinPage } from './coins-page.ts'
import { type Coin, findCoin, listCoins, moveCoin, settleTransfers } from './coins-store.ts'
import { openFailureModes } from './failure-mode.ts'
import { formOf, keepRawBodies } from './raw-body.ts'
import { openWebhookSender } from './webhook-sender.ts'

type CoinsOptions = { config: Config; sql: Db; keys: Secrets; log: Log }

const bodyMaxBytes = 65_536

const choices = z.enum(['exact', 'less', 'more', 'never', 'confirm'])

/** The words of the other stand-in, so that a test of every way to pay says the same to each. */
const sameAs: Record<string, z.output<typeof choices>[]> = {
  success: ['exact', 'confirm'],
  pending: ['exact'],
  fail: ['never'],
  cancel: ['never'],
}

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

  await app.register(
    async (scope) => {
      keepRawBodies(scope, bodyMaxBytes)
      scope.addHook('onListen', async () => settleSoon(0))
      scope.addHook('onClose', async () => {
        for (const timer of timers) clearTimeout(timer)
        await sender.close()
      })
      const failureModes = openFailureModes(scope)
      await scope.register(
        async (api) => {
          api.addHook('preHandler', failureModes.preHandler)
          addCoinsApi(api, { config, sql, keys, tell, settle, settleSoon })
        },
        { prefix: '/v1' },
      )
      await scope.register(async (pages) => addPages(pages, { config, sql, tell, failureModes }))
    },
    { prefix: coinsMount },
  )
}

/** What a person at the page does, and what the chain then says. */
async function choose(sql: Db, coin: Coin, choice: z.output<typeof choices>): Promise<Coin | undefined> {
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

type PageOptions = Pick<CoinsOptions, 'config' | 'sql'> & {
  tell: (coin: Coin) => Promise<boolean>
  failureModes: ReturnType<typeof openFailureModes>
}

function addPages(scope: FastifyInstance, { config, sql, tell, failureModes }: PageOptions) {
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
      const moved = await choose(sql, coin, step)
      if (moved) await tell(moved)
    }
    // A person goes on at this page; a test that chose an outcome is done here.
    return reply.redirect(one.success || !coin.returnUrl ? `${coinsMount}/pay/${coin.id}` : coin.returnUrl, 303)
  })

  scope.post('/mood', async (request, reply) =>
    failureModes.set(formOf(request).get('mood'))
      ? { ok: true }
      : reply.code(422).send({ error: 'mood takes up, down, slow or garbage' }),
  )
}
