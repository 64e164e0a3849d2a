import type { ServerResponse } from 'node:http'
import { studioGames } from '@croupier/studio/games'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import type { Listener } from '../db/listener.ts'
import { noteWatched, readTable, sharedChannel, timesOf, type WireTable } from '../features/rounds/rounds.ts'
import type { Log } from '../log.ts'
import { network } from '../network.ts'
import { openCoalescer } from './coalesce.ts'
import { describe } from './errors.ts'
import type { Limits } from './rate-limit.ts'
import { askAgain, begin } from './stream.ts'

type Options = {
  sql: Db
  limits: Limits
  /** Without one nobody is told anything: the streams only beat. */
  listener: Listener | null
  config: Pick<Config, 'jurisdiction'>
  isClosing: () => boolean
  log: Log
}

type Stream = { response: ServerResponse; game: string; place: string; isNew: boolean }

const mostPerAddress = 50
/** However many stakes come: a table is looked at no more often. */
const pauseMs = 100
const retryMs = 1_000
/** A game that heard nothing for a few of these knows that it is cut off. */
const beatMs = 2_000
const watchedEveryMs = 5_000
const mostWaitingBytes = 65_536

/** What a page has to draw anew. */
const roundText = ({ round, history }: WireTable) => JSON.stringify([round, history])

/**
 * `GET /platform/stream/{game}`: a round that everybody shares, as everybody sees it. It says nothing about who asks
 * and holds no secret, so games in their frames read it without a cookie, from any origin.
 */
export async function openTableStreams(app: FastifyInstance, options: Options) {
  const { sql, limits, listener, config, isClosing, log } = options
  const times = timesOf(config.jurisdiction)
  const games = new Set(studioGames.filter(({ flight }) => flight).map(({ about }) => about.sysname))
  const streams = new Set<Stream>()
  const told = new Map<string, WireTable>()
  /** Between our clock and the database's. */
  let aheadMs = 0

  app.get<{ Params: { game: string } }>(
    '/platform/stream/:game',
    { exposeHeadRoute: false },
    async (request, reply) => {
      await limits.guardFlood('calls', request.ip)
      const { game } = request.params
      reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
      if (!games.has(game)) return reply.code(404).type('text/plain').send('No such table')
      if (isClosing() || reply.raw.destroyed) return askAgain(reply)
      const place = network(request.ip)
      if ([...streams].filter((stream) => stream.place === place).length >= mostPerAddress)
        return reply.code(429).header('retry-after', '60').type('text/plain').send('Too many streams')
      const stream: Stream = { response: begin(reply), game, place, isNew: true }
      streams.add(stream)
      stream.response.once('close', () => streams.delete(stream))
      stream.response.on('error', () => {})
      say(stream, `retry: ${retryMs}\n\n`)
      await noteWatched(sql, game).catch(() => {})
      tables.want([game])
      return reply
    },
  )

  function say({ response }: Stream, text: string) {
    if (response.writableLength > mostWaitingBytes) response.destroy()
    else response.write(text)
  }

  const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
  const listenersOf = (game: string) => [...streams].filter((stream) => stream.game === game)

  /** Everything to whoever is new or where the round went on; else only who got in or off. */
  async function look(game: string) {
    if (listenersOf(game).length === 0) return
    const table = await readTable(sql, { game, times })
    aheadMs = table.server_now - Date.now()
    const before = told.get(game)
    told.set(game, table)
    const hasMoved = !before || roundText(before) !== roundText(table)
    const isCrowdNew = !before || JSON.stringify(before.players) !== JSON.stringify(table.players)
    const [state, players] = [
      event('state', table),
      event('players', { id: table.round?.id ?? null, server_now: table.server_now, players: table.players }),
    ]
    for (const stream of listenersOf(game)) {
      if (stream.isNew || hasMoved) say(stream, state)
      else if (isCrowdNew) say(stream, players)
      stream.isNew = false
    }
  }

  const tables = openCoalescer<string>({
    pauseMs,
    retryMs,
    async ask(asked) {
      for (const game of asked)
        await look(game).catch((error: unknown) => {
          log.warn({ fault: describe(error) }, 'a table could not be read')
          throw error
        })
    },
  })

  const beat = setInterval(() => {
    const text = event('beat', { server_now: Math.round(Date.now() + aheadMs) })
    for (const stream of streams) if (!stream.isNew) say(stream, text)
  }, beatMs)
  beat.unref()

  const watching = setInterval(() => {
    for (const game of new Set([...streams].map((stream) => stream.game))) void noteWatched(sql, game).catch(() => {})
  }, watchedEveryMs)
  watching.unref()

  const unlisten = await listener?.listen(sharedChannel, {
    onNotice: (game) => {
      if (games.has(game)) tables.want([game])
    },
    // What was said while nobody listened is made up for.
    onConnect: () => tables.want(games),
  })

  return {
    count: () => streams.size,
    async close() {
      clearInterval(beat)
      clearInterval(watching)
      tables.close()
      await unlisten?.()
      for (const { response } of streams) response.end(`retry: ${retryMs}\n\n`)
      streams.clear()
    },
  }
}
