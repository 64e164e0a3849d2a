import type { Rule } from './definition.ts'
import { fakenameLength } from './lengths.ts'
import { firstOf, maxLength, minLength } from './plain.ts'

/**
 * Letters of one script only: a Cyrillic а among Latin letters makes one name look like another. Scripts that run from
 * the right are left out, because they turn the sentences in which a nickname stands.
 */
const scripts = [
  /^(?:[0-9]|(?=\p{L})\p{Script=Latin})*$/u,
  /^(?:[0-9]|(?=\p{L})\p{Script=Cyrillic})*$/u,
  /^(?:[0-9]|(?=\p{L})\p{Script=Greek})*$/u,
  /^(?:[0-9]|(?=\p{L})\p{Script=Armenian})*$/u,
  /^(?:[0-9]|(?=\p{L})\p{Script=Georgian})*$/u,
  /^(?:[0-9]|(?=[\p{L}\p{M}])\p{Script=Devanagari})*$/u,
  /^(?:[0-9]|(?=[\p{L}\p{M}])\p{Script=Thai})*$/u,
  /^(?:[0-9]|(?=\p{L})\p{Script=Hangul}|(?=\p{L})\p{Script=Han})*$/u,
  /^(?:[0-9]|(?=\p{L})\p{Script=Hiragana}|(?=\p{L})\p{Script=Katakana}|(?=\p{L})\p{Script=Han}|ー)*$/u,
]

/** A public nickname: letters and digits of one look, no spaces, nothing that cannot be seen. Kept in the form NFKC. */
export const fakename: Rule = (text) => {
  if (text === '') return 'REQUIRED'
  if (text.length > 100) return 'TOO_LONG'
  const written = text.normalize('NFKC')
  // Some letters are drawn as nothing at all, such as the Hangul fillers.
  if (/\p{Default_Ignorable_Code_Point}/u.test(written)) return 'CHARACTERS'
  if (!scripts.some((script) => script.test(written)) || /^\p{M}|\p{M}{3}/u.test(written)) return 'CHARACTERS'
  return firstOf(minLength(fakenameLength.min), maxLength(fakenameLength.max))(written)
}
