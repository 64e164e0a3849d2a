const here = 'http://croupier.invalid'

function leavesOrigin(path: string): boolean {
  if (!path.startsWith('/') || /^\/[/\\]/.test(path)) return true
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop tabs and line breaks inside addresses, so they can hide a second slash.
  return path.includes('\\') || /[\u0000-\u001f\u007f]/.test(path)
}

/**
 * A path on our own origin, or null. Used for every target that comes from outside:
 * redirectUrl, backUrl, redirect_url, content redirects, menu links.
 */
export function safePath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length === 0 || value.length > 4000) return null
  let seen = value
  for (let round = 0; round < 4; round += 1) {
    const [path = ''] = seen.split(/[?#]/)
    if (leavesOrigin(round === 0 ? seen : path)) return null
    try {
      const decoded = decodeURIComponent(path)
      if (decoded === path) break
      seen = decoded
    } catch {
      // `50%25-more` decodes to `50%-more`, which decodes no further: nothing is hidden in it.
      if (round === 0) return null
      break
    }
  }
  const url = URL.parse(value, here)
  if (!url || url.origin !== here || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}

/** First words of addresses that answer programs, frames and files: none of them is a page. */
const programs = [
  'api',
  'assets',
  'cashback',
  'content',
  'exports',
  'feed',
  'healthz',
  'hit',
  'hooks',
  'img',
  'metrics',
  'nfx',
  'oauth',
  'platform',
  'readyz',
  'sandbox',
  'stream',
  'studio',
  'tournament-result',
  'wallet',
]

/**
 * A page on our own origin, or null: where a visitor is led on. An address that does something would do it to the
 * player who has just come in, and one that answers a program would show its text.
 */
export function pagePath(value: unknown): string | null {
  const path = safePath(value)
  if (!path) return null
  const words = decodeURIComponent(path.split(/[?#]/)[0] ?? '')
    .toLowerCase()
    .split('/')
    .filter(Boolean)
  // Files have a dot in their name, pages never.
  return programs.includes(words[0] ?? '') || words.at(-1)?.includes('.') ? null : path
}

/** A link an editor may write: a path of ours, or an http(s), mailto or tel address. Anything else is dropped. */
export function safeLink(value: unknown): string | null {
  const path = safePath(value)
  if (path) return path
  if (typeof value !== 'string') return null
  const url = URL.parse(value)
  if (!url || url.username || url.password) return null
  return ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol) ? url.href : null
}
