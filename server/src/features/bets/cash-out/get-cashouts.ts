import type { Operation } from '../../../context.ts'
import { listRunning } from './cash-out-store.ts'
import { lookAt } from './look.ts'
import { offerOf } from './quote-rules.ts'

/** Without numbers: so many of the newest. */
const mostBets = 100

/** Of bets that run; what is over, or another's, is left out. */
export const getCashouts: Operation<'bets.getCashouts'> = async (ctx, { ids }) => {
  const rows = await listRunning(ctx.sql, ctx.player.id, { ids: ids?.map(BigInt), most: mostBets })
  const { nowMs, looked } = await lookAt(ctx, rows)
  return { items: looked.map(({ row, worth }) => offerOf(ctx, row, { worth, nowMs })) }
}
