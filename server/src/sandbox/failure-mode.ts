import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

/** How a stand-in behaves towards every caller. Kept by the process: after a restart it is well again. */
const failureModes = z.enum(['up', 'down', 'slow', 'garbage'])
export type FailureMode = z.output<typeof failureModes>

/** Longer than anybody waits. */
const holdMs = 30_000

export function openFailureModes(app: FastifyInstance) {
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())
  const state: { mode: FailureMode } = { mode: 'up' }

  /** Never answers: the connection is cut when the caller has given up, or the process ends. */
  async function hold(reply: FastifyReply) {
    const over = new AbortController()
    reply.raw.once('close', () => over.abort())
    await sleep(holdMs, undefined, { signal: AbortSignal.any([closing.signal, over.signal]) }).catch(() => undefined)
    reply.hijack()
    reply.raw.destroy()
    return reply
  }

  async function show(mode: FailureMode, reply: FastifyReply) {
    if (mode === 'down') return reply.code(503).send({ error: { code: 'maintenance' } })
    if (mode === 'garbage') return reply.type('text/html').send('<html><body>It works!</body></html>')
    if (mode === 'slow') return hold(reply)
  }

  return {
    show,
    /** For every call of the API. */
    preHandler: (_request: FastifyRequest, reply: FastifyReply) => show(state.mode, reply),
    /** False when there is no such mode. */
    set(word: unknown): boolean {
      const parsed = failureModes.safeParse(word)
      if (parsed.success) state.mode = parsed.data
      return parsed.success
    },
  }
}
