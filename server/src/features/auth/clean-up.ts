import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'

/** Ways in that were begun and never ended, and proofs that are believed no more. */
export async function forgetOldSignIns(db: Db): Promise<void> {
  // Init data is believed for a day at most, so an older one needs no memory.
  await db.deleteFrom('auth_used_init').where('used_at', '<', sql<Date>`now() - interval '2 days'`).execute()
  await db.deleteFrom('auth_social_flow').where('created_at', '<', sql<Date>`now() - interval '1 day'`).execute()
  await db.deleteFrom('auth_second_step').where('expires_at', '<', sql<Date>`now() - interval '1 day'`).execute()
}
