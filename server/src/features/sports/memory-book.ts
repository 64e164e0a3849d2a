import type { BookCompetitor, BookMarket, BookTournament, EventHead, EventRecord } from '../../ports/sports-book.ts'

/** What a node holds of the book: plain objects, each word and each name only once. */

export type MemoryMarket = BookMarket & {
  /** The change that it stands for; nothing has changed since the book was read where it is 0. */
  seq: number
}

export type MemoryEvent = {
  head: EventHead
  /** The change that its head stands for, and the last one of it or of its markets. */
  seq: number
  lastSeq: number
  markets: Map<number, MemoryMarket>
  /** Read when a page asks, forgotten when it changes. */
  record: Promise<EventRecord> | null
}

export type Shelf = ReturnType<typeof openShelf>

export function openShelf() {
  const events = new Map<number, MemoryEvent>()
  /** Which event a market is of: strangers ask for markets by number. */
  const owners = new Map<number, number>()
  const words = new Map<string, string>()
  const leagues = new Map<number, BookTournament>()
  const sides = new Map<number, BookCompetitor>()

  /** The database answers with a new text each time. */
  function once<Word extends string>(word: Word): Word
  function once(word: string): string {
    const known = words.get(word)
    if (known !== undefined) return known
    words.set(word, word)
    return word
  }

  /** The newest name counts, for all events at once. */
  function shared<Item extends { id: number }>(known: Map<number, Item>, fresh: Item): Item {
    const held = known.get(fresh.id)
    if (held) return Object.assign(held, fresh)
    known.set(fresh.id, fresh)
    return fresh
  }

  const kept = (head: EventHead): EventHead => ({
    ...head,
    tournament: shared(leagues, head.tournament),
    home: shared(sides, head.home),
    away: shared(sides, head.away),
    rules: once(head.rules),
    producer: once(head.producer),
    state: once(head.state),
  })

  return {
    events,
    eventOf: (marketId: number): number | undefined => owners.get(marketId),
    size: () => ({ events: events.size, markets: owners.size }),

    /** What is older than what is known is left out. */
    putHead(head: EventHead, seq: number): void {
      const known = events.get(head.id)
      if (!known) {
        events.set(head.id, { head: kept(head), seq, lastSeq: seq, markets: new Map(), record: null })
        return
      }
      if (head.version < known.head.version) return
      known.head = kept(head)
      known.seq = seq
      known.lastSeq = Math.max(known.lastSeq, seq)
      known.record = null
    },

    putMarket(eventId: number, market: BookMarket, seq: number): void {
      const event = events.get(eventId)
      const known = event?.markets.get(market.id)
      if (!event || (known && market.version < known.version)) return
      owners.set(market.id, eventId)
      const { id, version, isLive, prices } = market
      const [type, period, state] = [once(market.type), once(market.period), once(market.state)]
      const line = market.line === null ? null : once(market.line)
      event.markets.set(id, { id, type, period, line, state, cause: market.cause, version, isLive, prices, seq })
      event.lastSeq = Math.max(event.lastSeq, seq)
    },

    /** Nothing of these changed, and yet all of their markets look another way. Answers which they are. */
    touchAllOf(producers: ReadonlySet<string>, seq: number): number[] {
      const own = producers.size > 0 ? [...events.values()].filter(({ head }) => producers.has(head.producer)) : []
      for (const event of own) {
        event.seq = seq
        event.lastSeq = seq
        for (const market of event.markets.values()) market.seq = seq
      }
      return own.map(({ head }) => head.id)
    },

    forgetRecord(id: number): void {
      const event = events.get(id)
      if (event) event.record = null
    },

    drop(id: number): void {
      for (const marketId of events.get(id)?.markets.keys() ?? []) owners.delete(marketId)
      events.delete(id)
    },

    clear(): void {
      for (const map of [events, owners, words, leagues, sides]) map.clear()
    },
  }
}
