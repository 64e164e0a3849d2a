import type { WireBet } from '@croupier/contract/methods/bets'
import type { SportsEventCard } from '@croupier/contract/methods/sports'
import { mostEvents, printTopic } from '@croupier/contract/sports'
import { useEffect, useMemo, useState } from 'react'
import { call } from '../../api.ts'
import { onBookReset, useSportsTopics } from './live-book.ts'
import { legState } from './my-bet-rules.ts'

export type BetEvents = { cards: readonly SportsEventCard[]; seq: number }

/** Events whose end something still waits for. */
export function waitedEvents(bets: readonly WireBet[]): number[] {
  const waiting = bets
    .filter(({ state }) => state === 'pending' || state === 'open')
    .flatMap(({ legs }) => legs.filter((leg) => legState(leg) === 'undecided'))
  return [...new Set(waiting.map(({ event }) => event.id))].sort((one, other) => one - other).slice(0, mostEvents)
}

/** Scores and clocks of what is waited for: as loaded with the page, else asked for, and moved on by the stream. */
export function useBetEvents(
  bets: readonly WireBet[],
  loaded: BetEvents | null = null,
): ReadonlyMap<number, SportsEventCard> {
  const ids = waitedEvents(bets).join()
  const [asked, setAsked] = useState<BetEvents | null>(loaded)
  const isLoaded = loaded !== null
  useEffect(() => {
    if (isLoaded || !ids) return
    let isCurrent = true
    const ask = () =>
      call('sports.getEvents', { ids, count: mostEvents }).then(
        ({ items, seq }) => isCurrent && setAsked({ cards: items, seq }),
        // The bet has the score of when it was asked for.
        () => undefined,
      )
    void ask()
    const stop = onBookReset(() => void ask())
    return () => {
      isCurrent = false
      stop()
    }
  }, [ids, isLoaded])
  const now = loaded ?? asked
  useSportsTopics(ids && now ? [printTopic({ kind: 'live' })] : [], now?.seq ?? 0)
  return useMemo(() => new Map(now?.cards.map((card) => [card.id, card])), [now])
}
