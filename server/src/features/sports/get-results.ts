import type { Operation } from '../../context.ts'
import { cardOf } from './card-rules.ts'
import { findOver } from './results-store.ts'
import { readFromTables } from './table-book.ts'

export const getResults: Operation<'sports.getResults'> = async ({ sql, book, locale, now }, asked) => {
  const { count, offset, sport = null, tournament = null } = asked
  const day = asked.day ?? now.toISOString().slice(0, 10)
  const { seq, producers } = await book.see()
  const ids = await findOver(sql, { day, sport, tournament })
  const events = await readFromTables(sql, ids.slice(offset, offset + count), 'main')
  const items = events.map((event) => cardOf(event, { locale, row: 'main', producers }))
  return { items, total: ids.length, offset, limit: count, seq, day }
}
