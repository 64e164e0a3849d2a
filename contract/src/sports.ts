/** Closed lists of the book and the words of its stream; both sides read them. */

export const eventStates = [
  'planned',
  'open',
  'postponed',
  'live',
  'interrupted',
  'abandoned',
  'ended',
  'cancelled',
  'closed',
] as const
export type SportsEventState = (typeof eventStates)[number]

export const marketStates = ['off', 'open', 'suspended', 'closed', 'disputed', 'resulted', 'void'] as const
export type SportsMarketState = (typeof marketStates)[number]

/** `FEED` is said of all markets of a producer that is silent, whatever their own state is. */
export const stopCauses = ['DANGER', 'GOAL', 'REVIEW', 'FEED', 'OPERATOR', 'LIMIT'] as const
export type SportsStopCause = (typeof stopCauses)[number]

/** Which part of the book a list is: what is played now, begins within three hours, within a day, or later. */
export const eventViews = ['live', 'soon', 'today', 'coming'] as const
export type EventView = (typeof eventViews)[number]

/** What a row of a list is about; each sport has its own market for it. */
export const rowMarkets = ['main', 'total', 'handicap'] as const
export type RowMarket = (typeof rowMarkets)[number]

export const favouriteKinds = ['event', 'tournament', 'competitor'] as const
export type FavouriteKind = (typeof favouriteKinds)[number]
export const mostFavourites = 200

/** Events of one list, pages of a search, days of results. */
export const mostEvents = 200
export const resultDays = 30

/** `{period: [home, away]}`; `ft` is what stands on the board: goals, points, sets or maps won. */
export type Score = Readonly<Record<string, readonly [number, number]>>

/** Where the clock of a match stands; it goes on by itself until the next word. */
export type MatchClock = { period: string; seconds: number; at: string; speed: number; is_running: boolean }

/**
 * What `GET /platform/sports/stream` tells of. `live`: score, clock and main market of all live events; `list:{sport}`,
 * `list:{tournament id}`, `list:today`: the main market of each event in it; `event:{id}`: all markets of one and its
 * score; `markets:{id,id}`: these, and the scores of their events.
 */
export type SportsTopic =
  | { kind: 'live' }
  | { kind: 'list'; of: string }
  | { kind: 'event'; id: number }
  | { kind: 'markets'; ids: readonly number[] }
export const mostTopics = 8
export const mostMarkets = 40

const topicForm =
  /^(live|list:(today|[a-z][a-z0-9_]{0,31}|\d{1,15})|event:(\d{1,15})|markets:(\d{1,15}(?:,\d{1,15})*))$/

export function parseTopic(text: string): SportsTopic | null {
  const [whole, , list, event, markets] = topicForm.exec(text) ?? []
  if (whole === 'live') return { kind: 'live' }
  if (list) return { kind: 'list', of: list }
  if (event) return { kind: 'event', id: Number(event) }
  const ids = [...new Set(markets?.split(',').map(Number))].sort((one, other) => one - other)
  return ids.length > 0 && ids.length <= mostMarkets ? { kind: 'markets', ids } : null
}

/** The same topic is always written alike, so that its frames are made once. */
export function printTopic(topic: SportsTopic): string {
  if (topic.kind === 'live') return 'live'
  if (topic.kind === 'list') return `list:${topic.of}`
  return topic.kind === 'event' ? `event:${topic.id}` : `markets:${topic.ids.join()}`
}

/** Topics stand behind one another with a blank: names of markets are parted by commas. */
export function parseTopics(text: string): readonly SportsTopic[] | null {
  const topics = text.split(' ').filter(Boolean).map(parseTopic)
  if (topics.length === 0 || topics.length > mostTopics) return null
  return topics.every((topic) => topic !== null) ? topics : null
}

/**
 * One frame, under `id: {seq}`: markets as they are now, events as they are now, and markets that are gone. A reader
 * leaves out versions that it has passed. Prices are in thousandths, 0 where nothing is offered.
 */
export type SportsFrame = {
  m?: readonly (readonly [
    market: number,
    version: number,
    state: SportsMarketState,
    prices: readonly number[],
    cause: SportsStopCause | null,
  ])[]
  e?: readonly (readonly [
    event: number,
    version: number,
    state: SportsEventState,
    clock: MatchClock | null,
    score: Score,
    facts: number,
    closed: string | null,
  ])[]
  x?: readonly number[]
}

/** Events of the stream: a frame, a sign of life with the server's clock, and *what you know is too old: ask again*. */
export type SportsStreamEvent = 'frame' | 'beat' | 'reset'
/** Milliseconds; after the second without a word a page shows that it has no fresh prices. */
export const beatMs = 5_000
export const silentMs = 12_000
