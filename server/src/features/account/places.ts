import type { PhoneOption } from '@croupier/contract/methods/account'
import { iso31661 } from 'iso-3166/1.js'
import { iso31662 } from 'iso-3166/2.js'
import { getCountries, getCountryCallingCode, getExampleNumber } from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/mobile/examples'

type Choice = { value: string; name: string }

const assigned = iso31661.map(({ alpha2 }) => alpha2)

/** Names are the same for all readers of a locale; there are few locales, and each list is made once. */
function perLocale<T>(make: (locale: string) => T): (locale: string) => T {
  const made = new Map<string, T>()
  return (locale) => {
    const known = made.get(locale)
    if (known !== undefined) return known
    const list = make(locale)
    made.set(locale, list)
    return list
  }
}

const naming = perLocale((locale) => new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }))
export const countryName = (code: string, locale: string): string =>
  /^[A-Z]{2}$/.test(code) ? (naming(locale).of(code) ?? code) : ''

const isAllowed = (allowed: readonly string[], code: string) => allowed.length === 0 || allowed.includes(code)

const allCountries = perLocale((locale): Choice[] =>
  assigned
    .map((value) => ({ value, name: countryName(value, locale) }))
    .sort((a, b) => a.name.localeCompare(b.name, locale)),
)

/** Every country from which players may come, by name. */
export const countriesIn = (locale: string, allowed: readonly string[]): Choice[] =>
  allCountries(locale).filter(({ value }) => isAllowed(allowed, value))

const regions = Map.groupBy(iso31662, ({ parent }) => parent)

export const regionsOf = (country: string): Choice[] =>
  (regions.get(country) ?? [])
    .map(({ code, name }) => ({ value: code, name }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))

const allPhones = perLocale((locale): PhoneOption[] =>
  getCountries()
    .flatMap((country) => {
      const mask = maskOf(country)
      const phone_code = `+${getCountryCallingCode(country)}`
      return mask ? [{ country_code: country, phone_code, name: countryName(country, locale), mask }] : []
    })
    .sort((a, b) => a.name.localeCompare(b.name, locale)),
)

/** `512 345 678` → `000 000 000`: how a mobile number looks behind the code of its country. */
function maskOf(country: Parameters<typeof getExampleNumber>[0]): string {
  const example = getExampleNumber(country, examples)
  if (!example) return ''
  return example.formatInternational().replace(`+${example.countryCallingCode}`, '').trim().replace(/\d/g, '0')
}

export const phonesIn = (locale: string, allowed: readonly string[]): PhoneOption[] =>
  allPhones(locale).filter(({ country_code }) => isAllowed(allowed, country_code))
