import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { standings } from '../account/account.ts'

type Db = Kysely<DB>

/** The database's clock decides, so that nodes with different clocks agree. */
const isOpen = (row: ExpressionBuilder<DB, 'auth_session'>): Expression<SqlBool> =>
  row.and([row('ended_at', 'is', null), row('expires_at', '>', sql<Date>`now()`)])

const secondsFromNow = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`

export type NewSession = {
  tokenHash: Buffer
  playerId: bigint
  lifeSeconds: number
  userAgent: string | null
  address: string | null
}

export const addSession = (db: Db, { tokenHash, playerId, lifeSeconds, userAgent, address }: NewSession) =>
  db
    .insertInto('auth_session')
    .values({
      token_hash: tokenHash,
      player_id: playerId,
      expires_at: secondsFromNow(lifeSeconds),
      user_agent: userAgent,
      address,
    })
    .execute()

export const findSession = (db: Db, tokenHashes: Buffer[]) =>
  db
    .selectFrom('auth_session')
    .innerJoin(standings(db).as('player'), 'player.playerId', 'auth_session.player_id')
    .select([
      'auth_session.id as sessionId',
      'player.playerId',
      'player.locale',
      'player.isBanned',
      'player.isDeleted',
      sql<boolean>`seen_at < now() - interval '1 minute'`.as('isStale'),
    ])
    .where('token_hash', 'in', tokenHashes)
    .where(isOpen)
    .executeTakeFirst()

/**
 * Moves the end forward by the life the session was made with, at most once a minute.
 * Answers that life, or nothing when another request was first.
 */
export const renewSession = (db: Db, id: bigint, tokenHash: Buffer) =>
  db
    .updateTable('auth_session')
    .set({
      seen_at: sql<Date>`now()`,
      expires_at: sql<Date>`now() + (expires_at - seen_at)`,
      token_hash: tokenHash,
    })
    .where('id', '=', id)
    .where(isOpen)
    .where('seen_at', '<', sql<Date>`now() - interval '1 minute'`)
    .returning(sql<number>`extract(epoch from expires_at - seen_at)::int`.as('lifeSeconds'))
    .executeTakeFirst()

export const replaceToken = (db: Db, id: bigint, tokenHash: Buffer) =>
  db
    .updateTable('auth_session')
    .set({ token_hash: tokenHash })
    .where('id', '=', id)
    .where(isOpen)
    .returning('id')
    .executeTakeFirst()

export const endSession = (db: Db, id: bigint) =>
  db
    .updateTable('auth_session')
    .set({ ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()

export const endPlayerSessions = (db: Db, playerId: bigint) =>
  db
    .updateTable('auth_session')
    .set({ ended_at: sql<Date>`now()` })
    .where('player_id', '=', playerId)
    .where('ended_at', 'is', null)
    .execute()
