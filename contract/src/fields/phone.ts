import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Reason } from './definition.ts'

type Home = { defaultCountry: CountryCode } | { defaultCallingCode: string } | null

/** A country by its letters (`PL`) or by its code (`+48`). */
function homeOf(country = ''): Home {
  const code = country.trim().toUpperCase()
  if (isSupportedCountry(code)) return { defaultCountry: code }
  return /^\+?[1-9][0-9]{0,3}$/.test(code) ? { defaultCallingCode: code.replace('+', '') } : null
}

/** `+48512334904`, or null. A number without a plus is read as of the given country. */
export function readPhone(text: string, country?: string): string | null {
  const cleaned = text.trim()
  if (cleaned.length > 40 || !/^\+?[0-9\s().-]+$/.test(cleaned)) return null
  const home = homeOf(country)
  const found =
    parsePhoneNumberFromString(cleaned, { ...home, extract: false }) ??
    parsePhoneNumberFromString(`+${cleaned.replace(/\D/g, '')}`, { extract: false })
  return found?.isValid() ? found.number : null
}

export function phone(text: string, country?: string): Reason | null {
  if (text.replace(/[+\s]/g, '') === '') return 'REQUIRED'
  return readPhone(text, country) ? null : 'PHONE'
}

type Coded = { country_code: string; phone_code: string }

/** Marked by `+` or `00`, or good behind some country's code while it is none of the country that is chosen. */
function readWhole(text: string, current: Coded) {
  const digits = text.replace(/\D/g, '')
  if (/^\s*(\+|00)/.test(text)) return parsePhoneNumberFromString(`+${digits.replace(/^00/, '')}`, { extract: false })
  const atHome = parsePhoneNumberFromString(digits, { ...homeOf(current.country_code), extract: false })
  // The library reads `48512334904` at home in Poland too, and takes the code away.
  if (atHome?.isValid()) return digits === `${atHome.countryCallingCode}${atHome.nationalNumber}` ? atHome : undefined
  const found = parsePhoneNumberFromString(`+${digits}`, { extract: false })
  return found?.isValid() ? found : undefined
}

/**
 * What was pasted, as digits behind the code of its country: `+48 512-334-904` and `48512334904` → PL, `512334904`.
 * A piece of a number, or a number without its code, stays with the country that is chosen.
 */
export function readPasted<O extends Coded>(
  text: string,
  options: readonly O[],
  current: O,
): { option: O; digits: string; isWhole: boolean } {
  const found = readWhole(text, current)
  if (found) {
    const coded = options.filter(({ phone_code }) => phone_code.replace(/\D/g, '') === found.countryCallingCode)
    const option =
      coded.find(({ country_code }) => country_code === (found.country ?? current.country_code)) ?? coded[0]
    if (option) return { option, digits: found.nationalNumber, isWhole: true }
  }
  return { option: current, digits: text.replace(/\D/g, ''), isWhole: /^\s*(\+|00)/.test(text) }
}
