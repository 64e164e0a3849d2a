import type { Operation } from '../../context.ts'
import { listBanners } from '../content/content.ts'
import { arePromotionsOpen } from '../limits/limits.ts'

/** Banners of campaigns are offers too: who gets none does not see them. */
export const getBanners: Operation<'banners.get'> = (ctx, input) =>
  listBanners(ctx, input, async () => ctx.player === null || arePromotionsOpen(ctx.sql, ctx.player.id))
