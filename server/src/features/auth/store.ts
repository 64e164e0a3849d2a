import { type Expression, type ExpressionBuilder, type InferResult, type SqlBool, sql } from 'kysely'
import { type Database, type Db, plannedOnce } from '../../db/db.ts'
import type { DB } from '../../db/types.ts'
import { relations } from '../account/account.ts'
import { pursesOf } from '../wallet/wallet.ts'

export type Connected = Pick<Database, 'sql' | 'pool'>

/** The database's clock decides, so that nodes with different clocks agree. */
const isOpen = (row: ExpressionBuilder<DB, 'auth_session'>): Expression<SqlBool> =>
  row.and([row('ended_at', 'is', null), row('expires_at', '>', sql<Date>`now()`)])

export const secondsFromNow = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`

export type NewSession = {
  tokenHash: Buffer
  playerId: bigint
  lifeSeconds: number
  userAgent: string | null
  address: string | null
  scope: 'full' | 'payout'
}

export const addSession = (db: Db, { tokenHash, playerId, lifeSeconds, userAgent, address, scope }: NewSession) =>
  db
    .insertInto('auth_session')
    .values({
      token_hash: tokenHash,
      player_id: playerId,
      expires_at: secondsFromNow(lifeSeconds),
      user_agent: userAgent,
      address,
      scope,
    })
    .execute()

const sessionQuery = (db: Db, tokenHashes: readonly Buffer[]) =>
  db
    .selectFrom('auth_session')
    .innerJoin(relations.standings(db).as('player'), 'player.playerId', 'auth_session.player_id')
    .selectAll('player')
    .select([
      'auth_session.id as sessionId',
      'auth_session.scope',
      sql<string>`encode(token_hash, 'hex')`.as('tokenHash'),
      sql<boolean>`seen_at < now() - interval '1 minute'`.as('isStale'),
      // Greatest leaves out what is null.
      sql<boolean>`greatest(auth_session.created_at, proven_at) > now() - interval '15 minutes'`.as('isFresh'),
      pursesOf('auth_session.player_id').as('purses'),
    ])
    .where('token_hash', '=', sql<Buffer>`any(${[...tokenHashes]}::bytea[])`)
    .where(isOpen)

type SessionRow = Omit<InferResult<ReturnType<typeof sessionQuery>>[number], 'tokenHash'>

/** A row as JSON has it: a new column of these kinds does not compile until it is read below. */
type Told<Row> = {
  [Column in keyof Row]: Row[Column] extends bigint ? number : Row[Column] extends Date | null ? string : Row[Column]
}

let sessionText: string | undefined

/**
 * Asked for every request of a player: a statement that each connection plans once, and one value in place of
 * thirty columns, because unpacking those took a fifth of the whole request. By the hash in hex.
 */
export async function findSessions(
  { sql: db, pool }: Connected,
  hashes: readonly Buffer[],
): Promise<Map<string, SessionRow>> {
  sessionText ??= `select to_json(found) as found from (${sessionQuery(db, hashes).compile().sql}) as found`
  const asked = { name: 'sessions', text: sessionText, values: [hashes] }
  const { rows } = await pool.query<{ found: Told<SessionRow> & { tokenHash: string } }>(asked)
  return new Map(rows.map(({ found: { tokenHash, ...found } }) => [tokenHash, readTold(found)]))
}

const readTold = (found: Told<SessionRow>): SessionRow => ({
  ...found,
  playerId: BigInt(found.playerId),
  sessionId: BigInt(found.sessionId),
  regTime: new Date(found.regTime),
})

export type Renewal = { id: bigint; tokenHash: Buffer }

/**
 * Moves the ends forward by the lives the sessions were made with, at most once a minute. Answers those lives; of one
 * that another request was first at, or that is being ended at this moment, there is none. Nothing waits for the disk:
 * a crash of the database forgets the renewals of its last moments, and the next request makes them again.
 */
export async function renewSessions(db: Db, renewals: readonly Renewal[]): Promise<Map<bigint, number>> {
  const { rows } = await sql<{ id: bigint; lifeSeconds: number }>`${plannedOnce('session-renewals')}with held as (
      select session.id, asked.hash
      from unnest(${renewals.map(({ id }) => id)}::bigint[], ${renewals.map(({ tokenHash }) => tokenHash)}::bytea[])
        as asked (id, hash)
      join auth_session as session on session.id = asked.id,
        (select set_config('synchronous_commit', 'off', true) as now) as synchronous
      where synchronous.now = 'off' and session.ended_at is null and session.expires_at > now()
        and session.seen_at < now() - interval '1 minute'
      order by session.id for update of session skip locked
    )
    update auth_session as session set seen_at = now(), expires_at = now() + (expires_at - seen_at), token_hash = held.hash
    from held where session.id = held.id
    returning session.id, extract(epoch from session.expires_at - session.seen_at)::int as "lifeSeconds"`.execute(db)
  return new Map(rows.map(({ id, lifeSeconds }) => [id, lifeSeconds]))
}

/** Answers the life of the session, for the new cookie. */
export const replaceToken = (db: Db, id: bigint, tokenHash: Buffer) =>
  db
    .updateTable('auth_session')
    .set({ token_hash: tokenHash })
    .where('id', '=', id)
    .where(isOpen)
    .returning(sql<number>`round(extract(epoch from expires_at - seen_at))::int`.as('lifeSeconds'))
    .executeTakeFirst()

export async function isSessionOpen(db: Db, id: bigint): Promise<boolean> {
  const found = await db.selectFrom('auth_session').select('id').where('id', '=', id).where(isOpen).executeTakeFirst()
  return found !== undefined
}

/** Answers which ended, for those who have to hear of it. */
const ending = (db: Db) =>
  db
    .updateTable('auth_session')
    .set({ ended_at: sql<Date>`now()` })
    .where('ended_at', 'is', null)
    .returning(['id', 'player_id as playerId'])

export type Ended = InferResult<ReturnType<typeof ending>>

export const endSession = (db: Db, id: bigint) => ending(db).where('id', '=', id).execute()

export const endPlayerSessions = (db: Db, playerId: bigint) => ending(db).where('player_id', '=', playerId).execute()

export const endOtherSessions = (db: Db, playerId: bigint, keptId: bigint) =>
  ending(db).where('player_id', '=', playerId).where('id', '<>', keptId).execute()

/** Only the player's own: a foreign id is like one that never was. */
export const endOwnSession = (db: Db, playerId: bigint, id: bigint) =>
  ending(db).where('player_id', '=', playerId).where('id', '=', id).where(isOpen).execute()

/** Whatever session this browser has, of whichever player. */
export const endByToken = (db: Db, tokenHashes: Buffer[]) => ending(db).where('token_hash', 'in', tokenHashes).execute()

export const readSessions = (db: Db, playerId: bigint) =>
  db
    .selectFrom('auth_session')
    .select(['id', 'created_at as createdAt', 'seen_at as seenAt', 'address', 'user_agent as userAgent'])
    .where('player_id', '=', playerId)
    .where(isOpen)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Whether this session was opened by signing in within so many minutes. */
const proving = (db: Db, playerId: bigint) =>
  db
    .updateTable('auth_session')
    .set({ proven_at: sql<Date>`now()` })
    .where('player_id', '=', playerId)
    .where(isOpen)
    .returning('id')

export const proveSession = (db: Db, playerId: bigint, id: bigint) =>
  proving(db, playerId).where('id', '=', id).executeTakeFirst()

/** Nothing when the browser has no session, or one of another player. */
export const proveByToken = (db: Db, playerId: bigint, tokenHashes: Buffer[]) =>
  proving(db, playerId).where('token_hash', 'in', tokenHashes).executeTakeFirst()

export const readPassword = (db: Db, playerId: bigint) =>
  db.selectFrom('auth_password').select('hash').where('player_id', '=', playerId).executeTakeFirst()

export const writePassword = (db: Db, playerId: bigint, hash: string) =>
  db
    .insertInto('auth_password')
    .values({ player_id: playerId, hash })
    .onConflict((row) => row.column('player_id').doUpdateSet({ hash, changed_at: sql<Date>`now()` }))
    .execute()

export const dropPassword = (db: Db, playerId: bigint) =>
  db.deleteFrom('auth_password').where('player_id', '=', playerId).execute()

export const addSecondStep = (db: Db, playerId: bigint, tokenHash: Buffer, lifeSeconds: number) =>
  db
    .insertInto('auth_second_step')
    .values({ player_id: playerId, token_hash: tokenHash, expires_at: secondsFromNow(lifeSeconds) })
    .execute()

export const findSecondStep = (db: Db, tokenHashes: Buffer[]) =>
  db
    .selectFrom('auth_second_step')
    .select('player_id as playerId')
    .where('token_hash', 'in', tokenHashes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()

/** Of all who come with the same step, one gets a row back. */
export const useSecondStep = (db: Db, tokenHashes: Buffer[]) =>
  db
    .updateTable('auth_second_step')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', 'in', tokenHashes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('player_id as playerId')
    .executeTakeFirst()

export const readSocial = (db: Db, playerId: bigint) =>
  db
    .selectFrom('auth_social')
    .select(['service', 'subject', 'linked_at as linkedAt'])
    .where('player_id', '=', playerId)
    .orderBy('linked_at')
    .execute()

/** No service of content can have this name: it marks the players of the demo world, whatever they change later. */
export const demoService = 'sandbox/demo'

export const markDemo = (db: Db, playerId: bigint) =>
  db
    .insertInto('auth_social')
    .values({ service: demoService, subject: String(playerId), player_id: playerId })
    .onConflict((row) => row.doNothing())
    .execute()

export const isDemo = async (db: Db, playerId: bigint): Promise<boolean> => {
  const found = await db
    .selectFrom('auth_social')
    .select('player_id')
    .where('service', '=', demoService)
    .where('subject', '=', String(playerId))
    .executeTakeFirst()
  return found !== undefined
}

export const endDemoSessions = (db: Db) =>
  ending(db)
    .where('player_id', 'in', (row) =>
      row.selectFrom('auth_social').select('player_id').where('service', '=', demoService),
    )
    .execute()

type OpenSession = { currency: string; purses: string | null }

/** Which of these sessions still open the door, and what their players have; streams ask for both together. */
export async function openSessionsAmong(db: Db, ids: readonly bigint[]): Promise<Map<bigint, OpenSession>> {
  const rows = await db
    .selectFrom('auth_session')
    .innerJoin(relations.standings(db).as('player'), 'player.playerId', 'auth_session.player_id')
    .select(['auth_session.id', 'player.currency', pursesOf('auth_session.player_id').as('purses')])
    .where('auth_session.id', '=', sql<bigint>`any(${ids.map(String)}::bigint[])`)
    .where(isOpen)
    .where('player.isBanned', '=', false)
    .where('player.isDeleted', '=', false)
    .where((row) => row.or([row('player.isExcluded', '=', false), row('auth_session.scope', '=', 'payout')]))
    .execute()
  return new Map(rows.map(({ id, ...found }) => [id, found]))
}

/** Some of the sessions that are open, until none is left. */
export const endSomeSessions = (db: Db, most: number) =>
  ending(db)
    .where('id', 'in', (row) =>
      row.selectFrom('auth_session').select('id').where('ended_at', 'is', null).orderBy('id').limit(most),
    )
    .execute()

/** Ways in that were begun and are not ended yet. */
export async function dropBegunSignIns(db: Db): Promise<void> {
  await db.deleteFrom('auth_social_flow').execute()
  await db.deleteFrom('auth_second_step').execute()
}

/** Ways in that were begun and never ended, and proofs that are believed no more. */
export async function forgetOldSignIns(db: Db): Promise<void> {
  // Init data is believed for a day at most, so an older one needs no memory.
  await db.deleteFrom('auth_used_init').where('used_at', '<', sql<Date>`now() - interval '2 days'`).execute()
  await db.deleteFrom('auth_social_flow').where('created_at', '<', sql<Date>`now() - interval '1 day'`).execute()
  await db.deleteFrom('auth_second_step').where('expires_at', '<', sql<Date>`now() - interval '1 day'`).execute()
}
