import { Refusal } from '@croupier/contract/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { callKinds, type RoundsService } from '../features/rounds/rounds.ts'
import type { Log } from '../log.ts'
import { parseStrictJson } from '../parse-json.ts'
import type { Keys } from '../secrets.ts'
import { isCallSigned } from '../signed-call.ts'
import { fromFastify, sendRefusal, toRefusal, unavailable } from './errors.ts'
import { apiHeaders } from './headers.ts'

type Options = {
  rounds: RoundsService
  providers: ReadonlyMap<string, Keys>
  config: Pick<Config, 'isSecure'>
  log: Log
  isClosing: () => boolean
}

const bodyMaxBytes = 16_384

/** Where game providers move the money of their rounds. Nothing counts but the signature over the bytes they sent. */
export async function walletApi(app: FastifyInstance, { rounds, providers, config, log, isClosing }: Options) {
  const headers = {
    ...apiHeaders(config),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer', bodyLimit: bodyMaxBytes }, (_request, body, done) =>
    done(null, body),
  )
  app.setErrorHandler((error, request, reply) => {
    const refusal = fromFastify(error) ?? toRefusal(error, { log, requestId: request.id })
    return sendRefusal(reply.headers(apiHeaders(config)), refusal)
  })

  const calls: Record<string, (request: FastifyRequest) => Promise<string>> = {
    balance: (request) => rounds.balance(...admit(request)),
    round: (request) => rounds.round(...admit(request)),
  }
  for (const kind of callKinds) calls[kind] = (request) => rounds.call(kind, ...admit(request))

  for (const [name, call] of Object.entries(calls)) {
    app.post(`/wallet/v1/${name}`, async (request, reply) => {
      if (isClosing()) throw unavailable()
      const answer = await call(request)
      return reply.headers(headers).send(`{"result":1,"data":${answer}}`)
    })
  }

  /** Who asks, and what. */
  function admit(request: FastifyRequest) {
    const provider = headerOf(request, 'x-provider')
    const timestamp = headerOf(request, 'x-timestamp')
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const keys = providers.get(provider)
    const isKnown = keys !== undefined && /^\d{13}$/.test(timestamp)
    if (!isKnown || !isCallSigned(keys, headerOf(request, 'x-signature'), { timestamp, body })) {
      throw new Refusal('Authorization:SIGNATURE', { message: 'Provider, timestamp and signature do not fit' })
    }
    return [{ provider, sentAtMs: Number(timestamp) }, readBody(body)] as const
  }
}

const headerOf = ({ headers }: FastifyRequest, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

function readBody(body: Buffer): Record<string, unknown> {
  const said = parseStrictJson(body.toString('utf8'))
  if (typeof said === 'object' && said !== null && !Array.isArray(said)) return { ...said }
  throw new Refusal('InvalidRequest', { message: 'The body is not a JSON object, or names a field twice' })
}
