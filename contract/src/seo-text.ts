/** Text work for SEO that pages do in the browser too: no schema library is pulled in here. */

/**
 * Fills `##name##` and its like; the caller that prints the result escapes it (React in HTML, `jsonLd` in scripts).
 * A text with an unknown token is empty as a whole: half a sentence is worse than none.
 */
export function fillTokens(value: string, tokens: Record<string, string>): string {
  const wanted = [...value.matchAll(/##(\w+)##/g)].map(([, token = '']) => token)
  if (!wanted.every((token) => Object.hasOwn(tokens, token))) return ''
  return value.replace(/##(\w+)##/g, (_, token: string) => tokens[token] ?? '')
}

/** JSON that can stand inside a script element: no `<`, so nothing can close it. */
export const jsonLd = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
