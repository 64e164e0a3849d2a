import { Refusal } from '@croupier/contract/refusals'
import { type PlayerTopic, type PublicTopic, playerTopics } from '@croupier/contract/stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { playerChannel } from '../db/announce.ts'
import type { Db } from '../db/db.ts'
import type { Listener } from '../db/listener.ts'
import { wireBalances } from '../features/account/account.ts'
import { openSessionsAmong } from '../features/auth/auth.ts'
import type { Log } from '../log.ts'
import { network } from '../network.ts'
import { parseJson } from '../parse-json.ts'
import { openCoalescer } from './coalesce.ts'
import { describe } from './errors.ts'
import { beginStream, eventText, openLines, retryText, type StreamLine, sendRetry, tooManyStreams } from './lines.ts'
import type { RateLimits } from './rate-limit.ts'
import { isFromOwnPage } from './same-origin.ts'
import type { Sessions } from './session.ts'

type Options = {
  sql: Db
  sessions: Sessions
  limits: RateLimits
  /** Without one no page is told anything: the streams only beat. */
  listener: Listener | null
  isClosing: () => boolean
  log: Log
}

type PageLine = StreamLine & { playerId: bigint | null; sessionId: bigint | null }
type PageLines = ReturnType<typeof openLines<PageLine>>

const mostPerPlayer = 10
const mostPerGuestAddress = 50
/** However fast a player bets: a page shows no more than so. */
const balancePauseMs = 100
const balanceRetryMs = 1_000
const beatMs = 20_000
const retryMs = 3_000

const notice = z.object({
  playerIds: z.array(z.string().regex(/^\d+$/).transform(BigInt)),
  topic: z.enum(playerTopics),
})

export type Streams = Awaited<ReturnType<typeof openStreams>>

/** `GET /stream`: tells open pages of a player what to look at again, on whichever node they are. */
export async function openStreams(app: FastifyInstance, options: Options) {
  const { sql, listener, log } = options
  const lines = openLines<PageLine>()
  const told = openPlayerTopics(lines, sql)
  app.get('/stream', { exposeHeadRoute: false }, async (request, reply) => {
    const line = await openLine(lines, options, request, reply)
    // Between the look-up and this line the session may have ended or money moved, and the page would not have heard it.
    if (line && line.playerId !== null) told.balances([line])
    return reply
  })

  const beat = setInterval(() => lines.writeAll(': beat\n\n'), beatMs)
  beat.unref()

  const unlisten = await listener?.listen(playerChannel, {
    onNotice(payload) {
      const read = notice.safeParse(parseJson(payload))
      if (!read.success) return log.warn('a notice to players could not be read')
      void told.hear(read.data)
    },
    onConnect: told.catchUp,
  })

  return {
    count: lines.count,
    /** For every page that listens here, guests' included. */
    shout: (topic: PublicTopic, data: unknown) => lines.writeAll(eventText(topic, data)),
    async close() {
      clearInterval(beat)
      told.close()
      await unlisten?.()
      lines.close(retryText(retryMs) + eventText('reconnect', {}))
    },
  }
}

/** The line of a page that may have one; null where it was answered otherwise. */
async function openLine(
  lines: PageLines,
  { sessions, limits, isClosing, log }: Options,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PageLine | null> {
  await limits.guardFlood('calls', request.ip)
  if (!isFromOwnPage(request.headers)) {
    reply.code(400).type('text/plain').send('Only pages of this site may listen')
    return null
  }
  if (isClosing()) {
    sendRetry(reply)
    return null
  }
  const player = await sessions.playerOf(request, reply).catch((error: unknown) => {
    if (Refusal.is(error)) return null
    log.warn({ requestId: request.id, fault: describe(error) }, 'a stream could not be opened')
    return undefined
  })
  // A page that left meanwhile would stay in the count for ever: its end was over before this node waited for it.
  if (player === undefined || reply.raw.destroyed) {
    sendRetry(reply)
    return null
  }
  const place = player ? `player ${player.id}` : `guest ${network(request.ip)}`
  if (lines.countAt(place) >= (player ? mostPerPlayer : mostPerGuestAddress)) {
    tooManyStreams(reply)
    return null
  }
  const line = {
    response: beginStream(reply),
    place,
    playerId: player?.id ?? null,
    sessionId: player?.sessionId ?? null,
  }
  lines.add(line, retryText(retryMs) + eventText('hello', { is_signed_in: player !== null }))
  return line
}

/** What is said to pages of one player. The database decides whose session is over, never the notice. */
function openPlayerTopics(lines: PageLines, sql: Db) {
  const openOf = (asked: readonly PageLine[]) =>
    openSessionsAmong(sql, [...new Set(asked.flatMap(({ sessionId }) => sessionId ?? []))])
  const tell = (line: PageLine, topic: PlayerTopic) => lines.write(line, eventText(topic, {}))
  const end = (line: PageLine) => lines.end(line, eventText('session', {}))

  async function checkSessions(asked: PageLine[]): Promise<PageLine[]> {
    if (asked.length === 0) return []
    try {
      const open = await openOf(asked)
      const isOver = ({ sessionId }: PageLine) => sessionId !== null && !open.has(sessionId)
      for (const line of asked.filter(isOver)) end(line)
      return asked.filter((line) => !isOver(line))
    } catch {
      // It is not known, so every page asks again: coming back checks the session.
      for (const line of asked) line.response.end()
      return []
    }
  }

  /** Balances of all players who listen here and were named, in one question; a page whose session is over is told that. */
  const balances = openCoalescer<PageLine>({
    pauseMs: balancePauseMs,
    retryMs: balanceRetryMs,
    async ask(asked) {
      const open = await openOf(asked)
      for (const line of asked) {
        // It left while the database was asked.
        if (!lines.has(line) || line.sessionId === null) continue
        const session = open.get(line.sessionId)
        if (session) lines.write(line, eventText('balance', wireBalances(session)))
        else end(line)
      }
    },
  })

  return {
    balances: (asked: PageLine[]) => balances.want(asked),
    async hear({ playerIds, topic }: z.output<typeof notice>) {
      const named = new Set(playerIds)
      const heard = lines.where(({ playerId }) => playerId !== null && named.has(playerId))
      if (topic === 'session') await checkSessions(heard)
      else if (topic === 'balance') balances.want(heard)
      else for (const line of heard) tell(line, topic)
    },
    /** What was said while this node did not hear is made up for. */
    async catchUp() {
      const left = await checkSessions(lines.where(({ playerId }) => playerId !== null))
      for (const line of left) tell(line, 'account')
      balances.want(left)
    },
    close: () => balances.close(),
  }
}
