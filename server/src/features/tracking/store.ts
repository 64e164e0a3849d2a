import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'

type Report = { name: string; params: string; playerId: bigint | null; requestId: string }

export const addEvent = (db: Db, { name, params, playerId, requestId }: Report) =>
  db.insertInto('tracking_event').values({ name, params, player_id: playerId, request_id: requestId }).execute()

export type Hit = { visit: string; referer: string; trackId: string; seonSession: string; isLate: boolean }

/** A visit whose player has registered already is that player's from the start. */
export const addHit = (db: Db, { visit, referer, trackId, seonSession, isLate }: Hit) =>
  db
    .insertInto('tracking_hit')
    .values(({ selectFrom }) => ({
      visit,
      referer,
      track_id: trackId,
      seon_session: seonSession,
      is_late: isLate,
      player_id:
        visit === ''
          ? null
          : selectFrom('tracking_registration')
              .select('player_id')
              .where('visit', '=', visit)
              .where('visit', '<>', '')
              .orderBy('at')
              .limit(1),
    }))
    .execute()

/** The first one counts: a happening may be delivered twice. */
export const addRegistration = (
  tx: Tx,
  { playerId, visit, params }: { playerId: bigint; visit: string; params: Record<string, string> },
) =>
  tx
    .insertInto('tracking_registration')
    .values({ player_id: playerId, visit, params: JSON.stringify(params) })
    .onConflict((row) => row.column('player_id').doNothing())
    .execute()

/** Hits that are a player's already stay so: one browser may have two players. */
export const tieHits = (tx: Tx, visit: string, playerId: bigint) =>
  tx
    .updateTable('tracking_hit')
    .set({ player_id: playerId })
    .where('visit', '=', visit)
    .where('visit', '<>', '')
    .where('player_id', 'is', null)
    .execute()

export const hitsAfter = (db: Db, playerId: bigint) => (last: { id: bigint } | undefined, count: number) =>
  db
    .selectFrom('tracking_hit')
    .select(['id', 'at', 'referer', 'track_id', 'seon_session', 'is_late'])
    .where('player_id', '=', playerId)
    .where('id', '>', last?.id ?? 0n)
    .orderBy('id')
    .limit(count)
    .execute()

export const trackedAfter = (db: Db, playerId: bigint) => (last: { id: bigint } | undefined, count: number) =>
  db
    .selectFrom('tracking_event')
    .select(['id', 'at', 'name', 'params'])
    .where('player_id', '=', playerId)
    .where('id', '>', last?.id ?? 0n)
    .orderBy('id')
    .limit(count)
    .execute()

export const readRegistration = (db: Db, playerId: bigint) =>
  db
    .selectFrom('tracking_registration')
    .select(['at', 'visit', 'params'])
    .where('player_id', '=', playerId)
    .executeTakeFirst()

/** What happened on pages is of use for a season, where visitors came from for a year; sessions of checks no longer. */
export async function forgetOldTracking(db: Db): Promise<void> {
  await db.deleteFrom('tracking_event').where('at', '<', sql<Date>`now() - interval '90 days'`).execute()
  await db.deleteFrom('tracking_hit').where('at', '<', sql<Date>`now() - interval '13 months'`).execute()
  await db
    .updateTable('tracking_registration')
    .set({ visit: '', params: sql`params - 'seon_session'` })
    .where('at', '<', sql<Date>`now() - interval '13 months'`)
    .where((row) => row.or([row('visit', '<>', ''), sql<boolean>`params ? 'seon_session'`]))
    .execute()
}
