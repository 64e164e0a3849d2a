import type { FeedMessage } from '@croupier/sportsbook/feed'
import { type EventState, mayMoveEvent } from '@croupier/sportsbook/states'

/** What a house makes of the words of a feed, without a database: the model that the tables are compared with. */

type Market = { state: string; prices: readonly number[]; result: string | null; isLive: boolean }
type Fact = Omit<Extract<FeedMessage, { kind: 'facts' }>['facts'][number], 'at'>
type Event = {
  state: EventState
  facts: Fact[]
  markets: Map<string, Market>
  /** Markets without a result. */
  unsettled: () => string[]
}
export type HouseModel = { events: Map<string, Event> }

export const newHouse = (): HouseModel => ({ events: new Map() })

const keyOf = ({ type, period, line }: { type: string; period: string; line: string | null }) =>
  `${type}/${period}/${line ?? ''}`
const isOpen = ({ state }: Market) => state === 'open' || state === 'suspended'

function eventOf({ events }: HouseModel, ref: string): Event {
  const known = events.get(ref)
  if (known) return known
  const markets: Event['markets'] = new Map()
  const unsettled = () => [...markets].filter(([, { result }]) => result === null).map(([key]) => key)
  const event: Event = { state: 'planned', facts: [], markets, unsettled }
  events.set(ref, event)
  return event
}

function move(event: Event, state: EventState) {
  if (!mayMoveEvent(event.state, state, 'feed')) return
  event.state = state
  for (const market of event.markets.values()) {
    if (!isOpen(market)) continue
    if (/^(ended|abandoned|cancelled)$/.test(state)) market.state = 'closed'
    if (state === 'live' && !market.isLive) market.state = 'closed'
    if (state === 'interrupted' || state === 'postponed') market.state = 'suspended'
  }
}

function priced(event: Event, markets: Extract<FeedMessage, { kind: 'prices' }>['markets']) {
  for (const { state, prices, is_live: isLive, ...market } of markets) {
    const known = event.markets.get(keyOf(market))
    if (known && !isOpen(known)) continue
    event.markets.set(keyOf(market), { state, prices, isLive, result: known?.result ?? null })
  }
  if (event.state === 'planned') event.state = 'open'
}

/** Hears messages in their order. */
export function foldWords(house: HouseModel, messages: readonly FeedMessage[]): void {
  for (const message of messages) {
    if (!('event' in message)) continue
    const event = eventOf(house, message.event)
    if (message.kind === 'state') move(event, message.state)
    if (message.kind === 'prices') priced(event, message.markets)
    if (message.kind === 'stop')
      for (const market of event.markets.values()) if (isOpen(market)) market.state = 'suspended'
    if (message.kind === 'facts') {
      const known = new Set(event.facts.map(({ seq }) => seq))
      event.facts.push(...message.facts.map(({ at: _at, ...fact }) => fact).filter(({ seq }) => !known.has(seq)))
    }
    if (message.kind === 'result' || message.kind === 'rollback')
      for (const told of message.markets) {
        const market = event.markets.get(keyOf(told))
        if (!market) continue
        const isBack = message.kind === 'rollback'
        market.state = isBack ? 'closed' : 'void' in told ? 'void' : 'resulted'
        market.result = isBack ? null : JSON.stringify('outcomes' in told ? told.outcomes : 'void')
      }
  }
}

/** Sorted, so that two houses can be compared. */
export const readable = ({ events }: HouseModel) =>
  [...events]
    .map(([ref, { state, facts, markets }]) => ({
      ref,
      state,
      facts,
      markets: [...markets]
        .map(([key, { isLive: _isLive, ...market }]) => ({ key, ...market }))
        .sort((one, other) => (one.key < other.key ? -1 : 1)),
    }))
    .sort((one, other) => (one.ref < other.ref ? -1 : 1))
