import { sql } from 'kysely'
import type { Db } from '../../context.ts'

export const isKnownDevice = async (db: Db, playerId: bigint, tokenHashes: Buffer[]): Promise<boolean> => {
  const found = await db
    .selectFrom('auth_device')
    .select('player_id')
    .where('player_id', '=', playerId)
    .where('token_hash', 'in', tokenHashes)
    .executeTakeFirst()
  return found !== undefined
}

export const hasDevices = async (db: Db, playerId: bigint): Promise<boolean> =>
  (await db.selectFrom('auth_device').select('player_id').where('player_id', '=', playerId).executeTakeFirst()) !==
  undefined

export const touchDevice = (db: Db, playerId: bigint, tokenHashes: Buffer[]) =>
  db
    .updateTable('auth_device')
    .set({ last_seen_at: sql<Date>`now()` })
    .where('player_id', '=', playerId)
    .where('token_hash', 'in', tokenHashes)
    .execute()

export const addDevice = (db: Db, playerId: bigint, tokenHash: Buffer) =>
  db
    .insertInto('auth_device')
    .values({ player_id: playerId, token_hash: tokenHash })
    .onConflict((row) => row.doNothing())
    .execute()

/** The browser gets a new token; another player who has used it stays known there. */
export const moveDevice = (db: Db, from: Buffer[], to: Buffer) =>
  db.updateTable('auth_device').set({ token_hash: to }).where('token_hash', 'in', from).execute()

export const dropOldDevices = (db: Db, playerId: bigint, days: number) =>
  db
    .deleteFrom('auth_device')
    .where('player_id', '=', playerId)
    .where('last_seen_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute()

export const dropDevices = (db: Db, playerId: bigint) =>
  db.deleteFrom('auth_device').where('player_id', '=', playerId).execute()

export const readDevices = (db: Db, playerId: bigint) =>
  db
    .selectFrom('auth_device')
    .select(['first_seen_at as firstSeenAt', 'last_seen_at as lastSeenAt'])
    .where('player_id', '=', playerId)
    .orderBy('first_seen_at')
    .execute()
