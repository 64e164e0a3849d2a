import type { Theme } from '@croupier/contract/boot'
import { consentText, readConsent } from '@croupier/contract/consent'
import { isBettingPath, pageAtCanonical } from '@croupier/contract/paths'
import { formats } from '@croupier/sportsbook/formats'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { SessionPlayer } from '../context.ts'
import { chooseLocale } from './locale-choice.ts'
import { readAddress, sharedSearch, tidy } from './page-address.ts'
import { mayHaveOutside, type Visit } from './render-page.ts'
import { cookieOf, isSearchBot } from './request-headers.ts'
import type { SiteSettings } from './send-page.ts'

export type Redirect = { status: 302 | 308; location: string }

type VisitAsked = Omit<Visit, 'player' | 'address' | 'fatal'>
type Asked = VisitAsked | Redirect | null

/** Which page is asked for, and how it is wanted, or where it is instead; null where no page can be meant. */
export function readVisit(
  request: FastifyRequest,
  config: Pick<Config, 'origin'>,
  { locales, standard }: SiteSettings,
  player: SessionPlayer | null,
): Asked {
  const url = readAddress(request.raw.url, config.origin)
  if (!url) return null
  const tidied = tidy(url.pathname)
  if (tidied !== url.pathname) return { status: 308, location: tidied + url.search }
  const isData = url.pathname.endsWith('.data')
  const { locale, ...choice } = chooseLocale(locales, {
    pathname: isData ? withoutMark(url.pathname) : url.pathname,
    cookie: cookieOf(request, 'locale'),
    languages: isSearchBot(request.headers['user-agent']) ? undefined : request.headers['accept-language'],
    account: player && standard.common.localeDetectStrategy === 'platform' ? player.locale : null,
  })
  if (choice.redirect && !isData) return { status: 302, location: choice.redirect + url.search }
  const path = isData ? choice.path : pageAtCanonical(choice.path)
  if (!isData) url.pathname = pageAtCanonical(url.pathname)
  const theme = themeOf(cookieOf(request, 'theme'))
  const odds = isBettingPath(path) ? oddsOf(cookieOf(request, 'odds')) : null
  const consent = readConsent(cookieOf(request, 'consent'))
  const about = { url, path, isData, locale, theme, odds, consent }
  return { ...about, shared: sharedAs(about) }
}

/** All that the answer to a guest depends on, and the part of its query. */
function sharedAs(visit: Omit<VisitAsked, 'shared'>) {
  const { url, theme, odds, consent, locale, path, isData } = visit
  const asked = new URLSearchParams(sharedSearch(url))
  // The router names the parts of a page that it lacks.
  const parts = isData ? url.searchParams.get('_routes') : null
  if (parts !== null) asked.set('_routes', parts)
  const search = asked.size > 0 ? `?${asked}` : ''
  // Every page is told what its visitor agreed to, also one without anything from outside.
  const said = `${mayHaveOutside(visit)} ${consentText(consent)}`
  return { search, key: `${isData} ${theme} ${odds ?? ''} ${said} ${locale} ${path}${search}` }
}

const mostVisits = 1_000
/** Longer ones are made up by a stranger: they are read each time and take no room. */
const longestVisit = 600

/** Guests ask for the same pages in the same words all day: what was read once is known. */
export function openGuestVisits(config: Pick<Config, 'origin'>) {
  const known = new Map<string, Asked>()
  let of: SiteSettings | null = null
  return {
    read(request: FastifyRequest, settings: SiteSettings): Asked {
      if (of !== settings) known.clear()
      of = settings
      const { cookie = '', 'accept-language': languages = '', 'user-agent': agent } = request.headers
      const key = `${request.raw.url}\n${languages}\n${cookie}\n${isSearchBot(agent)}`
      const found = known.get(key)
      if (found !== undefined) return found
      const asked = readVisit(request, config, settings, null)
      if (known.size >= mostVisits) known.clear()
      if (key.length <= longestVisit) known.set(key, asked)
      return asked
    },
  }
}

/** The page whose data the router asks for: `/es.data` is the home of a locale, not a page of that name. */
const withoutMark = (path: string) => path.replace(/(\/_)?\.data$/, '') || '/'

/** Words of strangers would each be a page of their own in the store. */
const oddsOf = (cookie: string | undefined) => formats.find((format) => format === cookie) ?? null

const themeOf = (cookie: string | undefined): Theme => (cookie === 'dark' || cookie === 'light' ? cookie : 'auto')
