import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'
import type { CheckState } from './rules.ts'

const applicants = (db: Db) =>
  db
    .selectFrom('verification_applicant')
    .select([
      'player_id as playerId',
      'applicant_id as applicantId',
      'external_user_id as externalUserId',
      'state',
      'event_at_ms as eventAtMs',
    ])

export const readApplicant = (db: Db, playerId: bigint) =>
  applicants(db).where('player_id', '=', playerId).executeTakeFirst()

export const findApplicant = (db: Db, applicantId: string) =>
  applicants(db).where('applicant_id', '=', applicantId).executeTakeFirst()

type NewApplicant = { playerId: bigint; applicantId: string; externalUserId: string }

/** Two that ask at once got the same applicant from the provider; the first of them writes it down. */
export const addApplicant = (db: Db, { playerId, applicantId, externalUserId }: NewApplicant) =>
  db
    .insertInto('verification_applicant')
    .values({ player_id: playerId, applicant_id: applicantId, external_user_id: externalUserId })
    .onConflict((row) => row.column('player_id').doNothing())
    .execute()

type Said = { state: CheckState; eventAtMs: bigint }

export const moveApplicant = (
  tx: Tx,
  playerId: bigint,
  { state, eventAtMs, labels }: Said & { labels: readonly string[] },
) =>
  tx
    .updateTable('verification_applicant')
    .set({ state, event_at_ms: eventAtMs, reasons: JSON.stringify(labels), updated_at: sql<Date>`now()` })
    .where('player_id', '=', playerId)
    .execute()

export const addAction = (db: Db, playerId: bigint, actionId: string) =>
  db
    .insertInto('verification_action')
    .values({ player_id: playerId, action_id: actionId })
    .onConflict((row) => row.columns(['player_id', 'action_id']).doNothing())
    .execute()

export const readAction = (db: Db, playerId: bigint, actionId: string) =>
  db
    .selectFrom('verification_action')
    .select(['state', 'event_at_ms as eventAtMs'])
    .where('player_id', '=', playerId)
    .where('action_id', '=', actionId)
    .executeTakeFirst()

/** Whether an action with such a name was approved in the last so many days. */
export const isActionApproved = async (
  db: Db,
  playerId: bigint,
  { prefix, days }: { prefix: string; days: number },
): Promise<boolean> =>
  (await db
    .selectFrom('verification_action')
    .select('action_id')
    .where('player_id', '=', playerId)
    .where('action_id', 'like', `${prefix}%`)
    .where('state', '=', 'approved')
    .where('updated_at', '>', sql<Date>`now() - make_interval(days => ${days})`)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const moveAction = (tx: Tx, playerId: bigint, actionId: string, { state, eventAtMs }: Said) =>
  tx
    .updateTable('verification_action')
    .set({ state, event_at_ms: eventAtMs, updated_at: sql<Date>`now()` })
    .where('player_id', '=', playerId)
    .where('action_id', '=', actionId)
    .execute()

type NewNotice = { digest: Buffer; applicantId: string; type: string; eventAtMs: bigint }

/** False when the very same notice was believed before. */
export async function rememberNotice(tx: Tx, { digest, applicantId, type, eventAtMs }: NewNotice): Promise<boolean> {
  const added = await tx
    .insertInto('verification_notice')
    .values({ digest, applicant_id: applicantId, type, event_at_ms: eventAtMs })
    .onConflict((row) => row.column('digest').doNothing())
    .returning('digest')
    .executeTakeFirst()
  return added !== undefined
}

export const readChecksOf = (db: Db, playerId: bigint) =>
  db
    .selectFrom('verification_applicant')
    .select(['applicant_id', 'state', 'reasons', 'updated_at'])
    .where('player_id', '=', playerId)
    .executeTakeFirst()

export const readAllActions = (db: Db, playerId: bigint) =>
  db
    .selectFrom('verification_action')
    .select(['action_id', 'state', 'updated_at'])
    .where('player_id', '=', playerId)
    .orderBy('action_id')
    .execute()
