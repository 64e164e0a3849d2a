import type { Selectable } from 'kysely'
import { sql as raw } from 'kysely'
import type { Db } from '../../db/db.ts'
import type { DB } from '../../db/types.ts'

export type Identity = Selectable<DB['content_identity']>

export const findIdentity = (sql: Db, key: string): Promise<Identity | undefined> =>
  sql
    .selectFrom('content_identity')
    .selectAll()
    .where((is) => is.or([is('username_key', '=', key), is('email_key', '=', key)]))
    .executeTakeFirst()

export const getIdentity = (sql: Db, id: bigint): Promise<Identity | undefined> =>
  sql.selectFrom('content_identity').selectAll().where('id', '=', id).executeTakeFirst()

type New = {
  username: string
  username_key: string
  email: string
  email_key: string
  password_hash: string
  confirm_hash?: Buffer
  is_confirmed?: boolean
}

/** Undefined when the name or the address is taken. */
export const addIdentity = (sql: Db, identity: New): Promise<Identity | undefined> =>
  sql
    .insertInto('content_identity')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

export const findByEmail = (sql: Db, emailKey: string): Promise<Identity | undefined> =>
  sql.selectFrom('content_identity').selectAll().where('email_key', '=', emailKey).executeTakeFirst()

/** The address is shown to be theirs; whatever was known or given before ends. Undefined when another request was first. */
export const takeOver = (sql: Db, { id, token_version }: Identity, hash: string): Promise<Identity | undefined> =>
  sql
    .updateTable('content_identity')
    .set({
      password_hash: hash,
      token_version: token_version + 1,
      is_confirmed: true,
      confirm_hash: null,
      reset_hash: null,
      reset_expires_at: null,
      updated_at: raw<Date>`now()`,
    })
    .where('id', '=', id)
    .where('token_version', '=', token_version)
    .returningAll()
    .executeTakeFirst()

/** The same statement whether the address is known or not, so that both take the same time. */
export const setResetHash = (sql: Db, emailKey: string, hash: Buffer): Promise<Identity | undefined> =>
  sql
    .updateTable('content_identity')
    // The clock of the database rules: nodes may disagree about the time.
    .set({ reset_hash: hash, reset_expires_at: raw<Date>`now() + interval '1 hour'` })
    .where('email_key', '=', emailKey)
    .where('is_blocked', '=', false)
    .returningAll()
    .executeTakeFirst()

export const findByReset = (sql: Db, hash: Buffer): Promise<Identity | undefined> =>
  sql
    .selectFrom('content_identity')
    .selectAll()
    .where('reset_hash', '=', hash)
    .where('reset_expires_at', '>', raw<Date>`now()`)
    .where('is_blocked', '=', false)
    .executeTakeFirst()

/** Every token given before ends here. Undefined when another request changed the password first. */
export const setPassword = (sql: Db, { id, token_version }: Identity, hash: string): Promise<Identity | undefined> =>
  sql
    .updateTable('content_identity')
    .set({
      password_hash: hash,
      token_version: token_version + 1,
      reset_hash: null,
      reset_expires_at: null,
      updated_at: raw<Date>`now()`,
    })
    .where('id', '=', id)
    .where('token_version', '=', token_version)
    .returningAll()
    .executeTakeFirst()

export const setConfirmHash = (sql: Db, emailKey: string, hash: Buffer): Promise<Identity | undefined> =>
  sql
    .updateTable('content_identity')
    .set({ confirm_hash: hash })
    .where('email_key', '=', emailKey)
    .where('is_confirmed', '=', false)
    .returningAll()
    .executeTakeFirst()

export const confirmIdentity = (sql: Db, hash: Buffer): Promise<Identity | undefined> =>
  sql
    .updateTable('content_identity')
    .set({ is_confirmed: true, confirm_hash: null })
    .where('confirm_hash', '=', hash)
    .returningAll()
    .executeTakeFirst()
