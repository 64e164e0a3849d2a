import type { Output } from '@croupier/contract/contract'
import { type GameType, gameTypes } from '@croupier/contract/games'
import type { GameOptions } from '@croupier/contract/methods/games'
import type { WireStandingRow, WireTournament } from '@croupier/contract/methods/tournaments'
import { paths } from '@croupier/contract/paths'
import { type CountReason, countReasons, type JoinReason, type TournamentStatus } from '@croupier/contract/tournaments'
import type { IconName } from '../../ui/icon-names.ts'

/** What pages of tournaments decide without asking: lists, states, ways, rows of a board. */

export const lists = ['active', 'future', 'finished'] as const
export type CupList = (typeof lists)[number]

export const cupsPerPage = 12
export const placesPerPage = 10
export const cupRoundsPerPage = 10

export const readList = (query: URLSearchParams): CupList =>
  lists.find((list) => list === query.get('status')) ?? 'active'

/** Addresses are typed and shared: what is no page is the first. */
export function readCupPage(query: URLSearchParams, name = 'page'): number {
  const page = Number(query.get(name))
  return Number.isInteger(page) && page > 1 && page < 100_000 ? page : 1
}

export const readWhy = (query: URLSearchParams): CountReason | undefined =>
  countReasons.find((reason) => reason === query.get('why'))

/** The same address with some words of its query changed; null takes one away. */
export function withWords(query: URLSearchParams, words: Record<string, string | number | null>): string {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(words)) {
    if (value === null || value === '' || value === 1) next.delete(name)
    else next.set(name, String(value))
  }
  return `?${next}`
}

export const longestSearch = 100
const mostStudios = 100
const studio = /^[a-z0-9][a-z0-9_-]{0,79}$/

/** What the games of a tournament are narrowed to; all of it stands in the address. */
export type CupHall = { search: string; type: GameType | null; providers: readonly string[]; page: number }

export function readCupHall(query: URLSearchParams): CupHall {
  const providers = (query.get('providers') ?? '').split(',').filter((word) => studio.test(word))
  return {
    search: (query.get('search') ?? '').trim().slice(0, longestSearch),
    type: gameTypes.find((type) => type === query.get('type')) ?? null,
    providers: [...new Set(providers)].slice(0, mostStudios),
    page: readCupPage(query),
  }
}

export function cupHallPath(id: string, { search, type, providers, page }: CupHall): string {
  const query = new URLSearchParams()
  if (search) query.set('search', search)
  if (type) query.set('type', type)
  if (providers.length > 0) query.set('providers', providers.join())
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `${paths.tournamentHall(id)}?${query}` : paths.tournamentHall(id)
}

export const cupHallOptions = ({ search, type, providers }: Omit<CupHall, 'page'>): GameOptions => ({
  ...(search && { search }),
  ...(type && { type }),
  ...(providers.length > 0 && { providers: [...providers] }),
})

export const isTournamentId = (word: string): boolean => /^[1-9]\d{0,17}$/.test(word)

export const statusIcons: Record<TournamentStatus, IconName> = {
  future: 'clock',
  active: 'radio',
  settling: 'hourglass',
  finished: 'history',
  cancelled: 'ban',
}

/** The popup opens above the tournament, and a new player comes back to it. */
export const joinCupFrom = (id: string): string => {
  const here = paths.tournament(id)
  return `${here}?show_popup_reg=1&backUrl=${encodeURIComponent(here)}`
}
export const signInForCup = (id: string): string => `${paths.tournament(id)}?show_popup_auth=1`

export const paidPlaces = ({ prizes }: Pick<WireTournament, 'prizes'>): number =>
  prizes.reduce((sum, { from, to }) => sum + to - from + 1, 0)

/** How a visitor stands towards a tournament. */
export type CupStanding = 'guest' | 'open' | 'in' | 'refused' | 'settling' | 'finished' | 'cancelled'

export function cupStandingOf({ status, user_info: own }: Pick<WireTournament, 'status' | 'user_info'>): CupStanding {
  if (status === 'settling' || status === 'finished' || status === 'cancelled') return status
  if (!own) return 'guest'
  if (own.is_joined) return 'in'
  return own.can_join ? 'open' : 'refused'
}

/** What is said once it is over to those who are not in its result. */
export function closedFor({ status, user_info: own }: Pick<WireTournament, 'status' | 'user_info'>) {
  if (own?.has_left) return 'left'
  if (status === 'settling') return 'settling'
  if (!own) return 'over'
  return own.is_double ? 'double' : 'noEntry'
}

/** Rounds can be asked for by those who are, or were, in it. */
export const hasEntry = ({ user_info: own }: Pick<WireTournament, 'user_info'>): boolean =>
  own !== undefined && (own.is_joined || own.has_left || own.is_double || own.reason === 'OUT' || own.note !== '')

type Way = {
  to: string
  words: 'deposit' | 'contact' | 'profile' | 'verify' | 'levels' | 'points' | 'shop' | 'support'
}

/** Where what stands against joining can be put right; null where it cannot. */
export function joinWayOf(reason: JoinReason | null): Way | null {
  if (reason === 'NEED_DEPOSIT') return { to: paths.deposit(), words: 'deposit' }
  if (reason === 'NEED_CONTACT') return { to: paths.settings(), words: 'contact' }
  if (reason === 'NEED_PROFILE') return { to: paths.settings(), words: 'profile' }
  if (reason === 'NEED_VERIFICATION') return { to: paths.verification(), words: 'verify' }
  if (reason === 'LEVEL') return { to: paths.loyalty(), words: 'levels' }
  if (reason === 'NOT_ENOUGH_POINTS') return { to: paths.loyalty(), words: 'points' }
  if (reason === 'TICKET_NEEDED') return { to: paths.loyaltyShop(), words: 'shop' }
  return reason === 'OUT' ? { to: paths.support(), words: 'support' } : null
}

/** Costs something or may take a score away: it is asked about first. */
export const needsYes = ({ fee, reset_on_cashout: resets }: Pick<WireTournament, 'fee' | 'reset_on_cashout'>) =>
  hasFee({ fee }) || resets

/** There is something to be given back, or to be lost. */
export const hasFee = ({ fee }: Pick<WireTournament, 'fee'>): boolean => fee.points !== null || fee.by_ticket

/** A payout takes the score away, as long as there is one to be made. */
export const resetsStill = ({
  status,
  reset_on_cashout: resets,
}: Pick<WireTournament, 'status' | 'reset_on_cashout'>) => resets && (status === 'future' || status === 'active')

/** The next moment at which the page is another one. */
export function nextTurn({ status, starts_at, ends_at, settles_at }: WireTournament): number | null {
  const turns = { future: starts_at, active: ends_at, settling: settles_at, finished: null, cancelled: null }
  const at = turns[status]
  return at === null ? null : Date.parse(at)
}

export type Left = { days: number; hours: number; minutes: number }

/** What is left of a time, in whole minutes; nothing after its end. */
export function leftUntil(at: number, now: number): Left {
  const minutes = Math.max(0, Math.floor((at - now) / 60_000))
  return { days: Math.floor(minutes / 1_440), hours: Math.floor((minutes % 1_440) / 60), minutes: minutes % 60 }
}

export type CupStandings = Output<'tournaments.getStandings'>

type BoardLine = { kind: 'row'; row: WireStandingRow } | { kind: 'gap' }

/** The page of the board, and the own place with its neighbours where it is on another page. */
export function boardLines({ items, own }: Pick<CupStandings, 'items' | 'own'>): BoardLine[] {
  const rows = items.map((row) => ({ kind: 'row' as const, row }))
  const [first, last] = [items[0]?.place, items.at(-1)?.place]
  if (!own || first === undefined || last === undefined) return rows
  if (own.place >= first && own.place <= last) return rows
  const near = own.neighbours.filter(({ place }) => place < first || place > last)
  const lines = near.map((row) => ({ kind: 'row' as const, row }))
  const gap = { kind: 'gap' as const }
  const isBefore = own.place < first
  const touches = isBefore ? near.at(-1)?.place === first - 1 : near[0]?.place === last + 1
  const between = touches ? [] : [gap]
  return isBefore ? [...lines, ...between, ...rows] : [...rows, ...between, ...lines]
}

/** An answer that was asked for earlier never replaces a later one; another page of the board always does. */
export const isNewer = (next: CupStandings, shown: CupStandings): boolean =>
  next.offset !== shown.offset || next.version >= shown.version

/** How the player stands has changed beside the board: in another window, or by a round that was played. */
export const isOwnOther = (loaded: CupStandings, live: CupStandings): boolean =>
  loaded.own?.score !== live.own?.score || (loaded.own === null) !== (live.own === null)
