import type { HistoryProduct } from '@croupier/contract/games'
import type { Db, JobContext, Tx } from '../../../context.ts'
import type { History, HistoryLine, HistoryQuery, OpenLine, Page, PaidBy } from '../../../ports/history.ts'

/**
 * One place to which every product gives its lines: rounds now, bets later. Readers (history, unfinished, open stakes,
 * files) know only this; a product gives a source and edits no reader.
 */

export type HistorySource = {
  product: string
  /** Newest first. */
  page: (db: Db, query: HistoryQuery, page: Page) => Promise<(HistoryLine & PaidBy)[]>
  count: (db: Db, query: HistoryQuery) => Promise<number>
  openPage: (db: Db, playerId: bigint, page: Page) => Promise<OpenLine[]>
  countOpen: (db: Db, playerId: bigint) => Promise<number>
  /** The sum of stakes that are open, of real money in this currency. */
  openStakes: (db: Db, owner: { playerId: bigint; currency: string }) => Promise<bigint>
}

const newestFirst = (a: OpenLine, b: OpenLine) =>
  b.openedAt.getTime() - a.openedAt.getTime() ||
  (a.provider < b.provider ? -1 : a.provider > b.provider ? 1 : a.round < b.round ? -1 : 1)

/** All products of the house as one history. */
export function openHistory(sources: readonly HistorySource[]): History {
  /** One source finds its page by itself; of several the first lines of each are merged. */
  async function merged<Line extends OpenLine>(
    { count, offset }: Page,
    read: (source: HistorySource, page: Page) => Promise<Line[]>,
  ): Promise<Line[]> {
    const [only, ...others] = sources
    if (only && others.length === 0) return read(only, { count, offset })
    const lines = await Promise.all(sources.map((source) => read(source, { count: offset + count, offset: 0 })))
    return lines
      .flat()
      .sort(newestFirst)
      .slice(offset, offset + count)
  }
  const sum = async (numbers: Promise<number>[]) => (await Promise.all(numbers)).reduce((all, one) => all + one, 0)

  return {
    page: (db: Db, query: HistoryQuery, page: Page) => merged(page, (source, part) => source.page(db, query, part)),
    count: (db: Db, query: HistoryQuery) => sum(sources.map((source) => source.count(db, query))),
    openPage: (db: Db, playerId: bigint, page: Page) =>
      merged(page, (source, part) => source.openPage(db, playerId, part)),
    countOpen: (db: Db, playerId: bigint) => sum(sources.map((source) => source.countOpen(db, playerId))),
    async openStakes(db: Db, owner: { playerId: bigint; currency: string }): Promise<bigint> {
      const stakes = await Promise.all(sources.map((source) => source.openStakes(db, owner)))
      return stakes.reduce((all, one) => all + one, 0n)
    },
  }
}

/** Where a file has got to. The moment is text: a Date would lose its last digits. */
export type ExportPlace = { at: string; provider: string; round: string }

/** What a product writes into files: lines oldest first, after a place and until the moment of the wish. */
export type ExportSource = {
  product: HistoryProduct
  header: string
  lines: (
    ctx: JobContext,
    tx: Tx,
    asked: { exportId: string; query: HistoryQuery; after: ExportPlace; until: string; count: number },
  ) => Promise<{ text: string; place: ExportPlace }[]>
}
