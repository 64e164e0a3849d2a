import type { Boot, Fatal, Render, Theme } from '@croupier/contract/boot'
import type { Consent } from '@croupier/contract/consent'
import type { Call } from '@croupier/contract/contract'
import { type Outside, outsideOf } from '@croupier/contract/outside'
import { isProtected } from '@croupier/contract/paths'
import type { Config } from '../config.ts'
import type { SessionPlayer } from '../context.ts'
import { matchRedirect } from '../features/content/rules.ts'
import type { Log } from '../log.ts'
import type { Content } from '../ports/content.ts'
import type { I18n } from '../ports/i18n.ts'
import type { Caller } from './dispatch.ts'
import { describe } from './errors.ts'
import { hashOf } from './nfx.ts'
import { holdsSecret } from './page-address.ts'
import { readingVisitor } from './visitor.ts'

export type Visit = {
  url: URL
  /** Without the locale. */
  path: string
  locale: string
  theme: Theme
  /** The router of an open page asks for what another page shows. */
  isData: boolean
  /** The chosen format of prices. */
  odds: string | null
  /** What this browser agreed to. */
  consent: Consent
  /** Under which name the answer to a guest is kept, and the part of the query that it depends on. */
  shared: { key: string; search: string }
  /** The address as it came held a secret, which a page that is the same for all does not show. */
  isClosed?: boolean
  player: SessionPlayer | null
  /** Where the request came from; calls that are limited count by it. */
  address: string
  fatal: Fatal | null
}

export type Rendering = {
  config: Config
  content: Content
  i18n: I18n
  log: Log
  render: Render
  buildId: string
  /** The API in process, as this visitor. */
  callAs: (visitor: Caller) => Call
  /** Where the script of the sandbox's chat is. */
  chatStandIn: () => string | null
}

/** Code of others is never on money, passwords and games, nor where the address holds the secret of a letter. */
export const mayHaveOutside = ({ path, url, isClosed = false }: Pick<Visit, 'path' | 'url' | 'isClosed'>): boolean =>
  !isClosed && !isProtected(path) && !holdsSecret(url)

export async function outsideAt(
  { content, chatStandIn }: Pick<Rendering, 'content' | 'chatStandIn'>,
  visit: Visit,
): Promise<Outside | null> {
  if (!mayHaveOutside(visit) || visit.fatal) return null
  const config = await content.config(visit.locale)
  return outsideOf({ config, standIn: chatStandIn(), consent: visit.consent })
}

/** Gathers what one page needs and hands it to the web. */
export function pageRenderer(rendering: Rendering) {
  const { config, content, i18n, log, render, buildId, callAs } = rendering
  return async (requestId: string, visit: Visit, nonce: string | undefined): Promise<Response> => {
    const { locale, theme, odds, player, fatal, address } = visit
    const call = callAs({ player, locale, visitor: readingVisitor(address), requestId })
    const [{ defaultLocale }, site, messages, redirects, locales] = await Promise.all([
      i18n.locales(),
      content.config(locale),
      i18n.messages(locale),
      content.redirects(locale),
      content.locales(),
    ])
    const boot: Boot = {
      call,
      page: (slug) => content.page(slug, locale),
      seo: (path) => content.seo(path, locale),
      redirect: (path) => matchRedirect(redirects, path)?.to ?? null,
      locale,
      defaultLocale,
      locales,
      messages,
      messagesHash: hashOf(messages),
      config: site,
      account: player ? await call('account.getInfo', {}) : null,
      fatal,
      theme: theme === 'auto' ? site.site.defaultTheme : theme,
      odds,
      consent: visit.consent,
      outside: await outsideAt(rendering, visit),
      buildId,
      isSandbox: config.isSandboxOn,
      isSandboxPublic: config.isSandboxPublic,
      jurisdiction: config.jurisdiction,
      origin: config.origin,
      nonce,
      report: (fault) => log.error({ requestId, fault: describe(fault) }, 'a page failed'),
    }
    return render(renderRequest(visit.url), locale === defaultLocale ? '/' : `/${locale}`, boot)
  }
}

/** The router sees the address and nothing else: who asks was settled before. */
export const renderRequest = (url: URL) => new Request(url, { headers: { accept: 'text/html' } })
