import { sql } from 'kysely'
import type { Db } from '../../../context.ts'

type RoundName = { provider: string; round: string }

/** The games of rounds, in any order; a round that is unknown is not in the answer. */
export async function gamesOfRounds(db: Db, names: readonly RoundName[]): Promise<(RoundName & { game: string })[]> {
  if (names.length === 0) return []
  const { rows } = await sql<RoundName & { game: string }>`select r.provider, r.round, r.game
    from unnest(${names.map(({ provider }) => provider)}::text[], ${names.map(({ round }) => round)}::text[])
      as asked (provider, round)
    join rounds_round as r on r.provider = asked.provider and r.round = asked.round`.execute(db)
  return rows
}
