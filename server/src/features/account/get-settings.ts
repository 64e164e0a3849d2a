import type { Operation } from '../../context.ts'
import { fieldsFor } from './fields.ts'
import { phonesIn } from './places.ts'

export const getPersonalDataFields: Operation<'account.getPersonalDataFields'> = async (ctx, { country }) =>
  fieldsFor(ctx, country.toUpperCase(), ctx.player?.standing ?? null)

export const getContactPhoneSettings: Operation<'account.getContactPhoneSettings'> = async ({ content, locale }) => {
  const { site } = await content.config(locale)
  return phonesIn(locale, site.countries)
}

export const getCurrencyRates: Operation<'account.getcurrencyrates'> = async ({ content, locale }) => {
  const { site } = await content.config(locale)
  const known = Object.entries(site.currencyRates).filter(([code]) => site.currencies.includes(code))
  return { base: site.defaultCurrency, rates: { ...Object.fromEntries(known), [site.defaultCurrency]: '1' } }
}
