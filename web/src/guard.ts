import { localePath } from '@croupier/contract/locales'
import { isPlayersOnly } from '@croupier/contract/paths'
import { type MiddlewareFunction, redirect } from 'react-router'
import { bootContext } from './boot.ts'

/** Path without the locale's base. */
export function pathOf(url: URL, locale: string, defaultLocale: string): string {
  if (locale === defaultLocale) return url.pathname
  return url.pathname.slice(locale.length + 1) || '/'
}

/** The rules that stand before every page, for first loads and for later navigations alike. */
export const guard: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const boot = context.get(bootContext)
  const url = new URL(request.url)
  const path = pathOf(url, boot.locale, boot.defaultLocale)
  if (boot.fatal) return next()

  const target = boot.redirect(path)
  if (target) {
    if (!target.startsWith('/')) throw redirect(target)
    const glue = target.includes('?') ? '&' : '?'
    const [page = '', hash] = target.split('#')
    const query = url.search ? `${page}${glue}${url.search.slice(1)}` : page
    throw redirect(localePath(boot.locale, boot.defaultLocale, query) + (hash ? `#${hash}` : ''))
  }

  if (!boot.account && isPlayersOnly(path)) {
    const from = encodeURIComponent(url.pathname + url.search)
    throw redirect(`${localePath(boot.locale, boot.defaultLocale, '/')}?redirectUrl=${from}`)
  }
  return next()
}
