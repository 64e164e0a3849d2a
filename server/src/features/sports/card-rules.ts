import type { SportsEventCard, SportsMarket } from '@croupier/contract/methods/sports'
import type { RowMarket } from '@croupier/contract/sports'
import { isSport, outcomesOf } from '@croupier/sportsbook/sports'
import type {
  BookCompetitor,
  BookEvent,
  BookMarket,
  BookTournament,
  EventHead,
  Names,
  ProducerStanding,
} from '../../ports/sports-book.ts'
import { slugOf } from './slug-rules.ts'

/** How the book looks on the wire. */

export const nameOf = (names: Names, locale: string): string => names[locale] ?? names.en ?? ''

export const isLive = ({ state }: Pick<EventHead, 'state'>): boolean => state === 'live' || state === 'interrupted'

type Placed = { type: string; period: string }

const byScore = (period: string): Record<RowMarket, Placed> => ({
  main: { type: 'result', period },
  total: { type: 'total', period },
  handicap: { type: 'handicap', period },
})

/** What a row of a list is about. Hockey is for sixty minutes, as its result is. */
const rows: Readonly<Record<string, Record<RowMarket, Placed>>> = {
  football: byScore('ft'),
  hockey: byScore('rt'),
  tennis: {
    main: { type: 'winner', period: 'ft' },
    total: { type: 'games_total', period: 'ft' },
    handicap: { type: 'games_handicap', period: 'ft' },
  },
  shooter: {
    main: { type: 'winner', period: 'ft' },
    total: { type: 'maps_total', period: 'ft' },
    handicap: { type: 'maps_handicap', period: 'ft' },
  },
}
const others: Record<RowMarket, Placed> = { ...byScore('ft'), main: { type: 'winner', period: 'ft' } }

/** Every type of market that such a row can be about, in whichever sport. */
export const rowTypes = (row: RowMarket): string[] => [
  ...new Set([...Object.values(rows), others].map((each) => each[row].type)),
]

const rank = (state: BookMarket['state']): number => ['open', 'suspended'].indexOf(state) + 1 || 3

/** How far the two sides of a line are from being worth the same. */
const unevenness = ({ prices: [one = 0, other = 0] }: BookMarket): number =>
  one > 0 && other > 0 ? Math.max(one, other) / Math.min(one, other) : Number.POSITIVE_INFINITY

/** The market that the row of an event is about: of several lines one that may be bet on, and the nearest to even. */
export function rowMarketOf<Market extends BookMarket>(
  sport: string,
  markets: readonly Market[],
  row: RowMarket,
): Market | null {
  const { type, period } = (rows[sport] ?? others)[row]
  let best: Market | null = null
  for (const market of markets) {
    if (market.type !== type || market.period !== period || market.state === 'off') continue
    if (best === null || isBetter(market, best)) best = market
  }
  return best
}

const isBetter = (one: BookMarket, other: BookMarket): boolean => {
  const [first, second] = [rank(one.state), rank(other.state)]
  return first === second ? unevenness(one) < unevenness(other) : first < second
}

/** Types that only a feed knows have outcomes without names. */
export const outcomeWords = (sport: string, { type, period, line, prices }: BookMarket): readonly string[] =>
  (isSport(sport) ? outcomesOf(sport, { type, period, line }) : null) ?? prices.map((_, at) => String(at + 1))

/** Whose producer is silent is not for sale, whatever its last word was. */
export function shownState({ state, cause }: BookMarket, isSilent: boolean): Pick<BookMarket, 'state' | 'cause'> {
  const isStopped = isSilent && (state === 'open' || state === 'suspended')
  return isStopped ? { state: 'suspended', cause: 'FEED' } : { state, cause }
}

export function wireMarket(sport: string, market: BookMarket, isSilent: boolean): SportsMarket {
  const outcomes = outcomeWords(sport, market)
  return {
    ...{ id: market.id, type: market.type, period: market.period, line: market.line, version: market.version },
    ...shownState(market, isSilent),
    is_live: market.isLive,
    outcomes: [...outcomes],
    prices: outcomes.map((_, at) => market.prices[at] ?? 0),
  }
}

export const wireTournament = ({ id, names, tier }: BookTournament, locale: string) => ({
  ...{ id, tier },
  name: nameOf(names, locale),
  slug: slugOf(names.en ?? ''),
})

export const wireCompetitor = ({ id, names, crest }: BookCompetitor, locale: string) => ({
  ...{ id, crest },
  name: nameOf(names, locale),
})

export type Showing = {
  locale: string
  row: RowMarket
  producers: ReadonlyMap<string, ProducerStanding>
}

/** Of what is over nothing is for sale anyway. */
const overStates: readonly EventHead['state'][] = ['ended', 'abandoned', 'cancelled', 'closed']

export function isSilentNow(event: EventHead, producers: Showing['producers']): boolean {
  if (overStates.includes(event.state)) return false
  const standing = producers.get(event.producer)
  if (!standing) return true
  return isLive(event) ? standing.isSilentLive : standing.isSilentBefore
}

export function cardOf(event: BookEvent, { locale, row, producers }: Showing): SportsEventCard {
  const { id, tournament, home, away, clock, score, facts, state, version } = event
  const sport = tournament.sport.sysname
  const isSilent = isSilentNow(event, producers)
  const market = rowMarketOf(sport, event.markets, row)
  return {
    ...{ id, sport, state, version, clock, facts },
    slug: slugOf(home.names.en ?? '', away.names.en ?? ''),
    category: { id: tournament.category.id, name: nameOf(tournament.category.names, locale) },
    tournament: wireTournament(tournament, locale),
    home: wireCompetitor(home, locale),
    away: wireCompetitor(away, locale),
    starts_at: new Date(event.startsMs).toISOString(),
    has_live: event.hasLive,
    is_simulated: producers.get(event.producer)?.isSimulated ?? false,
    is_silent: isSilent,
    closed: event.closed,
    score: Object.fromEntries(Object.entries(score).map(([period, [one, other]]) => [period, [one, other]])),
    market_count: event.markets.filter((each) => each.state === 'open' || each.state === 'suspended').length,
    market: market && wireMarket(sport, market, isSilent),
  }
}
