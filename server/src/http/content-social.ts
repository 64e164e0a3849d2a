import { paths } from '@croupier/contract/paths'
import { pagePath } from '@croupier/contract/safe-path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { beginSocial, ProviderError, type SocialClients, takeSocial } from '../features/auth/auth.ts'
import { ContentError, invalid } from '../features/content/content-error.ts'
import type { Identities } from '../features/content/identities.ts'
import { readSocialCode, writeSocialCode } from '../features/content/signed-tokens.ts'
import type { Content } from '../ports/content.ts'
import type { Keys } from '../secrets.ts'
import { readQuery } from './body.ts'
import { browserCookie } from './oauth.ts'
import { cookieOf } from './request-headers.ts'
import { secretCookie } from './session.ts'

export type ContentSocial = Pick<Context, 'sql' | 'keys'> & { config: Config; content: Content; clients: SocialClients }

type Options = {
  social: ContentSocial | null
  codeKeys: Keys
  tries: { count: (request: FastifyRequest) => Promise<void>; useOnce: (code: string) => Promise<void> }
}
type Provider = { Params: { provider: string } }

const details = z.object({ callback: z.string() })
const exchange = z.object({ access_token: z.string().max(2000).catch('') })

/** Strapi's own words for a provider that is not set up. */
const disabled = () => new ContentError(400, 'ApplicationError', 'This provider is disabled')
const refused = (message: string) => new ContentError(400, 'ApplicationError', message)

/** What a service says is for people of the content backend alone: a player's sign-in cannot be finished here, nor the other way round. */
const serviceOf = (provider: string) => `content ${provider}`

/**
 * The way through a service, as Strapi's clients go it: `/connect/{provider}` leads there, it comes back to
 * `/connect/{provider}/callback`, which leads to a page of ours with an `access_token`; `/auth/{provider}/callback`
 * turns that into a token of the backend. It is a code of ours, good once and for five minutes: the token of the service
 * stays here, and one that a service gave to another site is worth nothing.
 */
export function contentSocial(app: FastifyInstance, identities: Identities, { social, codeKeys, tries }: Options) {
  /** The same services as those of players: content names them, settings or the sandbox say who they are. */
  async function open(provider: string) {
    if (!social) throw disabled()
    const { content, clients } = social
    const standard = (await content.locales()).find(({ isDefault }) => isDefault)?.code ?? ''
    const { auth } = await content.config(standard)
    const isNamed = auth.socialServices.some(({ service }) => service === provider)
    const client = isNamed ? clients.find(provider) : null
    if (!client) throw disabled()
    return { ...social, client, redirectUri: `${social.config.origin}/content/connect/${provider}/callback` }
  }

  app.get<Provider>('/connect/:provider', { exposeHeadRoute: false }, async (request, reply) => {
    await tries.count(request)
    const { provider } = request.params
    const { config, client, redirectUri, sql, keys } = await open(provider)
    const callback = pagePath(readQuery(request.url).callback) ?? paths.home()
    const browser = cookieOf(request, browserCookie(config))
    const begun = await beginSocial(
      { sql, keys },
      { service: serviceOf(provider), client, redirectUri, browser, details: { callback } },
    ).catch(asContentError)
    const options = { maxAgeSeconds: begun.lifeSeconds, isFramed: false }
    return lead(
      reply.header('set-cookie', secretCookie(config, browserCookie(config), begun.browser, options)),
      begun.to,
    )
  })

  app.get<Provider>('/connect/:provider/callback', { exposeHeadRoute: false }, async (request, reply) => {
    await tries.count(request)
    const { provider } = request.params
    const { config, client, redirectUri, sql, keys } = await open(provider)
    const url = new URL(redirectUri)
    url.search = new URL(request.url, config.origin).search
    const browser = cookieOf(request, browserCookie(config))
    const taken = await takeSocial({ sql, keys }, { service: serviceOf(provider), client, url, browser })
    if ('reason' in taken) throw refused('This sign-in is over. Begin again.')
    const { callback } = details.parse(taken.details)
    if (taken.isCancelled) return lead(reply, withQuery(callback, 'error', 'access_denied'))
    const { email } = await taken.identify().catch(asContentError)
    if (!email?.isVerified) throw refused('Email was not verified by the provider')
    return lead(reply, withQuery(callback, 'access_token', await writeSocialCode(codeKeys, provider, email.value)))
  })

  app.get<Provider>('/auth/:provider/callback', async (request) => {
    await tries.count(request)
    const { provider } = request.params
    await open(provider)
    const { access_token: code } = exchange.parse(readQuery(request.url))
    const { email, jti } = await readSocialCode(codeKeys, provider, code)
    await tries.useOnce(jti).catch((error: unknown) => {
      throw error instanceof ContentError ? invalid('Invalid access token') : error
    })
    return identities.enterBySocial(email)
  })
}

const lead = (reply: FastifyReply, to: string) => reply.header('referrer-policy', 'no-referrer').redirect(to, 302)

function withQuery(path: string, name: string, value: string): string {
  const url = new URL(path, 'http://croupier.invalid')
  url.searchParams.set(name, value)
  return url.pathname + url.search + url.hash
}

/** A service that is away is no fault of ours. */
function asContentError(error: unknown): never {
  if (!(error instanceof ProviderError)) throw error
  if (error.reason === 'PROVIDER_AWAY')
    throw new ContentError(503, 'ServiceUnavailableError', 'The provider does not answer', {}, 5)
  throw refused('The provider gave no answer that proves anything')
}
