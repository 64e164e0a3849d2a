import type { SportsEventCard, SportsMarket } from '@croupier/contract/methods/sports'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useRevalidator } from 'react-router'
import { eventNow, marketNow, phasesOf } from './book-state.ts'
import { type BookStream, createBookStore } from './book-store.ts'

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

/** The market as it is now. */
export function useMarket<Market extends SportsMarket>(market: Market): Market {
  const live = useSyncExternalStore(
    store.subscribe,
    () => store.book().markets.get(market.id),
    () => undefined,
  )
  const isGone = useSyncExternalStore(
    store.subscribe,
    () => store.book().gone.has(market.id),
    () => false,
  )
  return useMemo(() => marketNow(market, live, isGone), [market, live, isGone])
}

/** The event as it is now: state, clock and score. */
export function useEvent<Card extends SportsEventCard>(card: Card): Card {
  const live = useSyncExternalStore(
    store.subscribe,
    () => store.book().events.get(card.id),
    () => undefined,
  )
  return useMemo(() => eventNow(card, live), [card, live])
}

/** False once the stream has been silent for so long that no price on the page can be trusted. */
export const useIsFresh = (): boolean => useSyncExternalStore(store.subscribe, store.isFresh, () => true)

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
