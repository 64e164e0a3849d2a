/** Text work for SEO that pages do in the browser too: no schema library is pulled in here. */

/** Tokens are plain text here; whoever prints them escapes them (React in HTML, `jsonLd` in scripts). */
export const fillTokens = (value: string, tokens: Record<string, string>): string =>
  value.replace(/##(\w+)##/g, (_, token: string) => (Object.hasOwn(tokens, token) ? (tokens[token] ?? '') : ''))

/** JSON that can stand inside a script element: no `<`, so nothing can close it. */
export const jsonLd = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
