import type { Output } from '@croupier/contract/contract'
import type { SportsEventMarket } from '@croupier/contract/methods/sports'
import { Refusal } from '@croupier/contract/refusals'
import { printTopic } from '@croupier/contract/sports'
import { useEffect, useSyncExternalStore } from 'react'
import { call } from '../../api.ts'
import { useIsFresh, useMarket, useSportsTopics } from './live-book.ts'
import { type PickNow, pickNow } from './slip-prices.ts'
import type { SlipPick } from './slip-store.ts'

/** An event of which something was picked, as the book answered. */
export type SlipEvent = Output<'sports.getEvent'>

/** Events that were asked for, null where there is no such one any more; and what each pick is worth now. */
type SlipBook = { events: ReadonlyMap<number, SlipEvent | null>; nows: ReadonlyMap<string, PickNow> }

const nothing: SlipBook = { events: new Map(), nows: new Map() }
let known = nothing
const listeners = new Set<() => void>()

function set(next: Partial<SlipBook>) {
  known = { ...known, ...next }
  for (const tell of listeners) tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSlipBook = (): SlipBook =>
  useSyncExternalStore(
    subscribe,
    () => known,
    () => nothing,
  )

const isSame = (a: PickNow, b: PickNow) =>
  a.state === b.state && a.price === b.price && a.version === b.version && a.isLive === b.isLive && a.cause === b.cause

function note(pick: string, now: PickNow) {
  const before = known.nows.get(pick)
  if (!before || !isSame(before, now)) set({ nows: new Map(known.nows).set(pick, now) })
}

function forget(pick: string) {
  set({ nows: new Map([...known.nows].filter(([each]) => each !== pick)) })
}

const asking = new Set<number>()

/** An event that is gone closes its picks; without an answer the last word stays. */
async function ask(id: number) {
  if (asking.has(id)) return
  asking.add(id)
  try {
    const event = await call('sports.getEvent', { id })
    set({ events: new Map(known.events).set(id, event) })
  } catch (error) {
    if (Refusal.is(error) && error.type === 'InvalidParameter') set({ events: new Map(known.events).set(id, null) })
  } finally {
    asking.delete(id)
  }
}

/** Follows the prices of all picks, once for the page: column, bar and sheet read what was noted here. */
export function FollowSlip({ picks }: { picks: readonly SlipPick[] }) {
  const { events } = useSlipBook()
  const isFresh = useIsFresh()
  const ids = [...new Set(picks.map(({ event }) => event.id))].sort((one, other) => one - other)
  const wanted = ids.join()
  // What came back after a silence may have passed by unheard, so everything is asked anew.
  useEffect(() => {
    if (!isFresh) return
    for (const id of wanted.split(',').filter(Boolean)) void ask(Number(id))
  }, [wanted, isFresh])
  const found = picks.flatMap((pick) => {
    const event = events.get(pick.event.id)
    return event ? [{ market: pick.marketId, event }] : []
  })
  const since = Math.min(...found.map(({ event }) => event.seq))
  useSportsTopics(topicsOf(found), since)
  return picks.map((pick) => {
    const event = events.get(pick.event.id)
    if (event === undefined) return null
    const market = event?.markets.find(({ id }) => id === pick.marketId)
    return event && market ? (
      <FollowPick key={pick.pick} pick={pick} loaded={market} isSilent={event.is_silent} />
    ) : (
      <GonePick key={pick.pick} pick={pick} />
    )
  })
}

/** Prices of what was picked, and scores and clocks beside it where something is played. */
function topicsOf(found: readonly { market: number; event: SlipEvent }[]): string[] {
  const ids = [...new Set(found.map(({ market }) => market))].sort((one, other) => one - other)
  const isLive = found.some(({ event }) => event.state === 'live')
  const markets = ids.length > 0 ? [printTopic({ kind: 'markets', ids })] : []
  return isLive ? [...markets, printTopic({ kind: 'live' })] : markets
}

type FollowProps = { pick: SlipPick; loaded: SportsEventMarket; isSilent: boolean }

function FollowPick({ pick, loaded, isSilent }: FollowProps) {
  const market = useMarket(loaded)
  // Once the stream has told of the market it also tells of silence.
  const now = pickNow(pick, market, isSilent && market === loaded)
  useEffect(() => note(pick.pick, now))
  useEffect(() => () => forget(pick.pick), [pick.pick])
  return null
}

function GonePick({ pick }: { pick: SlipPick }) {
  useEffect(() => {
    note(pick.pick, pickNow(pick, null, false))
    return () => forget(pick.pick)
  }, [pick])
  return null
}
