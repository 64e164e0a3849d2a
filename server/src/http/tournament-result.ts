import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Database } from '../db/db.ts'
import { resultFile } from '../features/tournaments/tournaments.ts'
import type { Log } from '../log.ts'
import { sendRefusal, toRefusal } from './errors.ts'
import { apiHeaders } from './headers.ts'
import type { RateLimits } from './rate-limit.ts'

type Options = { config: Config; db: Pick<Database, 'sql'>; limits: RateLimits; log: Log }

/** `GET /tournament-result/12.txt`: places, nicknames and scores of a tournament that is settled, for all visitors. */
export async function tournamentResult(app: FastifyInstance, { config, db, limits, log }: Options) {
  app.get<{ Params: { file: string } }>('/tournament-result/:file', async (request, reply) => {
    reply.headers(apiHeaders(config)).header('cache-control', 'no-store')
    try {
      await limits.guardFlood('calls', request.ip)
      const [, id] = /^([1-9]\d{0,17})\.txt$/.exec(request.params.file) ?? []
      const text = id === undefined ? null : await resultFile(db.sql, BigInt(id))
      const plain = reply.type('text/plain; charset=utf-8')
      return text === null ? plain.code(404).send('There is no such file') : plain.send(text)
    } catch (error) {
      return sendRefusal(reply, toRefusal(error, { log, requestId: request.id }))
    }
  })
}
