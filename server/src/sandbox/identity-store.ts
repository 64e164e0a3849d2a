import { randomBytes } from 'node:crypto'
import type { Db } from '../db/db.ts'

/** What was 'uploaded': nothing of a file is kept but this. */
export type Document = { name: string; type: string; size: number }

const applicants = (db: Db) =>
  db.selectFrom('sandbox_applicant').select(['id', 'external_user_id as externalUserId', 'level', 'state', 'documents'])

export const findById = (db: Db, id: string) => applicants(db).where('id', '=', id).executeTakeFirst()

export const findByUser = (db: Db, externalUserId: string) =>
  applicants(db).where('external_user_id', '=', externalUserId).executeTakeFirst()

/** Nothing when there is such an applicant already. */
export const addApplicantOnce = (db: Db, externalUserId: string, level: string) =>
  db
    .insertInto('sandbox_applicant')
    .values({ id: randomBytes(12).toString('hex'), external_user_id: externalUserId, level })
    .onConflict((row) => row.column('external_user_id').doNothing())
    .returning('id')
    .executeTakeFirst()

export const keepDocuments = (db: Db, id: string, documents: Document[]) =>
  db
    .updateTable('sandbox_applicant')
    .set({ state: 'pending', documents: JSON.stringify(documents) })
    .where('id', '=', id)
    .execute()

export const keepOutcome = (db: Db, id: string, state: string, labels: readonly string[]) =>
  db
    .updateTable('sandbox_applicant')
    .set({ state, reject_labels: JSON.stringify(labels) })
    .where('id', '=', id)
    .execute()
