import { type GameMode, gameModes } from '@croupier/contract/games'
import { fromDecimal, isCurrency, toWire, type WireMoney } from '@croupier/contract/money'
import { paths } from '@croupier/contract/paths'
import { pageOf } from '../../site/page-numbers.ts'

export const roundsPerPage = 20

/** Which rounds are listed. The address holds all of it. */
export type RoundFilter = { mode: GameMode; game?: string; from?: string; to?: string; page: number }

/** A day that there is in the calendar; anything else is no wish. */
export function dayOf(word: string | null): string | undefined {
  if (!word || !/^(19[7-9]\d|[2-9]\d{3})-\d\d-\d\d$/.test(word)) return
  const day = new Date(`${word}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(word) ? word : undefined
}

const gameOf = (word: string | null) => (word && /^[a-z0-9][a-z0-9_-]{0,79}$/.test(word) ? word : undefined)

export const modeOf = (word: string | null): GameMode => gameModes.find((mode) => mode === word) ?? 'real'

export function readFilter(query: URLSearchParams): RoundFilter {
  const [from, to] = [dayOf(query.get('from')), dayOf(query.get('to'))]
  // Days in the wrong order mean the same days.
  const days = from && to && from > to ? { from: to, to: from } : { from, to }
  return {
    mode: modeOf(query.get('mode')),
    game: gameOf(query.get('game')),
    ...days,
    page: pageOf(query.get('page')),
  }
}

const queryOf = ({ mode, page, ...rest }: RoundFilter) => ({
  mode: mode === 'real' ? undefined : mode,
  ...rest,
  page: page > 1 ? String(page) : undefined,
})

export const toHistory = (filter: RoundFilter): string => paths.betHistory(queryOf(filter))

/** The round opens in the place of the list that it was chosen from, and the way back leads there. */
export const toRound = (filter: RoundFilter, round: string, provider: string): string =>
  paths.betHistory({ ...queryOf(filter), round, provider: provider === 'studio' ? undefined : provider })

export const isFiltered = ({ game, from, to }: RoundFilter): boolean => Boolean(game || from || to)

/** What came back less what went out. */
export function netOf(staked: WireMoney, won: WireMoney): WireMoney {
  const { currency } = staked
  if (!isCurrency(currency)) return won
  const minor = ({ amount }: WireMoney) => fromDecimal(amount, currency) ?? 0n
  return toWire(minor(won) - minor(staked), currency)
}
