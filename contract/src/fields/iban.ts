import { electronicFormatIBAN, isValidIBAN } from 'ibantools'
import type { Rule } from './definition.ts'

/** Length and structure of the country, and the mod-97 check. */
export const iban: Rule = (text) => {
  if (text.trim() === '') return 'REQUIRED'
  if (text.length > 60) return 'IBAN'
  const written = electronicFormatIBAN(text.toUpperCase())
  return written && isValidIBAN(written) ? null : 'IBAN'
}
