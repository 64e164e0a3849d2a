import { wrongField } from '@croupier/contract/refusals'
import type { Operation } from '../../context.ts'
import { readHistory } from './archive.ts'
import { outcomeWords } from './card-rules.ts'
import { findMarket } from './results-store.ts'

export const getPrices: Operation<'sports.getPrices'> = async ({ sql }, { market: id, count, offset }) => {
  const market = await findMarket(sql, id)
  if (!market) throw wrongField('MARKET_UNKNOWN', 'market', 'There is no such market')
  const all = await readHistory(sql, market)
  const items = all.slice(offset, offset + count).map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
  const outcomes = [...outcomeWords(market.sport, market)]
  return { items, total: all.length, offset, limit: count, outcomes }
}
