import type { Context, Db, Operation } from '../../context.ts'
import { readPromotions, writePromotions } from './promotions-store.ts'

type Asking = Pick<Context, 'sql'>

/** Whether offers may reach this player: its own switch, and care. */
export const arePromotionsOpen = async (db: Db, playerId: bigint): Promise<boolean> => {
  const { isOpen, isInCare } = await readPromotions(db, playerId)
  return isOpen && !isInCare
}

const wire = async ({ sql }: Asking, playerId: bigint) => {
  const { isOff, isOpen, from } = await readPromotions(sql, playerId)
  return { is_on: !isOff, takes_effect_at: isOff || isOpen ? null : (from?.toISOString() ?? null) }
}

export const getPromotions: Operation<'account.getPromotions'> = (ctx) => wire(ctx, ctx.player.id)

/** Off at once; on again after a day. */
export const setPromotions: Operation<'account.setPromotions'> = async (ctx, { is_on }) => {
  await ctx.begin((tx) => writePromotions(tx, ctx.player.id, is_on))
  return wire(ctx, ctx.player.id)
}
