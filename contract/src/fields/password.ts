import type { Reason, Rule } from './definition.ts'
import { passwordLength } from './lengths.ts'
import { firstOf, maxLength, minLength, required, sameAs } from './plain.ts'

/** Printable ASCII but these. Shown to the player, with the space in words. */
export const passwordForbidden = [' ', '"', "'", '<', '>', '\\'] as const

export const newPassword: Rule = (text) => {
  if (text === '') return 'REQUIRED'
  if (!/^[\x21\x23-\x26\x28-\x3b\x3d\x3f-\x5b\x5d-\x7e]*$/.test(text)) return 'CHARACTERS'
  return firstOf(minLength(passwordLength.min), maxLength(passwordLength.max))(text)
}

/** A new password is written twice. A caller who leaves the repeat out has no form in which a key can slip. */
export const repeatReason = (password: string, repeat: string | undefined): Reason | null =>
  repeat === undefined ? null : firstOf(required, sameAs(password))(repeat)

/** 0 to 4: for the bar under the field. Length counts most, as it does for those who guess. */
export function passwordStrength(text: string): number {
  if (newPassword(text) !== null) return text ? 1 : 0
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/].filter((kind) => kind.test(text)).length
  const distinct = new Set(text).size
  const points = (text.length >= 10 ? 1 : 0) + (text.length >= 14 ? 1 : 0) + (kinds >= 3 ? 1 : 0)
  return distinct < 5 ? 1 : Math.min(4, 1 + points)
}
