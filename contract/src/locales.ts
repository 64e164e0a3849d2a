export type Locale = { code: string; isDefault: boolean }
export type Locales = { locales: Locale[]; defaultLocale: string }

/** `/es/gamehall` → es and `/gamehall`. Only known, non-default codes count: the default locale has no prefix. */
export function splitLocale(
  pathname: string,
  { locales, defaultLocale }: Locales,
): { code: string | null; path: string } {
  const [, first = '', ...rest] = pathname.split('/')
  const known = locales.some((locale) => locale.code === first && first !== defaultLocale)
  return known ? { code: first, path: `/${rest.join('/')}` } : { code: null, path: pathname }
}

export function localePath(code: string, defaultLocale: string, path: string): string {
  if (code === defaultLocale) return path
  return path === '/' ? `/${code}` : `/${code}${path.startsWith('/?') ? path.slice(1) : path}`
}

/** Best browser-language match: exact first, then by prefix (`es-MX` → `es`, `pt` → `pt-BR`). */
export function matchLanguages(header: string, codes: readonly string[]): string | null {
  const wanted = header
    .split(',')
    .slice(0, 20)
    .map((part) => {
      const [tag = '', ...params] = part.trim().toLowerCase().split(';')
      const q = params.map((p) => p.trim()).find((p) => p.startsWith('q='))
      return { tag: tag.trim(), q: q ? Number(q.slice(2)) || 0 : 1 }
    })
    .filter(({ tag, q }) => tag && tag !== '*' && q > 0)
    .sort((a, b) => b.q - a.q)
  for (const { tag } of wanted) {
    const exact = codes.find((code) => code.toLowerCase() === tag)
    if (exact) return exact
    const prefix = codes.find((code) => code.toLowerCase().split('-')[0] === tag.split('-')[0])
    if (prefix) return prefix
  }
  return null
}

const rightToLeft = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** By a list, because not every browser knows it of itself, and the server has to say the same. */
export const directionOf = (code: string): 'ltr' | 'rtl' =>
  rightToLeft.has(code.toLowerCase().split('-')[0] ?? '') ? 'rtl' : 'ltr'
