import { readPasted } from '@croupier/contract/fields/phone'
import type { PhoneOption } from '@croupier/contract/methods/account'

type Well = { shown: string; start: number; end: number; option: PhoneOption }
type Filled = { digits: string; country: string }

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** A whole number (`+48 …`, `0048 …`) takes the place of what was there and picks its country; a piece goes to the caret. */
export function pastePhone(text: string, { shown, start, end, option }: Well, phones: readonly PhoneOption[]): Filled {
  const pasted = readPasted(text, phones, option)
  const country = pasted.option.country_code
  if (/^\s*(\+|00)/.test(text)) return { digits: pasted.digits, country }
  return { digits: digitsOf(shown.slice(0, start)) + pasted.digits + digitsOf(shown.slice(end)), country }
}
