import { sql } from 'kysely'
import type { Db, Tx } from '../../../context.ts'

/** Never later than it was: a game that has ended is not opened again. */
const ending = (db: Db) =>
  db
    .updateTable('rounds_session')
    .set({ expires_at: sql<Date>`least(expires_at, now())` })
    .where('expires_at', '>', sql<Date>`now()`)

/** Games that were launched with these sign-ins. */
export const endLaunchesOf = (db: Db, authSessionIds: readonly bigint[]) =>
  ending(db)
    .where('auth_session_id', '=', sql<bigint>`any(${authSessionIds.map(String)}::bigint[])`)
    .execute()

export const endLaunch = (db: Db, tokenHash: string) =>
  ending(db).where('token_hash', '=', Buffer.from(tokenHash, 'hex')).execute()

export const endLaunchesIn = (tx: Tx, playerId: bigint, games: readonly string[]) =>
  ending(tx)
    .where('player_id', '=', playerId)
    .where('mode', '=', 'real')
    .where('game', '=', sql<string>`any(${games}::text[])`)
    .execute()

/** Games that the player has open with real money. */
export async function openedGames(tx: Tx, playerId: bigint): Promise<string[]> {
  const rows = await tx
    .selectFrom('rounds_session')
    .select('game')
    .distinct()
    .where('player_id', '=', playerId)
    .where('mode', '=', 'real')
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()
  return rows.map(({ game }) => game)
}

type Stretch = { from: Date; to: Date | null }

/** How many different titles a player opened within a stretch of time: as a demo, and in any way. */
export async function countLaunched(
  db: Db,
  playerId: bigint,
  { from, to, without }: Stretch & { without: readonly Stretch[] },
) {
  const { rows } = await sql<{ demo: number; all: number }>`select
      count(distinct game) filter (where mode = 'demo')::int as demo, count(distinct game)::int as all
    from rounds_session where player_id = ${playerId} and created_at >= ${from}
      and created_at < coalesce(${to}::timestamptz, 'infinity') and not exists (
        select from unnest(${without.map((left) => left.from)}::timestamptz[],
          ${without.map((left) => left.to)}::timestamptz[]) as left_out (since, until)
        where created_at >= since and created_at < coalesce(until, 'infinity'))`.execute(db)
  return rows[0] ?? { demo: 0, all: 0 }
}

/** Games that were opened long ago. */
export async function forgetOldLaunches(db: Db): Promise<void> {
  // Only bets need the token; wins and rollbacks find their round without it.
  await db.deleteFrom('rounds_session').where('expires_at', '<', sql<Date>`now() - interval '30 days'`).execute()
  // A guest cannot come back to a try without an account; its rounds go with it.
  await db.deleteFrom('rounds_guest').where('expires_at', '<', sql<Date>`now() - interval '1 day'`).execute()
}
