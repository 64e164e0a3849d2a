import type { PricedMarket } from './market-store.ts'

type ToldMarket = Pick<PricedMarket, 'state' | 'prices' | 'isLive' | 'closesAt'>

/** The last words about markets of an event, and how often others than its feed had changed these by then. */
type ToldEvent = { touches: number; markets: Map<string, ToldMarket> }

/** By the numbers of events; the one that was told of last is the last. */
export type ToldEvents = Map<bigint, ToldEvent>

export type ToldMarkets = ReturnType<typeof openToldMarkets>

/** Of one producer: some megabytes. */
const mostEvents = 512

/**
 * What this node has last taken from each producer, so that prices that are told again need not be looked up. Only what
 * was committed is remembered, and it counts only while the row of the producer is as that commit left it: a word that
 * another node took, one that was taken back, or a database of an earlier day make all of it old. It only ever leaves
 * out what would change nothing; what is written the tables decide.
 */
export function openToldMarkets() {
  const kept = new Map<string, { heard: string; events: ToldEvents }>()
  return {
    /** The transaction that takes it holds it alone, so one that fails leaves nothing behind. */
    take(producer: string, heard: string): ToldEvents {
      const known = kept.get(producer)
      kept.delete(producer)
      return known?.heard === heard ? known.events : new Map()
    },
    keep(producer: string, heard: string, events: ToldEvents): void {
      for (const id of [...events.keys()].slice(0, Math.max(0, events.size - mostEvents))) events.delete(id)
      kept.set(producer, { heard, events })
    },
  }
}

/** Those of an event's markets that are not as they were told last; these are remembered. */
export function movedOf(
  told: ToldEvents,
  { id, touches }: { id: bigint; touches: number },
  markets: ReadonlyMap<string, PricedMarket>,
): PricedMarket[] {
  const known = told.get(id)
  const event = known?.touches === touches ? known : { touches, markets: new Map<string, ToldMarket>() }
  told.delete(id)
  told.set(id, event)
  const moved: PricedMarket[] = []
  for (const [key, market] of markets) {
    const { state, prices, isLive, closesAt } = market
    const before = event.markets.get(key)
    if (before && isSame(before, market)) continue
    event.markets.set(key, { state, prices, isLive, closesAt })
    moved.push(market)
  }
  return moved
}

const isSame = (one: ToldMarket, other: ToldMarket): boolean =>
  one.state === other.state &&
  one.isLive === other.isLive &&
  one.closesAt === other.closesAt &&
  one.prices.length === other.prices.length &&
  one.prices.every((price, at) => price === other.prices[at])
