import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { SessionPlayer } from '../context.ts'
import type { Database } from '../db/db.ts'
import { findSheet, sheetCsv } from '../features/cashbacks/cashbacks.ts'
import { currencyIn, statementCsv } from '../features/wallet/wallet.ts'
import type { Log } from '../log.ts'
import { readQuery } from './body.ts'
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

const asked = z.object({ purse: z.enum(['main', 'bonus', 'betting_bonus', 'fun']).default('main') })

/** A history may be long; a player does not need it every minute. */
const downloads = { points: 30, seconds: 600 }

type File = { name: string; lines: AsyncGenerator<string> }

/** Lines of a player's own purse as files, for their owner, payout-only sessions too. */
export async function statement(app: FastifyInstance, { config, db, sessions, limits, log }: Options) {
  type Find = (request: FastifyRequest, player: SessionPlayer) => Promise<File | null> | File | null

  const serve = (path: string, find: Find) =>
    app.get(path, { exposeHeadRoute: false }, async (request, reply) => {
      reply.headers(apiHeaders(config)).header('cache-control', 'no-store')
      try {
        return await send(request, reply, find)
      } catch (error) {
        return sendRefusal(reply, toRefusal(error, { log, requestId: request.id }))
      }
    })

  async function send(request: FastifyRequest, reply: FastifyReply, find: Find) {
    await limits.guardFlood('calls', request.ip)
    const query = asked.safeParse(readQuery(request.url))
    if (!query.success || !isFromOwnPageOrHand(request.headers))
      return plain(reply, 400, 'Only pages of this site may ask for it')
    const player = await sessions.playerOf(request, reply)
    if (!player) return plain(reply, 401, 'Sign in first')
    await limits.count('statement.csv', downloads, { playerId: player.id, address: request.ip })
    const file = await find(request, player)
    if (!file) return plain(reply, 404, 'There is no such file')
    // The first part is asked for before anything is said: a database that is away is still a refusal then.
    const first = await file.lines.next()
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${file.name}.csv"`)
      .send(Readable.from(following(first.value ?? '', file.lines)))
  }

  /** `GET /statement.csv?purse=main`: the whole history of a purse. */
  serve('/statement.csv', (request, player) => {
    const { purse: kind } = asked.parse(readQuery(request.url))
    const currency = currencyIn(kind, player.standing.currency)
    return {
      name: `statement-${kind}-${currency}`,
      lines: statementCsv(db.sql, { playerId: player.id, kind, currency }),
    }
  })

  /** `GET /cashback/12.csv`: what a cashback was computed from. */
  serve('/cashback/:file', async (request, player) => {
    const [, id] = /^\/cashback\/([1-9]\d{0,17})\.csv$/.exec(request.url.split('?')[0] ?? '') ?? []
    const row = id === undefined ? null : await findSheet(db.sql, player.id, BigInt(id))
    return row && { name: `cashback-${row.id}`, lines: sheetCsv(db.sql, row) }
  })
}

async function* following(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}

const plain = (reply: FastifyReply, status: number, text: string) => reply.code(status).type('text/plain').send(text)
