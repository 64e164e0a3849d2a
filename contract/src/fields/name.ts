import type { Rule } from './definition.ts'

const marks = /[@_"!?#$%^&*(){}[\]|/\\<>~§+:;`]/
/** Right-to-left overrides, zero-width and control characters, letters drawn as nothing: they make one name look like another. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u
const longest = 100

const words =
  (forbidden: RegExp | null): Rule =>
  (text) => {
    if (text.trim() === '') return 'REQUIRED'
    if ([...text].length > longest) return 'TOO_LONG'
    return forbidden?.test(text) || marks.test(text) || unseen.test(text) ? 'CHARACTERS' : null
  }

export const personName: Rule = words(/\p{Nd}/u)
export const address: Rule = words(null)

/** Text that no other rule looks at: not without end, and nothing in it that cannot be seen. */
export const plainText: Rule = (text) => {
  if (text.trim() === '') return 'REQUIRED'
  if ([...text].length > longest) return 'TOO_LONG'
  return unseen.test(text) ? 'CHARACTERS' : null
}

/** Letters, space, dot, apostrophe, hyphen. */
export const cardHolder: Rule = (text) => {
  if (text.trim() === '') return 'REQUIRED'
  if ([...text].length > longest) return 'TOO_LONG'
  return /^[\p{L}\p{M} .'’-]+$/u.test(text) ? null : 'CHARACTERS'
}
