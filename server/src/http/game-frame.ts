import type { Messages } from '@croupier/contract/boot'
import { isClosedPage } from '@croupier/contract/closed-pages'
import type { GameNote } from '@croupier/contract/game-notes'
import { localePath, matchLanguages, splitLocale } from '@croupier/contract/locales'
import { paths } from '@croupier/contract/paths'
import { Refusal } from '@croupier/contract/refusals'
import { launchPage } from '@croupier/studio/stage/page'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { type Launched, launchGame } from '../features/rounds/rounds.ts'
import { readQuery } from './body.ts'
import { toRefusal, unavailable } from './errors.ts'
import { type FrameWish, framePage, gameHeaders } from './frame-page.ts'
import { makeContext, type Services } from './make-context.ts'
import type { RateLimits } from './rate-limit.ts'
import { cookieOf } from './request-headers.ts'
import { ownOrigins } from './same-origin.ts'
import type { Sessions } from './session.ts'
import type { StudioFiles } from './studio-files.ts'
import { visitorOf } from './visitor.ts'

/** Where a provider's own server shows a game; the token is for it alone. */
export type LaunchAddress = (launch: {
  token: string
  game: string
  mode: 'real' | 'demo'
  locale: string
  currency: string
  /** The origin of the page around it. */
  home: string
}) => string

type Options = Services & {
  sessions: Sessions
  limits: RateLimits
  studio: StudioFiles
  /** By the runner of a studio. Our own games need none. */
  addresses: ReadonlyMap<string, LaunchAddress>
  isClosing: () => boolean
}

type GameAddress = { sysname: string; isCustom: boolean; mode: string }

/** Far more than anybody opens by hand. */
const launches = { points: 120, seconds: 60 }

const modes = ['play', 'demo', 'replay'] as const

/** `GET /platform/game/{sysname}/{mode}`: what stands in the frame of a game page. */
export async function gameFramePages(app: FastifyInstance, options: Options) {
  const { config, content, i18n, sessions, limits, studio, addresses, isClosing, log } = options

  const opts = { exposeHeadRoute: false }
  app.get<{ Params: { sysname: string; mode?: string } }>('/platform/game/:sysname/:mode?', opts, (request, reply) => {
    const { sysname, mode } = request.params
    if (!mode && isVisit(request)) return reply.callNotFound()
    return serve(request, reply, { sysname, isCustom: false, mode: mode ?? 'play' })
  })
  app.get<{ Params: { custom: string; mode?: string } }>(
    '/platform/game/custom/:custom/:mode?',
    opts,
    (request, reply) => {
      const { custom, mode = 'play' } = request.params
      return serve(request, reply, { sysname: custom, isCustom: true, mode })
    },
  )

  async function serve(request: FastifyRequest, reply: FastifyReply, asked: GameAddress) {
    const query = readQuery(request.url)
    const asks = { query: query.locale, account: null }
    let locale = await localeOf(request, asks)
    try {
      await limits.guardFlood('pages', request.ip)
      if (isClosing()) throw unavailable()
      if (!isOwnOpening(request, config)) throw elsewhere()
      if ((await content.config(locale)).site.isClosed) throw closedSite()
      const player = await sessions.playerOf(request, reply)
      await limits.count('platform.game', launches, { playerId: player?.id, address: request.ip })
      locale = await localeOf(request, { ...asks, account: player?.locale ?? null })
      const mode = modes.find((known) => known === asked.mode)
      if (!mode) throw gameUnknown()
      const visitor = visitorOf(request, reply, config, false)
      const context = makeContext(options, { locale, player, visitor, requestId: request.id })
      const round = typeof query.round === 'string' ? query.round.slice(0, 100) : undefined
      const launched = await launchGame(context, { ...asked, mode, round, canShow })
      return show(request, reply, launched, locale)
    } catch (error) {
      return refuse(request, reply, toRefusal(error, { log, requestId: request.id }), locale)
    }
  }

  const canShow = (runner: string, sysname: string) =>
    runner === 'studio' ? studio.clientOf(sysname) !== null : addresses.has(runner)

  function show(request: FastifyRequest, reply: FastifyReply, launched: Launched, locale: string) {
    const { sysname, name, runner, mode, token, record, currency } = launched
    const address = addresses.get(runner)
    if (address && token !== null) {
      const to = address({ token, game: sysname, mode, locale, currency, home: homeOf(request, config) })
      return reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(to, 302)
    }
    const client = studio.clientOf(sysname)
    if (!client) throw new Error('a game without a client was opened')
    const launch = { game: sysname, mode, token, locale, home: homeOf(request, config), record }
    return reply.headers(gameHeaders(config)).send(launchPage({ name, locale, ...client, launch }))
  }

  /** The word of the page, else that of its address, the player's own, the cookie's, the browser's, the site's. */
  async function localeOf(request: FastifyRequest, asked: { query: unknown; account: string | null }) {
    const known = await i18n.locales()
    const { locales, defaultLocale } = known
    const codes = locales.map(({ code }) => code)
    const { referer = '' } = request.headers
    const page = ownOrigins(config).some((own) => own === originOf(referer)) ? new URL(referer).pathname : null
    const shown = page === null ? null : (splitLocale(page, known).code ?? defaultLocale)
    const words = [asked.query, shown, asked.account, cookieOf(request, 'locale')]
    const found = words.find((word) => codes.some((code) => code === word))
    return typeof found === 'string' ? found : (spoken(request, codes) ?? defaultLocale)
  }

  /** Said inside the frame, in the player's language, and to the page around it. */
  async function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal, locale: string) {
    const { defaultLocale } = await i18n.locales()
    const texts = await i18n.messages(locale)
    const { features } = (await content.config(locale)).site
    const { key, wish, status = refusal.status } = spokenAs(refusal)
    const { headers, html } = framePage(config, {
      locale,
      ...wordsOf(texts, key),
      href: localePath(locale, defaultLocale, isClosedPage(links[wish](), features) ? paths.support() : links[wish]()),
      wish,
      note: noteOf(refusal, wish),
      home: homeOf(request, config),
    })
    return reply.code(status).headers(headers).send(html)
  }
}

const gameUnknown = () => new Refusal('InvalidParameter:UNKNOWN_GAME', { message: 'No such game' })
const elsewhere = () => new Refusal('AccessDenied', { message: 'Only pages of this site open games' })
const closedSite = () => new Refusal('ApplicationDisabled', { message: 'The site is closed' })

const spoken = ({ headers }: FastifyRequest, codes: readonly string[]) =>
  headers['accept-language'] ? matchLanguages(headers['accept-language'], codes) : null

/** The origin under which this browser knows the site. */
function homeOf({ headers }: FastifyRequest, config: Config): string {
  const names = ownOrigins(config)
  return names.find((origin) => new URL(origin).host === headers.host) ?? config.origin
}

/**
 * A frame of our own page, or a person's own hand. Another site could not read the page, but could open games in a
 * player's name; what opens a session is never read ahead.
 */
function isOwnOpening({ headers }: FastifyRequest, config: Config): boolean {
  if (headers['sec-purpose'] !== undefined || headers.purpose === 'prefetch') return false
  const site = headers['sec-fetch-site']
  if (site === undefined) return !headers.referer || ownOrigins(config).some((own) => own === originOf(headers.referer))
  const dest = headers['sec-fetch-dest'] ?? 'document'
  return (site === 'same-origin' || site === 'none') && (dest === 'iframe' || dest === 'document')
}

/** Not for a frame: the address without a mode is the canonical one of the game's page, and a visitor gets that page. */
const isVisit = ({ headers }: FastifyRequest) => (headers['sec-fetch-dest'] ?? 'document') === 'document'

const originOf = (url: string | undefined) => URL.parse(url ?? '')?.origin

const links: Record<FrameWish, () => string> = {
  deposit: () => paths.deposit(),
  bonus: paths.profileBonuses,
  limits: paths.responsibleGame,
  lobby: () => paths.gamehall(),
  real: () => paths.gamehall(),
  reload: () => paths.gamehall(),
  register: paths.signUpForm,
}

type Words = { key: string; wish: FrameWish; status?: number }

/** By reason, then by type. What has no words of its own is the studio's silence. */
const words: Record<string, Words> = {
  UNKNOWN_GAME: { key: 'unknownGame', wish: 'lobby', status: 404 },
  ROUND_UNKNOWN: { key: 'unknownRound', wish: 'lobby', status: 404 },
  NO_DEMO: { key: 'noDemo', wish: 'lobby', status: 404 },
  GAME_CLOSED: { key: 'closed', wish: 'lobby' },
  NOT_BUILT: { key: 'notBuilt', wish: 'lobby' },
  SELF_EXCLUDED: { key: 'excluded', wish: 'limits' },
  LIMIT_SESSION: { key: 'timeLimit', wish: 'limits' },
  REALITY_CHECK: { key: 'realityCheck', wish: 'limits' },
  Authorization: { key: 'signIn', wish: 'register' },
  UserDeleted: { key: 'signIn', wish: 'register' },
  UserBanned: { key: 'blocked', wish: 'lobby' },
  UserNeedDeposit: { key: 'needDeposit', wish: 'deposit' },
  KycUserProfile: { key: 'identity', wish: 'lobby' },
  TooManyRequests: { key: 'tooMany', wish: 'lobby' },
  AccessDenied: { key: 'elsewhere', wish: 'lobby' },
  ApplicationDisabled: { key: 'siteClosed', wish: 'lobby' },
}

const spokenAs = ({ type, reason }: Refusal): Words =>
  words[reason ?? ''] ?? words[type] ?? { key: 'errorsSlot', wish: 'lobby' }

function noteOf({ type, reason, status }: Refusal, wish: FrameWish): GameNote {
  if (wish === 'register') return { type: 'wish', wish }
  if (status >= 500) return { type: 'fault', reason: reason ?? type }
  return { type: 'refused', name: type, reason: reason ?? null }
}

function wordsOf(texts: Messages, key: string) {
  const { platform = {}, system = {} } = texts
  const own = typeof platform === 'object' ? platform[key] : undefined
  const found = own ?? (typeof system === 'object' ? system.errorsSlot : undefined)
  const read = (name: string) => {
    const text = typeof found === 'object' ? found[name] : undefined
    return typeof text === 'string' ? text : name
  }
  return { header: read('header'), description: read('description'), button: read('button') }
}
