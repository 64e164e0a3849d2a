import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

const isOld = sql<Date>`now() - interval '30 days'`

/** Books of stand-in companies; what is open there may still be asked after. */
export async function forgetOldBooks(db: Db): Promise<void> {
  await db.deleteFrom('sandbox_letter').where('at', '<', isOld).execute()
  await db
    .deleteFrom('sandbox_payment')
    .where('updated_at', '<', isOld)
    .where('status', 'in', ['succeeded', 'failed', 'canceled', 'refunded', 'paid', 'rejected'])
    .execute()
  await db
    .deleteFrom('sandbox_coin')
    .where('updated_at', '<', isOld)
    .where('state', 'in', ['done', 'expired', 'returned', 'rejected'])
    .execute()
}
