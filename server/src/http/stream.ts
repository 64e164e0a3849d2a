import type { ServerResponse } from 'node:http'
import { Refusal } from '@croupier/contract/refusals'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { playerChannel, type Topic, topics } from '../db/announce.ts'
import type { Db } from '../db/db.ts'
import type { Listener } from '../db/listener.ts'
import { wireBalances } from '../features/account/account.ts'
import { openSessionsAmong } from '../features/auth/auth.ts'
import type { Log } from '../log.ts'
import { network } from '../network.ts'
import { parseJson } from '../parse-json.ts'
import { openCoalescer } from './coalesce.ts'
import { describe } from './errors.ts'
import type { RateLimits } from './rate-limit.ts'
import { isFromOwnPage } from './same-origin.ts'
import type { Sessions } from './session.ts'

type Options = {
  sql: Db
  sessions: Sessions
  limits: RateLimits
  /** Without one nobody is told anything: the streams only beat. */
  listener: Listener | null
  isClosing: () => boolean
  log: Log
}

type Stream = { response: ServerResponse; playerId: bigint | null; sessionId: bigint | null; place: string }

const mostPerPlayer = 10
const mostPerGuestAddress = 50
/** However fast a player bets: a page shows no more than so. */
const balancePauseMs = 100
const balanceRetryMs = 1_000
const beatMs = 20_000
const retryMs = 3_000
/** A reader who takes nothing off the line for so long is gone. */
const mostWaitingBytes = 65_536

const notice = z.object({
  playerIds: z.array(z.string().regex(/^\d+$/).transform(BigInt)),
  topic: z.enum(topics),
})

/** `GET /stream`: tells open pages of a player what to look at again, on whichever node they are. */
export async function openStreams(app: FastifyInstance, options: Options) {
  const { sql, sessions, limits, listener, isClosing, log } = options
  const streams = new Set<Stream>()

  app.get('/stream', { exposeHeadRoute: false }, async (request, reply) => {
    await limits.guardFlood('calls', request.ip)
    if (!isFromOwnPage(request.headers))
      return reply.code(400).type('text/plain').send('Only pages of this site may listen')
    if (isClosing()) return askAgain(reply)
    const player = await sessions.playerOf(request, reply).catch((error: unknown) => {
      if (Refusal.is(error)) return null
      log.warn({ requestId: request.id, fault: describe(error) }, 'a stream could not be opened')
      return undefined
    })
    // Whoever left meanwhile would stay in the count for ever: its end was over before anybody listened for it.
    if (player === undefined || reply.raw.destroyed) return askAgain(reply)
    const place = player ? `player ${player.id}` : `guest ${network(request.ip)}`
    const most = player ? mostPerPlayer : mostPerGuestAddress
    if ([...streams].filter((stream) => stream.place === place).length >= most)
      return reply.code(429).header('retry-after', '60').type('text/plain').send('Too many streams')
    const response = begin(reply)
    const stream: Stream = { response, playerId: player?.id ?? null, sessionId: player?.sessionId ?? null, place }
    streams.add(stream)
    response.once('close', () => streams.delete(stream))
    response.on('error', () => {})
    say(stream, `retry: ${retryMs}\nevent: hello\ndata: ${JSON.stringify({ is_signed_in: player !== null })}\n\n`)
    // Between the look-up and this line the session may have ended or money moved, and nobody would have been told.
    if (player) balances.want([stream])
    return reply
  })

  function say({ response }: Stream, text: string) {
    if (response.writableLength > mostWaitingBytes) response.destroy()
    else response.write(text)
  }

  const tell = (stream: Stream, topic: Topic) => say(stream, `event: ${topic}\ndata: {}\n\n`)

  function end(stream: Stream, topic: Topic) {
    streams.delete(stream)
    tell(stream, topic)
    stream.response.end()
  }

  /** The database decides whose session is over, never the notice. */
  async function checkSessions(asked: Stream[]): Promise<Stream[]> {
    if (asked.length === 0) return []
    try {
      const open = await openOf(asked)
      const isOver = ({ sessionId }: Stream) => sessionId !== null && !open.has(sessionId)
      for (const stream of asked.filter(isOver)) end(stream, 'session')
      return asked.filter((stream) => !isOver(stream))
    } catch {
      // Nobody knows, so everybody asks again: coming back checks the session.
      for (const stream of asked) stream.response.end()
      return []
    }
  }

  const openOf = (asked: readonly Stream[]) =>
    openSessionsAmong(sql, [...new Set(asked.flatMap(({ sessionId }) => sessionId ?? []))])

  /** Balances of everybody who listens here and was named, in one question; whose session is over is told that instead. */
  const balances = openCoalescer<Stream>({
    pauseMs: balancePauseMs,
    retryMs: balanceRetryMs,
    async ask(asked) {
      const open = await openOf(asked)
      for (const stream of asked) {
        // It left while the database was asked.
        if (!streams.has(stream) || stream.sessionId === null) continue
        const session = open.get(stream.sessionId)
        if (session) say(stream, `event: balance\ndata: ${JSON.stringify(wireBalances(session))}\n\n`)
        else end(stream, 'session')
      }
    },
  })

  async function hear({ playerIds, topic }: z.output<typeof notice>) {
    const told = new Set(playerIds)
    const heard = [...streams].filter(({ playerId }) => playerId !== null && told.has(playerId))
    if (topic === 'session') await checkSessions(heard)
    else if (topic === 'balance') balances.want(heard)
    else for (const stream of heard) tell(stream, topic)
  }

  const beat = setInterval(() => {
    for (const stream of streams) say(stream, ': beat\n\n')
  }, beatMs)
  beat.unref()

  const unlisten = await listener?.listen(playerChannel, {
    onNotice(payload) {
      const read = notice.safeParse(parseJson(payload))
      if (!read.success) return log.warn('a notice to players could not be read')
      void hear(read.data)
    },
    // What was said while nobody listened is made up for.
    async onConnect() {
      const left = await checkSessions([...streams].filter(({ playerId }) => playerId !== null))
      for (const stream of left) tell(stream, 'account')
      balances.want(left)
    },
  })

  return {
    count: () => streams.size,
    /** For everybody who listens here, guests included. */
    shout(event: string, data: unknown) {
      const text = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
      for (const stream of streams) say(stream, text)
    },
    /** Pages come back by themselves, to a node that is open. */
    async close() {
      clearInterval(beat)
      balances.close()
      await unlisten?.()
      for (const { response } of streams) response.end(`retry: ${retryMs}\nevent: reconnect\ndata: {}\n\n`)
      streams.clear()
    },
  }
}

/** A browser that is answered with anything but a stream never asks again, so it gets a very short one. */
export const askAgain = (reply: FastifyReply) => begin(reply).end(`retry: ${retryMs}\n\n`)

export function begin(reply: FastifyReply): ServerResponse {
  reply.headers({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Proxies that collect an answer before they pass it on would hold every notice back.
    'x-accel-buffering': 'no',
  })
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  reply.raw.flushHeaders()
  return reply.raw
}
