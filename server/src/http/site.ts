import { randomBytes } from 'node:crypto'
import { type Fatal, fatalStatus, type Theme } from '@croupier/contract/boot'
import type { SiteConfig } from '@croupier/contract/content'
import type { Locales } from '@croupier/contract/locales'
import { isPlayersOnly, isProtected, paths } from '@croupier/contract/paths'
import { Refusal } from '@croupier/contract/refusals'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SessionPlayer } from '../context.ts'
import { isDatabaseGone } from '../db/db.ts'
import { matchRedirect } from '../features/content/rules.ts'
import { cookieOf } from './cookies.ts'
import { describe } from './errors.ts'
import { pageHeaders } from './headers.ts'
import { chooseLocale } from './locale-choice.ts'
import { type Encoding, encodingOf, hasTag } from './negotiation.ts'
import { holdsSecret, readAddress, sharedSearch, tidy } from './page-address.ts'
import { bodyOf, compress, PageCache, type StoredPage, storePage } from './page-cache.ts'
import { insertCustomCode, scriptHashes } from './page-policy.ts'
import type { RateLimits } from './rate-limit.ts'
import { pageRenderer, type Rendering, type Visit } from './render-page.ts'
import { isSearchBot } from './search-bots.ts'

type Options = Rendering & {
  limits: RateLimits
  /** Where games of other providers are shown from. */
  gameOrigins: () => readonly string[]
  /** Who asks; throws a refusal for banned or deleted players. */
  playerOf: (request: FastifyRequest, reply: FastifyReply) => Promise<SessionPlayer | null>
}

const freshMs = 10_000

/** Stands in stored pages where each answer gets a nonce of its own; nobody outside can know it. */
const nonceMark = `nonce-${randomBytes(16).toString('hex')}`

/** What holds for the whole site: its locales, and the content of the default one. */
type SiteSettings = { locales: Locales; standard: SiteConfig }

/** Every address that nothing else answers is a page of the site. */
export function site(app: FastifyInstance, options: Options) {
  const { config, content, i18n, gameOrigins, log } = options
  const renderPage = pageRenderer(options)
  const cache = new PageCache({ freshMs, most: 300 })
  let house: Promise<SiteSettings> | null = null
  const forget = () => {
    house = null
    cache.clear()
  }
  content.onChange(forget)
  i18n.onChange(forget)

  app.setErrorHandler((error, request, reply) => {
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8')
    if (error instanceof Refusal && error.type === 'TooManyRequests')
      return reply.code(429).header('retry-after', String(error.data?.resend_time)).send('Too many requests')
    const status = unreadableStatus(error)
    if (status) return reply.code(status).send('Bad request')
    log.error({ requestId: request.id, fault: describe(error) }, 'a request failed')
    const isKnown = error instanceof Error && error.message.startsWith('PLUGIN:I18N')
    return reply
      .code(500)
      .headers(pageHeaders({ config, scripts: { hashes: [] }, framedBy: null }))
      .send(isKnown ? error.message : `Internal server error\n${request.id}\n`)
  })

  app.setNotFoundHandler(async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return reply.code(405).header('allow', 'GET, HEAD').type('text/plain').send('Method not allowed')
    const url = readAddress(request.raw.url, config.origin)
    if (!url) return reply.code(400).type('text/plain').send('Bad request')
    const tidied = tidy(url.pathname)
    if (tidied !== url.pathname) return redirectTo(reply, 308, tidied + url.search)

    const isData = url.pathname.endsWith('.data')
    const { locales, standard } = await openHouse()
    const { player, fatal } = await visitor(request, reply, standard)
    const choice = chooseLocale(locales, {
      pathname: isData ? withoutMark(url.pathname) : url.pathname,
      cookie: cookieOf(request, 'locale'),
      languages: isSearchBot(request.headers['user-agent']) ? undefined : request.headers['accept-language'],
      account: player && standard.common.localeDetectStrategy === 'platform' ? player.locale : null,
    })
    reply.header('vary', 'Accept-Encoding, Accept-Language, Cookie')
    if (choice.redirect && !isData) return redirectTo(reply, 302, choice.redirect + url.search)

    const { path, locale } = choice
    const theme = themeOf(cookieOf(request, 'theme'))
    const visit: Visit = { url, path, locale, theme, player, address: request.ip, fatal: fatalAt(path, fatal) }
    const isShared = !isData && !player && !visit.fatal && !isPlayersOnly(path)
    if (isShared) return sendShared(request, reply, visit)
    await mayMake(request)
    return sendOwn(request, reply, visit)
  })

  /** Making a page takes a core for a while; stored ones cost nothing and are not counted. */
  const mayMake = (request: FastifyRequest) => options.limits.guardFlood('pages', request.ip)

  /** Every request asks for it, so it is read once per version of the content. */
  function openHouse(): Promise<SiteSettings> {
    if (house) return house
    const opening = readHouse()
    house = opening
    opening.catch(() => {
      house = null
    })
    return opening
  }

  async function readHouse(): Promise<SiteSettings> {
    const locales = await i18n.locales()
    return { locales, standard: await content.config(locales.defaultLocale) }
  }

  async function visitor(
    request: FastifyRequest,
    reply: FastifyReply,
    { site }: SiteConfig,
  ): Promise<Pick<Visit, 'player' | 'fatal'>> {
    if (site.isClosed) return { player: null, fatal: 'maintenance' }
    try {
      return { player: await options.playerOf(request, reply), fatal: null }
    } catch (error) {
      return { player: null, fatal: fatalOf(error) }
    }
  }

  /** A guest's page: the same for every guest, so it is made once and kept. */
  async function sendShared(request: FastifyRequest, reply: FastifyReply, visit: Visit) {
    const search = sharedSearch(visit.url)
    const mayHaveSnippets = !isProtected(visit.path) && !holdsSecret(visit.url)
    const key = `${visit.theme} ${mayHaveSnippets} ${visit.locale} ${visit.path}${search}`
    const make = () => {
      const url = new URL(visit.url.pathname + search, config.origin)
      return cache.make(key, () => makeShared(request.id, { ...visit, url }, mayHaveSnippets))
    }
    const known = cache.get(key)
    if (known && !cache.isFresh(known, Date.now()))
      make().catch((error: unknown) => log.error({ fault: describe(error) }, 'a stored page could not be made anew'))
    if (!known) await mayMake(request)
    const page = known ?? (await make())
    return page ? sendStored(request, reply, page) : sendOwn(request, reply, visit)
  }

  /** Null: this answer is not the same for every guest (a redirect, a fault). */
  async function makeShared(requestId: string, visit: Visit, mayHaveSnippets: boolean): Promise<StoredPage | null> {
    if (matchRedirect(await content.redirects(visit.locale), visit.path)) return null
    const snippets = mayHaveSnippets ? await snippetsOf(visit.locale) : []
    const nonce = snippets.length ? nonceMark : undefined
    const answer = await renderPage(requestId, visit, nonce)
    const { status } = answer
    if (!isPage(answer) || (status !== 200 && status !== 404)) return null
    const html = insertCustomCode(await answer.text(), snippets, nonceMark, log)
    const headers = await headersFor(visit.path, nonce ? { nonce } : { hashes: scriptHashes(html) })
    return storePage({ status, html, headers, hasNonce: nonce !== undefined }, Date.now())
  }

  async function sendStored(request: FastifyRequest, reply: FastifyReply, page: StoredPage) {
    const encoding = encodingOf(request.headers['accept-encoding'])
    reply.code(page.status).headers(page.headers).type('text/html; charset=utf-8')
    if (page.status !== 200) reply.header('cache-control', 'private, no-store')
    if (page.status !== 200 && isSearchBot(request.headers['user-agent'])) return reply.send('')
    if (page.hasNonce) {
      const nonce = randomBytes(16).toString('base64')
      const policy = page.headers['content-security-policy']?.replaceAll(nonceMark, nonce)
      reply.header('content-security-policy', policy).header('cache-control', 'no-store')
      return sendCompressed(reply, Buffer.from(page.html.replaceAll(nonceMark, nonce)), encoding)
    }
    if (page.status === 200) {
      reply.header('cache-control', 'no-cache').header('etag', page.etag)
      if (hasTag(request.headers['if-none-match'], page.etag)) return reply.code(304).send()
    }
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.send(await bodyOf(page, encoding))
  }

  /** A page for one visitor, or an answer that is not kept: made now, with a nonce of its own. */
  async function sendOwn(request: FastifyRequest, reply: FastifyReply, visit: Visit) {
    const nonce = randomBytes(16).toString('base64')
    const answer = await renderPage(request.id, visit, nonce).catch((error: unknown) => {
      // The session was found, and then its player could not be read.
      if (!visit.player) throw error
      return renderPage(request.id, { ...visit, player: null, fatal: fatalOf(error) }, nonce)
    })
    for (const [name, value] of answer.headers) reply.header(name, value)
    // A page that does not exist is closed too, when everything is.
    const isMoved = answer.status >= 300 && answer.status < 400
    const status = visit.fatal && !isMoved ? fatalStatus[visit.fatal] : answer.status
    reply
      .code(status)
      .headers(await headersFor(visit.path, { nonce }))
      .header('cache-control', 'private, no-store')
    if (status === 503) reply.header('retry-after', '120')
    // Search engines get the status alone; a person gets the page that goes with it.
    const isBare = status >= 400 && isSearchBot(request.headers['user-agent'])
    if (isBare || isMoved) return reply.send('')
    const mayHaveSnippets = isPage(answer) && !isProtected(visit.path) && !holdsSecret(visit.url)
    const snippets = mayHaveSnippets ? await snippetsOf(visit.locale) : []
    const body = Buffer.from(insertCustomCode(await answer.text(), snippets, nonce, log))
    return sendCompressed(reply, body, body.length < 1000 ? 'identity' : encodingOf(request.headers['accept-encoding']))
  }

  const snippetsOf = async (locale: string) =>
    (await content.config(locale)).common.customCode.filter((snippet) => snippet.isEnabled)

  async function headersFor(path: string, scripts: { nonce: string } | { hashes: string[] }) {
    const framedBy = path.startsWith('/forms/') ? (await openHouse()).standard.site.frameHosts : null
    const isCashier = path === '/cashier' || path.startsWith('/cashier/')
    const partners = isCashier && config.paymentUrl ? [new URL(config.paymentUrl).origin] : []
    // Every page: whoever comes to a game from another page has that page's policy.
    return pageHeaders({ config, scripts, framedBy, partners, frames: gameOrigins() })
  }
}

/** What a failed look at the visitor means for the page. A deleted player is a guest; a fault is thrown on. */
function fatalOf(error: unknown): Fatal | null {
  if (isDatabaseGone(error)) return 'maintenance'
  if (!(error instanceof Refusal) || error.status === 500) throw error
  if (error.type === 'UserBanned') return 'userBlock'
  return error.status === 503 ? 'maintenance' : null
}

/** A blocked player is sent to support, so that page stays open. */
const fatalAt = (path: string, fatal: Fatal | null) =>
  fatal === 'userBlock' && path === paths.support() ? null : fatal

/** The page whose data the router asks for: `/es.data` is the home of a locale, not a page of that name. */
const withoutMark = (path: string) => path.replace(/(\/_)?\.data$/, '') || '/'

/** The status of a request that Fastify could not read: a visitor's mistake, not a fault of ours. */
function unreadableStatus(error: unknown): number | null {
  if (!(error instanceof Error) || !('statusCode' in error)) return null
  const status = Number(error.statusCode)
  return status >= 400 && status < 500 ? status : null
}

const isPage = (answer: Response) => answer.headers.get('content-type')?.startsWith('text/html') === true

const redirectTo = (reply: FastifyReply, status: 302 | 308, location: string) =>
  reply.code(status).header('location', location).header('cache-control', 'no-store').send()

async function sendCompressed(reply: FastifyReply, body: Buffer, encoding: Encoding) {
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(await compress(body, encoding, 2))
}

const themeOf = (cookie: string | undefined): Theme => (cookie === 'dark' || cookie === 'light' ? cookie : 'auto')
