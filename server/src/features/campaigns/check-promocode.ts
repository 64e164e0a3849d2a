import type { Operation } from '../../context.ts'

/** Looks, and promises nothing: a code is redeemed with a promotion. */
export const checkPromocode: Operation<'campaigns.checkPromocode'> = async (ctx, { promo_code }) => {
  const found = await ctx.promoCodes.find(promo_code, ctx.locale)
  return found && { promo_code: found.code, title: found.title, text: found.text }
}
