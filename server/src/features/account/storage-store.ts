import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'

export const readValues = (db: Db, playerId: bigint, keys: string[]) =>
  db
    .selectFrom('account_storage')
    .select(['key', 'value'])
    .where('player_id', '=', playerId)
    .where('key', 'in', keys)
    .execute()

export const readKeys = (db: Db, playerId: bigint) =>
  db.selectFrom('account_storage').select('key').where('player_id', '=', playerId).orderBy('key').execute()

export const readStorage = (db: Db, playerId: bigint) =>
  db.selectFrom('account_storage').select(['key', 'value']).where('player_id', '=', playerId).orderBy('key').execute()

/** What the other keys of this player take up already. */
export const storedBeside = (tx: Tx, playerId: bigint, key: string) =>
  tx
    .selectFrom('account_storage')
    .select([
      sql<number>`count(*)::int`.as('keys'),
      sql<number>`coalesce(sum(octet_length(value)), 0)::int`.as('bytes'),
    ])
    .where('player_id', '=', playerId)
    .where('key', '<>', key)
    .executeTakeFirstOrThrow()

export const writeValue = (tx: Tx, playerId: bigint, key: string, value: string) =>
  tx
    .insertInto('account_storage')
    .values({ player_id: playerId, key, value })
    .onConflict((row) => row.columns(['player_id', 'key']).doUpdateSet({ value, updated_at: sql<Date>`now()` }))
    .execute()

export const removeValue = (tx: Tx, playerId: bigint, key: string) =>
  tx.deleteFrom('account_storage').where('player_id', '=', playerId).where('key', '=', key).execute()
