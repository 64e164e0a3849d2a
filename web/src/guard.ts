import type { Boot } from '@croupier/contract/boot'
import { localePath } from '@croupier/contract/locales'
import { isPlayersOnly, paths } from '@croupier/contract/paths'
import { type MiddlewareFunction, redirect } from 'react-router'
import { bootContext } from './boot.ts'
import { isOpenForPayout } from './payout-pages.ts'

/** Path without the locale's base. */
export function pathOf(url: URL, locale: string, defaultLocale: string): string {
  if (locale === defaultLocale) return url.pathname
  return url.pathname.slice(locale.length + 1) || '/'
}

const isInside = (request: Request) => new URL(request.url).pathname.endsWith('.data')

/** Redirects of middleware, in the visitor's locale. */
export function leading({ locale, defaultLocale }: Pick<Boot, 'locale' | 'defaultLocale'>, request: Request) {
  // The router takes the base off a redirect of its own navigations again, and knows it only by the slash behind it.
  const base = isInside(request) && locale !== defaultLocale ? `/${locale}` : null
  return (to: string) => redirect(base ? base + to : localePath(locale, defaultLocale, to))
}

/** The rules that stand before every page, for first loads and for later navigations alike. */
export const guard: MiddlewareFunction<Response> = async ({ request, url: normal, context }, next) => {
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
  return next()
}
