import { cleanText } from '@croupier/contract/fields/text'
import { currencyOf } from '@croupier/contract/money'
import type { Context, Operation } from '../../context.ts'
import type { PromoCodes } from '../../ports/promo-codes.ts'
import { type FoundCode, findCode } from './find-code.ts'
import { guestCurrency } from './get-offers.ts'
import { findOffer } from './offers.ts'
import { sightOf, wirePromotions } from './wire-offer.ts'

/** Who registers may name a code whose time it is. */
export const openPromoCodes = ({ sql, content, keys }: Pick<Context, 'sql' | 'content' | 'keys'>): PromoCodes => ({
  async find(text, locale) {
    const found = await findCode({ sql, content, keys, locale }, text)
    return found?.standing === 'open' ? found : null
  },
})

/** Looks, and promises nothing. Nobody learns of codes to come, or of those that are over. */
export const checkPromocode: Operation<'campaigns.checkPromocode'> = async (ctx, { promo_code }) => {
  const { forms } = await ctx.content.config(ctx.locale)
  const found = await findCode(ctx, cleanText('promo_code', promo_code, forms.preventEmoji))
  if (found?.standing !== 'open') return null
  return { promo_code: found.code, title: found.title, text: found.text, offer: await offerOf(ctx, found) }
}

async function offerOf(ctx: Context, { row }: FoundCode) {
  const offer = row && (await findOffer(ctx.sql, row.offer))
  if (!offer || offer.isStopped) return null
  const currency = ctx.player ? currencyOf(ctx.player.standing) : await guestCurrency(ctx)
  const sight = await sightOf(ctx, { offers: [offer], currency })
  return { trigger: { action: offer.terms.action }, promotions: wirePromotions(offer, sight) }
}
