import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Render } from '@croupier/contract/boot'
import fastifyStatic from '@fastify/static'
import fastify, { type FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import type { Config } from './config.ts'
import type { Database } from './db/db.ts'
import { openContent } from './features/content/content.ts'
import { openI18n } from './features/i18n/i18n.ts'
import { operations } from './features/methods.ts'
import { serverOptions } from './http/answer.ts'
import { apiDocs } from './http/api-docs.ts'
import { contentApi } from './http/content-api.ts'
import { createDispatcher } from './http/dispatch.ts'
import { generalHeaders } from './http/headers.ts'
import { images } from './http/images.ts'
import { nfx } from './http/nfx.ts'
import { addOperations } from './http/operations.ts'
import { openLimits } from './http/rate-limit.ts'
import { openSessions } from './http/session.ts'
import { site } from './http/site.ts'
import { siteFiles } from './http/site-files.ts'
import { watchTraffic } from './http/traffic.ts'
import type { Log } from './log.ts'
import type { Secrets } from './secrets.ts'

export type Parts = {
  config: Config
  secrets: Secrets
  db: Database
  log: Log
  render: Render
  buildId: string
  /** Folders whose files are served as they are: the web's build, or its public folder while developing. */
  assetDirs: string[]
  contentDir: string
}

/** Connections that stand in line when the process is asked to stop are still served. */
const lastCallMs = 4000

export type App = Awaited<ReturnType<typeof createApp>>

/** Puts the platform together: the only place that knows every part. */
export async function createApp(parts: Parts) {
  const { config, secrets, db, log } = parts
  const state = { isClosing: false }
  const isClosing = () => state.isClosing
  const server = fastify({ ...serverOptions(config), logger: false, forceCloseConnections: 'idle' })
  const traffic = watchTraffic(server)
  const metrics = new Registry()
  nameRequests(server, config)
  addOperations(server, { pool: db.pool, metricsToken: secrets.metricsToken, registry: metrics, config, isClosing })
  logRequests(server, log)

  const cacheDir = join(config.dataDir, 'cache')
  const host = new URL(config.origin).host
  const source = {
    dir: parts.contentDir,
    url: config.contentUrl,
    token: config.contentToken,
    cacheDir: join(cacheDir, 'content'),
  }
  const content = await openContent({ ...source, host, log, metrics })
  const i18n = await openI18n({ dir: parts.contentDir, content, log })
  const sessions = openSessions({ sql: db.sql, keys: secrets.sessionPepper, config })
  const limits = openLimits({ pool: db.pool, pepper: secrets.sessionPepper.current })
  const api = { operations, config, db, content, i18n, sessions, limits, log, isClosing }
  const dispatcher = createDispatcher(api)

  await server.register(dispatcher.plugin, { prefix: '/api' })
  await server.register(contentApi, {
    prefix: '/content',
    content,
    db,
    keys: secrets.contentJwt,
    sendMail: async () => {},
    log,
  })
  await server.register(nfx, { content, i18n, log })
  await server.register(images, {
    publicDirs: parts.assetDirs,
    hosts: config.contentUrl ? [new URL(config.contentUrl).origin] : [],
    cacheDir: join(cacheDir, 'images'),
    fallbackFile: firstFile(parts.assetDirs, 'art/fallback.webp'),
    log,
  })
  await apiDocs(server, { config })
  siteFiles(server, { content, i18n, origin: config.origin, buildId: parts.buildId })
  await assets(server, parts.assetDirs)
  site(server, {
    config,
    content,
    i18n,
    log,
    render: parts.render,
    buildId: parts.buildId,
    limits,
    playerOf: (request, reply) => sessions.playerOf(request, reply, false),
    callAs: (visitor) => (name, params) => dispatcher.invoke(name, params, visitor),
  })

  return {
    server,
    content,
    i18n,
    sessions,
    api,
    dispatcher,
    state,
    /** Readiness goes first, so that nobody sends more; what was sent by then is read and finished; then the rest is let go. */
    async close() {
      state.isClosing = true
      await traffic.settles(lastCallMs)
      await server.close()
      await i18n.close()
      await content.close()
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

const firstFile = (dirs: string[], name: string) => dirs.map((dir) => join(dir, name)).find(existsSync) ?? ''

async function assets(server: FastifyInstance, dirs: string[]) {
  await server.register(fastifyStatic, {
    root: dirs,
    // Only files that exist get a route: every other address is a page.
    wildcard: false,
    preCompressed: true,
    index: false,
    setHeaders(reply, path) {
      const isNamedByContent = path.includes('/assets/')
      reply.header('cache-control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
}
