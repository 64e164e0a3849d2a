import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'

type NewEvent = { playerId: bigint; kind: string; address: string; device: string }

export const insertEvent = (db: Db, { playerId, kind, address, device }: NewEvent) =>
  db.insertInto('account_event').values({ player_id: playerId, kind, address, device }).execute()

export const readTrail = (db: Db, playerId: bigint, { count, offset }: { count: number; offset: number }) =>
  db
    .selectFrom('account_event')
    .select(['id', 'kind', 'at', 'address', 'device'])
    .where('player_id', '=', playerId)
    .orderBy('id', 'desc')
    .limit(count)
    .offset(offset)
    .execute()

export const countEvents = async (db: Db, playerId: bigint): Promise<number> => {
  const { total } = await db
    .selectFrom('account_event')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('player_id', '=', playerId)
    .executeTakeFirstOrThrow()
  return total
}

export const insertNotice = (tx: Tx, playerId: bigint, kind: string, params: Record<string, string>) =>
  tx
    .insertInto('account_notice')
    .values({ player_id: playerId, kind, params: JSON.stringify(params) })
    .execute()

const noticesMost = 50

export const readNotices = (db: Db, playerId: bigint) =>
  db
    .selectFrom('account_notice')
    .select(['id', 'kind', 'params', 'at'])
    .where('player_id', '=', playerId)
    .where('seen_at', 'is', null)
    .orderBy('id')
    .limit(noticesMost)
    .execute()

export const markNoticesSeen = (db: Db, playerId: bigint, ids: bigint[]) =>
  db
    .updateTable('account_notice')
    .set({ seen_at: sql<Date>`now()` })
    .where('player_id', '=', playerId)
    .where('id', 'in', ids)
    .where('seen_at', 'is', null)
    .execute()

export const noticesAfter = (db: Db, playerId: bigint) => (last: { id: bigint } | undefined, count: number) =>
  db
    .selectFrom('account_notice')
    .select(['id', 'kind', 'params', 'at', 'seen_at as seenAt'])
    .where('player_id', '=', playerId)
    .where('id', '>', last?.id ?? 0n)
    .orderBy('id')
    .limit(count)
    .execute()

export const eventsAfter = (db: Db, playerId: bigint) => (last: { id: bigint } | undefined, count: number) =>
  db
    .selectFrom('account_event')
    .select(['id', 'kind', 'at', 'address', 'device'])
    .where('player_id', '=', playerId)
    .where('id', '>', last?.id ?? 0n)
    .orderBy('id')
    .limit(count)
    .execute()
