import { sql } from 'kysely'
import type { Tx } from '../context.ts'
import { begin, type Database } from '../db/db.ts'
import { isDemo } from '../features/auth/auth.ts'
import { levelReached } from '../features/campaigns/campaigns.ts'
import { loyaltyHouse } from '../features/loyalty/loyalty.ts'
import type { Announce } from '../happenings.ts'

/** What she earned before: enough for the third level, and for something of the shop. */
const gifts = [900n, 600n, 120n]

/** Alice has been in the club for a while. Once. */
export async function addDemoClub(db: Database, login: string): Promise<void> {
  if (login !== 'alice@example.com') return
  const found = await db.sql.selectFrom('account_player').select('id').where('login_key', '=', login).executeTakeFirst()
  if (!found || !(await isDemo(db.sql, found.id))) return
  await begin(db, async (tx) => {
    const announce = hearingLevels(tx)
    let isNew = false
    for (const [at, points] of gifts.entries()) {
      const gift = { playerId: found.id, points, key: `demo:${login}:${at}`, words: 'demo' }
      isNew = (await loyaltyHouse.give(announce, tx, gift)) === 'given' || isNew
    }
    // Half of a quest.
    if (isNew) await loyaltyHouse.noteRead(tx, found.id, 'fairness')
    // She reached it a while ago: nothing greets her with it.
    const told = tx.updateTable('loyalty_notice').set({ seen_at: sql<Date>`now()` }).where('player_id', '=', found.id)
    if (isNew) await told.where('seen_at', 'is', null).execute()
  })
}

/** There are no queues yet. */
const hearingLevels =
  (tx: Tx): Announce =>
  async (_tx, name, about) => {
    if (name === 'level.reached' && 'level' in about) await levelReached({ begin: (work) => work(tx) }, about)
  }
