import type { Boot } from '@croupier/contract/boot'
import { localePath } from '@croupier/contract/locales'
import { isPlayersOnly, paths } from '@croupier/contract/paths'
import { type DataStrategyResult, type MiddlewareFunction, redirect } from 'react-router'
import { bootContext } from './boot.ts'
import { isOpenForPayout } from './payout-pages.ts'

/** Path without the locale's base. */
export function pathOf(url: URL, locale: string, defaultLocale: string): string {
  if (locale === defaultLocale) return url.pathname
  return url.pathname.slice(locale.length + 1) || '/'
}

const isInside = (request: Request) => new URL(request.url).pathname.endsWith('.data')

/** The address as the route writes it: the router also takes `/GAMEHALL` and `/%67amehall`, and each would be a page of its own. */
export function spelledAs(pattern: string, path: string): string {
  const parts = pattern.split('/').filter(Boolean)
  if (parts.includes('*')) return path
  const words = path.split('/').filter(Boolean)
  return `/${words.map((word, at) => (parts[at]?.startsWith(':') ? plainly(word) : (parts[at] ?? word))).join('/')}`
}

/** Letters and figures as such. Whatever else was written in code stays in it: decoded it could mean another address. */
const plainly = (word: string) =>
  word.replace(/%(?:3\d|[46][1-9a-f]|[57][\da])/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))

/** Redirects of middleware, in the visitor's locale. */
export function leading({ locale, defaultLocale }: Pick<Boot, 'locale' | 'defaultLocale'>, request: Request) {
  // The router takes the base off a redirect of its own navigations again, and knows it only by the slash behind it.
  const base = isInside(request) && locale !== defaultLocale ? `/${locale}` : null
  return (to: string, status = 302) => redirect(base ? base + to : localePath(locale, defaultLocale, to), status)
}

/** The rules that stand before every page, for first loads and for later navigations alike. */
export const guard: MiddlewareFunction<Response> = async ({ request, url: normal, pattern, context }, next) => {
  const boot = context.get(bootContext)
  if (boot.fatal) return next()

  // The router's own navigations ask for `.data`, with marks of its own that only its URL is free of.
  const url = isInside(request) ? normal : new URL(request.url)
  const path = pathOf(url, boot.locale, boot.defaultLocale)
  const leadTo = leading(boot, request)

  const target = boot.redirect(path)
  if (target) {
    if (!target.startsWith('/')) throw redirect(target)
    const glue = target.includes('?') ? '&' : '?'
    const [page = '', hash] = target.split('#')
    const query = url.search ? `${page}${glue}${url.search.slice(1)}` : page
    throw leadTo(query + (hash ? `#${hash}` : ''))
  }

  if (!boot.account && isPlayersOnly(path))
    throw leadTo(`/?redirectUrl=${encodeURIComponent(url.pathname + url.search)}`)
  if (boot.account?.is_payout_only && !isOpenForPayout(path)) throw leadTo(paths.withdraw())
  const spelled = spelledAs(pattern, path)
  if (spelled !== path) throw leadTo(spelled + url.search, 308)
  return next()
}

/** No server sees the hash of an address, so a redirect that it answers has none: in the browser the router's own keeps it. */
export const keepHash: MiddlewareFunction<Record<string, DataStrategyResult>> = async ({ url }, next) => {
  const results = await next()
  for (const { result } of Object.values(results)) {
    if (!(result instanceof Response)) continue
    const to = result.headers.get('location')
    if (to?.startsWith('/') && !to.includes('#')) result.headers.set('location', to + url.hash)
  }
  return results
}
