import { randomBytes } from 'node:crypto'
import { type Fatal, fatalStatus } from '@croupier/contract/boot'
import type { SiteConfig } from '@croupier/contract/content'
import type { Locales } from '@croupier/contract/locales'
import { analyticScripts, outsideSources } from '@croupier/contract/outside'
import { isBettingPath } from '@croupier/contract/paths'
import { Refusal } from '@croupier/contract/refusals'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseGone } from '../db/db.ts'
import { matchRedirect } from '../features/content/rules.ts'
import { describe } from './errors.ts'
import { openGuestLane } from './guest-lane.ts'
import { type PageScripts, pageHeaders } from './headers.ts'
import { bodyOf, compress, PageCache, type StoredPage, storePage } from './page-cache.ts'
import { analyticSnippets, insertCustomCode, takeScriptMarks } from './page-policy.ts'
import { mayHaveOutside, outsideAt, pageRenderer, type Rendering, type Visit } from './render-page.ts'
import { type Encoding, encodingOf, hasTag, isSearchBot } from './request-headers.ts'

export type PageSenderOptions = Rendering & {
  /** Where games of other providers are shown from. */
  gameOrigins: () => readonly string[]
}

/** What holds for the whole site: its locales, and the content of the default one. */
export type SiteSettings = { locales: Locales; standard: SiteConfig }

type AroundPages = {
  /** Refuses an address that makes us make too many pages. */
  mayMake: (request: FastifyRequest) => Promise<void>
  settings: () => Promise<SiteSettings>
  hasSession: (request: FastifyRequest) => boolean
}

/** How long a stored page is fresh: what moves all the time is made anew sooner. */
const ageMs = (path: string) => (/^\/betting\/(live|event)(\/|$)/.test(path) || path === '/betting' ? 2_000 : 10_000)
/**
 * Prices of an hour ago are shown to no guest, not even to the one for whom the page is made anew; nor is anything that
 * old where somebody goes on from a page that is open.
 */
const oldestMs = ({ path, isData }: Visit) => (isBettingPath(path) || isData ? 30_000 : Number.POSITIVE_INFINITY)
const mostStoredBytes = 128 * 1024 * 1024

/** What a page of the site is chosen by. */
export const pageVary = 'Accept-Encoding, Accept-Language, Cookie'

/** Stands in stored pages where each answer gets a nonce of its own; it cannot be known outside. */
const nonceMark = `nonce-${randomBytes(16).toString('hex')}`

/** Makes pages, keeps those that are the same for every guest, and answers with them. */
export function pageSender(options: PageSenderOptions, { mayMake, settings, hasSession }: AroundPages) {
  const { config, content, log } = options
  const { snippetsOf, headersFor } = aroundPage(options, settings)
  const renderPage = pageRenderer(options)
  const cache = new PageCache({ most: 300, mostBytes: mostStoredBytes })
  const lane = openGuestLane(pageVary)

  /** A guest's page, or the data of one: the same for every guest, so it is made once and kept. */
  async function sendShared(request: FastifyRequest, reply: FastifyReply, visit: Visit) {
    const { key, search } = visit.shared
    const make = () => {
      const url = new URL(visit.url.pathname + search, config.origin)
      return cache.make(key, () => makeShared(request.id, { ...visit, url, isClosed: !mayHaveOutside(visit) }))
    }
    const stored = cache.get(key)
    const known = stored && cache.isFresh(stored, oldestMs(visit), Date.now()) ? stored : undefined
    if (known && !cache.isFresh(known, ageMs(visit.path), Date.now()))
      make().catch((error: unknown) => log.error({ fault: describe(error) }, 'a stored page could not be made anew'))
    if (!known) await mayMake(request)
    const page = known ?? (await make())
    if (!page) return sendOwn(request, reply, visit)
    const sent = await sendStored(request, reply, page)
    // Content may have changed meanwhile: then it is in store no more.
    if (cache.get(key) === page && !hasSession(request)) lane.keep(request, page, page.storedAt + ageMs(visit.path))
    return sent
  }

  /** Null: this answer is not the same for every guest (a redirect, a fault). */
  async function makeShared(requestId: string, visit: Visit): Promise<StoredPage | null> {
    if (matchRedirect(await content.redirects(visit.locale), visit.path)) return null
    if (visit.isData) return makeData(requestId, visit)
    const snippets = await snippetsOf(visit)
    const hasNonce = snippets.length > 0
    const mark = hasNonce ? nonceMark : randomBytes(16).toString('hex')
    const answer = await renderPage(requestId, visit, mark)
    const { status } = answer
    if (!isPage(answer) || (status !== 200 && status !== 404)) return null
    const made = await answer.text()
    const { html, ...scripts } = hasNonce
      ? { html: insertCustomCode(made, snippets, nonceMark, log), nonce: nonceMark, hasSnippets: true }
      : takeScriptMarks(made, mark)
    const headers = { ...(await headersFor(visit, scripts)), 'content-type': pageType }
    return storePage({ status, html, headers, hasNonce }, Date.now())
  }

  /** What the router asks for where a visitor goes on from page to page. */
  async function makeData(requestId: string, visit: Visit): Promise<StoredPage | null> {
    const answer = await renderPage(requestId, visit, undefined)
    if (answer.status !== 200) return null
    const headers = { ...(await headersFor(visit, { hashes: [] })), ...Object.fromEntries(answer.headers) }
    return storePage({ status: 200, html: await answer.text(), headers, hasNonce: false }, Date.now())
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
    const snippets = isPage(answer) ? await snippetsOf(visit) : []
    reply
      .code(status)
      .headers(await headersFor(visit, { nonce, hasSnippets: snippets.length > 0 }))
      .header('cache-control', 'private, no-store')
    if (status === 503) reply.header('retry-after', '120')
    // Search engines get the status alone; a person gets the page that goes with it.
    const isBare = status >= 400 && isSearchBot(request.headers['user-agent'])
    if (isBare || isMoved) return reply.send('')
    const body = Buffer.from(insertCustomCode(await answer.text(), snippets, nonce, log))
    return sendCompressed(reply, body, body.length < 1000 ? 'identity' : encodingOf(request.headers['accept-encoding']))
  }

  const forget = () => {
    cache.clear()
    lane.forget()
  }
  return { answerAtOnce: lane.answer, sendShared, sendOwn, forget }
}

/** What comes with a page from outside, and what its browser is told of it. */
function aroundPage(options: PageSenderOptions, settings: AroundPages['settings']) {
  const { config, content, gameOrigins } = options

  /** The operator's own, and what counts those who agreed to it. */
  async function snippetsOf(visit: Visit) {
    if (!mayHaveOutside(visit)) return []
    const { common, site } = await content.config(visit.locale)
    const own = common.customCode.filter((snippet) => snippet.isEnabled)
    const isTracked = (await outsideAt(options, visit))?.isTracked === true
    return isTracked ? [...own, ...analyticSnippets(analyticScripts(site.analytic))] : own
  }

  async function headersFor(visit: Visit, scripts: PageScripts) {
    const { path } = visit
    const framedBy = path.startsWith('/forms/') ? (await settings()).standard.site.frameHosts : null
    const outside = await outsideAt(options, visit)
    const { analytic } = (await content.config(visit.locale)).site
    const isCashier = path === '/cashier' || path.startsWith('/cashier/')
    const partners = isCashier && config.paymentUrl ? [new URL(config.paymentUrl).origin] : []
    // Every page: a visitor who comes to a game from another page has that page's policy.
    const agreed = outside ? outsideSources(outside, analytic) : []
    return pageHeaders({ config, scripts, framedBy, partners, frames: gameOrigins(), outside: agreed })
  }

  return { snippetsOf, headersFor }
}

async function sendStored(request: FastifyRequest, reply: FastifyReply, page: StoredPage) {
  const isKept = page.status === 200 && !page.hasNonce
  const isKnown = isKept && hasTag(request.headers['if-none-match'], page.etag)
  if (!isKnown) reply.code(page.status).headers(page.headers)
  if (isKept) reply.header('cache-control', 'no-cache').header('etag', page.etag)
  if (isKnown) return reply.code(304).send()
  const encoding = encodingOf(request.headers['accept-encoding'])
  if (page.status !== 200) reply.header('cache-control', 'private, no-store')
  if (page.status !== 200 && isSearchBot(request.headers['user-agent'])) return reply.send('')
  if (page.hasNonce) {
    const nonce = randomBytes(16).toString('base64')
    const policy = page.headers['content-security-policy']?.replaceAll(nonceMark, nonce)
    reply.header('content-security-policy', policy).header('cache-control', 'no-store')
    return sendCompressed(reply, Buffer.from(page.html.replaceAll(nonceMark, nonce)), encoding)
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(await bodyOf(page, encoding))
}

/** What a failed look at the visitor means for the page. A deleted player is a guest; a fault is thrown on. */
export function fatalOf(error: unknown): Fatal | null {
  if (isDatabaseGone(error)) return 'maintenance'
  if (!(error instanceof Refusal) || error.status === 500) throw error
  if (error.type === 'UserBanned') return 'userBlock'
  return error.status === 503 ? 'maintenance' : null
}

const pageType = 'text/html; charset=utf-8'
const isPage = (answer: Response) => answer.headers.get('content-type')?.startsWith('text/html') === true

async function sendCompressed(reply: FastifyReply, body: Buffer, encoding: Encoding) {
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(await compress(body, encoding, 2))
}
