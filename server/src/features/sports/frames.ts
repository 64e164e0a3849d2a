import type { SportsFrame, SportsTopic } from '@croupier/contract/sports'
import { isLive, isSilentNow, rowMarketOf, type Showing, shownState } from './card-rules.ts'
import { isInView } from './list-rules.ts'
import type { MemoryEvent, MemoryMarket, Shelf } from './memory-book.ts'

type MarketLine = NonNullable<SportsFrame['m']>[number]
type EventLine = NonNullable<SportsFrame['e']>[number]

/**
 * What of a topic changed after a number, as it is now: of a market that moved ten times only the last version. A stop
 * stands before every price.
 */
export function frameOf(
  topic: SportsTopic,
  since: number,
  events: Iterable<MemoryEvent>,
  { nowMs, producers }: { nowMs: number; producers: Showing['producers'] },
) {
  const markets: MarketLine[] = []
  const changed: MemoryEvent[] = []
  for (const event of events) {
    if (event.lastSeq <= since || !isAbout(topic, event, nowMs)) continue
    if (event.seq > since) changed.push(event)
    const isSilent = isSilentNow(event.head, producers)
    for (const market of marketsFor(topic, event)) if (market.seq > since) markets.push(marketLine(market, isSilent))
  }
  if (markets.length === 0 && changed.length === 0) return null
  const isOpen = ([, , state]: MarketLine) => state === 'open'
  const m = [...markets.filter((line) => !isOpen(line)), ...markets.filter(isOpen)]
  const frame: SportsFrame = {
    ...(m.length > 0 && { m }),
    ...(changed.length > 0 && { e: changed.map(({ head }) => eventLine(head)) }),
  }
  return frame
}

/** Whose events a topic may have at all, so that not all of them are looked through. */
export function candidatesOf(
  shelf: Pick<Shelf, 'events' | 'eventOf'>,
  topic: SportsTopic,
  among?: ReadonlySet<number>,
): Iterable<MemoryEvent> {
  const named = namedBy(shelf, topic)?.filter((id) => !among || among.has(id)) ?? among
  return named ? [...new Set(named)].flatMap((id) => shelf.events.get(id) ?? []) : shelf.events.values()
}

/** Events that a topic has by number: a stranger may ask for markets of forty of them, as often as there are streams. */
function namedBy({ eventOf }: Pick<Shelf, 'eventOf'>, topic: SportsTopic): number[] | null {
  if (topic.kind === 'event') return [topic.id]
  return topic.kind === 'markets' ? topic.ids.flatMap((id) => eventOf(id) ?? []) : null
}

/** What has just ended is told to those who saw it live. */
const isOver = ({ head }: MemoryEvent): boolean => head.endedMs !== null

function isAbout(topic: SportsTopic, event: MemoryEvent, nowMs: number): boolean {
  const { head } = event
  switch (topic.kind) {
    case 'live':
      return isLive(head) || isOver(event)
    case 'event':
      return head.id === topic.id
    case 'markets':
      return topic.ids.some((id) => event.markets.has(id))
    case 'list':
      if (topic.of === 'today') return isLive(head) || isOver(event) || isInView(head, 'today', nowMs)
      return topic.of === head.tournament.sport.sysname || topic.of === String(head.tournament.id)
  }
}

function marketsFor(topic: SportsTopic, event: MemoryEvent): Iterable<MemoryMarket> {
  if (topic.kind === 'event') return event.markets.values()
  if (topic.kind === 'markets') return topic.ids.flatMap((id) => event.markets.get(id) ?? [])
  const main = rowMarketOf(event.head.tournament.sport.sysname, [...event.markets.values()], 'main')
  return main ? [main] : []
}

/** As a page reads it from the book: whose producer is silent is not for sale. */
function marketLine(market: MemoryMarket, isSilent: boolean): MarketLine {
  const { state, cause } = shownState(market, isSilent)
  return [market.id, market.version, state, market.prices, cause]
}

const eventLine = ({ id, version, state, clock, score, facts, closed }: MemoryEvent['head']): EventLine => [
  id,
  version,
  state,
  clock,
  score,
  facts,
  closed,
]
