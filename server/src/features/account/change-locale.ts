import type { Operation } from '../../context.ts'
import { wrongField } from '../../wrong-field.ts'
import { setLocale } from './store.ts'

export const changeLocale: Operation<'account.changelocale'> = async ({ sql, i18n, player }, { locale }) => {
  const { locales } = await i18n.locales()
  if (!locales.some(({ code }) => code === locale)) throw wrongField('LOCALE_UNKNOWN', 'locale', 'No such locale')
  await setLocale(sql, player.id, locale)
  return null
}
