import type { Context } from '../../../context.ts'
import { wireAllBetting } from './get-betting.ts'
import { listBetting } from './store.ts'

const most = 10_000

/** Betting bonuses of a player, for the player. */
export async function exportBetting(ctx: Pick<Context, 'sql' | 'content' | 'locale'>, playerId: bigint) {
  const { rows } = await listBetting(ctx.sql, playerId, { status: undefined, count: most, offset: 0 })
  return wireAllBetting(ctx, rows)
}
