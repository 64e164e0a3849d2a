import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Listener } from '../../db/listener.ts'
import { openFlights } from './flights.ts'
import { pauseMsOf, turnOf } from './plan-rules.ts'
import { type CrowdParts, type Hands, openHands } from './play.ts'
import { addSeats, joinCups } from './seats.ts'
import { letGoOfCrowd, takeBeat } from './store.ts'

type Options = CrowdParts & {
  listener: Listener | null
  /** A page is open on this node. */
  isWatched: () => boolean
}

/** How often a node says that it plays, or looks whether another one does. */
const beatMs = 4_000
const cupsEveryMs = 3_600_000

/**
 * The players of the demo world who play by themselves (decision 0053): every node has them, one plays. The plan is in
 * `plan-rules.ts`, how far it got in the database; nothing else is remembered, so a kill costs one turn.
 */
export function openCrowd(options: Options) {
  const { db, log, isWatched } = options
  const node = randomUUID()
  const ending = new AbortController()
  let hands: Hands | null = null
  let cupsAt = 0
  let nextAt = 0
  let working = Promise.resolve()
  const flights = openFlights({ ...options, isAtWork: () => hands })

  async function prepare(): Promise<Hands> {
    const players = await addSeats(options)
    if (performance.now() >= cupsAt) {
      await joinCups(db, players)
      cupsAt = performance.now() + cupsEveryMs
    }
    return openHands(options, players)
  }

  /** Answers after how long to look again. */
  async function takeTurn(isDue = performance.now() >= nextAt): Promise<number> {
    const beat = await takeBeat(db.sql, { node, isWatched: isWatched(), turns: hands && isDue ? 1 : 0 })
    if (!beat) hands = null
    if (!beat) return beatMs
    if (!hands || performance.now() >= cupsAt) {
      hands = await prepare()
      flights.look()
      return 0
    }
    const turn = turnOf(beat.turn)
    const pauseMs = pauseMsOf(turn.pause, beat)
    if (!isDue) {
      // A page was opened meanwhile: nothing is gained by the long pause that was begun before.
      nextAt = Math.min(nextAt, performance.now() + pauseMs)
      return Math.min(beatMs, Math.max(0, nextAt - performance.now()))
    }
    nextAt = performance.now() + pauseMs
    await hands.playTurn(turn)
    return Math.min(beatMs, pauseMs)
  }

  async function run() {
    while (!ending.signal.aborted) {
      const waitMs = await takeTurn().catch((error: unknown) => {
        log.warn({ err: error }, 'the demo players could not go on')
        hands = null
        return beatMs
      })
      await sleep(waitMs, undefined, { signal: ending.signal, ref: false }).catch(() => undefined)
    }
  }

  return {
    async start() {
      working = run()
      await flights.start()
    },

    /** One turn by hand, for tests that do not wait for it. */
    turn: () => takeTurn(true),

    async close() {
      ending.abort()
      await flights.close()
      await working
      await letGoOfCrowd(db.sql, node).catch(() => undefined)
    },
  }
}
