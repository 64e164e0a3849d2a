import type { OrderStatus, ProductKind } from '@croupier/contract/loyalty'
import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'

/** What is on the shelves, and what was bought. */

export async function readSold(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('loyalty_product').select(['id', 'sold']).execute()
  return new Map(rows.map(({ id, sold }) => [id, sold]))
}

/** One piece off the shelf, exact however many buy at once. False: it is sold out. */
export async function takePiece(tx: Tx, id: string, stock: number | undefined): Promise<boolean> {
  await sql`insert into loyalty_product (id) values (${id}) on conflict do nothing`.execute(tx)
  const { rows } = await sql`update loyalty_product set sold = sold + 1
    where id = ${id} and (${stock ?? null}::int is null or sold < ${stock ?? null}::int) returning 1`.execute(tx)
  return rows.length === 1
}

export const putPieceBack = (tx: Tx, id: string) =>
  sql`update loyalty_product set sold = sold - 1 where id = ${id}`.execute(tx)

/** How many of each this player has bought; what came back or was won is not among them. */
export async function readBought(db: Db, playerId: bigint): Promise<Map<string, number>> {
  const { rows } = await sql<{ product: string; bought: number }>`select product, count(*)::int as bought
    from loyalty_order where player_id = ${playerId} and status <> 'returned' and price > 0 group by product`.execute(
    db,
  )
  return new Map(rows.map(({ product, bought }) => [product, bought]))
}

export type NewOrder = {
  playerId: bigint
  product: string
  kind: ProductKind
  price: bigint
  version: string
  status: OrderStatus
}

/** Its number. The player is locked, so the next number of this product is free. */
export async function addOrder(tx: Tx, { playerId, product, kind, price, version, status }: NewOrder): Promise<bigint> {
  const { rows } = await sql<{
    id: bigint
  }>`insert into loyalty_order (player_id, product, no, kind, price, version, status)
    select ${playerId}, ${product}, coalesce(max(no), 0) + 1, ${kind}, ${price}, ${version}, ${status}
    from loyalty_order where player_id = ${playerId} and product = ${product} returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('an order was not written')
  return row.id
}

export const writeReward = (tx: Tx, id: bigint, rewardId: bigint) =>
  tx.updateTable('loyalty_order').set({ reward_id: rewardId }).where('id', '=', id).execute()

const orders = (db: Db) =>
  db
    .selectFrom('loyalty_order')
    .select([
      'id',
      'player_id as playerId',
      'product',
      'kind',
      'price',
      'status',
      'reward_id as rewardId',
      'note',
      'made_at as madeAt',
    ])

export const listOrders = (db: Db, playerId: bigint, { offset, count }: { offset: number; count: number }) =>
  orders(db).where('player_id', '=', playerId).orderBy('id', 'desc').offset(offset).limit(count).execute()

export async function countOrders(db: Db, playerId: bigint): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from loyalty_order
    where player_id = ${playerId}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Goods that wait to be sent or to arrive. */
export const listOpenOrders = (db: Db) =>
  orders(db).where('status', 'in', ['ordered', 'sent']).orderBy('id').limit(500).execute()

export const readOrder = (db: Db, id: bigint) => orders(db).where('id', '=', id).executeTakeFirst()

/** False where it had another status meanwhile. */
export async function writeStatus(
  tx: Tx,
  id: bigint,
  { from, to, note }: { from: OrderStatus; to: OrderStatus; note: string },
): Promise<boolean> {
  const changed = await tx
    .updateTable('loyalty_order')
    .set({ status: to, note, changed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', from)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}
