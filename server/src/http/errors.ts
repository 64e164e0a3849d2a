import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { Refusal } from '@croupier/contract/refusals'
import type { FastifyReply, FastifyServerOptions } from 'fastify'
import type { Config } from '../config.ts'
import { isDatabaseGone, isTooBusy } from '../db/db.ts'
import type { Log } from '../log.ts'
import { apiHeaders } from './headers.ts'

const retryAfterSeconds = 5

/** A refusal is passed on; everything else is a fault: logged with its stack, and answered without a word about it. */
export function toRefusal(error: unknown, { log, requestId }: { log: Log; requestId: string }): Refusal {
  if (error instanceof Refusal) return error
  if (isDatabaseGone(error)) {
    log.warn({ requestId, fault: describe(error) }, 'the database is away')
    return unavailable()
  }
  // Nothing of it was done: the same question may go through in a moment.
  if (isTooBusy(error)) {
    log.warn({ requestId, fault: describe(error) }, 'the database is too busy')
    return unavailable()
  }
  log.error({ requestId, fault: describe(error) }, 'fault')
  return new Refusal('InternalServerError', { message: 'Internal server error', data: { request_id: requestId } })
}

export const unavailable = () => new Refusal('ApplicationUnavailable', { message: 'Not available at the moment' })

/** Named parts only: a database error carries rows of players in its details. */
export function describe(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) }
  return { name: error.name, code: 'code' in error ? String(error.code) : undefined, stack: error.stack }
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal) {
  const seconds = waitSeconds(refusal)
  if (seconds !== undefined) reply.header('retry-after', String(seconds))
  return reply.code(refusal.status).header('cache-control', 'no-store').send(failure(refusal))
}

const failure = (refusal: Refusal) => ({ result: 0, error: refusal.toWire() })

function waitSeconds(refusal: Refusal): number | undefined {
  if (refusal.type === 'ApplicationUnavailable') return retryAfterSeconds
  return typeof refusal.data?.resend_time === 'number' ? refusal.data.resend_time : undefined
}

/** What Fastify refuses by itself: a request that cannot be read. */
export function fromFastify(error: unknown): Refusal | null {
  if (!(error instanceof Error) || !('statusCode' in error)) return null
  const status = Number(error.statusCode)
  if (!(status >= 400 && status < 500)) return null
  const message = { 413: 'The body is larger than 1 MiB', 415: 'This content type is not taken' }[status]
  return unreadable(status in { 413: 1, 415: 1 } ? status : 400, message)
}

const unreadable = (status: number, message = 'The request cannot be read') =>
  new Refusal('InvalidRequest', { message, status })

const sendPlain = (reply: FastifyReply) => reply.code(400).type('text/plain').send('Bad request')

/** Settings of the server on which the API relies, whatever else is served beside it. */
export const serverOptions = (config: Pick<Config, 'trustProxy' | 'isSecure'>, worker?: number) =>
  ({
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    // An id from outside could forge lines in the log.
    requestIdHeader: false,
    // Where there are several processes it says whose log has it.
    genReqId: worker === undefined ? () => randomUUID() : () => `${worker}-${randomUUID()}`,
    // Requests that were read are finished; the dispatcher itself turns away new ones.
    return503OnClosing: false,
    requestTimeout: 30_000,
    // A machine that stands still for a while at the start is no fault of a part of the site.
    pluginTimeout: 120_000,
    routerOptions: { maxParamLength: 4096 },
    frameworkErrors: (_error, request, reply) => {
      reply.headers(apiHeaders(config)).header('x-request-id', request.id)
      if (/^\/api(\/|$)/.test(request.url)) sendRefusal(reply, unreadable(400))
      else sendPlain(reply)
    },
    clientErrorHandler: (error, socket) => answerSocket(error, socket),
  }) satisfies FastifyServerOptions

/** Here the request could not even be parsed, so there is no reply object to answer with. */
function answerSocket(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400
  const body = JSON.stringify(failure(unreadable(status)))
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status} ${status === 431 ? 'Request Header Fields Too Large' : 'Bad Request'}\r\n` +
        `Content-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\nX-Request-Id: ${randomUUID()}\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
  }
  socket.destroySoon()
}
