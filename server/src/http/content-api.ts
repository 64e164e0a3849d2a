import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Database } from '../db/db.ts'
import { isDatabaseGone } from '../db/db.ts'
import { ContentError, contentFailure } from '../features/content/content-error.ts'
import { readDocument, readLocales, readType } from '../features/content/documents.ts'
import { openIdentities, type SendMail } from '../features/content/identities.ts'
import type { Log } from '../log.ts'
import type { Content } from '../ports/content.ts'
import type { Keys } from '../secrets.ts'
import { contentAuth } from './content-auth.ts'
import type { ContentSocial } from './content-social.ts'
import { describe } from './errors.ts'

type Options = {
  config: Pick<Config, 'isSecure'>
  content: Content
  db: Database
  keys: Keys
  sendMail: SendMail
  /** Services by which people of the backend may come in; null where there are none. */
  social?: ContentSocial | null
  log: Log
}

/** The content backend in the shape of Strapi 5's REST API. Register it with the prefix `/content`. */
export const contentApi: FastifyPluginAsync<Options> = async (app, options) => {
  const { config, content, db, keys, sendMail, social = null, log } = options
  app.setErrorHandler((error, _request, reply) => answerError(error, reply, log))
  app.setNotFoundHandler((_request, reply) =>
    answerError(new ContentError(404, 'NotFoundError', 'Not Found'), reply, log),
  )
  const identities = await openIdentities({ sql: db.sql, keys, sendMail, log })
  // A real Strapi has everything below /api; its clients may come with or without.
  for (const prefix of ['/', '/api']) {
    await app.register(async (scope) => contentReads(scope, content), { prefix })
    await app.register(async (scope) => contentAuth(scope, identities, { config, pool: db.pool, keys, social }), {
      prefix,
    })
  }
}

function contentReads(app: FastifyInstance, content: Content) {
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 200) reply.header('cache-control', 'public, max-age=30')
  })
  app.get('/i18n/locales', () => readLocales(content))
  app.get<{ Params: { name: string } }>('/:name', (request) => readType(content, request.params.name, queryOf(request)))
  app.get<{ Params: { name: string; id: string } }>('/:name/:id', (request) =>
    readDocument(content, request.params.name, request.params.id, queryOf(request)),
  )
}

/** The query as it was sent: the server's own reading of it knows no nested names. */
const queryOf = (request: FastifyRequest) => request.raw.url?.split('?').slice(1).join('?') ?? ''

function answerError(error: unknown, reply: FastifyReply, log: Log) {
  const known = asContentError(error)
  if (known.status >= 500) log.error({ fault: describe(error), requestId: reply.request.id }, 'content API failed')
  if (known.retrySeconds !== undefined) reply.header('retry-after', known.retrySeconds)
  return reply.code(known.status).header('cache-control', 'no-store').send(known.toWire())
}

function asContentError(error: unknown): ContentError {
  if (error instanceof ContentError) return error
  if (isDatabaseGone(error)) return new ContentError(503, 'ServiceUnavailableError', 'Service Unavailable', {}, 5)
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500
  // The web server's own refusals of a body: too large, broken, of an unknown type.
  if (status === 413) return new ContentError(413, 'PayloadTooLargeError', 'Payload too large')
  if (status === 415) return new ContentError(415, 'UnsupportedMediaTypeError', 'Unsupported media type')
  if (status >= 400 && status < 500) return new ContentError(400, 'ValidationError', 'Invalid body')
  return contentFailure(null)
}
