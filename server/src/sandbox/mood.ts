import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

/** How a stand-in behaves towards everybody. Kept by the process: after a restart it is well again. */
const moods = z.enum(['up', 'down', 'slow', 'garbage'])
export type Mood = z.output<typeof moods>

/** Longer than anybody waits. */
const holdMs = 30_000

export function openMoods(app: FastifyInstance) {
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())
  const state: { mood: Mood } = { mood: 'up' }

  /** Never answers: the connection is cut when whoever asked has given up, or the process ends. */
  async function hold(reply: FastifyReply) {
    const over = new AbortController()
    reply.raw.once('close', () => over.abort())
    await sleep(holdMs, undefined, { signal: AbortSignal.any([closing.signal, over.signal]) }).catch(() => undefined)
    reply.hijack()
    reply.raw.destroy()
    return reply
  }

  async function show(mood: Mood, reply: FastifyReply) {
    if (mood === 'down') return reply.code(503).send({ error: { code: 'maintenance' } })
    if (mood === 'garbage') return reply.type('text/html').send('<html><body>It works!</body></html>')
    if (mood === 'slow') return hold(reply)
  }

  return {
    show,
    /** For every call of the API. */
    preHandler: (_request: FastifyRequest, reply: FastifyReply) => show(state.mood, reply),
    /** False when there is no such mood. */
    set(word: unknown): boolean {
      const parsed = moods.safeParse(word)
      if (parsed.success) state.mood = parsed.data
      return parsed.success
    },
  }
}
