import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { makeTronAddress } from '../tron-address.ts'

const columns = [
  'id',
  sql<'in' | 'out'>`direction`.as('direction'),
  'order_id as orderId',
  'address',
  'asset',
  'amount',
  'received',
  'confirmations',
  'state',
  'return_url as returnUrl',
] as const

export type Coin = Awaited<ReturnType<typeof findCoin>> & object
type NewCoin = Pick<Coin, 'direction' | 'orderId' | 'asset' | 'amount'> & {
  to: string | null
  returnUrl: string | null
}

const coins = (db: Db) => db.selectFrom('sandbox_coin').select(columns)

export const findCoin = (db: Db, id: string) => coins(db).where('id', '=', id).executeTakeFirst()

export const findByOrder = (db: Db, direction: 'in' | 'out', orderId: string) =>
  coins(db).where('direction', '=', direction).where('order_id', '=', orderId).executeTakeFirst()

/** Nothing when the shop has used that order id before. An order gets an address of its own. */
export function addCoin(db: Db, { direction, orderId, asset, amount, to, returnUrl }: NewCoin) {
  const id = `${direction === 'in' ? 'o' : 't'}${randomBytes(12).toString('hex')}`
  return db
    .insertInto('sandbox_coin')
    .values({
      id,
      direction,
      order_id: orderId,
      address: to ?? makeTronAddress(id),
      asset,
      amount,
      state: direction === 'in' ? 'waiting' : 'queued',
      return_url: returnUrl,
    })
    .onConflict((on) => on.columns(['direction', 'order_id']).doNothing())
    .returning(columns)
    .executeTakeFirst()
}

type Change = { state: string; received?: string; confirmations?: number }

/** Nothing when it does not stand in one of these states any more. */
export const moveCoin = (db: Db, id: string, from: readonly string[], change: Change) =>
  db
    .updateTable('sandbox_coin')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning(columns)
    .executeTakeFirst()

/** The network refuses what is unlucky. */
const unluckyAmount = '13.000000'

/** Transfers whose time has come are decided, each once, whichever node looks first. */
export const settleTransfers = (db: Db) =>
  db
    .updateTable('sandbox_coin')
    .set({ state: sql`case when amount = ${unluckyAmount} then 'rejected' else 'done' end`, updated_at: sql`now()` })
    .where('direction', '=', 'out')
    .where('state', '=', 'queued')
    .where(sql<boolean>`updated_at < now() - interval '1 second'`)
    .returning(columns)
    .execute()

export const listCoins = (db: Db) => coins(db).orderBy('created_at', 'desc').orderBy('id').limit(50).execute()
