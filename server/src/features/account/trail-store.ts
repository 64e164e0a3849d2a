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

/** Kinds of what happened in the last hour. */
export async function lateEvents(db: Db, playerId: bigint): Promise<Set<string>> {
  const rows = await db
    .selectFrom('account_event')
    .select('kind')
    .where('player_id', '=', playerId)
    .where('at', '>', sql<Date>`now() - interval '1 hour'`)
    .execute()
  return new Set(rows.map(({ kind }) => kind))
}

export const countEvents = async (db: Db, playerId: bigint): Promise<number> => {
  const { total } = await db
    .selectFrom('account_event')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('player_id', '=', playerId)
    .executeTakeFirstOrThrow()
  return total
}

type NewNotice = { playerId: bigint; kind: string; params: Record<string, string>; wantsLetter: boolean }

export const insertNotices = (tx: Tx, notices: readonly NewNotice[]) =>
  tx
    .insertInto('account_notice')
    .values(
      notices.map(({ playerId, kind, params, wantsLetter }) => ({
        player_id: playerId,
        kind,
        params: JSON.stringify(params),
        ...(wantsLetter && { wants_letter: true }),
      })),
    )
    .execute()

/** Players with a notice that may leave by mail too. */
export async function playersWithLetters(db: Db, most: number): Promise<bigint[]> {
  const { rows } = await sql<{ playerId: bigint }>`select distinct player_id as "playerId" from (
      select player_id from account_notice where wants_letter order by id limit ${most}
    ) as waiting`.execute(db)
  return rows.map(({ playerId }) => playerId)
}

/** These of one player, oldest first; from then on they are decided. The player is locked. */
export async function takeLetterNotices(tx: Tx, playerId: bigint): Promise<{ kind: string; params: unknown }[]> {
  const { rows } = await sql<{ id: bigint; kind: string; params: unknown }>`
    update account_notice set wants_letter = null where player_id = ${playerId} and wants_letter
    returning id, kind, params`.execute(tx)
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1)).map(({ kind, params }) => ({ kind, params }))
}

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

const listedMost = 20

/** Seen or not, for the list of what was said lately. */
export const readLatestNotices = (db: Db, playerId: bigint) =>
  db
    .selectFrom('account_notice')
    .select(['id', 'kind', 'params', 'at'])
    .where('player_id', '=', playerId)
    .orderBy('id', 'desc')
    .limit(listedMost)
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
