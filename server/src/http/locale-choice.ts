import { type Locales, localePath, matchLanguages, splitLocale } from '@croupier/contract/locales'

export type LocaleAsk = {
  pathname: string
  cookie: string | undefined
  languages: string | undefined
  /** The account's locale, when a player is signed in and the strategy prefers it. */
  account: string | null
}

export type LocaleChoice = { locale: string; path: string; redirect: string | null }

/**
 * The locale of a page request. Guests: the address, the cookie, the browser, the default.
 * A signed-in player's own locale goes before all of them.
 */
export function chooseLocale(locales: Locales, ask: LocaleAsk): LocaleChoice {
  const codes = locales.locales.map(({ code }) => code)
  const known = (code: string | null | undefined) => (code && codes.includes(code) ? code : null)
  const { code, path } = splitLocale(ask.pathname, locales)
  if (path === `/${locales.defaultLocale}`) return { locale: locales.defaultLocale, path: '/', redirect: '/' }
  const named = code ? { locale: code, path: path || '/' } : null
  const wanted =
    known(ask.account) ??
    named?.locale ??
    known(ask.cookie) ??
    (ask.languages ? spoken(ask.languages, codes) : null) ??
    locales.defaultLocale
  const shown = named?.locale ?? locales.defaultLocale
  const page = named?.path ?? path
  return {
    locale: shown,
    path: page,
    redirect: wanted === shown ? null : localePath(wanted, locales.defaultLocale, page),
  }
}

/** Browsers of one country say the same: most guests need no reading. Strangers cannot make it grow. */
const heard = new Map<string, string | null>()
const mostHeard = 500

function spoken(languages: string, codes: string[]): string | null {
  const key = `${codes.join()} ${languages}`
  const known = heard.get(key)
  if (known !== undefined) return known
  if (heard.size >= mostHeard) heard.clear()
  const found = matchLanguages(languages, codes)
  if (key.length < 200) heard.set(key, found)
  return found
}
