import type { Operation } from '../../context.ts'
import { cardOf } from './card-rules.ts'
import { isWanted } from './list-rules.ts'

export const getEvents: Operation<'sports.getEvents'> = async ({ book, locale }, { ids, market, ...asked }) => {
  const { seq, nowMs, producers, listed, read } = await book.see()
  const { count, offset } = asked
  const found = ids ?? listed.filter((event) => isWanted(event, asked, nowMs)).map(({ id }) => id)
  const events = await read(found.slice(offset, offset + count), market)
  const items = events.map((event) => cardOf(event, { locale, row: market, producers }))
  return { items, total: found.length, offset, limit: count, seq }
}
