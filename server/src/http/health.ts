import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { AggregatorRegistry, collectDefaultMetrics, Histogram, type Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { whereaboutsQuestion } from '../db/after-restore.ts'
import { isBearer, type Keys } from '../secrets.ts'
import { apiHeaders } from './headers.ts'

type HealthOptions = {
  pool: Pick<Pool, 'query'>
  registry: Registry
  config: Pick<Config, 'isSecure'>
  isClosing: () => boolean
}

const readyTimeoutMs = 1000

/** What machines that watch over the site ask. Call it on the root, before other routes: it times all of them. */
export function addHealthRoutes(app: FastifyInstance, { pool, registry, config, isClosing }: HealthOptions) {
  timeRequests(app, registry)
  const headers = { ...apiHeaders(config), 'cache-control': 'no-store' }

  app.get('/healthz', (_request, reply) => reply.headers(headers).send({ status: 'up' }))

  app.get('/readyz', async (_request, reply) => {
    const isReady = !isClosing() && (await answers(pool))
    return reply
      .headers(headers)
      .code(isReady ? 200 : 503)
      .send({ status: isReady ? 'ready' : 'not ready' })
  })
}

type MetricsOptions = {
  token: Keys
  registry: Registry
  /** Of the other processes of the house on this machine. */
  measureOthers?: () => Promise<object[][]>
  config: Pick<Config, 'isSecure'>
}

/** What was counted since the start, in every process of the house on this machine: each series says in which. */
export function addMetricsRoute(app: FastifyInstance, { token, registry, measureOthers, config }: MetricsOptions) {
  const headers = { ...apiHeaders(config), 'cache-control': 'no-store' }
  const gather = async (measure: () => Promise<object[][]>) => {
    const [own, others] = await Promise.all([registry.getMetricsAsJSON(), measure()])
    return AggregatorRegistry.aggregate([own, ...others])
  }

  app.get('/metrics', async (request, reply) => {
    reply.headers(headers)
    if (!isBearer(request.headers.authorization, token)) {
      return reply.code(401).header('www-authenticate', 'Bearer').send({ status: 'unauthorized' })
    }
    const gathered = measureOthers ? await gather(measureOthers) : registry
    return reply.type(registry.contentType).send(await gathered.metrics())
  })
}

function timeRequests(app: FastifyInstance, registry: Registry) {
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time from the first byte of a request to the last byte of its answer.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, next) => {
    // Only names we know: an address made up by a stranger must not become a series.
    const route = request.call ? `/api/${request.call.name}` : (request.routeOptions.url ?? 'page')
    seconds.observe({ route, method: request.method, status: reply.statusCode }, reply.elapsedTime / 1000)
    next()
  })
}

/** A database that is not where it was may be an earlier day of the house: until that is seen to, it is not ready. */
async function answers(pool: Pick<Pool, 'query'>): Promise<boolean> {
  const asked = pool.query(whereaboutsQuestion).then(
    ({ rows }) => rows[0]?.isHere === true,
    () => false,
  )
  const giveUp = new AbortController()
  const late = sleep(readyTimeoutMs, false, { signal: giveUp.signal, ref: false }).catch(() => false)
  const isReady = await Promise.race([asked, late])
  giveUp.abort()
  return isReady
}
