import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { endOldExports } from '../features/rounds/rounds.ts'
import { forgetOldKeys } from '../features/wallet/wallet.ts'

/** What is over and helps nobody any more. Each statement stands alone: one that fails takes no other with it. */
export async function cleanUpAll(db: Db): Promise<void> {
  const ago = (age: string) => sql<Date>`now() - ${sql.lit(age)}::interval`
  await db
    .deleteFrom('codes_code')
    .where('window_ends_at', '<', ago('1 day'))
    .where('expires_at', '<', ago('1 day'))
    .execute()
  // Init data is believed for a day at most, so an older one needs no memory.
  await db.deleteFrom('auth_used_init').where('used_at', '<', ago('2 days')).execute()
  await db.deleteFrom('auth_social_flow').where('created_at', '<', ago('1 day')).execute()
  await db.deleteFrom('auth_second_step').where('expires_at', '<', ago('1 day')).execute()
  await db.deleteFrom('mail_letter').where('created_at', '<', ago('30 days')).execute()
  await db.deleteFrom('sandbox_letter').where('at', '<', ago('30 days')).execute()
  await forgetOldKeys(db)
  // What providers said, as long as keys are kept; what became of it stays with the entry.
  await db.deleteFrom('cashier_notice').where('at', '<', ago('13 months')).execute()
  // Only bets need the token; wins and rollbacks find their round without it.
  await db.deleteFrom('rounds_session').where('expires_at', '<', ago('30 days')).execute()
  // Nobody can come back to a try without an account; its rounds go with it.
  await db.deleteFrom('rounds_guest').where('expires_at', '<', ago('1 day')).execute()
  await endOldExports(db)
  // Books of stand-in companies; what is open there may still be asked after.
  await db
    .deleteFrom('sandbox_payment')
    .where('updated_at', '<', ago('30 days'))
    .where('status', 'in', ['succeeded', 'failed', 'canceled', 'refunded', 'paid', 'rejected'])
    .execute()
  await db
    .deleteFrom('sandbox_coin')
    .where('updated_at', '<', ago('30 days'))
    .where('state', 'in', ['done', 'expired', 'returned', 'rejected'])
    .execute()
  // Written by the clocks of the nodes, so an hour is left for them to disagree.
  await db
    .deleteFrom('http_rate_limit')
    .where(sql<boolean>`expire < extract(epoch from now() - interval '1 hour') * 1000`)
    .execute()
}
