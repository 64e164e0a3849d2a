import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Database } from '../db/db.ts'
import { openExport } from '../features/rounds/rounds.ts'
import type { Log } from '../log.ts'
import { sendRefusal, toRefusal } from './errors.ts'
import { apiHeaders } from './headers.ts'
import type { RateLimits } from './rate-limit.ts'
import { isFromOwnPageOrHand } from './same-origin.ts'
import type { Sessions } from './session.ts'

type Options = {
  config: Config
  db: Pick<Database, 'sql'>
  sessions: Sessions
  limits: RateLimits
  log: Log
}

const downloads = { points: 60, seconds: 600 }
const fileName = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.csv$/

/** `GET /exports/{id}.csv`: a file with rounds, for the player who asked for it, payout-only sessions too. */
export async function exports(app: FastifyInstance, { config, db, sessions, limits, log }: Options) {
  app.get<{ Params: { file: string } }>('/exports/:file', { exposeHeadRoute: false }, async (request, reply) => {
    reply.headers(apiHeaders(config)).header('cache-control', 'no-store')
    try {
      return await send(request, reply, request.params.file)
    } catch (error) {
      return sendRefusal(reply, toRefusal(error, { log, requestId: request.id }))
    }
  })

  async function send(request: FastifyRequest, reply: FastifyReply, file: string) {
    await limits.guardFlood('calls', request.ip)
    if (!isFromOwnPageOrHand(request.headers)) return plain(reply, 400, 'Only pages of this site may ask for it')
    const player = await sessions.playerOf(request, reply)
    if (!player) return plain(reply, 401, 'Sign in first')
    await limits.count('exports.csv', downloads, { playerId: player.id, address: request.ip })
    const [, id] = fileName.exec(file) ?? []
    const found = id === undefined ? null : await openExport(db.sql, player.id, id)
    if (!found) return plain(reply, 404, 'There is no such file')
    // The first part is asked for before anything is said: a database that is away is still a refusal then.
    const first = await found.parts.next()
    return (
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${found.name}"`)
        // A file that breaks off is not taken for the whole.
        .header('content-length', found.bytes)
        .send(Readable.from(following(first, found.parts), { objectMode: false }))
    )
  }
}

async function* following(first: IteratorResult<Buffer>, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (!first.done) yield first.value
  yield* rest
}

const plain = (reply: FastifyReply, status: number, text: string) => reply.code(status).type('text/plain').send(text)
