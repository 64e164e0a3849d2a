import type { Call } from '@croupier/contract/contract'
import type { WireTournament } from '@croupier/contract/methods/tournaments'
import type { CountReason } from '@croupier/contract/tournaments'
import { type CupList, cupRoundsPerPage, cupsPerPage, isTournamentId, placesPerPage } from './tournament-rules.ts'

export const askTournaments = (call: Call, status: CupList, page: number) =>
  call('tournaments.get', { status, count: cupsPerPage, offset: (page - 1) * cupsPerPage })

/** One by its number; null where there is none. */
export async function askTournament(call: Call, id: string): Promise<WireTournament | null> {
  if (!isTournamentId(id)) return null
  return (await call('tournaments.get', { ids: id })).items[0] ?? null
}

export const askStandings = (call: Call, id: string, page: number) =>
  call('tournaments.getStandings', {
    tournament_id: id,
    count: placesPerPage,
    offset: (page - 1) * placesPerPage,
  })

export const askOwnRounds = (call: Call, id: string, page: number, reason: CountReason | undefined) =>
  call('tournaments.getRounds', {
    tournament_id: id,
    count: cupRoundsPerPage,
    offset: (page - 1) * cupRoundsPerPage,
    ...(reason && { reason }),
  })

/** As the hall asks for the games of a tournament. */
export const gamesOf = ({ restrictions: { games, types, providers } }: Pick<WireTournament, 'restrictions'>) => ({
  any_of: { games, types, providers },
})
