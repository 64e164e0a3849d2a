import type { Reason, Rule } from './definition.ts'

const isBlank = (text: string) => text.trim() === ''

export const required: Rule = (text) => (isBlank(text) ? 'REQUIRED' : null)

/** A rule that only speaks when there is something to speak about. */
export const optional =
  (rule: Rule): Rule =>
  (text) =>
    isBlank(text) ? null : rule(text)

/** Letters as people count them: one emoji is one, however many units it takes. */
const lengthOf = (text: string) => [...text].length

/** Whether there must be anything at all is `required`'s question. */
export const minLength =
  (min: number): Rule =>
  (text) =>
    text !== '' && lengthOf(text) < min ? 'TOO_SHORT' : null

export const maxLength =
  (max: number): Rule =>
  (text) =>
    lengthOf(text) > max ? 'TOO_LONG' : null

export const sameAs =
  (other: string): Rule =>
  (text) =>
    text === other ? null : 'NOT_SAME'

/** Six digits, as every code the platform sends. */
export const code: Rule = (text) => {
  if (text === '') return 'REQUIRED'
  return /^[0-9]{6}$/.test(text) ? null : 'CODE_DIGITS'
}

/** Any promo code may be typed; whether there is such a code is the server's answer. */
export const promo: Rule = () => null

/** A player who says that there is a promo code has to write one. */
export const promoAtRegistration: Rule = (text) => (isBlank(text) ? 'REQUIRED' : null)

export const checkbox = (isChecked: boolean): Reason | null => (isChecked ? null : 'NOT_CHECKED')

export const sex: Rule = (text) => {
  if (text === '' || text === '0') return 'REQUIRED'
  return /^[123]$/.test(text) ? null : 'UNKNOWN_VALUE'
}

/** The first thing that any of the rules says. */
export const firstOf =
  (...rules: Rule[]): Rule =>
  (text) => {
    for (const rule of rules) {
      const reason = rule(text)
      if (reason) return reason
    }
    return null
  }
