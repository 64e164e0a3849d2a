import { inject } from 'vitest'
import { openPatient } from '../server/src/test/patient.ts'
import { addCup } from '../server/src/test/tournaments.ts'
import { databaseUrl } from './database-url.ts'
import { inDatabase } from './new-player.ts'

/** A tournament of its own for a journey, in force as if the operator had published it. */
export async function newCup(terms: Record<string, unknown> = {}): Promise<string> {
  const db = openPatient(databaseUrl(inject('siteDir')))
  try {
    return String(await addCup(db, terms, `journey-${process.pid}-${Date.now()}`))
  } finally {
    await db.close()
  }
}

export const resultHash = '5f'.repeat(32)

/** It is over, and this player has won it. Server tests show how a result comes about. */
export const winCup = (cup: string, playerId: bigint) =>
  inDatabase(async (db) => {
    const won = { tournament_id: BigInt(cup), player_id: playerId, place: 1 }
    await db
      .insertInto('tournaments_result')
      .values({ ...won, score: 12_340n, rounds: 7, reached_at: new Date() })
      .execute()
    await db
      .insertInto('tournaments_prize')
      .values({ ...won, kind: 'cash', currency: 'EUR', amount: 5_000n, state: 'paid' })
      .execute()
    const now = new Date()
    await db
      .updateTable('tournaments_tournament')
      .set({ state: 'finished', result_hash: resultHash, ends_at: now, join_until: now, cut_at: now })
      .where('id', '=', BigInt(cup))
      .execute()
  })
