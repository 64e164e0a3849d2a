import type { RowMarket } from '@croupier/contract/sports'
import type { Db } from '../../context.ts'
import type { BookEvent, BookView, EventRecord } from '../../ports/sports-book.ts'
import {
  readBookMarkets,
  readHeads,
  readLastResults,
  readListed,
  readMatchFacts,
  readSeq,
  readStandings,
} from './book-store.ts'
import { rowTypes } from './card-rules.ts'

/** The book as the tables have it. */
export async function seeTables(db: Db): Promise<BookView> {
  const seq = await readSeq(db)
  const standings = await readStandings(db)
  const listed = await readListed(db)
  return {
    ...{ seq, ...standings, listed },
    read: (ids, row) => readFromTables(db, ids, row),
    recordOf: (id) => readRecord(db, id),
  }
}

export async function readFromTables(db: Db, ids: readonly number[], row?: RowMarket): Promise<BookEvent[]> {
  const heads = new Map((await readHeads(db, ids)).map((head) => [head.id, head]))
  const markets = await readBookMarkets(db, [...heads.keys()], row ? rowTypes(row) : null)
  return ids.flatMap((id) => {
    const head = heads.get(id)
    return head ? [{ ...head, markets: markets.get(id) ?? [] }] : []
  })
}

export const readRecord = async (db: Db, id: number): Promise<EventRecord> => ({
  facts: await readMatchFacts(db, id, 0),
  results: await readLastResults(db, id),
})
