import { splitLocale } from '@croupier/contract/locales'
import { paths, withSuccess } from '@croupier/contract/paths'
import { pagePath, safePath } from '@croupier/contract/safe-path'

type SiteLocales = { locale: string; defaultLocale: string; locales: { code: string; isDefault: boolean }[] }

/** Inside this locale the router goes; another locale has another base, so the page is loaded anew. */
export type Next = { kind: 'stay' } | { kind: 'route'; path: string } | { kind: 'load'; address: string }

type ReturnQuery = {
  how: 'login' | 'registration'
  isPayoutOnly: boolean
  /** The query and the hash of the page on which the popup stands. */
  search: string
  hash: string
  /** A way back that was remembered when the visit began. */
  backUrl: string | null
}

type WantedQuery = Pick<ReturnQuery, 'search' | 'hash' | 'backUrl'>

/** The page a visitor wanted before being asked to come in. Only pages of our own origin count. */
export function wantedPath({ search, hash, backUrl }: WantedQuery): string | null {
  const query = new URLSearchParams(search)
  const turnedAway = pagePath(query.get('redirectUrl'))
  // The server, which turned the visitor away, never sees the hash: the browser has carried it here.
  if (turnedAway) return turnedAway.includes('#') ? turnedAway : turnedAway + hash
  return pagePath(query.get('backUrl')) ?? pagePath(backUrl)
}

/** Where a player goes after coming in. */
export function whereNext({ how, isPayoutOnly, ...asked }: ReturnQuery, site: SiteLocales): Next {
  const wanted = wantedPath(asked)
  if (isPayoutOnly) return { kind: 'route', path: paths.withdraw() }
  if (!wanted) return how === 'login' ? { kind: 'stay' } : { kind: 'route', path: withSuccess(paths.deposit()) }
  const address = how === 'registration' ? withSuccess(wanted) : wanted
  const [pathname = '/'] = address.split(/[?#]/)
  const { code, path } = splitLocale(pathname, site)
  if ((code ?? site.defaultLocale) !== site.locale) return { kind: 'load', address }
  // Behind the locale a second slash would name another host.
  const inside = safePath(path + address.slice(pathname.length))
  return inside ? { kind: 'route', path: inside } : { kind: 'stay' }
}

/** A query without some of its names; empty when nothing is left. */
export function searchWithout(search: string, names: readonly string[]): string {
  const query = new URLSearchParams(search)
  for (const name of names) query.delete(name)
  return query.size > 0 ? `?${query}` : ''
}

/** Notes of a visitor that a registration uses up, by whichever way it comes. */
export const betTypeNote = 'is_betting'

/** What an address says to open the popup; gone once it is closed. */
export const popupQuery = ['show_popup_reg', 'show_popup_auth', 'prevent_close']
/** The way back that an address asked for; used once the player is in. */
export const backUrlNote = 'backUrl'
/** An unfinished account is left alone for the rest of the visit. */
export const postponedNote = 'registration_postponed'
