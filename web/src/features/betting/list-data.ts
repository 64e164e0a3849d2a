import type { Call, Params } from '@croupier/contract/contract'
import type { SportsEventCard } from '@croupier/contract/methods/sports'
import {
  type EventView,
  eventViews,
  mostMarkets,
  printTopic,
  type RowMarket,
  rowMarkets,
} from '@croupier/contract/sports'

export type EventPage = {
  events: SportsEventCard[]
  total: number
  seq: number
  market: RowMarket
}

export const listSize = 100

export async function askEvents(
  call: Call,
  { market, ...wanted }: Omit<Params<'sports.getEvents'>, 'fields' | 'market'> & { market: RowMarket },
): Promise<EventPage> {
  const { items, total, seq } = await call('sports.getEvents', { count: listSize, ...wanted, market })
  return { events: items, total, seq, market }
}

export const readMarket = (query: URLSearchParams): RowMarket =>
  rowMarkets.find((each) => each === query.get('market')) ?? 'main'

export const readView = (query: URLSearchParams): EventView | null =>
  eventViews.find((each) => each === query.get('view')) ?? null

/** Rooms for lists of markets beside the topics of a page and of the slip. */
const mostLists = 4

/** Lists tell of main markets alone; others are asked for by number. Of an empty list there is nothing to tell. */
export function topicsOf(base: readonly string[], { market, events }: EventPage): string[] {
  if (events.length === 0) return []
  if (market === 'main') return [...base]
  const ids = events.flatMap((event) => event.market?.id ?? []).slice(0, mostLists * mostMarkets)
  const rooms = Array.from({ length: Math.ceil(ids.length / mostMarkets) }, (_, at) =>
    ids.slice(at * mostMarkets, (at + 1) * mostMarkets).sort((one, other) => one - other),
  )
  return [...base, ...rooms.map((room) => printTopic({ kind: 'markets', ids: room }))]
}
