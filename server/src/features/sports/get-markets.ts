import type { Operation } from '../../context.ts'
import { readMarketsOf } from './book-store.ts'
import { cardOf, isSilentNow, wireMarket } from './card-rules.ts'

/** Markets as the tables have them: one that this node has not heard of yet must not look as if it were gone. */
export const getMarkets: Operation<'sports.getMarkets'> = async ({ book, sql, locale }, { ids }) => {
  const { seq, producers, read } = await book.see()
  const markets = await readMarketsOf(sql, ids)
  const events = await read([...markets.keys()])
  const found = events.flatMap((event) => {
    const card = cardOf(event, { locale, row: 'main', producers })
    const isSilent = isSilentNow(event, producers)
    return (markets.get(event.id) ?? []).map((market) => ({ ...wireMarket(card.sport, market, isSilent), event: card }))
  })
  const items = found.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
  return { items, total: items.length, offset: 0, limit: items.length, seq }
}
