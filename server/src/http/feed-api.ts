import { Refusal } from '@croupier/contract/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { openToldMarkets, receiveFeed } from '../features/sports/sports.ts'
import type { Log } from '../log.ts'
import type { Keys } from '../secrets.ts'
import { isCallSigned } from '../signed-call.ts'
import { fromFastify, sendRefusal, toRefusal, unavailable } from './errors.ts'
import { apiHeaders } from './headers.ts'

type Options = Pick<Context, 'begin' | 'announce'> & {
  producers: ReadonlyMap<string, Keys>
  config: Pick<Config, 'isSecure'>
  registry: Registry
  log: Log
  isClosing: () => boolean
}

const bodyMaxBytes = 256 * 1024
/** A request that was on its way for longer says nothing about now. */
const oldestMs = 60_000

/** Where producers of sports data tell of events (docs/sports-feed.md). Nothing counts but the signature over the bytes. */
export async function feedApi(app: FastifyInstance, options: Options) {
  const { begin, announce, producers, config, registry, log, isClosing } = options
  const taken = new Counter({
    name: 'croupier_feed_messages_total',
    help: 'Messages of producers of sports data that were new',
    labelNames: ['producer'],
    registers: [registry],
  })
  const strangers = new Counter({
    name: 'croupier_feed_unknown_total',
    help: 'Words of producers about events or markets that nobody told of',
    labelNames: ['producer'],
    registers: [registry],
  })
  const told = openToldMarkets()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer', bodyLimit: bodyMaxBytes }, (_request, body, done) =>
    done(null, body),
  )
  app.setErrorHandler((error, request, reply) => {
    const refusal = fromFastify(error) ?? toRefusal(error, { log, requestId: request.id })
    return sendRefusal(reply.headers(apiHeaders(config)), refusal)
  })

  app.post('/feed/v1/:producer', async (request, reply) => {
    if (isClosing()) throw unavailable()
    const { producer, sentAtMs, body } = admit(request, producers)
    const heard = await receiveFeed({ begin, announce, told }, { producer, sentAtMs }, body.toString('utf8'))
    taken.inc({ producer }, heard.taken)
    strangers.inc({ producer }, heard.strangers)
    const data = { next: heard.next, snapshot: heard.snapshot, is_watched: heard.isWatched }
    return reply.headers({ ...apiHeaders(config), 'cache-control': 'no-store' }).send({ result: 1, data })
  })
}

const params = z.object({ producer: z.string() })

/** Who tells, and what. */
function admit(request: FastifyRequest, producers: ReadonlyMap<string, Keys>) {
  const { producer } = params.parse(request.params)
  const timestamp = headerOf(request, 'x-timestamp')
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const keys = producers.get(producer)
  const isNamed = headerOf(request, 'x-producer') === producer && /^\d{13}$/.test(timestamp)
  if (!keys || !isNamed || !isCallSigned(keys, headerOf(request, 'x-signature'), { timestamp, body }))
    throw new Refusal('Authorization:SIGNATURE', { message: 'Producer, timestamp and signature do not fit' })
  const sentAtMs = Number(timestamp)
  if (Math.abs(Date.now() - sentAtMs) > oldestMs)
    throw new Refusal('Authorization:TIMESTAMP', { message: 'The request is too old, or of a clock that is ahead' })
  return { producer, sentAtMs, body }
}

const headerOf = ({ headers }: FastifyRequest, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}
