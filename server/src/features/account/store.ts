import { type Kysely, sql } from 'kysely'
import type { Tx } from '../../context.ts'
import type { DB } from '../../db/types.ts'

type Db = Kysely<DB>

/** A relation for features upstairs to join: who a player is and whether it may act. */
export const standings = (db: Db) =>
  db
    .selectFrom('account_player')
    .select(({ eb }) => [
      'id as playerId',
      'locale',
      eb('banned_at', 'is not', null).as('isBanned'),
      eb('deleted_at', 'is not', null).as('isDeleted'),
    ])

export const readPlayer = (db: Db, playerId: bigint) =>
  db
    .selectFrom('account_player')
    .select([
      'id',
      'login',
      'email',
      'phone',
      'fakename',
      'locale',
      'currency',
      'country_code',
      'reg_time',
      'is_registration_completed',
    ])
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow()

export const setLocale = (db: Db, playerId: bigint, locale: string) =>
  db.updateTable('account_player').set({ locale }).where('id', '=', playerId).execute()

/** Whoever changes something that is counted per player takes this lock first. */
export const lockPlayer = (tx: Tx, playerId: bigint) =>
  tx.selectFrom('account_player').select('id').where('id', '=', playerId).forUpdate().executeTakeFirstOrThrow()

export const readValues = (db: Db, playerId: bigint, keys: string[]) =>
  db
    .selectFrom('account_storage')
    .select(['key', 'value'])
    .where('player_id', '=', playerId)
    .where('key', 'in', keys)
    .execute()

export const readKeys = (db: Db, playerId: bigint) =>
  db.selectFrom('account_storage').select('key').where('player_id', '=', playerId).orderBy('key').execute()

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
