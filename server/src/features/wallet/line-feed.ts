import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Db, JobContext } from '../../context.ts'
import { playerChannel } from '../../db/announce.ts'
import type { Listener } from '../../db/listener.ts'
import { parseJson } from '../../parse-json.ts'

/** Names are collected for so long, then all of them are worked in with a few questions. */
const collectMs = 1_000
/** So long after the last beat another node goes on. */
const silenceMs = 1_500
const sweepMs = 300_000
/** Players in one go. Each go asks some fifteen questions, which cost nearly the same for few and for many. */
const atOnce = 500
/** So many names are worked in each second whatever they wait for: they cost a stake nothing that could be seen. */
const few = 100

type LineReader = {
  /** For the log. */
  name: string
  /** Players whose purses are further than their cursors, by their numbers. */
  behind: (page: { after: bigint; count: number }) => Promise<bigint[]>
  /** What moved since the cursors, which move in the same transaction: twice is once. */
  workIn: (playerIds: readonly bigint[]) => Promise<void>
  /**
   * So long a crowd may wait: lines of one player that come meanwhile are worked in together, and a crowd that stakes
   * every second costs a tenth. Left out where a board shows each second.
   */
  patienceMs?: number
  /** Players whose account changed; what is missed of these is not found by a sweep. */
  accountsChanged?: (playerIds: readonly bigint[]) => Promise<void>
}

/** Where all of so many players fail, it is not their lines. */
const mostAlone = 20

type Log = { log: Pick<JobContext['log'], 'error' | 'warn'> }
type Going = {
  feed: string
  playerIds: readonly bigint[]
  work: LineReader['workIn']
  /** So many players that fail one after the other are a fault of the feed. */
  most?: number
}

const faultText = (error: unknown) => (error instanceof Error ? error.message : 'unknown')

/** A crowd that fails is halved: a player who cannot be worked in is named in the log and keeps no other from it. */
async function workInAll({ log }: Log, { feed, playerIds, work, most = mostAlone }: Going): Promise<void> {
  const alone: { player: bigint; fault: unknown }[] = []
  let inARow = 0
  async function workIn(some: readonly bigint[]): Promise<void> {
    try {
      await work(some)
      inARow = 0
    } catch (fault) {
      const [player] = some
      if (player === undefined) return
      if (some.length === 1) {
        alone.push({ player, fault })
        inARow += 1
        // The database may have gone in the middle of a crowd.
        if (inARow >= most) throw fault
        return
      }
      const half = Math.ceil(some.length / 2)
      await workIn(some.slice(0, half))
      await workIn(some.slice(half))
    }
  }
  for (let from = 0; from < playerIds.length; from += atOnce) await workIn(playerIds.slice(from, from + atOnce))
  for (const { player, fault } of alone)
    log.error({ feed, player: String(player), fault: faultText(fault) }, 'lines of a player cannot be worked in')
}

/** All whose purses are further than their cursors: a notice that was lost delays, it loses nothing. */
export async function sweepLines(ctx: Log, { name, behind, workIn }: LineReader): Promise<void> {
  for (let after = 0n; ; ) {
    const players = await behind({ after, count: atOnce })
    const last = players.at(-1)
    if (last === undefined) return
    await workInAll(ctx, { feed: name, playerIds: players, work: workIn })
    after = last
  }
}

const notice = z.object({ playerIds: z.array(z.string().regex(/^\d+$/).transform(BigInt)), topic: z.string() })

type LeaseStore = {
  take: (db: Db, beat: { name: string; holder: string; silenceMs: number }) => Promise<boolean>
  letGo: (db: Db, beat: { name: string; holder: string }) => Promise<unknown>
}

export type FeedLease = { isHeld: () => boolean; close: () => Promise<void> }

/** One node works, for all feeds that share the lease: it says once a second that it is alive, whatever it works in. */
export function openFeedLease({ sql, log }: Pick<JobContext, 'sql' | 'log'>, store: LeaseStore): FeedLease {
  const beat = { name: 'feed', holder: randomUUID(), silenceMs }
  const ending = new AbortController()
  let isHeld = false

  async function run() {
    while (!ending.signal.aborted) {
      isHeld = await store.take(sql, beat).catch((error: unknown) => {
        log.warn({ fault: faultText(error) }, 'the lease of the feeds is not known')
        return false
      })
      await pause(ending.signal)
    }
  }

  const running = run()
  return {
    isHeld: () => isHeld,
    async close() {
      ending.abort()
      await running
      isHeld = false
      await store.letGo(sql, beat).catch(() => {})
    },
  }
}

const pause = (signal: AbortSignal) => sleep(collectMs, undefined, { signal, ref: false }).catch(() => {})

/**
 * Reads the ledger after the stakes, so that no stake waits for it. Every node collects names, the one with the lease
 * works; when it falls silent the next one begins with a sweep.
 */
export async function openLineFeed(
  { log }: Log,
  reader: LineReader,
  { listener, lease }: { listener: Listener | null; lease: Pick<FeedLease, 'isHeld'> },
) {
  const { name: feed } = reader
  const ending = new AbortController()
  let moved = new Set<bigint>()
  let movedSince = 0
  let changed = new Set<bigint>()
  let sweepAt = 0
  let isHolder = false

  const unlisten = await listener?.listen(playerChannel, {
    onNotice(payload) {
      const read = notice.safeParse(parseJson(payload))
      if (!read.success) return
      const { topic, playerIds } = read.data
      // A bet that is lost moves nothing of the own purse.
      if (topic === 'balance' || topic === 'bets') {
        if (moved.size === 0) movedSince = performance.now()
        for (const id of playerIds) moved.add(id)
      }
      if (topic === 'account') for (const id of playerIds) changed.add(id)
    },
    onConnect() {
      sweepAt = 0
    },
  })

  async function turn() {
    const wasHolder = isHolder
    isHolder = lease.isHeld()
    const asked = [...changed]
    changed = new Set()
    const isSweep = !wasHolder || performance.now() >= sweepAt
    const isPatient = moved.size > few && performance.now() - movedSince < (reader.patienceMs ?? 0)
    const named = isPatient && isHolder && !isSweep ? [] : [...moved]
    if (named.length > 0) moved = new Set()
    if (!isHolder) return
    if (reader.accountsChanged) await workInAll({ log }, { feed, playerIds: asked, work: reader.accountsChanged })
    if (isSweep) {
      // Before it: a reconnect meanwhile asks for another one.
      sweepAt = performance.now() + sweepMs
      await sweepLines({ log }, reader)
      return
    }
    // Where none could be, the next turn looks at all.
    const most = Math.min(named.length, mostAlone)
    await workInAll({ log }, { feed, playerIds: named, work: reader.workIn, most })
  }

  async function run() {
    while (!ending.signal.aborted) {
      await turn().catch((error: unknown) => {
        // Whose names were taken is not known any more, so all are looked at.
        sweepAt = 0
        log.warn({ fault: faultText(error), feed }, 'a feed of lines could not go on')
      })
      await pause(ending.signal)
    }
  }

  const working = run()
  return {
    async close() {
      ending.abort()
      await working
      await unlisten?.()
    },
  }
}
