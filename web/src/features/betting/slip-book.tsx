import type { Output } from '@croupier/contract/contract'
import { printTopic } from '@croupier/contract/sports'
import { startTransition, useEffect } from 'react'
import { call } from '../../api.ts'
import { onBookReset, useEvent, useIsFresh, useMarket, useSportsTopics } from './live-book.ts'
import { type PickNow, pickNow } from './slip-prices.ts'
import type { SlipPick } from './slip-store.ts'
import { useStoreLater } from './store-later.ts'

/** A market of which something was picked, with its event, as the book answered. */
type SlipMarket = Output<'sports.getMarkets'>['items'][number]

type SlipBook = {
  /** The last change that the answer knew. */
  seq: number
  /** What was asked for, null where there is no such one any more. */
  markets: ReadonlyMap<number, SlipMarket | null>
  /** What each pick is worth now. */
  nows: ReadonlyMap<string, PickNow>
}

const nothing: SlipBook = { seq: 0, markets: new Map(), nows: new Map() }
let known = nothing
const listeners = new Set<() => void>()

function set(next: Partial<SlipBook>) {
  known = { ...known, ...next }
  // A press on the page does not wait for the slip.
  startTransition(() => {
    for (const tell of listeners) tell()
  })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const store = { now: () => known, subscribe }

export const useSlipBook = (): SlipBook => useStoreLater(store, nothing)

const isSame = (a: PickNow, b: PickNow) =>
  a.state === b.state &&
  a.price === b.price &&
  a.version === b.version &&
  a.isLive === b.isLive &&
  a.cause === b.cause &&
  a.reason === b.reason

function note(pick: string, now: PickNow) {
  const before = known.nows.get(pick)
  if (!before || !isSame(before, now)) set({ nows: new Map(known.nows).set(pick, now) })
}

function forget(pick: string) {
  set({ nows: new Map([...known.nows].filter(([each]) => each !== pick)) })
}

let asked = 0

/** Of two questions the later counts: an answer that was overtaken knows less. Without one the last word stays. */
async function ask(ids: string) {
  asked += 1
  const turn = asked
  const answer = await call('sports.getMarkets', { ids }).catch(() => null)
  if (!answer || turn !== asked) return
  const found = new Map(answer.items.map((market) => [market.id, market]))
  const markets = new Map(ids.split(',').map((id) => [Number(id), found.get(Number(id)) ?? null]))
  set({ seq: answer.seq, markets })
}

/** Follows the prices of all picks, once for the page: column, bar and sheet read what was noted here. */
export function FollowSlip({ picks }: { picks: readonly SlipPick[] }) {
  const { seq, markets } = useSlipBook()
  const isFresh = useIsFresh()
  const ids = [...new Set(picks.map(({ marketId }) => marketId))].sort((one, other) => one - other)
  const wanted = ids.join()
  // What came back after a silence may have passed by unheard, so everything is asked anew.
  useEffect(() => {
    if (isFresh && wanted) void ask(wanted)
  }, [wanted, isFresh])
  useEffect(() => (wanted ? onBookReset(() => void ask(wanted)) : undefined), [wanted])
  useSportsTopics(topicsOf(ids.flatMap((id) => markets.get(id) ?? [])), seq)
  return picks.map((pick) => {
    const market = markets.get(pick.marketId)
    if (market === undefined) return null
    return market ? (
      <FollowPick key={pick.pick} pick={pick} loaded={market} />
    ) : (
      <GonePick key={pick.pick} pick={pick} />
    )
  })
}

/** Prices of what was picked, with scores and clocks of its events. */
const topicsOf = (found: readonly SlipMarket[]): string[] =>
  found.length > 0 ? [printTopic({ kind: 'markets', ids: found.map(({ id }) => id) })] : []

function FollowPick({ pick, loaded }: { pick: SlipPick; loaded: SlipMarket }) {
  const market = useMarket(loaded)
  const { closed } = useEvent(loaded.event)
  // Once the stream has told of the market it also tells of silence.
  const now = pickNow(pick, market, loaded.event.is_silent && market === loaded, closed)
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
