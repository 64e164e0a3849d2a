import { Refusal } from '@croupier/contract/refusals'
import type { Operation } from '../../context.ts'
import { setLocale } from './store.ts'

export const changeLocale: Operation<'account.changelocale'> = async ({ sql, i18n, player }, { locale }) => {
  const { locales } = await i18n.locales()
  if (!locales.some(({ code }) => code === locale)) {
    throw new Refusal('InvalidParameter:LOCALE_UNKNOWN', {
      message: 'No such locale',
      fields: { locale: ['LOCALE_UNKNOWN'] },
    })
  }
  await setLocale(sql, player.id, locale)
  return null
}
