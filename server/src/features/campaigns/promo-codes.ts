import { promoCode } from '@croupier/contract/content'
import { cleanText } from '@croupier/contract/fields/text'
import type { Context, Operation } from '../../context.ts'
import { readNow } from '../../db/db.ts'
import type { PromoCodes } from '../../ports/promo-codes.ts'

const written = (text: string) => text.trim().normalize('NFKC').toUpperCase()

/** Promo codes are content. */
export const openPromoCodes = ({ sql, content }: Pick<Context, 'sql' | 'content'>): PromoCodes => ({
  async find(text, locale) {
    const wanted = written(text)
    if (wanted === '') return null
    const records = await content.collection('promo-codes', locale)
    const found = records
      .flatMap((record) => promoCode.safeParse(record).data ?? [])
      .find(({ code }) => written(code) === wanted)
    if (!found) return null
    const now = await readNow(sql)
    const isEarly = found.startsAt !== '' && now < new Date(found.startsAt)
    const isLate = found.endsAt !== '' && now >= new Date(found.endsAt)
    return isEarly || isLate ? null : found
  },
})

/** Looks, and promises nothing: a code is redeemed with a promotion. */
export const checkPromocode: Operation<'campaigns.checkPromocode'> = async (ctx, { promo_code }) => {
  const { forms } = await ctx.content.config(ctx.locale)
  const found = await ctx.promoCodes.find(cleanText('promo_code', promo_code, forms.preventEmoji), ctx.locale)
  return found && { promo_code: found.code, title: found.title, text: found.text }
}
