import { electronicFormatIBAN, isValidIBAN } from 'ibantools'
import type { Rule } from './definition.ts'

/** A saved card (`123456...7890`), a digit string that passes Luhn, or the word `new`. */
export const cardNumber: Rule = (text) => {
  if (text === '') return 'REQUIRED'
  if (text === 'new' || /^[0-9]{6}\.{3}[0-9]{4}$/.test(text)) return null
  return /^[0-9]{12,19}$/.test(text) && passesLuhn(text) ? null : 'CARD'
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** Length and structure of the country, and the mod-97 check. */
export const iban: Rule = (text) => {
  if (text.trim() === '') return 'REQUIRED'
  if (text.length > 60) return 'IBAN'
  const written = electronicFormatIBAN(text.toUpperCase())
  return written && isValidIBAN(written) ? null : 'IBAN'
}
