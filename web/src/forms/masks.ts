import { readPasted } from '@croupier/contract/fields/phone'
import type { PhoneOption } from '@croupier/contract/methods/account'
import { format, type Replacement } from '@react-input/mask'

/**
 * The platform writes `0` for a digit, `a` for a letter and `*` for either. The library ignores
 * its own signs when they are typed, so they become signs that cannot be typed.
 */
const signs: Record<string, string> = { '0': '\ue000', a: '\ue001', '*': '\ue002' }
const replacement: Replacement = { '\ue000': /\d/, '\ue001': /\p{L}/u, '\ue002': /[\p{L}\d]/u }
const places = /[0a*]/g

const isTyped = (sign: string) => /[\p{L}\d]/u.test(sign)

/** `12345678909` in `000.000.000-00` → `123.456.789-09`. What does not fit is left out. */
export function masked(text: string, mask: string): string {
  const typed = [...text].filter(isTyped).join('')
  return typed === '' ? '' : format(typed, { mask: mask.replace(places, (sign) => signs[sign] ?? sign), replacement })
}

/** Where the caret belongs in the masked text: behind as many typed signs as stood before it. */
export function caretIn(text: string, typedBefore: number): number {
  let seen = 0
  for (const [place, sign] of [...text].entries()) {
    if (seen === typedBefore) return place
    if (isTyped(sign)) seen += 1
  }
  return text.length
}

export const countTyped = (text: string): number => [...text].filter(isTyped).length

/** No number on earth has more digits; those behind the mask are written without one. */
const longestPhone = 15

export const phoneMask = (mask: string): string =>
  mask + '0'.repeat(Math.max(0, longestPhone - mask.replace(/[^0]/g, '').length))

/** What a mask asks for: `00 000` → `__ ___`. */
export const emptyPlaces = (mask: string): string => mask.replace(places, '_')

type Well = { shown: string; start: number; end: number; option: PhoneOption }
type Filled = { digits: string; country: string }

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** A whole number (`+48 …`, `0048 …`, `48 …`) takes the place of what was there and picks its country; a piece goes to the caret. */
export function pastePhone(text: string, { shown, start, end, option }: Well, phones: readonly PhoneOption[]): Filled {
  const pasted = readPasted(text, phones, option)
  const country = pasted.option.country_code
  if (pasted.isWhole) return { digits: pasted.digits, country }
  return { digits: digitsOf(shown.slice(0, start)) + pasted.digits + digitsOf(shown.slice(end)), country }
}
