import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'

type NewNotice = { provider: string; noticeId: string; entryId: bigint | null; said: unknown; verdict: string }

/** False when this notice was heard before. */
export async function addProviderNotice(
  tx: Tx,
  { provider, noticeId, entryId, said, verdict }: NewNotice,
): Promise<boolean> {
  const added = await tx
    .insertInto('cashier_notice')
    .values({ provider, notice_id: noticeId, entry_id: entryId, said: JSON.stringify(said), verdict })
    .onConflict((row) => row.columns(['provider', 'notice_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

export const isNoticeKnown = async (db: Db, provider: string, noticeId: string): Promise<boolean> =>
  (await db
    .selectFrom('cashier_notice')
    .select('id')
    .where('provider', '=', provider)
    .where('notice_id', '=', noticeId)
    .executeTakeFirst()) !== undefined

/** For the operator: what cannot be, the newest first. */
export const readContradictions = (db: Db, most: number) =>
  db
    .selectFrom('cashier_notice')
    .select(['at', 'provider', 'notice_id as noticeId', 'entry_id as entryId', 'verdict', 'said'])
    .where('verdict', 'not in', ['applied', 'repeated', 'older'])
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

/** What providers said, as long as keys are kept; what became of it stays with the entry. */
export const forgetOldNotices = (db: Db) =>
  db.deleteFrom('cashier_notice').where('at', '<', sql<Date>`now() - interval '13 months'`).execute()
