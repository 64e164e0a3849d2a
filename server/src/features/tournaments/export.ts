import type { Db } from '../../context.ts'
import { allTicketsOf } from './club-store.ts'
import { prizesOf } from './finish-store.ts'
import { allEntriesOf, readTournaments } from './store.ts'

/** Everything that tournaments know of a player. */
export async function exportTournaments(db: Db, playerId: bigint) {
  const entries = await allEntriesOf(db, playerId)
  const ids = entries.map(({ tournamentId }) => tournamentId)
  const [tournaments, prizes] = await Promise.all([readTournaments(db, ids), prizesOf(db, ids, playerId)])
  const joined = entries.map(({ tournamentId, joinedAt, resetAt, score, reachedAt, rounds, state, note }) => {
    const prize = prizes.find((each) => each.tournamentId === tournamentId)
    return {
      tournament: tournaments.get(tournamentId)?.sysname ?? String(tournamentId),
      joined_at: joinedAt.toISOString(),
      reset_at: resetAt?.toISOString() ?? null,
      score: String(score),
      reached_at: reachedAt?.toISOString() ?? null,
      rounds,
      state,
      note,
      prize: prize
        ? {
            place: prize.place,
            kind: prize.kind,
            currency: prize.currency,
            amount: prize.amount === null ? null : String(prize.amount),
            template: prize.template,
            state: prize.state,
          }
        : null,
    }
  })
  const tickets = (await allTicketsOf(db, playerId)).map(({ definition, key, givenAt, tournamentId }) => ({
    ...{ tournament: definition, given_for: key, given_at: givenAt.toISOString() },
    used_in: tournamentId === null ? null : String(tournamentId),
  }))
  return { entries: joined, tickets }
}
