import { type GameMode, gameModes } from '@croupier/contract/games'
import { paths } from '@croupier/contract/paths'

export const betShows = ['open', 'settled', 'all'] as const
type BetShow = (typeof betShows)[number]

/** Which bets the history lists. The address holds all of it. */
export type BetsFilter = { show: BetShow; mode: GameMode; after: number | null }

/** A number of a bet; anything else is no wish. */
const numberOf = (word: string | null) => (word && /^[1-9]\d{0,8}$/.test(word) ? Number(word) : null)

export const readBetsFilter = (query: URLSearchParams): BetsFilter => ({
  show: betShows.find((show) => show === query.get('show')) ?? 'open',
  mode: gameModes.find((mode) => mode === query.get('mode')) ?? 'real',
  after: numberOf(query.get('after')),
})

/** The bet that the address opens. */
export const readBetId = (query: URLSearchParams): string | null => {
  const id = query.get('bet')
  return id && /^\d{1,18}$/.test(id) ? id : null
}

const queryOf = ({ show, mode, after }: BetsFilter) => ({
  product: 'sports',
  show: show === 'open' ? undefined : show,
  mode: mode === 'real' ? undefined : mode,
  after: after === null ? undefined : String(after),
})

export const toBets = (filter: BetsFilter): string => paths.betHistory(queryOf(filter))
