import type { FastifyInstance } from 'fastify'
import type { Log } from '../log.ts'
import { network } from '../network.ts'
import type { NewsSource, PublicSource } from '../ports/public-source.ts'
import { openCoalescer } from './coalesce.ts'
import { describe } from './errors.ts'
import { beginStream, eventText, openLines, retryText, type StreamLine, sendRetry, tooManyStreams } from './lines.ts'
import type { RateLimits } from './rate-limit.ts'
import type { Streams } from './stream.ts'

type Options = {
  sources: readonly PublicSource[]
  limits: RateLimits
  isClosing: () => boolean
  log: Log
}

type ChannelLine = StreamLine & { name: string; isNew: boolean }

const mostPerAddress = 50
/** However much happens: a source is looked at no more often. */
const pauseMs = 100
const retryMs = 1_000
/** A page that heard nothing for a few of these knows that it is cut off. */
const beatMs = 2_000
const watchedEveryMs = 5_000

/**
 * `GET /platform/stream/{name}`: what all pages may see of one source. It says nothing about who asks and holds no
 * secret, so games in their frames read it without a cookie, from any origin. Sources come with their names; the
 * channel knows none of them.
 */
export async function openPublicChannel(app: FastifyInstance, { sources, limits, isClosing, log }: Options) {
  const named = new Map(sources.map((source) => [source.name, source]))
  const lines = openLines<ChannelLine>()
  /** Between our clock and the database's. */
  let aheadMs = 0

  app.get<{ Params: { name: string } }>(
    '/platform/stream/:name',
    { exposeHeadRoute: false },
    async (request, reply) => {
      await limits.guardFlood('calls', request.ip)
      const { name } = request.params
      reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
      const source = named.get(name)
      if (!source) return reply.code(404).type('text/plain').send('No such table')
      if (isClosing() || reply.raw.destroyed) return sendRetry(reply)
      const place = network(request.ip)
      if (lines.countAt(place) >= mostPerAddress) return tooManyStreams(reply)
      lines.add({ response: beginStream(reply), name, place, isNew: true }, `${retryText(retryMs)}\n`)
      await source.noteWatched().catch(() => {})
      wanted.want([source])
      return reply
    },
  )

  const linesOf = (source: PublicSource) => lines.where(({ name }) => name === source.name)

  /** All of it for new pages, what changed for the others. */
  async function look(source: PublicSource) {
    if (linesOf(source).length === 0) return
    const { nowMs, whole, change } = await source.read()
    aheadMs = nowMs - Date.now()
    const all = eventText(whole.topic, whole.data)
    const changed = change === whole ? all : change && eventText(change.topic, change.data)
    for (const line of linesOf(source)) {
      if (line.isNew) lines.write(line, all)
      else if (changed) lines.write(line, changed)
      line.isNew = false
    }
  }

  const wanted = openCoalescer<PublicSource>({
    pauseMs,
    retryMs,
    async ask(asked) {
      for (const source of asked)
        await look(source).catch((error: unknown) => {
          log.warn({ source: source.name, fault: describe(error) }, 'a public source could not be read')
          throw error
        })
    },
  })

  const beat = setInterval(() => {
    const text = eventText('beat', { server_now: Math.round(Date.now() + aheadMs) })
    for (const line of lines.where(({ isNew }) => !isNew)) lines.write(line, text)
  }, beatMs)
  beat.unref()

  const watching = setInterval(() => {
    for (const source of sources) if (linesOf(source).length > 0) void source.noteWatched().catch(() => {})
  }, watchedEveryMs)
  watching.unref()

  const unlisten = await Promise.all(sources.map((source) => source.listen(() => wanted.want([source]))))

  return {
    async close() {
      clearInterval(beat)
      clearInterval(watching)
      wanted.close()
      for (const stop of unlisten) await stop?.()
      lines.close(`${retryText(retryMs)}\n`)
    },
  }
}

type NewsOptions = { sources: readonly NewsSource[]; streams: Pick<Streams, 'count' | 'shout'>; log: Log }

const newsPauseMs = 2_000

/**
 * What every open page may see move, on the stream that it has anyway. Each node looks for itself, so no node has to be
 * told; it looks only while a page listens.
 */
export function openPublicNews({ sources, streams, log }: NewsOptions) {
  let work = Promise.resolve()

  async function look({ topic, read, skip }: NewsSource) {
    if (streams.count() === 0) return skip()
    const news = await read()
    if (news !== null) streams.shout(topic, news)
  }

  const timer = setInterval(() => {
    // One look at a time, however slow the database is.
    for (const source of sources)
      work = work
        .then(() => look(source))
        .catch((error: unknown) => log.warn({ source: source.topic, fault: describe(error) }, 'news could not be read'))
  }, newsPauseMs)
  timer.unref()

  return {
    async close() {
      clearInterval(timer)
      await work
    },
  }
}
