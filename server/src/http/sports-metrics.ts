import { Gauge, type Registry } from 'prom-client'
import type { Db } from '../db/db.ts'
import { readFeedLags } from '../features/sports/sports.ts'
import type { SportsBook } from '../ports/sports-book.ts'

type Watched = { sql: Db; book: SportsBook; streams: { count: () => number } }

/** How the book stands on this node. */
export function addSportsMetrics(registry: Registry, { sql, book, streams }: Watched): void {
  const registers = [registry]
  new Gauge({
    ...{ name: 'croupier_book_size', help: 'Events and markets of the book in memory', registers },
    labelNames: ['what'],
    collect() {
      const { events, markets } = book.memory?.size() ?? { events: 0, markets: 0 }
      this.set({ what: 'events' }, events)
      this.set({ what: 'markets' }, markets)
    },
  })
  new Gauge({
    ...{ name: 'croupier_sports_streams', help: 'Open streams of the book', registers },
    collect() {
      this.set(streams.count())
    },
  })
  new Gauge({
    ...{ name: 'croupier_feed_lag_seconds', help: 'Since the last request of a producer was sent', registers },
    labelNames: ['producer'],
    async collect() {
      this.reset()
      for (const { name, seconds } of await readFeedLags(sql).catch(() => [])) this.set({ producer: name }, seconds)
    },
  })
}
