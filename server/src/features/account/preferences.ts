import { fakename as fakenameRule } from '@croupier/contract/fields/fakename'
import { cleanText } from '@croupier/contract/fields/text'
import { Refusal, wrongField } from '@croupier/contract/refusals'
import type { Operation } from '../../context.ts'
import { isHidden, setHidden } from './hidden-store.ts'
import { isProfane } from './profanity.ts'
import { setFakename, setLocale } from './store.ts'

export const changeFakename: Operation<'account.changefakename'> = async (ctx, input) => {
  const { sql, player } = ctx
  const { forms } = await ctx.content.config(ctx.locale)
  const fakename = cleanText('fakename', input.fakename, forms.preventEmoji).normalize('NFKC')
  const wrong = fakenameRule(fakename)
  if (wrong) throw new Refusal('InvalidParameter', { message: 'No nickname', fields: { fakename: [wrong] } })
  if (isProfane(fakename)) throw wrongField('FAKENAME_RUDE', 'fakename', 'This name is not for a public list')
  if (!(await setFakename(sql, player.id, fakename)))
    throw wrongField('FAKENAME_TAKEN', 'fakename', 'Somebody has this name already')
  return null
}

export const changeLocale: Operation<'account.changelocale'> = async ({ sql, i18n, player }, { locale }) => {
  const { locales } = await i18n.locales()
  if (!locales.some(({ code }) => code === locale)) throw wrongField('LOCALE_UNKNOWN', 'locale', 'No such locale')
  await setLocale(sql, player.id, locale)
  return null
}

export const getHidden: Operation<'leaderboard.getHidden'> = async ({ sql, player }) => ({
  is_hidden: await isHidden(sql, player.id),
})

export const hide: Operation<'leaderboard.setHidden'> = async ({ sql, player }, { is_hidden }) => {
  await setHidden(sql, player.id, is_hidden)
  return null
}
