import type { Operation, Tx } from '../../context.ts'
import { pageOf } from './likes.ts'
import * as store from './store.ts'

const mostRecent = 100

export const getRecent: Operation<'games.getRecent'> = async (ctx, page) => {
  const rows = await store.readRecent(ctx.sql, ctx.player.id)
  return pageOf(
    ctx,
    rows.map(({ game }) => game),
    page,
  )
}

/** In the transaction that opens a game for a player. */
export async function markRecent(tx: Tx, playerId: bigint, sysname: string): Promise<void> {
  await store.addRecent(tx, playerId, sysname)
  await store.trimRecent(tx, playerId, mostRecent)
}
