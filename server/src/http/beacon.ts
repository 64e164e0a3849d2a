import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Database } from '../db/db.ts'
import { addHit, type Hit, readHit } from '../features/tracking/tracking.ts'
import type { Log } from '../log.ts'
import { network } from '../network.ts'
import { addBodyParsers, readQuery } from './body.ts'
import { isFromOwnPage } from './same-origin.ts'

type BeaconOptions = {
  db: Pick<Database, 'sql'>
  log: Pick<Log, 'warn'>
  /** Whether content has a fraud check, whose session is kept with the hit. */
  isSeonEnabled: () => Promise<boolean>
}

/** Two hits a visit are usual; a household has several visits. What is more is not recorded, and the page is not told. */
const addressLimit = { points: 300, duration: 60 }

/** While the database is slow or away, so many hits wait; later ones are lost rather than kept in memory. */
const waitingMost = 200

// One transparent pixel.
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/**
 * `GET /hit`: a picture that never waits. It is sent before anything is written, and sets no cookie. `POST /hit` is the
 * same with a body, for a session of the fraud check that is too long for an address.
 */
export async function beacon(app: FastifyInstance, { db, log, isSeonEnabled }: BeaconOptions) {
  const limiter = new RateLimiterMemory(addressLimit)
  const waiting = new Set<Promise<void>>()

  const isWithinLimit = (address: string) =>
    limiter.consume(network(address)).then(
      () => true,
      () => false,
    )

  function record(found: Hit) {
    if (waiting.size >= waitingMost) return
    const writing = addHit(db.sql, found)
      .then(() => {})
      .catch((error: unknown) => {
        log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'a hit was lost')
      })
      .finally(() => waiting.delete(writing))
    waiting.add(writing)
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, read: () => Readonly<Record<string, unknown>>) {
    if (isFromOwnPage(request.headers) && (await isWithinLimit(request.ip))) {
      const hit = readHit(read())
      record((await isSeonEnabled()) ? hit : { ...hit, seonSession: '' })
    }
    return reply
      .header('cache-control', 'no-store')
      .header('cross-origin-resource-policy', 'same-origin')
      .type('image/gif')
      .send(pixel)
  }

  addBodyParsers(app)
  app.get('/hit', (request, reply) => answer(request, reply, () => readQuery(request.url)))
  app.post<{ Body: Readonly<Record<string, unknown>> | undefined }>('/hit', (request, reply) =>
    answer(request, reply, () => request.body ?? {}),
  )

  app.addHook('onClose', async () => {
    await Promise.all(waiting)
  })
}
