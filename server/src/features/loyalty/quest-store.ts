import type { ClientStep } from '@croupier/contract/loyalty'
import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'

/** What browsers reported, and what was paid for it. */

export type Report = { playerId: bigint; event: ClientStep; value: string; week: string; at: Date }

/** Once a week, however often and from however many devices it is told; the last time counts also for later quests. */
export const addReport = (tx: Tx, { playerId, event, value, week, at }: Report) =>
  sql`insert into loyalty_fact (player_id, event, value, week, at) values (${playerId}, ${event}, ${value}, ${week}, ${at})
    on conflict (player_id, event, value, week) do update set at = greatest(loyalty_fact.at, excluded.at)`.execute(tx)

export async function readReports(db: Db, playerId: bigint) {
  const { rows } = await sql<{ event: string; value: string; atMs: bigint }>`select event, value,
      (extract(epoch from at) * 1000)::bigint as "atMs"
    from loyalty_fact where player_id = ${playerId}`.execute(db)
  return rows.map(({ atMs, ...row }) => ({ ...row, atMs: Number(atMs) }))
}

export const readPaidQuests = (db: Db, playerId: bigint) =>
  db
    .selectFrom('loyalty_quest')
    .select(['quest', 'period', 'reward', 'is_reported as isReported', 'week', 'at'])
    .where('player_id', '=', playerId)
    .orderBy('at')
    .execute()

type PaidQuest = { playerId: bigint; quest: string; period: string; reward: number; isReported: boolean; week: string }

/** False where it was paid before. */
export async function addPaidQuest(tx: Tx, paid: PaidQuest): Promise<boolean> {
  const { playerId, quest, period, reward, isReported, week } = paid
  const added = await tx
    .insertInto('loyalty_quest')
    .values({ player_id: playerId, quest, period, reward, is_reported: isReported, week })
    .onConflict((is) => is.doNothing())
    .returning('quest')
    .executeTakeFirst()
  return added !== undefined
}
