import type { Db } from '../../db/db.ts'
import { readAllActions, readChecksOf } from './store.ts'

/** What is stored here about a player, for the player. Documents are with the provider, never here. */
export const exportVerification = async (db: Db, playerId: bigint): Promise<Record<string, unknown>> => ({
  applicant: (await readChecksOf(db, playerId)) ?? null,
  actions: await readAllActions(db, playerId),
})
