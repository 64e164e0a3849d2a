import type { SavedRequisite } from '@croupier/contract/methods/cashier'
import { type InferResult, sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'

const requisites = (db: Db) =>
  db
    .selectFrom('cashier_requisite')
    .select([
      'id',
      'player_id as playerId',
      'method',
      'mask',
      'sealed',
      'state',
      'has_paid_in as hasPaidIn',
      'created_at as createdAt',
    ])

export type Requisite = InferResult<ReturnType<typeof requisites>>[number]

/** Those that paid in first, then the last used: payouts go back to where the money came from. */
export const readRequisites = (db: Db, playerId: bigint) =>
  requisites(db)
    .where('player_id', '=', playerId)
    .orderBy('has_paid_in', 'desc')
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute()

export const readOwnRequisite = (db: Db, playerId: bigint, id: bigint) =>
  requisites(db).where('player_id', '=', playerId).where('id', '=', id).executeTakeFirst()

export const readAnyRequisite = (db: Db, id: bigint) => requisites(db).where('id', '=', id).executeTakeFirst()

export const findRequisite = (db: Db, playerId: bigint, method: string, prints: readonly Buffer[]) =>
  requisites(db)
    .where('player_id', '=', playerId)
    .where('method', '=', method)
    .where('print', 'in', [...prints])
    .executeTakeFirst()

/** Whether another player has given the same details. */
export const isUsedByOthers = async (db: Db, playerId: bigint, prints: readonly Buffer[]): Promise<boolean> =>
  (await db
    .selectFrom('cashier_requisite')
    .select('id')
    .where('print', 'in', [...prints])
    .where('player_id', '<>', playerId)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Until the transaction ends, no other transaction decides about the same details. */
export const lockPrint = (tx: Tx, print: Buffer) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${print.toString('hex')}, 0))`.execute(tx)

type NewRequisite = {
  playerId: bigint
  method: string
  mask: string
  sealed: Buffer
  print: Buffer
  state: SavedRequisite['state']
  hasPaidIn: boolean
}

/** The same details are saved once; what is known about them only grows. */
export const saveRequisite = async (tx: Tx, row: NewRequisite): Promise<bigint> => {
  const { id } = await tx
    .insertInto('cashier_requisite')
    .values({
      player_id: row.playerId,
      method: row.method,
      mask: row.mask,
      sealed: row.sealed,
      print: row.print,
      state: row.state,
      has_paid_in: row.hasPaidIn,
    })
    .onConflict((conflict) =>
      conflict.columns(['player_id', 'method', 'print']).doUpdateSet({
        used_at: sql<Date>`now()`,
        has_paid_in: sql<boolean>`cashier_requisite.has_paid_in or excluded.has_paid_in`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A name beside the same account may be spelt anew, until it is decided about them. */
export const writeValues = (tx: Tx, id: bigint, sealed: Buffer) =>
  tx
    .updateTable('cashier_requisite')
    .set({ sealed })
    .where('id', '=', id)
    .where('state', 'not in', ['verified', 'fraudulent'])
    .execute()

export const setState = (db: Db, id: bigint, state: SavedRequisite['state']) =>
  db.updateTable('cashier_requisite').set({ state, used_at: sql<Date>`now()` }).where('id', '=', id).execute()

/** Details that wait to be checked, for the operator; after them those that were refused, the last first. */
export const readChecking = (db: Db, most: number) =>
  requisites(db)
    .where('state', 'in', ['checking', 'required', 'fraudulent'])
    .orderBy(sql`state <> 'checking'`)
    .orderBy(sql`case when state = 'checking' then id else -id end`)
    .limit(most)
    .execute()
