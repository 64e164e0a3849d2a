import { sql } from 'kysely'
import type { Tx } from '../context.ts'
import { begin, type Database } from '../db/db.ts'
import { lockPlayers, subscriptions } from '../features/account/account.ts'
import { isDemo } from '../features/auth/auth.ts'
import { pastCups } from '../features/tournaments/tournaments.ts'

/** The one of all games: in the month before, Alice has always played. */
const finished = 'steady-hand'

/** Its players are in the cups that run, and were in the one of last month, which is paid. Once. */
export async function addDemoCups(db: Database, logins: readonly string[]): Promise<void> {
  await begin(db, async (tx) => {
    const ids = await demoPlayers(tx, logins)
    await lockPlayers(tx, ids)
    if (await pastCups.addFinished(tx, finished, ids)) for (const id of ids) await forgetNews(tx, id)
    for (const id of ids) await pastCups.addRunning(tx, id)
  })
}

async function demoPlayers(tx: Tx, logins: readonly string[]): Promise<bigint[]> {
  const found = await tx
    .selectFrom('account_player')
    .select('id')
    .where('login_key', 'in', logins)
    .orderBy('id')
    .execute()
  const ids: bigint[] = []
  for (const { id } of found) if (await isDemo(tx, id)) ids.push(id)
  return ids
}

/** It was won weeks ago: nothing greets the winner with it, and no letter leaves. */
async function forgetNews(tx: Tx, playerId: bigint): Promise<void> {
  await subscriptions.waiting.take(tx, playerId)
  const told = tx.updateTable('account_notice').set({ seen_at: sql<Date>`now()` }).where('player_id', '=', playerId)
  await told.where('kind', '=', 'prizePaid').where('seen_at', 'is', null).execute()
}
