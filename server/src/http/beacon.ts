import type { FastifyInstance } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Database } from '../db/db.ts'
import { addHit, type Hit, readHit } from '../features/tracking/tracking.ts'
import type { Log } from '../log.ts'
import { network } from '../network.ts'
import { readQuery } from './body.ts'
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

/** `GET /hit`: a picture that never waits. It is sent before anything is written, and sets no cookie. */
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

  app.get('/hit', async (request, reply) => {
    if (isFromOwnPage(request.headers) && (await isWithinLimit(request.ip))) {
      const hit = readHit(readQuery(request.url))
      record((await isSeonEnabled()) ? hit : { ...hit, seonSession: '' })
    }
    return reply
      .header('cache-control', 'no-store')
      .header('cross-origin-resource-policy', 'same-origin')
      .type('image/gif')
      .send(pixel)
  })

  app.addHook('onClose', async () => {
    await Promise.all(waiting)
  })
}
