import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'

export type NewLetter = {
  channel: 'email' | 'sms'
  kind: string
  recipient: string
  subject: string
  text: string
  html: string | null
  headers: Record<string, string>
}

export const addLetter = (db: Db, letter: NewLetter) =>
  db
    .insertInto('mail_letter')
    .values({ ...letter, headers: JSON.stringify(letter.headers) })
    .returning('id')
    .executeTakeFirstOrThrow()

/** The letter, unless it is sent already. Counts the attempt, so that a letter that ends the process is seen. */
export const takeLetter = (db: Db, id: bigint) =>
  db
    .updateTable('mail_letter')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .returning(['id', 'channel', 'kind', 'recipient', 'subject', 'text', 'html', 'headers', 'attempts'])
    .executeTakeFirst()

/** Codes and links do not stay. */
export const markSent = (db: Db, id: bigint) =>
  db
    .updateTable('mail_letter')
    .set({ sent_at: sql<Date>`now()`, subject: '', text: null, html: null, headers: '{}' })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute()

/** Sent or not: after so long a letter is no news to its reader. */
export const forgetOldLetters = (db: Db) =>
  db.deleteFrom('mail_letter').where('created_at', '<', sql<Date>`now() - interval '30 days'`).execute()
