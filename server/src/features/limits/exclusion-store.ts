import type { SelfExclusionPeriod } from '@croupier/contract/control'
import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'

/** The database's clock at this very moment; `now()` stands still in a transaction that had to wait. */
export async function readClock(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(tx)
  if (!rows[0]) throw new Error('a database without a clock')
  return rows[0].at
}

export const readExclusions = (db: Db, playerId: bigint) =>
  db
    .selectFrom('limits_exclusion')
    .select(({ ref }) => [
      ref('period').$castTo<SelfExclusionPeriod>().as('period'),
      'started_at as startedAt',
      'ends_at as endsAt',
      'return_asked_at as returnAskedAt',
      sql<Date>`now()`.as('now'),
    ])
    .where('player_id', '=', playerId)
    .orderBy('id')
    .execute()

type NewExclusion = {
  playerId: bigint
  askedBy: bigint
  period: SelfExclusionPeriod
  startedAt: Date
  endsAt: Date | null
}

export const addExclusion = (tx: Tx, { playerId, askedBy, period, startedAt, endsAt }: NewExclusion) =>
  tx
    .insertInto('limits_exclusion')
    .values({ player_id: playerId, asked_by: askedBy, period, started_at: startedAt, ends_at: endsAt })
    .execute()

export const writeReturnAsked = (tx: Tx, playerId: bigint, at: Date) =>
  tx
    .updateTable('limits_exclusion')
    .set({ return_asked_at: at })
    .where('player_id', '=', playerId)
    .where('return_asked_at', 'is', null)
    .execute()
