import { setTimeout as sleep } from 'node:timers/promises'

/** Locked together: stakes of their players wait for as long as a page takes. */
const pageSize = 50
/** The clock calls once a minute. */
const mostMs = 40_000

/** So many at most, other than these. */
export type DuePage = { most: number; except: readonly bigint[] }

type Due = {
  /** Players, or what else can be ended by itself, that are due. */
  find: (page: DuePage) => Promise<bigint[]>
  /** Ends all of them; the same ones may come again. */
  end: (ids: readonly bigint[]) => Promise<unknown>
}

/**
 * Ends what is over until nothing is, a page at a time. A page that fails is ended one by one: what cannot be ended
 * holds up nothing else, and is told by the fault when all others are done. What stays due without a fault waits for the
 * next minute.
 */
export async function endDue({ find, end }: Due): Promise<void> {
  const until = performance.now() + mostMs
  const seen = new Set<bigint>()
  const except = new Set<bigint>()
  const faults: unknown[] = []
  const look = () => find({ most: 4 * pageSize, except: [...except] })
  for (let due = await look(); due.length > 0 && performance.now() < until; due = await look()) {
    for (const id of due) if (seen.has(id)) except.add(id)
    const fresh = due.filter((id) => !seen.has(id))
    for (let at = 0; at < fresh.length && performance.now() < until; at += pageSize) {
      const page = fresh.slice(at, at + pageSize)
      const since = performance.now()
      faults.push(...(await endPage(page, end)))
      for (const id of page) seen.add(id)
      // Stakes go first: it rests for as long as it worked.
      await sleep(performance.now() - since)
    }
  }
  if (faults.length > 0) throw faults[0]
}

async function endPage(ids: readonly bigint[], end: Due['end']): Promise<unknown[]> {
  try {
    await end(ids)
    return []
  } catch (fault) {
    if (ids.length === 1) return [fault]
    const faults: unknown[] = []
    for (const id of ids) faults.push(...(await endPage([id], end)))
    return faults
  }
}
