import { resultText } from '@croupier/contract/tournament-score'
import type { Db } from '../../context.ts'
import { readResult } from './board-store.ts'
import { readNames } from './names.ts'
import { readTournament } from './store.ts'

/** The lines of the canonical text with nicknames in place of numbers; null where there is no result. */
export async function resultFile(db: Db, id: bigint): Promise<string | null> {
  const tournament = await readTournament(db, id)
  if (tournament?.state !== 'finished') return null
  const rows = await readResult(db, id)
  const nameOf = await readNames(
    db,
    rows.map(({ playerId }) => playerId),
    null,
  )
  return resultText(
    rows.map(({ playerId, score, reachedMs }, at) => ({
      ...{ place: at + 1, player: nameOf(playerId).fakename ?? '-', score, reachedMs },
    })),
  )
}
