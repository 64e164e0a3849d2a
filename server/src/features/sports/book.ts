import type { Db } from '../../context.ts'
import type { Listener } from '../../db/listener.ts'
import type { Log } from '../../log.ts'
import type { BookEvent, BookView, EventRecord, SportsBook } from '../../ports/sports-book.ts'
import { noteWatch, readStandings } from './book-store.ts'
import { type FollowedBook, followBook } from './follow-book.ts'
import { readFromTables, readRecord, seeTables } from './table-book.ts'

type Options = {
  sql: Db
  /** Without one this node hears of no change, and asks the tables. */
  listener: Listener | null
  log: Log
  /** Where no producer is named there is nothing to remember. */
  isOn: boolean
}

const watchPauseMs = 15_000

/** The book of this node: from memory once it is filled, from the tables before. */
export function openSportsBook({ sql, listener, log, isOn }: Options): SportsBook & { close: () => Promise<void> } {
  const followed = isOn && listener ? followBook({ sql, listener, log }) : null
  const standings = shared(() => readStandings(sql))
  let watchedMs = Number.NEGATIVE_INFINITY

  function noteWatched(): void {
    const nowMs = performance.now()
    if (!isOn || nowMs - watchedMs < watchPauseMs) return
    watchedMs = nowMs
    void noteWatch(sql).catch(() => {
      watchedMs = Number.NEGATIVE_INFINITY
    })
  }

  return {
    noteWatched,
    memory: followed?.memory ?? null,
    async see() {
      noteWatched()
      if (!followed?.isFilled()) return seeTables(sql)
      const seen = await standings()
      // All was read anew meanwhile.
      return followed.isFilled() ? seeMemory(sql, followed, seen) : seeTables(sql)
    },
    close: async () => followed?.close(),
  }
}

function seeMemory(
  sql: Db,
  { shelf, memory, listed }: FollowedBook,
  standings: Pick<BookView, 'nowMs' | 'producers'>,
): BookView {
  const known = (id: number): BookEvent | null => {
    const event = shelf.events.get(id)
    return event ? { ...event.head, markets: [...event.markets.values()] } : null
  }
  return {
    ...standings,
    seq: memory.seq(),
    listed: listed(standings.nowMs),
    async read(ids, row) {
      const missing = ids.filter((id) => !shelf.events.has(id))
      const older = new Map(
        (missing.length > 0 ? await readFromTables(sql, missing, row) : []).map((one) => [one.id, one]),
      )
      return ids.flatMap((id) => known(id) ?? older.get(id) ?? [])
    },
    recordOf(id) {
      const event = shelf.events.get(id)
      if (!event) return readRecord(sql, id)
      event.record ??= readRecord(sql, id).catch((error: unknown): EventRecord => {
        event.record = null
        throw error
      })
      return event.record
    },
  }
}

/** Questions that come while the answer is under way share it. */
function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | null = null
  return () => {
    asked ??= ask().finally(() => {
      asked = null
    })
    return asked
  }
}
