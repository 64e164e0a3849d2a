import type { Fatal } from '@croupier/contract/boot'
import type { SiteConfig } from '@croupier/contract/content'
import { isPlayersOnly, paths } from '@croupier/contract/paths'
import { Refusal } from '@croupier/contract/refusals'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SessionPlayer } from '../context.ts'
import { describe } from './errors.ts'
import { pageHeaders } from './headers.ts'
import type { RateLimits } from './rate-limit.ts'
import { openGuestVisits, type Redirect, readVisit } from './read-visit.ts'
import type { Visit } from './render-page.ts'
import { fatalOf, type PageSenderOptions, pageSender, pageVary, type SiteSettings } from './send-page.ts'

type Options = PageSenderOptions & {
  limits: RateLimits
  /** Who asks; throws a refusal for banned or deleted players. */
  playerOf: (request: FastifyRequest, reply: FastifyReply) => Promise<SessionPlayer | null>
  hasSession: (request: FastifyRequest) => boolean
}

/** Every address that nothing else answers is a page of the site. */
export function site(app: FastifyInstance, options: Options) {
  const { config, content, i18n, log, hasSession } = options
  let settings: Promise<SiteSettings> | null = null
  /** Making a page takes a core for a while; stored ones cost nothing and are not counted. */
  const mayMake = (request: FastifyRequest) => options.limits.guardFlood('pages', request.ip)
  const pages = pageSender(options, { mayMake, settings: openSettings, hasSession })
  const guests = openGuestVisits(config)
  const forget = () => {
    settings = null
    pages.forget()
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

  app.setNotFoundHandler((request, reply) => (pages.answerAtOnce(request, reply) ? undefined : answer(request, reply)))

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return reply.code(405).header('allow', 'GET, HEAD').type('text/plain').send('Method not allowed')
    const settings = await openSettings()
    const { player, fatal } = await visitor(request, reply, settings.standard)
    const asked = hasSession(request) ? readVisit(request, config, settings, player) : guests.read(request, settings)
    if (asked === null) return reply.code(400).type('text/plain').send('Bad request')
    if ('status' in asked) return redirectTo(reply, asked)
    reply.header('vary', pageVary)
    const visit: Visit = { ...asked, player, address: request.ip, fatal: fatalAt(asked.path, fatal) }
    const isShared = !player && !visit.fatal && !isPlayersOnly(asked.path)
    if (isShared) return pages.sendShared(request, reply, visit)
    await mayMake(request)
    return pages.sendOwn(request, reply, visit)
  }

  /** Every request asks for it, so it is read once per version of the content. */
  function openSettings(): Promise<SiteSettings> {
    if (settings) return settings
    const opening = readSettings()
    settings = opening
    opening.catch(() => {
      settings = null
    })
    return opening
  }

  async function readSettings(): Promise<SiteSettings> {
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
}

/** A blocked player is sent to support, so that page stays open. */
const fatalAt = (path: string, fatal: Fatal | null) =>
  fatal === 'userBlock' && path === paths.support() ? null : fatal

/** The status of a request that Fastify could not read: a visitor's mistake, not a fault of ours. */
function unreadableStatus(error: unknown): number | null {
  if (!(error instanceof Error) || !('statusCode' in error)) return null
  const status = Number(error.statusCode)
  return status >= 400 && status < 500 ? status : null
}

const redirectTo = (reply: FastifyReply, { status, location }: Redirect) => {
  // Which language a visitor is led to is his own.
  if (status === 302) reply.header('vary', pageVary)
  return reply.code(status).header('location', location).header('cache-control', 'no-store').send()
}
