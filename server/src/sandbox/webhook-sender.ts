import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'

/** Pauses between tries; a provider does not give up at the first closed door. */
const pausesMs = [250, 1_000, 4_000, 15_000]
const patienceMs = 5_000

type Options = {
  url: string
  /** What proves a body, if anything does. */
  headersOf: (body: Buffer) => Record<string, string>
  log: Pick<Log, 'warn'>
}

/** Brings notices over HTTP, at least once, as a provider elsewhere would. */
export function openWebhookSender({ url, headersOf, log }: Options) {
  const closing = new AbortController()
  const running = new Set<Promise<unknown>>()

  async function attempt(body: Buffer): Promise<boolean> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headersOf(body) },
        body: new Uint8Array(body),
        redirect: 'error',
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(patienceMs)]),
      })
      await answer.body?.cancel()
      return answer.ok
    } catch {
      return false
    }
  }

  async function tryOn(body: Buffer) {
    for (const pauseMs of pausesMs) {
      await sleep(pauseMs, undefined, { signal: closing.signal })
      if (await attempt(body)) return
    }
    log.warn({ url }, 'the sandbox could not deliver a notice')
  }

  return {
    /** True when the first try arrived; else it is tried again in the background. */
    async send(notice: object): Promise<boolean> {
      const body = Buffer.from(JSON.stringify(notice))
      if (await attempt(body)) return true
      const more = tryOn(body).catch(() => undefined)
      running.add(more)
      more.finally(() => running.delete(more))
      return false
    },
    async close() {
      closing.abort()
      await Promise.all(running)
    },
  }
}
