import { wrongField } from '@croupier/contract/refusals'
import type { Operation } from '../../context.ts'
import { readHeads, readMatchFacts } from './book-store.ts'
import { cardOf } from './card-rules.ts'
import { delayOf, wireEventMarkets, wireFact } from './event-rules.ts'

export const unknownEvent = (field: 'id' | 'event') => wrongField('EVENT_UNKNOWN', field, 'There is no such event')

export const getEvent: Operation<'sports.getEvent'> = async ({ book, locale }, { id }) => {
  const { seq, producers, read, recordOf } = await book.see()
  const [event] = await read([id])
  if (!event) throw unknownEvent('id')
  const { facts, results } = await recordOf(id)
  const { format, reason, rules, startsMs, firstStartsMs } = event
  return {
    ...cardOf(event, { locale, row: 'main', producers }),
    ...{ seq, format, reason, rules },
    first_starts_at: firstStartsMs === startsMs ? null : new Date(firstStartsMs).toISOString(),
    is_handled: event.isHandled,
    seed_hash: event.seedHash,
    delay: delayOf(event),
    ended_at: event.endedMs === null ? null : new Date(event.endedMs).toISOString(),
    record: facts.map(wireFact),
    markets: wireEventMarkets(event, results, producers),
  }
}

export const getFacts: Operation<'sports.getFacts'> = async ({ sql }, { event, after }) => {
  if ((await readHeads(sql, [event])).length === 0) throw unknownEvent('event')
  const items = (await readMatchFacts(sql, event, after)).map(wireFact)
  return { items, total: items.length, offset: 0, limit: items.length }
}
