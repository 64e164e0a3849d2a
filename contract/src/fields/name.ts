import type { Rule } from './definition.ts'
import { firstOf, maxLength, required } from './plain.ts'

const marks = /[@_"!?#$%^&*(){}[\]|/\\<>~§+:;`]/
/** Right-to-left overrides, zero-width and control characters, letters drawn as nothing: they make one name look like another. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u
const longest = 100

const filled: Rule = firstOf(required, maxLength(longest))

/** Letters of any script, and at least one of them: dots and hyphens alone name no person. */
export const personName: Rule = (text) =>
  address(text) ?? (/\p{Nd}/u.test(text) || !hasLetter(text) ? 'CHARACTERS' : null)

export const address: Rule = (text) => filled(text) ?? (marks.test(text) || unseen.test(text) ? 'CHARACTERS' : null)

const hasLetter = (text: string) => /\p{L}/u.test(text)

/** Text that no other rule looks at: not without end, and nothing in it that cannot be seen. */
export const plainText: Rule = (text) => filled(text) ?? (unseen.test(text) ? 'CHARACTERS' : null)

/** Letters, space, dot, apostrophe, hyphen. */
export const cardHolder: Rule = (text) =>
  filled(text) ?? (/^[\p{L}\p{M} .'’-]+$/u.test(text) && hasLetter(text) ? null : 'CHARACTERS')
