import type { Boot, Fatal, Render, Theme } from '@croupier/contract/boot'
import type { Call } from '@croupier/contract/contract'
import type { Config } from '../config.ts'
import type { SessionPlayer } from '../context.ts'
import { matchRedirect } from '../features/content/rules.ts'
import type { Log } from '../log.ts'
import type { Content } from '../ports/content.ts'
import type { I18n } from '../ports/i18n.ts'
import type { Caller } from './dispatch.ts'
import { describe } from './errors.ts'
import { hashOf } from './nfx.ts'
import { readingVisitor } from './visitor.ts'

export type Visit = {
  url: URL
  /** Without the locale. */
  path: string
  locale: string
  theme: Theme
  /** The chosen format of prices. */
  odds: string | null
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
}

/** Gathers what one page needs and hands it to the web. */
export function pageRenderer({ config, content, i18n, log, render, buildId, callAs }: Rendering) {
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
