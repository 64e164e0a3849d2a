import type { NoticeTrigger } from '@croupier/contract/loyalty'
import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'
import { list } from './store.ts'

export type NewNotice = {
  playerId: bigint
  /** The same happens once. */
  key: string
  trigger: NoticeTrigger
  subject: string
  state?: string
  isCredit: boolean
  amount?: bigint
  amountType?: string
}

export async function addClubNotices(tx: Tx, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return
  const rows = notices.map(({ playerId, key, trigger, subject, state = '', isCredit, amount, amountType = '' }) => ({
    ...{ player_id: playerId, key, trigger, subject, state, is_credit: isCredit },
    ...{ amount: amount ?? null, amount_type: amountType },
  }))
  await tx
    .insertInto('loyalty_notice')
    .values(rows)
    .onConflict((is) => is.doNothing())
    .execute()
}

/** Not shown yet, of the last weeks, the oldest first; in care only what came in. */
export const readUnseen = (
  db: Db,
  playerId: bigint,
  { isCreditOnly, count }: { isCreditOnly: boolean; count: number },
) =>
  db
    .selectFrom('loyalty_notice')
    .select(['id', 'trigger', 'subject', 'state', 'is_credit as isCredit', 'amount', 'amount_type as amountType', 'at'])
    .where('player_id', '=', playerId)
    .where('seen_at', 'is', null)
    .where('at', '>', sql<Date>`now() - interval '30 days'`)
    // A level brings an offer at best, and offers rest in care.
    .$if(isCreditOnly, (query) => query.where('is_credit', '=', true).where('trigger', '<>', 'level'))
    .orderBy('id')
    .limit(count)
    .execute()

export const markSeen = (db: Db, playerId: bigint, ids: readonly bigint[]) =>
  sql`update loyalty_notice set seen_at = now() where player_id = ${playerId} and id = any(${list(ids)}::bigint[])
    and seen_at is null`.execute(db)

export const markAllSeen = (db: Db, playerId: bigint) =>
  sql`update loyalty_notice set seen_at = now() where player_id = ${playerId} and seen_at is null`.execute(db)

export const readNoticesOf = (db: Db, playerId: bigint, count: number) =>
  db
    .selectFrom('loyalty_notice')
    .select(['trigger', 'subject', 'state', 'at'])
    .where('player_id', '=', playerId)
    .orderBy('id')
    .limit(count)
    .execute()
