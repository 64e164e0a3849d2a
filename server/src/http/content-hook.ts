import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Db } from '../context.ts'
import type { Listener } from '../db/listener.ts'
import type { Log } from '../log.ts'
import { parseJson } from '../parse-json.ts'
import type { Content } from '../ports/content.ts'
import { isBearer, type Keys } from '../secrets.ts'
import { apiHeaders } from './headers.ts'

type Options = {
  config: Pick<Config, 'isSecure'>
  content: Content
  sql: Db
  keys: Keys
  listener: Listener | null
  log: Pick<Log, 'warn'>
}

/** A record with its whole text may be in it; nothing of that is believed, only that there is something to ask for. */
const bodyMaxBytes = 2 * 1024 * 1024
const channel = 'content_edited'
const notice = z.object({ model: z.string().regex(/^[a-z0-9-]{1,80}$/) })

/** Where Strapi tells that something was edited. Every node hears of it, and asks for itself. */
export async function contentHook(app: FastifyInstance, { config, content, sql: db, keys, listener, log }: Options) {
  const hear = (model: string) => void content.hear(model || null)
  const unlisten = await listener?.listen(channel, { onNotice: hear, onConnect: () => {} })
  app.addHook('onClose', async () => unlisten?.())
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>(
    '*',
    { parseAs: 'string', bodyLimit: bodyMaxBytes },
    async (_: unknown, body: string) => body,
  )
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(apiHeaders(config)).header('cache-control', 'no-store')
    if (isBearer(request.headers.authorization, keys)) return
    log.warn('a notice of content without its secret was turned away')
    return reply.code(401).send({ ok: false })
  })
  app.post('/hooks/content', async (request) => {
    const model = notice.safeParse(parseJson(String(request.body))).data?.model ?? ''
    if (listener) await sql`select pg_notify(${channel}, ${model})`.execute(db)
    else hear(model)
    return { ok: true }
  })
}
