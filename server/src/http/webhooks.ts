import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { JobContext } from '../context.ts'
import { begin, type Database } from '../db/db.ts'
import { hearNotice } from '../features/cashier/cashier.ts'
import { type Received, receiveNotice } from '../features/verification/verification.ts'
import { sendRefusal, toRefusal } from './errors.ts'
import { apiHeaders } from './headers.ts'

type Options = Omit<JobContext, 'sql' | 'begin'> & {
  db: Database
  /** Under what name the identity provider of this site sends its notices; null where there is none. */
  identityName: string | null
}

const bodyMaxBytes = 262_144

/** A notice that has no effect was still delivered: asking the provider to send it again would change nothing. */
const statuses: Record<Received, number> = {
  forged: 401,
  unreadable: 400,
  ignored: 200,
  replayed: 200,
  older: 200,
  applied: 200,
}

/** Where outside parties tell us what happened. Nothing counts but the signature over the bytes they sent. */
export async function webhooks(app: FastifyInstance, { db, identityName, ...parts }: Options) {
  const { config, log } = parts
  const ctx: JobContext = { ...parts, sql: db.sql, begin: (work) => begin(db, work) }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    '*',
    { parseAs: 'buffer', bodyLimit: bodyMaxBytes },
    async (_: unknown, body: Buffer) => body,
  )
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(apiHeaders(config)).header('cache-control', 'no-store')
  })
  app.setErrorHandler((error, request, reply) => {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    if (status >= 400 && status < 500) return reply.code(status).send({ ok: false })
    // The provider keeps the notice and sends it again.
    return sendRefusal(reply, toRefusal(error, { log, requestId: request.id }))
  })

  app.post<{ Params: { provider: string } }>('/hooks/identity/:provider', async (request, reply) => {
    if (identityName === null || request.params.provider !== identityName) return reply.code(404).send({ ok: false })
    const body = bytesOf(request)
    const said = {
      algorithm: String(request.headers['x-payload-digest-alg'] ?? ''),
      digest: String(request.headers['x-payload-digest'] ?? ''),
    }
    const received = await receiveNotice(ctx, body, said)
    if (received === 'forged') log.warn('a notice with a wrong signature was turned away')
    const status = statuses[received]
    return reply.code(status).send({ ok: status === 200 })
  })

  app.post<{ Params: { provider: string } }>('/hooks/payment/:provider', async (request, reply) => {
    const provider = ctx.payments.get(request.params.provider)
    if (!provider) return reply.code(404).send({ ok: false })
    const verdict = await hearNotice(ctx, provider, bytesOf(request), request.headers)
    if (verdict === 'forged') log.warn({ provider: provider.name }, 'a notice without its proof was turned away')
    // Whatever became of a notice that proved itself, it was delivered; a lie is the operator's to look at.
    const status = verdict === 'forged' ? 401 : verdict === 'unreadable' ? 400 : 200
    return reply.code(status).send({ ok: status === 200 })
  })
}

const bytesOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))
