import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { secondsFromNow } from './store.ts'

export const readTwoFactor = (db: Db, playerId: bigint) =>
  db
    .selectFrom('auth_two_factor')
    .select([
      'method',
      'secret_sealed as secretSealed',
      'pending_method as pendingMethod',
      'pending_is_enabled as pendingIsEnabled',
      'pending_secret_sealed as pendingSecretSealed',
      sql<boolean>`coalesce(pending_until > now(), false)`.as('isPending'),
      // The steps of an authenticator follow the database's clock, as everything that ends does.
      sql<number>`floor(extract(epoch from now()) * 1000)::float8`.as('nowMs'),
    ])
    .where('player_id', '=', playerId)
    .executeTakeFirst()

export type Pending = {
  method: 'email' | 'phone' | 'app'
  isEnabled: boolean
  secretSealed: Buffer | null
  lifeSeconds: number
}

export const writePending = (db: Db, playerId: bigint, { method, isEnabled, secretSealed, lifeSeconds }: Pending) => {
  const row = {
    pending_method: method,
    pending_is_enabled: isEnabled,
    pending_secret_sealed: secretSealed,
    pending_until: secondsFromNow(lifeSeconds),
  }
  return db
    .insertInto('auth_two_factor')
    .values({ player_id: playerId, ...row })
    .onConflict((conflict) => conflict.column('player_id').doUpdateSet(row))
    .execute()
}

const noPending = { pending_method: null, pending_is_enabled: null, pending_secret_sealed: null, pending_until: null }

export const turnOn = (
  db: Db,
  playerId: bigint,
  { method, secretSealed, step }: { method: 'email' | 'phone' | 'app'; secretSealed: Buffer | null; step: bigint },
) =>
  db
    .insertInto('auth_two_factor')
    .values({ player_id: playerId, method, secret_sealed: secretSealed, last_step: step, enabled_at: sql<Date>`now()` })
    .onConflict((row) =>
      row.column('player_id').doUpdateSet({
        method,
        secret_sealed: secretSealed,
        last_step: step,
        enabled_at: sql<Date>`now()`,
        ...noPending,
      }),
    )
    .execute()

export const turnOff = (db: Db, playerId: bigint) =>
  db
    .updateTable('auth_two_factor')
    .set({ method: null, secret_sealed: null, enabled_at: null, ...noPending })
    .where('player_id', '=', playerId)
    .execute()

/** A step whose code was used, or an older one, is over: of 32 with the same code one gets a row back. */
export const useStep = (db: Db, playerId: bigint, step: bigint) =>
  db
    .updateTable('auth_two_factor')
    .set({ last_step: step })
    .where('player_id', '=', playerId)
    .where('last_step', '<', step)
    .returning('player_id')
    .executeTakeFirst()

export async function replaceRecoveryCodes(db: Db, playerId: bigint, codeHashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('auth_recovery_code').where('player_id', '=', playerId).execute()
  if (codeHashes.length === 0) return
  await db
    .insertInto('auth_recovery_code')
    .values(codeHashes.map((codeHash) => ({ player_id: playerId, code_hash: codeHash })))
    .execute()
}

export const useRecoveryCode = (db: Db, playerId: bigint, codeHashes: Buffer[]) =>
  db
    .updateTable('auth_recovery_code')
    .set({ used_at: sql<Date>`now()` })
    .where('player_id', '=', playerId)
    .where('code_hash', 'in', codeHashes)
    .where('used_at', 'is', null)
    .returning('player_id')
    .executeTakeFirst()

export const countRecoveryCodes = async (db: Db, playerId: bigint): Promise<number> => {
  const { left } = await db
    .selectFrom('auth_recovery_code')
    .select(sql<number>`count(*)::int`.as('left'))
    .where('player_id', '=', playerId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}
