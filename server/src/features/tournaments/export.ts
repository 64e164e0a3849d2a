import type { Db } from '../../context.ts'
import { prizesOf } from './finish-store.ts'
import { allEntriesOf, readTournaments } from './store.ts'

/** Everything that tournaments know of a player. */
export async function exportTournaments(db: Db, playerId: bigint) {
  const entries = await allEntriesOf(db, playerId)
  const ids = entries.map(({ tournamentId }) => tournamentId)
  const [tournaments, prizes] = await Promise.all([readTournaments(db, ids), prizesOf(db, ids, playerId)])
  return entries.map(({ tournamentId, joinedAt, resetAt, score, reachedAt, rounds, state, note }) => {
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
}
