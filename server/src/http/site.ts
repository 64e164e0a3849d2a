import { randomBytes } from 'node:crypto'
import type { Boot, Fatal, Render, Theme } from '@croupier/contract/boot'
import type { SiteConfig } from '@croupier/contract/content'
import type { Call } from '@croupier/contract/contract'
import type { Locales } from '@croupier/contract/locales'
import type { AccountInfo } from '@croupier/contract/methods/account'
import { isPlayersOnly, isProtected, paths } from '@croupier/contract/paths'
import { Refusal } from '@croupier/contract/refusals'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Config } from '../config.ts'
import type { SessionPlayer } from '../context.ts'
import { isDatabaseGone } from '../db/db.ts'
import type { Content } from '../features/content/content.ts'
import { matchRedirect } from '../features/content/rules.ts'
import type { I18n } from '../features/i18n/i18n.ts'
import type { Log } from '../log.ts'
import { describe } from './answer.ts'
import { cookieOf } from './cookies.ts'
import { pageHeaders } from './headers.ts'
import { chooseLocale } from './locale-choice.ts'
import { hashOf } from './nfx.ts'
import { bodyOf, compress, type Encoding, encodingOf, PageCache, type StoredPage, storePage } from './page-cache.ts'
import { insertCustomCode, scriptHashes } from './page-policy.ts'
import { renderRequest } from './render-request.ts'
import { isSearchBot } from './search-bots.ts'

export type SiteOptions = {
  config: Config
  content: Content
  i18n: I18n
  log: Log
  render: Render
  buildId: string
  /** Who asks; throws a refusal for banned or deleted players. */
  playerOf: (request: FastifyRequest, reply: FastifyReply) => Promise<SessionPlayer | null>
  /** The API in process, as this visitor. */
  callAs: (visitor: { player: SessionPlayer | null; locale: string; requestId: string }) => Call
}

/** Query parameters that change what a page shows to a guest; all others are read by the browser alone. */
const pageQuery = ['category', 'providers', 'tab', 'page']
const freshMs = 10_000

/** Stands in stored pages where each answer gets a nonce of its own; nobody outside can know it. */
const nonceMark = `nonce-${randomBytes(16).toString('hex')}`

/** What holds for the whole site: its locales, and the content of the default one. */
type House = { locales: Locales; standard: SiteConfig }
type Visit = { url: URL; path: string; locale: string; theme: Theme; player: SessionPlayer | null; fatal: Fatal | null }

/** Every address that nothing else answers is a page of the site. */
export function site(app: FastifyInstance, options: SiteOptions) {
  const { config, content, i18n, log } = options
  const cache = new PageCache({ freshMs, most: 1000 })
  let house: Promise<House> | null = null
  const forget = () => {
    house = null
    cache.clear()
  }
  content.onChange(forget)
  i18n.onChange(forget)

  app.setErrorHandler((error, request, reply) => {
    log.error({ requestId: request.id, fault: describe(error) }, 'a request failed')
    const reason =
      error instanceof Error && error.message.startsWith('PLUGIN:I18N') ? error.message : 'Internal server error'
    const headers = pageHeaders({ config, scripts: { hashes: [] }, framedBy: null })
    return reply
      .code(500)
      .headers(headers)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(`${reason}\n${request.id}\n`)
  })

  app.setNotFoundHandler(async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return reply.code(405).header('allow', 'GET, HEAD').type('text/plain').send('Method not allowed')
    const url = URL.parse(request.raw.url ?? '/', config.origin)
    if (!url || url.origin !== config.origin || request.raw.url?.startsWith('//') || !isDecodable(url.pathname))
      return reply.code(400).type('text/plain').send('Bad request')
    const tidied = tidy(url.pathname)
    if (tidied !== url.pathname) return redirectTo(reply, 308, tidied + url.search)

    const isData = url.pathname.endsWith('.data')
    const { locales, standard } = await openHouse()
    const { player, fatal } = await visitor(request, reply, standard)
    const choice = chooseLocale(locales, {
      pathname: url.pathname,
      cookie: cookieOf(request, 'locale'),
      languages: isSearchBot(request.headers['user-agent']) ? undefined : request.headers['accept-language'],
      account: player && standard.common.localeDetectStrategy === 'platform' ? player.locale : null,
    })
    reply.header('vary', 'Accept-Encoding, Accept-Language, Cookie')
    if (choice.redirect && !isData) return redirectTo(reply, 302, choice.redirect + url.search)

    const theme = themeOf(cookieOf(request, 'theme'))
    const visit: Visit = {
      url,
      path: choice.path,
      locale: choice.locale,
      theme,
      player,
      fatal: fatalAt(choice.path, fatal),
    }
    const isShared = !isData && !player && !visit.fatal && !isPlayersOnly(choice.path)
    return isShared ? sendShared(request, reply, visit) : sendOwn(request, reply, visit)
  })

  /** Every request asks for it, so it is read once per version of the content. */
  function openHouse(): Promise<House> {
    if (house) return house
    const opening = readHouse()
    house = opening
    opening.catch(() => {
      house = null
    })
    return opening
  }

  async function readHouse(): Promise<House> {
    const locales = await i18n.locales()
    return { locales, standard: await content.config(locales.defaultLocale) }
  }

  async function visitor(
    request: FastifyRequest,
    reply: FastifyReply,
    { site }: SiteConfig,
  ): Promise<Pick<Visit, 'player' | 'fatal'>> {
    try {
      if (site.isClosed) return { player: null, fatal: 'maintenance' }
      return { player: await options.playerOf(request, reply), fatal: null }
    } catch (error) {
      if (error instanceof Refusal && error.type === 'UserBanned') return { player: null, fatal: 'userBlock' }
      if (error instanceof Refusal) return { player: null, fatal: null }
      if (isDatabaseGone(error)) return { player: null, fatal: 'maintenance' }
      throw error
    }
  }

  /** A guest's page: the same for every guest, so it is made once and kept. */
  async function sendShared(request: FastifyRequest, reply: FastifyReply, visit: Visit) {
    const search = sharedSearch(visit.url)
    const key = `${visit.theme} ${visit.locale} ${visit.path}${search}`
    const make = () => {
      const url = new URL(visit.url.pathname + search, config.origin)
      return cache.make(key, () => makeShared(request.id, { ...visit, url }))
    }
    const known = cache.get(key)
    if (known && !cache.isFresh(known, Date.now()))
      make().catch((error: unknown) => log.error({ err: error }, 'a stored page could not be made anew'))
    const page = known ?? (await make())
    return page ? sendStored(request, reply, page) : sendOwn(request, reply, visit)
  }

  /** Null: this answer is not a page that can be kept (a redirect, an error). */
  async function makeShared(requestId: string, visit: Visit): Promise<StoredPage | null> {
    if (matchRedirect(await content.redirects(visit.locale), visit.path)) return null
    const snippets = isProtected(visit.path) ? [] : await snippetsOf(visit.locale)
    const nonce = snippets.length ? nonceMark : undefined
    const answer = await renderPage(requestId, visit, nonce)
    if (answer.status !== 200) return null
    const made = insertCustomCode(await answer.text(), snippets, nonceMark, log)
    const headers = await headersFor(visit.path, nonce ? { nonce } : { hashes: scriptHashes(made) })
    return storePage({ html: made, headers, hasNonce: nonce !== undefined }, Date.now())
  }

  async function sendStored(request: FastifyRequest, reply: FastifyReply, page: StoredPage) {
    const encoding = encodingOf(request.headers['accept-encoding'])
    reply.headers(page.headers).type('text/html; charset=utf-8')
    if (page.hasNonce) {
      const nonce = randomBytes(16).toString('base64')
      const policy = page.headers['content-security-policy']?.replaceAll(nonceMark, nonce)
      reply.header('content-security-policy', policy).header('cache-control', 'no-store')
      return sendCompressed(reply, Buffer.from(page.html.replaceAll(nonceMark, nonce)), encoding)
    }
    reply.header('cache-control', 'no-cache').header('etag', page.etag)
    if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.send(await bodyOf(page, encoding))
  }

  /** A page for one visitor, or an answer that is not kept: made now, with a nonce of its own. */
  async function sendOwn(request: FastifyRequest, reply: FastifyReply, visit: Visit) {
    const nonce = randomBytes(16).toString('base64')
    const answer = await renderPage(request.id, visit, nonce)
    for (const [name, value] of answer.headers) reply.header(name, value)
    reply
      .code(answer.status)
      .headers(await headersFor(visit.path, { nonce }))
      .header('cache-control', 'private, no-store')
    if (answer.status === 503) reply.header('retry-after', '120')
    // Search engines get the status alone; a person gets the page that goes with it.
    const isBare = answer.status >= 400 && isSearchBot(request.headers['user-agent'])
    if (isBare || (answer.status >= 300 && answer.status < 400)) return reply.send('')
    const isPage = answer.headers.get('content-type')?.startsWith('text/html')
    const text = await answer.text()
    const snippets = isPage && !isProtected(visit.path) ? await snippetsOf(visit.locale) : []
    const body = Buffer.from(insertCustomCode(text, snippets, nonce, log))
    return sendCompressed(reply, body, body.length < 1000 ? 'identity' : encodingOf(request.headers['accept-encoding']))
  }

  const snippetsOf = async (locale: string) =>
    (await content.config(locale)).common.customCode.filter((snippet) => snippet.isEnabled)

  async function headersFor(path: string, scripts: { nonce: string } | { hashes: string[] }) {
    const framedBy = path.startsWith('/forms/') ? (await openHouse()).standard.site.frameHosts : null
    return pageHeaders({ config, scripts, framedBy })
  }

  async function renderPage(requestId: string, visit: Visit, nonce: string | undefined): Promise<Response> {
    const { defaultLocale } = (await openHouse()).locales
    const call = options.callAs({ player: visit.player, locale: visit.locale, requestId })
    const [site, messages, redirects, locales, general] = await Promise.all([
      content.config(visit.locale),
      i18n.messages(visit.locale),
      content.redirects(visit.locale),
      content.locales(),
      call('metadata.getgeneralinfo', {}),
    ])
    const account: AccountInfo | null = visit.player ? await call('account.getInfo', {}) : null
    const boot: Boot = {
      call,
      page: (slug) => content.page(slug, visit.locale),
      seo: (path) => content.seo(path, visit.locale),
      redirect: (path) => matchRedirect(redirects, path)?.to ?? null,
      locale: visit.locale,
      defaultLocale,
      locales,
      messages,
      messagesHash: hashOf(messages),
      config: site,
      general,
      account,
      fatal: visit.fatal,
      theme: visit.theme === 'auto' && site.site.defaultTheme !== 'auto' ? site.site.defaultTheme : visit.theme,
      buildId: options.buildId,
      origin: config.origin,
      nonce,
      report: (fault) => log.error({ requestId, fault: describe(fault) }, 'a page failed'),
    }
    return options.render(renderRequest(visit.url), visit.locale === defaultLocale ? '/' : `/${visit.locale}`, boot)
  }
}

/** The part of a query that changes a guest's page, in one order, so that it names one stored page. */
function sharedSearch({ search, searchParams }: URL): string {
  if (!search) return ''
  const pairs = pageQuery.flatMap((name) => {
    const value = searchParams.get(name)
    return value === null ? [] : [[name, value]]
  })
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
}

/** A blocked player is sent to support, so that page stays open. */
const fatalAt = (path: string, fatal: Fatal | null) =>
  fatal === 'userBlock' && path.replace(/\.data$/, '') === paths.support() ? null : fatal

const isDecodable = (path: string) => {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** One slash between words and none at the end: behind a locale, two of them would name another host. */
const tidy = (path: string) => `/${path.split('/').filter(Boolean).join('/')}`

const redirectTo = (reply: FastifyReply, status: 302 | 308, location: string) =>
  reply.code(status).header('location', location).header('cache-control', 'no-store').send()

async function sendCompressed(reply: FastifyReply, body: Buffer, encoding: Encoding) {
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(await compress(body, encoding, 2))
}

const themeOf = (cookie: string | undefined): Theme => (cookie === 'dark' || cookie === 'light' ? cookie : 'auto')
