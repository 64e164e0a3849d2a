import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'

type Place = { purpose: string; subject: string }

export const maxTries = 5

const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`
const isFresh = sql<boolean>`codes_code.used_at is not null or codes_code.window_ends_at <= now()`

export type NewCode = Place & {
  codeHash: Buffer
  tokenHash: Buffer
  lifeSeconds: number
  windowSeconds: number
  resendSeconds: number
  maxSends: number
}

export const deleteCodesOf = (db: Db, purpose: string, playerId: bigint) =>
  db.deleteFrom('codes_code').where('purpose', '=', purpose).where('subject', 'like', `${playerId}:%`).execute()

/** Every code of every player, used or not. */
export const deleteCodes = (db: Db) => db.deleteFrom('codes_code').execute()

/** One statement, so that two that ask at once get one code between them. Nothing comes back when it is too early. */
export const putCode = (db: Db, code: NewCode) =>
  db
    .insertInto('codes_code')
    .values({
      purpose: code.purpose,
      subject: code.subject,
      code_hash: code.codeHash,
      token_hash: code.tokenHash,
      expires_at: inSeconds(code.lifeSeconds),
      window_ends_at: inSeconds(code.windowSeconds),
    })
    .onConflict((row) =>
      row
        .columns(['purpose', 'subject'])
        .doUpdateSet((is) => ({
          code_hash: is.ref('excluded.code_hash'),
          token_hash: is.ref('excluded.token_hash'),
          tries: sql<number>`case when ${isFresh} then 0 else codes_code.tries end`,
          sends: sql<number>`case when ${isFresh} then 1 else codes_code.sends + 1 end`,
          window_ends_at: sql<Date>`case when ${isFresh} then excluded.window_ends_at else codes_code.window_ends_at end`,
          sent_at: sql<Date>`now()`,
          expires_at: is.ref('excluded.expires_at'),
          used_at: null,
        }))
        .where(
          sql<boolean>`${isFresh} or (codes_code.tries < ${maxTries} and codes_code.sends < ${code.maxSends}
            and codes_code.sent_at <= now() - make_interval(secs => ${code.resendSeconds}))`,
        ),
    )
    .returning('purpose')
    .executeTakeFirst()

/** How long until another code may be sent. */
export const readWait = (db: Db, { purpose, subject, resendSeconds, maxSends }: NewCode) =>
  db
    .selectFrom('codes_code')
    .select(
      sql<number>`ceil(extract(epoch from case when tries >= ${maxTries} or sends >= ${maxSends}
        then window_ends_at else sent_at + make_interval(secs => ${resendSeconds}) end - now()))::int`.as('seconds'),
    )
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .executeTakeFirst()

/** Counts before anything is compared: a caller that gets a row back may compare once. */
export const spendTry = (db: Db, { purpose, subject }: Place) =>
  db
    .updateTable('codes_code')
    .set({ tries: sql<number>`tries + 1` })
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('tries', '<', maxTries)
    .returning('code_hash as codeHash')
    .executeTakeFirst()

export const readState = (db: Db, { purpose, subject }: Place) =>
  db
    .selectFrom('codes_code')
    .select(['tries', sql<boolean>`used_at is null and expires_at > now()`.as('isOpen')])
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .executeTakeFirst()

export const readWindow = (db: Db, { purpose, subject }: Place) =>
  db
    .selectFrom('codes_code')
    .select(sql<number>`ceil(extract(epoch from window_ends_at - now()))::int`.as('seconds'))
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .executeTakeFirst()

/** Of all who know the right code, one gets a row back. */
export const markUsed = (db: Db, { purpose, subject }: Place, codeHash: Buffer) =>
  db
    .updateTable('codes_code')
    .set({ used_at: sql<Date>`now()` })
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .returning('subject')
    .executeTakeFirst()

export const markTokenUsed = (db: Db, purpose: string, tokenHashes: Buffer[]) =>
  db
    .updateTable('codes_code')
    .set({ used_at: sql<Date>`now()` })
    .where('purpose', '=', purpose)
    .where('token_hash', 'in', tokenHashes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('subject')
    .executeTakeFirst()

export const findByToken = (db: Db, purpose: string, tokenHashes: Buffer[]) =>
  db
    .selectFrom('codes_code')
    .select('subject')
    .where('purpose', '=', purpose)
    .where('token_hash', 'in', tokenHashes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()

/** A row without a code: it only counts. Nothing comes back when the tries are used up. */
export const addTry = (db: Db, { purpose, subject }: Place, limit: { maxTries: number; windowSeconds: number }) =>
  db
    .insertInto('codes_code')
    .values({
      purpose,
      subject,
      code_hash: Buffer.alloc(0),
      tries: 1,
      sends: 0,
      sent_at: sql<Date>`'-infinity'`,
      expires_at: sql<Date>`'-infinity'`,
      window_ends_at: inSeconds(limit.windowSeconds),
    })
    .onConflict((row) =>
      row
        .columns(['purpose', 'subject'])
        .doUpdateSet({
          tries: sql<number>`case when codes_code.window_ends_at <= now() then 1 else codes_code.tries + 1 end`,
          window_ends_at: sql<Date>`case when codes_code.window_ends_at <= now()
            then excluded.window_ends_at else codes_code.window_ends_at end`,
        })
        .where(sql<boolean>`codes_code.window_ends_at <= now() or codes_code.tries < ${limit.maxTries}`),
    )
    .returning('tries')
    .executeTakeFirst()

export const removeCode = (db: Db, { purpose, subject }: Place) =>
  db.deleteFrom('codes_code').where('purpose', '=', purpose).where('subject', '=', subject).execute()

export const removeOldCodes = (db: Db) =>
  db
    .deleteFrom('codes_code')
    .where('window_ends_at', '<', sql<Date>`now() - interval '1 day'`)
    .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
