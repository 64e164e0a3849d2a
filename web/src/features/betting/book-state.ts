import type { SportsEventCard, SportsMarket } from '@croupier/contract/methods/sports'
import { eventStates, marketStates, type SportsFrame, silentMs, stopCauses } from '@croupier/contract/sports'

type MarketFrame = NonNullable<SportsFrame['m']>[number]
type EventFrame = NonNullable<SportsFrame['e']>[number]

export type LiveMarket = Pick<SportsMarket, 'version' | 'state' | 'prices' | 'cause'>
export type LiveEvent = Pick<SportsEventCard, 'version' | 'state' | 'clock' | 'facts' | 'closed'> & {
  score: EventFrame[4]
}

/** What the stream has told this tab; pages bring the rest. */
export type LiveBook = {
  markets: ReadonlyMap<number, LiveMarket>
  events: ReadonlyMap<number, LiveEvent>
  /** Markets that are no longer there at all. */
  gone: ReadonlySet<number>
}

export const emptyBook: LiveBook = { markets: new Map(), events: new Map(), gone: new Set() }

/** A version that was passed is left out. The same one may come again with another cause: a silent feed has no version. */
const isPassed = (known: { version: number } | undefined, version: number) =>
  known !== undefined && version < known.version

export function withFrame(book: LiveBook, { m = [], e = [], x = [] }: SportsFrame): LiveBook {
  const markets = new Map(book.markets)
  const events = new Map(book.events)
  const gone = new Set(book.gone)
  for (const [id, version, state, prices, cause] of m) {
    if (isPassed(markets.get(id), version)) continue
    markets.set(id, { version, state, prices: [...prices], cause })
    gone.delete(id)
  }
  for (const [id, version, state, clock, score, facts, closed] of e)
    if (!isPassed(events.get(id), version)) events.set(id, { version, state, clock, score, facts, closed })
  for (const id of x) gone.add(id)
  return { markets, events, gone }
}

/** Without what was told before: pages know it better by now. */
export function heardSince(before: LiveBook, { markets, events, gone }: LiveBook): LiveBook {
  const isNew = <Row>(known: ReadonlyMap<number, Row>, [id, row]: [number, Row]) => known.get(id) !== row
  return {
    markets: new Map([...markets].filter((entry) => isNew(before.markets, entry))),
    events: new Map([...events].filter((entry) => isNew(before.events, entry))),
    gone: new Set([...gone].filter((id) => !before.gone.has(id))),
  }
}

const overStates: readonly LiveEvent['state'][] = ['ended', 'abandoned', 'cancelled', 'closed']

/** Another one whenever an event that was told of has begun or is over: what is counted by that is old then. */
export function phasesOf({ events }: LiveBook): string {
  let live = 0
  let over = 0
  for (const { state } of events.values()) {
    live += Number(state === 'live' || state === 'interrupted')
    over += Number(overStates.includes(state))
  }
  return `${live} ${over}`
}

/** The market as a page brought it, or as the stream has told it since. */
export function marketNow<Market extends SportsMarket>(
  market: Market,
  live: LiveMarket | undefined,
  isGone: boolean,
): Market {
  // The book says that its feed is silent without a new version, so of the same one the stream cannot know better.
  const isToldSince =
    live && (live.version > market.version || (live.version === market.version && market.cause !== 'FEED'))
  const now = isToldSince ? { ...market, ...live } : market
  return isGone ? { ...now, state: 'closed' } : now
}

export function eventNow<Card extends SportsEventCard>(card: Card, live: LiveEvent | undefined): Card {
  if (!live || live.version < card.version) return card
  const score = Object.fromEntries(
    Object.entries(live.score).map(([period, [home, away]]): [string, [number, number]] => [period, [home, away]]),
  )
  return { ...card, ...live, score }
}

export const isFreshAt = (heardAt: number, now: number): boolean => now - heardAt < silentMs

const isNumber = (value: unknown): value is number => typeof value === 'number'
const isOneOf = (words: readonly string[], value: unknown) => typeof value === 'string' && words.includes(value)
const isNumbers = (value: unknown): value is number[] => Array.isArray(value) && value.every(isNumber)

function isMarketFrame(value: unknown): value is MarketFrame {
  if (!Array.isArray(value)) return false
  const [id, version, state, prices, cause] = value
  const isCause = cause === null || isOneOf(stopCauses, cause)
  return isNumber(id) && isNumber(version) && isOneOf(marketStates, state) && isNumbers(prices) && isCause
}

function isClock(value: unknown): boolean {
  if (value === null) return true
  if (typeof value !== 'object' || !('period' in value) || !('seconds' in value) || !('at' in value)) return false
  return typeof value.period === 'string' && isNumber(value.seconds) && typeof value.at === 'string'
}

const isScore = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.values(value).every((pair) => isNumbers(pair))

function isEventFrame(value: unknown): value is EventFrame {
  if (!Array.isArray(value)) return false
  const [id, version, state, clock, score, facts, closed] = value
  const isNumbered = isNumber(id) && isNumber(version) && isNumber(facts)
  const isSaid = closed === null || typeof closed === 'string'
  return isNumbered && isSaid && isOneOf(eventStates, state) && isClock(clock) && isScore(score)
}

const listOf = (value: object, name: string): unknown[] => {
  const list: unknown = Reflect.get(value, name)
  return Array.isArray(list) ? list : []
}

/** What cannot be read is left out: a page of another version of the house may be open for days. */
export function readFrame(text: string): SportsFrame {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return {}
    return {
      m: listOf(value, 'm').filter(isMarketFrame),
      e: listOf(value, 'e').filter(isEventFrame),
      x: listOf(value, 'x').filter(isNumber),
    }
  } catch {
    return {}
  }
}
