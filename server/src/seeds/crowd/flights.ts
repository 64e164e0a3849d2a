import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Listener } from '../../db/listener.ts'
import { tableSources } from '../../features/rounds/rounds.ts'
import type { PublicSource } from '../../ports/public-source.ts'
import { ridersOf } from './plan-rules.ts'
import type { CrowdParts, Hands } from './play.ts'

type Options = CrowdParts & { listener: Listener | null; isAtWork: () => Hands | null }

/** As every page hears it. */
const heard = z.object({
  server_now: z.number(),
  round: z.object({ id: z.string(), phase: z.string(), starts_at: z.number().nullable() }).nullable(),
})

const pauseMs = 500

/** Demo players who fly along. A table that no page looks at rests, and they with it. */
export function openFlights({ db, config, keys, log, listener, isAtWork }: Options) {
  const ending = new AbortController()
  const sources = tableSources({ sql: db.sql, config, keys, listener })
  const unlisten: ((() => Promise<void>) | undefined)[] = []
  /** The last flight that was joined, by table. */
  const joined = new Map<string, string>()
  const looking = new Set<PublicSource>()
  let working = Promise.resolve()

  async function look({ name, read }: PublicSource) {
    const hands = isAtWork()
    if (!hands || ending.signal.aborted) return
    const { server_now: nowMs, round } = heard.parse((await read()).whole.data)
    if (round?.phase !== 'open' || joined.get(name) === round.id) return
    joined.set(name, round.id)
    const leftMs = round.starts_at === null ? Number.POSITIVE_INFINITY : round.starts_at - nowMs
    for (const rider of ridersOf(round.id)) {
      if (rider.afterMs > leftMs - 500) continue
      void sleep(rider.afterMs, undefined, { signal: ending.signal, ref: false })
        .then(() => hands.ride(name, rider))
        .catch((error: unknown) => {
          if (!ending.signal.aborted) log.warn({ err: error }, 'a demo player could not fly along')
        })
    }
  }

  /** Every stake is news too: however many there are, one look a while is enough. */
  const lookIn = (source: PublicSource) => {
    if (!isAtWork() || looking.has(source)) return
    looking.add(source)
    working = working
      .then(() => sleep(pauseMs, undefined, { signal: ending.signal, ref: false }))
      .then(() => {
        looking.delete(source)
        return look(source)
      })
      .catch((error: unknown) => {
        if (!ending.signal.aborted) log.warn({ err: error }, 'the demo players could not see a flight')
      })
  }

  return {
    async start() {
      for (const source of sources) unlisten.push(await source.listen(() => lookIn(source)))
    },
    /** Also at what was told while another node played, or none. */
    look() {
      for (const source of sources) lookIn(source)
    },
    async close() {
      ending.abort()
      for (const stop of unlisten) await stop?.()
      await working
    },
  }
}
