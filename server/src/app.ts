import fastify, { type FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { startChores } from './app/chores.ts'
import type { AppOptions } from './app/options.ts'
import { addRoutes } from './app/routes.ts'
import { openServices } from './app/services.ts'
import type { Config } from './config.ts'
import { afterRestore } from './features/after-restore.ts'
import { operations } from './features/methods.ts'
import { houseChance } from './features/rounds/rounds.ts'
import { createDispatcher } from './http/dispatch.ts'
import { openDrain } from './http/drain.ts'
import { serverOptions } from './http/errors.ts'
import { generalHeaders } from './http/headers.ts'
import { addHealthRoutes } from './http/health.ts'
import type { Log } from './log.ts'

/** Connections that stand in line when the process is asked to stop are still served. */
const lastCallMs = 4000

export type App = Awaited<ReturnType<typeof createApp>>

/** Puts the platform together: only this file and those of `app/` know every part. */
export async function createApp(options: AppOptions) {
  const { config, db, log } = options
  const state = { isClosing: false }
  const isClosing = () => state.isClosing
  const server = fastify({ ...serverOptions(config, options.worker), logger: false, forceCloseConnections: 'idle' })
  const drain = openDrain(server)
  const metrics = new Registry()
  if (options.worker) metrics.setDefaultLabels({ worker: options.worker })
  nameRequests(server, config)
  if (config.isSandboxPublic) {
    const { origin } = config
    log.warn({ origin }, 'THE SANDBOX IS PUBLIC: every visitor reads every letter and code, and can be any player')
  }
  addHealthRoutes(server, { pool: db.pool, registry: metrics, config, isClosing })
  logRequests(server, log)

  const services = await openServices(options, metrics)
  const { shared, sessions, limits, identity, jobs, listenerContext } = services
  // Before anything can be asked or goes on by itself.
  await afterRestore(listenerContext)
  await houseChance.checkKey(listenerContext)
  const api = { operations, ...shared, db, sessions, limits, identity, isClosing }
  const dispatcher = createDispatcher(api)
  const { streams, channel, sports } = await addRoutes(server, options, { services, api, dispatcher, metrics })
  const chores = options.hasWorkers ? await startChores(services, streams, options) : null

  return {
    server,
    content: shared.content,
    i18n: shared.i18n,
    sessions,
    api,
    dispatcher,
    /** Pages that listen here. */
    countPages: streams.count,
    state,
    /** What this process has counted. */
    measure: () => metrics.getMetricsAsJSON(),
    chatScript: shared.chatStandIn,
    /** Runs what is queued until nothing is left, and answers with the faults. */
    runJobs: () => jobs.runAll(listenerContext),
    /** Readiness goes first, so that no more is sent; what was sent by then is read and finished; then the rest is let go. */
    async close() {
      state.isClosing = true
      await chores?.close()
      await channel.close()
      sports.close()
      await streams.close()
      await drain.settles(lastCallMs)
      await server.close()
      await services.close()
    },
  }
}

/** Every answer can be named to support, and none is taken for what it is not. */
function nameRequests(server: FastifyInstance, config: Config) {
  const headers = generalHeaders(config)
  server.addHook('onRequest', (request, reply, next) => {
    reply.headers(headers).header('x-request-id', request.id)
    next()
  })
}

/** One line per request: what was asked by route, never the address, query, cookie or body. */
function logRequests(server: FastifyInstance, log: Log) {
  if (!log.isLevelEnabled('debug')) return
  server.addHook('onResponse', async (request, reply) => {
    const route = request.call ? `/api/${request.call.name}` : (request.routeOptions.url ?? 'page')
    log.debug(
      {
        requestId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
}
