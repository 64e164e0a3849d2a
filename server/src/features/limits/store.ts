import type { LimitKind } from '@croupier/contract/control'
import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'
import { readWindows } from './gate-store.ts'
import { confirmDays, type Limit, type Used, waitHours } from './rules.ts'

/** Hours, because a day of a time zone may have 23 or 25 of them. */
const hoursAgo = (hours: number) => sql<Date>`now() - make_interval(hours => ${hours})`

// Limits

export const readLimits = (db: Db, playerId: bigint): Promise<Limit[]> =>
  db
    .selectFrom('limits_limit')
    .select(['kind', 'period_days as periodDays', 'amount'])
    .where('player_id', '=', playerId)
    .orderBy('kind')
    .orderBy('period_days')
    .execute()

type Place = { playerId: bigint; kind: LimitKind; periodDays: number }

export const writeLimit = (tx: Tx, { playerId, kind, periodDays, amount }: Place & { amount: bigint }) =>
  tx
    .insertInto('limits_limit')
    .values({ player_id: playerId, kind, period_days: periodDays, amount })
    .onConflict((row) =>
      row.columns(['player_id', 'kind', 'period_days']).doUpdateSet({ amount, set_at: sql<Date>`now()` }),
    )
    .execute()

export const removeLimit = (tx: Tx, { playerId, kind, periodDays }: Place) =>
  tx
    .deleteFrom('limits_limit')
    .where('player_id', '=', playerId)
    .where('kind', '=', kind)
    .where('period_days', '=', periodDays)
    .execute()

/** Raises that wait for their day or for the second yes. */
const openChanges = (db: Db, playerId: bigint) =>
  db
    .selectFrom('limits_change')
    .select([
      'id',
      'kind',
      'period_days as periodDays',
      'amount',
      'requested_at as requestedAt',
      'ready_at as readyAt',
      'expires_at as expiresAt',
      sql<Date>`now()`.as('now'),
    ])
    .where('player_id', '=', playerId)
    .where('closed_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)

export const readChanges = (db: Db, playerId: bigint) => openChanges(db, playerId).orderBy('id').execute()

export const readChange = (tx: Tx, playerId: bigint, id: bigint) =>
  openChanges(tx, playerId).where('id', '=', id).executeTakeFirst()

export const addChange = (tx: Tx, { playerId, kind, periodDays, amount }: Place & { amount: bigint | null }) =>
  tx
    .insertInto('limits_change')
    .values({
      player_id: playerId,
      kind,
      period_days: periodDays,
      amount,
      ready_at: sql<Date>`now() + make_interval(hours => ${waitHours})`,
      expires_at: sql<Date>`now() + make_interval(hours => ${waitHours + confirmDays * 24})`,
    })
    .returning('ready_at as readyAt')
    .executeTakeFirstOrThrow()

export const closeChange = (tx: Tx, id: bigint, outcome: 'confirmed' | 'cancelled') =>
  tx.updateTable('limits_change').set({ closed_at: sql<Date>`now()`, outcome }).where('id', '=', id).execute()

/** Whatever still waits for this limit is over: a newer wish has come, or the player did not confirm it in time. */
export const closeOlderChanges = (tx: Tx, { playerId, kind, periodDays }: Place) =>
  tx
    .updateTable('limits_change')
    .set({
      closed_at: sql<Date>`now()`,
      outcome: sql<'expired' | 'replaced'>`case when expires_at <= now() then 'expired' else 'replaced' end`,
    })
    .where('player_id', '=', playerId)
    .where('kind', '=', kind)
    .where('period_days', '=', periodDays)
    .where('closed_at', 'is', null)
    .execute()

/** Raises whose wait is over and whose players were not told; each is claimed by one asker. */
export const claimReadyChanges = (tx: Tx, most: number) =>
  tx
    .updateTable('limits_change')
    .set({ told_at: sql<Date>`now()` })
    .where('id', 'in', (row) =>
      row
        .selectFrom('limits_change')
        .select('id')
        .where('closed_at', 'is', null)
        .where('told_at', 'is', null)
        .where('ready_at', '<=', sql<Date>`now()`)
        .where('expires_at', '>', sql<Date>`now()`)
        .orderBy('id')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returning('player_id as playerId')
    .execute()

/** Money limits and uses are amounts of the account's currency: while there are any, it cannot change. */
export async function isCurrencyInUse(tx: Tx, playerId: bigint): Promise<boolean> {
  const { rows } = await sql<{ is_in_use: boolean }>`select
    exists (select from limits_limit where player_id = ${playerId} and kind <> 'session') or
    exists (select from limits_change where player_id = ${playerId} and kind <> 'session' and closed_at is null) or
    exists (select from limits_use where player_id = ${playerId}) as is_in_use`.execute(tx)
  return rows[0]?.is_in_use ?? true
}

// Uses

export const readUse = (tx: Tx, playerId: bigint, key: string) =>
  tx
    .selectFrom('limits_use')
    .select(['kind', 'amount'])
    .where('player_id', '=', playerId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()

/** What was used in each of these windows, to the hour of the database's clock. */
export const readUsed = (db: Db, playerId: bigint, periods: readonly number[]): Promise<Used[]> =>
  readWindows(
    db,
    periods.map((periodDays) => ({ playerId, periodDays })),
  )

/** When the oldest deposit of the window leaves it and makes room. */
export const readNextRoom = (db: Db, playerId: bigint, periodDays: number) =>
  db
    .selectFrom('limits_use')
    .select(sql<Date | null>`min(at) + make_interval(hours => ${periodDays * 24})`.as('at'))
    .where('player_id', '=', playerId)
    .where('kind', '=', 'deposit')
    .where('at', '>', hoursAgo(periodDays * 24))
    .executeTakeFirstOrThrow()

// The player's own data

export const readAllChanges = (db: Db, playerId: bigint) =>
  db
    .selectFrom('limits_change')
    .select(['kind', 'period_days', 'amount', 'requested_at', 'ready_at', 'closed_at', 'outcome'])
    .where('player_id', '=', playerId)
    .orderBy('id')
    .execute()

type UseRow = { place: string; key: string; at: Date; kind: string; amount: bigint; returned: bigint }

/** Oldest first, after this one. Its moment is text there: a Date would lose its last digits. */
export const usesAfter = (db: Db, playerId: bigint) => async (last: UseRow | undefined, count: number) => {
  const at = sql`${last?.place ?? '-infinity'}::timestamptz`
  const { rows } = await sql<UseRow>`select at::text as place, key, at, kind, amount, returned from limits_use
    where player_id = ${playerId} and at >= ${at} and (at, key) > (${at}, ${last?.key ?? ''})
    order by at, key limit ${count}`.execute(db)
  return rows
}
