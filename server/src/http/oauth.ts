import { fraudSessionMost } from '@croupier/contract/fraud-session'
import { paths, withSuccess } from '@croupier/contract/paths'
import { Refusal } from '@croupier/contract/refusals'
import { pagePath } from '@croupier/contract/safe-path'
import { type SocialEnd, socialChannel, socialWindow } from '@croupier/contract/social'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.ts'
import {
  beginSocial,
  finishSocial,
  ProviderError,
  type SocialBack,
  type SocialClients,
  type SocialDetails,
  trackingOf,
} from '../features/auth/auth.ts'
import { readQuery } from './body.ts'
import { toRefusal } from './errors.ts'
import { makeContext, type Services } from './make-context.ts'
import { escaped, plainPage } from './plain-page.ts'
import type { RateLimits } from './rate-limit.ts'
import { cookieOf } from './request-headers.ts'
import { secretCookie } from './session.ts'
import { visitorOf } from './visitor.ts'

type Options = Services & {
  limits: RateLimits
  clients: SocialClients
}

type Service = { Params: { service: string } }

const starts = { points: 60, seconds: 600 }
const ends = { points: 120, seconds: 600 }

/** The same browser that began has to come back. */
export const browserCookie = ({ isSecure }: Pick<Config, 'isSecure'>) => (isSecure ? '__Host-social' : 'social')

/** Social sign-in: a window is sent to the service, comes back with an answer, tells the page and closes. */
export async function oauth(app: FastifyInstance, options: Options) {
  const { config, keys, content, i18n, db, limits, clients } = options
  const { say, sayUnknown, sayFailed } = openAnswers(options)

  async function localeOf(request: FastifyRequest, word: unknown): Promise<string> {
    const { locales, defaultLocale } = await i18n.locales()
    const wanted = [word, cookieOf(request, 'locale')]
    return wanted.flatMap((code) => locales.filter((known) => known.code === code))[0]?.code ?? defaultLocale
  }

  /** Content names the services; settings or the sandbox say who they are. */
  async function find(service: string) {
    const { auth } = await content.config((await i18n.locales()).defaultLocale)
    return auth.socialServices.some((known) => known.service === service) ? clients.find(service) : null
  }

  async function isClosed(): Promise<boolean> {
    return (await content.config((await i18n.locales()).defaultLocale)).site.isClosed
  }

  app.get('/oauth/init', { exposeHeadRoute: false }, async (request, reply) => {
    const query = start.safeParse(readQuery(request.url))
    const locale = await localeOf(request, query.data?.locale)
    if (!query.success || !isOwnNavigation(request, config)) return say(reply, locale, 400, refusedHere, home)
    const { service } = query.data
    const details = detailsOf(query.data, locale)
    const answer = async () => {
      await limits.count('oauth.init', starts, { playerId: undefined, address: request.ip })
      if (await isClosed()) throw unavailable
      const client = await find(service)
      if (!client) return sayUnknown(reply, locale)
      const browser = cookieOf(request, browserCookie(config))
      const redirectUri = callbackOf(config, service)
      const begun = await beginSocial({ sql: db.sql, keys }, { service, client, redirectUri, browser, details })
      const options = { maxAgeSeconds: begun.lifeSeconds, isFramed: false }
      return reply
        .header('set-cookie', secretCookie(config, browserCookie(config), begun.browser, options))
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .redirect(begun.to, 302)
    }
    return answer().catch((error: unknown) => sayFailed(request, reply, locale, error, details))
  })

  app.get<Service>('/oauth/callback/:service', { exposeHeadRoute: false }, async (request, reply) => {
    const locale = await localeOf(request, undefined)
    const answer = async () => {
      await limits.count('oauth.callback', ends, { playerId: undefined, address: request.ip })
      if (await isClosed()) throw unavailable
      const { service } = request.params
      const client = await find(service)
      if (!client) return sayUnknown(reply, locale)
      const url = new URL(callbackOf(config, service))
      url.search = new URL(request.url, config.origin).search
      const browser = cookieOf(request, browserCookie(config))
      const { end, back } = await finishSocial(
        makeContext(options, {
          locale,
          player: null,
          visitor: visitorOf(request, reply, config, false),
          requestId: request.id,
        }),
        { service, client, url, browser },
      )
      return say(reply, locale, end.outcome === 'refused' ? 400 : 200, end, back)
    }
    return answer().catch((error: unknown) => sayFailed(request, reply, locale, error, home))
  })
}

/** The pages a window ends with. */
function openAnswers({ config, i18n, log }: Pick<Options, 'config' | 'i18n' | 'log'>) {
  function sayFailed(request: FastifyRequest, reply: FastifyReply, locale: string, error: unknown, back: SocialBack) {
    if (error instanceof ProviderError) {
      log.warn({ requestId: request.id, reason: error.reason }, 'a sign-in service failed')
      return say(reply, locale, 503, { outcome: 'refused', reason: error.reason }, back)
    }
    const refusal = toRefusal(error, { log, requestId: request.id })
    const isBusy = refusal.type === 'TooManyRequests'
    if (isBusy) reply.header('retry-after', String(refusal.data?.resend_time))
    const reason = isBusy ? 'TOO_MANY_REQUESTS' : 'UNAVAILABLE'
    return say(reply, locale, isBusy ? 429 : 503, { outcome: 'refused', reason }, back)
  }

  async function sayUnknown(reply: FastifyReply, locale: string) {
    const text = await textsOf(locale)
    const body = `<p>${escaped(text('unknownService'))}</p><p><a href="${paths.home()}">${escaped(text('continue'))}</a></p>`
    const { html, headers } = plainPage({ config, lang: locale, title: text('title'), body })
    return reply.code(404).headers(headers).send(html)
  }

  /** The end of the window: it tells every page of ours, and closes; where it is no window of its own it goes on. */
  async function say(reply: FastifyReply, locale: string, status: number, end: SocialEnd, back: SocialBack) {
    const text = await textsOf(locale)
    const target = targetOf(back, end)
    const body = `<p>${escaped(text(end.outcome))}</p><p><a href="${escaped(target)}">${escaped(text('continue'))}</a></p>`
    const { html, headers } = plainPage({
      config,
      lang: locale,
      title: text('title'),
      body,
      script: farewell(end, target, back.isWindow),
    })
    return reply
      .code(status)
      .headers({ ...headers, 'cross-origin-opener-policy': 'unsafe-none' })
      .send(html)
  }

  async function textsOf(locale: string) {
    const { oauth } = await i18n.messages(locale)
    return (key: string) => {
      const words = typeof oauth === 'object' ? oauth[key] : undefined
      return typeof words === 'string' ? words : key
    }
  }

  return { say, sayUnknown, sayFailed }
}

const unavailable = new Refusal('ApplicationDisabled', { message: 'The site is closed' })

const home: SocialBack = { redirectUrl: paths.home(), registerUrl: paths.home(), isWindow: false }

const refusedHere: SocialEnd = { outcome: 'refused', reason: 'STATE_INVALID' }

const callbackOf = ({ origin }: Pick<Config, 'origin'>, service: string) =>
  `${origin}/oauth/callback/${encodeURIComponent(service)}`

/** A page that was not in a window of its own learns the outcome from its address, unless all is well. */
function targetOf({ redirectUrl, registerUrl }: SocialBack, { outcome, reason, isNew }: SocialEnd): string {
  if (isNew) return withSuccess(registerUrl)
  if (outcome === 'signedIn' || outcome === 'incomplete' || outcome === 'proven') return redirectUrl
  const url = new URL(redirectUrl, 'http://croupier.invalid')
  url.searchParams.set('social', outcome)
  if (reason) url.searchParams.set('reason', reason)
  return url.pathname + url.search + url.hash
}

const asScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

const closeAfterMs = 50

/** Where a service has cut the window off from its opener, only the address it began with knows that it is one. */
const farewell = (end: SocialEnd, target: string, isWindow: boolean) => `
new BroadcastChannel(${asScript(socialChannel)}).postMessage(${asScript(end)})
const isWindow = ${isWindow} || window.opener !== null || window.name === ${asScript(socialWindow)}
if (isWindow) setTimeout(() => window.close(), ${closeAfterMs})
else location.replace(${asScript(target)})
`

/** A person on our own page, or one who typed the address: another site may not begin a sign-in in this browser. */
function isOwnNavigation({ headers }: FastifyRequest, { origin }: Pick<Config, 'origin'>): boolean {
  const site = headers['sec-fetch-site']
  if (site === undefined) return !headers.referer || URL.parse(headers.referer)?.origin === origin
  const [mode, dest = 'document'] = [headers['sec-fetch-mode'], headers['sec-fetch-dest']]
  return (site === 'same-origin' || site === 'none') && mode === 'navigate' && dest === 'document'
}

const word = (most: number) => z.string().max(most).catch('')
const flag = z
  .enum(['0', '1'])
  .catch('0')
  .transform((text) => text === '1')

const start = z.object({
  service: z.string().max(40),
  redirect_url: z.unknown().optional(),
  /** Where a player goes who has got an account by it; without one where all others go. */
  register_url: z.unknown().optional(),
  /**
   * `reg` or `auth` change nothing: an account that exists is signed in, one that does not is opened. `again`: the player
   * who is signed in proves it once more.
   */
  type: word(10),
  /** `popup`: it was opened in a window of its own. */
  type_auth: word(20),
  locale: word(10),
  remember: flag,
  currency: word(10),
  terms: flag,
  notify: flag,
  is_betting: z.enum(['0', '1']).optional().catch(undefined),
  character_id: word(40),
  promo_code: word(64),
  visit: word(64),
  track_id: word(300),
  publisher_id: word(300),
  goal_id: word(300),
  goal_entry_id: word(300),
  link_id: word(300),
  seon_session: word(fraudSessionMost),
})

function detailsOf(query: z.output<typeof start>, locale: string): SocialDetails {
  const redirectUrl = pagePath(query.redirect_url) ?? paths.home()
  return {
    redirectUrl,
    registerUrl: pagePath(query.register_url) ?? redirectUrl,
    isWindow: query.type_auth === 'popup',
    isRemembered: query.remember,
    isAgain: query.type === 'again',
    wishes: {
      locale,
      currency: query.currency,
      hasAcceptedTerms: query.terms,
      isSubscribed: query.notify,
      ...(query.is_betting !== undefined && { isBetting: query.is_betting === '1' }),
      characterId: query.character_id,
      promoCode: query.promo_code.trim(),
      visit: query.visit,
      params: trackingOf(query),
    },
  }
}
