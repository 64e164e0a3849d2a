import { setTimeout as sleep } from 'node:timers/promises'

/** Locked together: their stakes wait for as long as a page takes. */
const pageSize = 50
/** The clock calls once a minute. */
const mostMs = 40_000

/** So many at most, other than these. */
export type DuePage = { most: number; except: readonly bigint[] }

type Due = {
  /** Players with something that is over. */
  find: (page: DuePage) => Promise<bigint[]>
  /** Ends it for all of them, in one transaction. */
  end: (playerIds: readonly bigint[]) => Promise<unknown>
}

/**
 * Ends what is over until nothing is, a page of players at a time. A page that fails is ended player by player: one that
 * cannot be ended holds up nobody else, and is told by the fault when all others are done.
 */
export async function endDue({ find, end }: Due): Promise<void> {
  const until = performance.now() + mostMs
  const failed = new Map<bigint, unknown>()
  const seen = new Set<bigint>()
  const next = async () =>
    (await find({ most: 4 * pageSize, except: [...failed.keys()] })).filter((playerId) => !seen.has(playerId))
  for (let due = await next(); due.length > 0; due = await next()) {
    for (const playerId of due) seen.add(playerId)
    for (let at = 0; at < due.length; at += pageSize) {
      const since = performance.now()
      for (const [playerId, fault] of await endPage(due.slice(at, at + pageSize), end)) failed.set(playerId, fault)
      if (performance.now() > until) return throwFirst(failed)
      // Stakes go first: it rests for as long as it worked.
      await sleep(performance.now() - since)
    }
  }
  throwFirst(failed)
}

async function endPage(playerIds: readonly bigint[], end: Due['end']): Promise<[bigint, unknown][]> {
  try {
    await end(playerIds)
    return []
  } catch (fault) {
    const [only] = playerIds
    if (playerIds.length === 1 && only !== undefined) return [[only, fault]]
    const found: [bigint, unknown][] = []
    for (const playerId of playerIds) found.push(...(await endPage([playerId], end)))
    return found
  }
}

function throwFirst(failed: ReadonlyMap<bigint, unknown>): void {
  for (const fault of failed.values()) throw fault
}
