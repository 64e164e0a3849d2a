import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const quietMs = 100

/** Knows how many requests are being answered. Call it before other routes. */
export function openDrain(server: FastifyInstance) {
  let open = 0
  let lastAt = 0
  server.addHook('onRequest', (_request, reply, next) => {
    open += 1
    lastAt = performance.now()
    // Fires once for each request, also when the visitor leaves before the answer.
    reply.raw.once('close', () => {
      open -= 1
    })
    next()
  })

  return {
    /** Until nothing is in flight and nothing new has come for a moment; what stood in line has been read by then. */
    async settles(mostMs: number): Promise<void> {
      const began = performance.now()
      while (performance.now() - began < mostMs) {
        await sleep(quietMs)
        if (open === 0 && performance.now() - lastAt > quietMs) return
      }
    },
  }
}
