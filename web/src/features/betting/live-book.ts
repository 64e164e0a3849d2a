import type { SportsEventCard, SportsMarket } from '@croupier/contract/methods/sports'
import { startTransition, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useRevalidator } from 'react-router'
import { eventNow, type LiveEvent, type LiveMarket, marketNow, phasesOf } from './book-state.ts'
import { type BookStream, createBookStore } from './book-store.ts'
import { drawSoon } from './draw-soon.ts'

const store = createBookStore((address): BookStream => {
  const source = new EventSource(address)
  return {
    addEventListener: (kind, hear) => source.addEventListener(kind, hear),
    isClosed: () => source.readyState === EventSource.CLOSED,
    close: () => source.close(),
  }
})

/** While this part is shown the stream tells of these topics, from what the page knows on. */
export function useSportsTopics(topics: readonly string[], since: number): void {
  const list = topics.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that is asked anew does not want another stream.
  useEffect(() => {
    const lettingGo = list
      .split(' ')
      .filter(Boolean)
      .map((topic) => store.want(topic, since))
    return () => {
      for (const letGo of lettingGo) letGo()
    }
  }, [list])
  useEffect(() => {
    for (const topic of list.split(' ')) store.renew(topic, since)
  }, [list, since])
}

/** Told when what was loaded is too old to go on from. Returns how to stop. */
export const onBookReset = store.onReset

type Told<Row> = {
  read: (id: number) => Row
  join: (id: number, listener: () => void) => () => void
  isSame: (one: Row, other: Row) => boolean
  /** Drawn with all of its kind, not a few at a time. */
  isUrgent: (row: Row) => boolean
}

/**
 * What the stream has told of one market or event, drawn soon. Nothing has been told before the page has come to life,
 * so server and browser begin alike.
 */
function useTold<Row>(id: number, told: Told<Row>): Row {
  const [seen, see] = useState(() => ({ id, row: told.read(id) }))
  useEffect(() => {
    let known = told.read(id)
    const look = () =>
      see((before) => (before.id === id && told.isSame(before.row, known) ? before : { id, row: known }))
    // It may have been told since it was drawn.
    look()
    return told.join(id, () => {
      const row = told.read(id)
      if (told.isSame(known, row)) return
      known = row
      if (told.isUrgent(row)) startTransition(look)
      else drawSoon(look)
    })
  }, [id, told])
  return seen.id === id ? seen.row : told.read(id)
}

type ToldMarket = { live: LiveMarket | undefined; isGone: boolean }

const toldMarket: Told<ToldMarket> = {
  read: (id) => ({ live: store.book().markets.get(id), isGone: store.book().gone.has(id) }),
  join: store.onMarket,
  isSame: (one, other) => one.live === other.live && one.isGone === other.isGone,
  // What can no longer be bet on is told before what costs something else.
  isUrgent: ({ live, isGone }) => isGone || live?.state !== 'open',
}

/** However its prices move it stands as it did. */
const toldStanding: Told<ToldMarket> = {
  ...toldMarket,
  isSame: (one, other) =>
    one.live?.state === other.live?.state && one.live?.cause === other.live?.cause && one.isGone === other.isGone,
}

const toldEvent: Told<LiveEvent | undefined> = {
  read: (id) => store.book().events.get(id),
  join: store.onEvent,
  isSame: (one, other) => one === other,
  isUrgent: () => true,
}

/** The market as it is now. */
export function useMarket<Market extends SportsMarket>(market: Market): Market {
  const { live, isGone } = useTold(market.id, toldMarket)
  return useMemo(() => marketNow(market, live, isGone), [market, live, isGone])
}

/** A market but for what its answers cost. */
export type MarketStanding<Market extends SportsMarket> = Omit<Market, 'prices' | 'version'>

/** How the market stands now, for what is not drawn anew with each price. */
export function useStanding<Market extends SportsMarket>(market: Market): MarketStanding<Market> {
  const seen = useTold(market.id, toldStanding)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one that was loaded anew is held against the last word.
  return useMemo(() => {
    const { live, isGone } = toldMarket.read(market.id)
    return marketNow(market, live, isGone)
  }, [market, seen])
}

/** The event as it is now: state, clock and score. */
export function useEvent<Card extends SportsEventCard>(card: Card): Card {
  const live = useTold(card.id, toldEvent)
  return useMemo(() => eventNow(card, live), [card, live])
}

/** False once the stream has been silent for so long that no price on the page can be trusted. */
export const useIsFresh = (): boolean => useSyncExternalStore(store.onFreshness, store.isFresh, () => true)

/** Another one whenever the stream says that an event has begun or is over. */
export const usePhases = (): string =>
  useSyncExternalStore(
    store.subscribe,
    () => phasesOf(store.book()),
    () => '',
  )

/** The server's clock, as far as it is known. */
export const bookNow = (): number => Date.now() + store.skew()

const restMs = 30_000
const renewMs = 30_000

/** A loader that fails takes the page away: without a connection the page stays as it is, and says that it is old. */
async function mayRenew(): Promise<boolean> {
  if (document.hidden || !store.isFresh()) return false
  return fetch('/build.json', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Once for all betting pages: asks the loaders again when the stream says so or a while has passed, and rests out of sight. */
export function useBookKeeping(): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    let resting: ReturnType<typeof setTimeout> | undefined
    const stop = store.onReset(() => void revalidate())
    const renewing = setInterval(async () => (await mayRenew()) && revalidate(), renewMs)
    const onSeen = () => {
      clearTimeout(resting)
      if (document.hidden) resting = setTimeout(store.rest, restMs)
      else store.wake()
    }
    document.addEventListener('visibilitychange', onSeen)
    return () => {
      stop()
      clearInterval(renewing)
      clearTimeout(resting)
      document.removeEventListener('visibilitychange', onSeen)
    }
  }, [revalidate])
}
