import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import qs from 'qs'
import type { Config } from '../config.ts'
import { ownAddress } from '../config.ts'
import { keyedHash } from '../encryption.ts'
import { escaped, plainPage } from '../http/plain-page.ts'
import { isSameOrigin } from '../http/same-origin.ts'
import type { Log } from '../log.ts'
import type { Secrets } from '../secrets.ts'
import { openMemory } from './social-memory.ts'
import { choice, readPerson, type SocialPerson } from './social-page.ts'

type SocialPeerOptions = { config: Config; keys: Secrets; log: Log }

const mount = '/sandbox/social'
const isService = (word: string) => /^[a-z][a-z0-9-]{0,30}$/.test(word)

const sandboxIssuer = ({ origin }: Pick<Config, 'origin'>) => origin + mount

/** What the stand-in knows every service of ours by: nothing has to be registered. */
export const sandboxClient =
  ({ config, keys }: Pick<SocialPeerOptions, 'config' | 'keys'>) =>
  (service: string) => ({
    issuer: sandboxIssuer(config),
    clientId: service,
    clientSecret: keyedHash(service, 'sandbox-social', keys.linkKey.current).toString('base64url'),
  })

/** The server asks the stand-in in its own process, whatever the site is called outside. */
export const sandboxDetour = (config: Pick<Config, 'origin' | 'host' | 'port'>) => ({
  from: sandboxIssuer(config),
  to: `${ownAddress(config)}${mount}`,
})

const mostPersons = 2000
const scopes = 'openid email profile'
const hour = 3600

/** A real OpenID provider, as Google is one; who a visitor is there, the person at the page decides. */
export async function sandboxSocial(app: FastifyInstance, { config, keys, log }: SocialPeerOptions) {
  const { protocol, host } = new URL(config.origin)
  const persons = new Map<string, SocialPerson>()
  const provider = await openProvider({ config, keys, persons })
  // Otherwise it writes to the console by itself.
  provider.silent = true
  provider.proxy = true
  provider.on('server_error', (_ctx, error) =>
    log.error({ name: error.name, stack: error.stack }, 'the stand-in service failed'),
  )
  const serve = provider.callback()

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The provider reads the body itself.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.all(`${mount}/*`, (request, reply) => {
      reply.hijack()
      const { raw } = request
      const url = (raw.url ?? '').slice(mount.length)
      // A visitor does not stay signed in there, so that the next visit may be another person's.
      raw.headers.cookie = (raw.headers.cookie ?? '').replaceAll(/(^|; )sandbox_session(\.sig)?=[^;]*/g, '')
      // It makes its addresses from these; strangers have no say in them.
      Object.assign(raw, { url, baseUrl: mount })
      Object.assign(raw.headers, { 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-host': host })
      for (const [name, value] of Object.entries(reply.getHeaders())) if (value) reply.raw.setHeader(name, value)
      serve(raw, reply.raw)
    })
  })

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 20_000 },
      (_, text, done) => done(null, qs.parse(String(text), { depth: 0 })),
    )
    const path = `${mount}/interaction/:uid`
    scope.get(path, async (request, reply) => {
      const asked = await askedBy(request, reply)
      if (!asked)
        return sendPage(reply, 400, 'Sandbox sign-in', '<p>This sign-in is over. Begin again on the site.</p>')
      return sendPage(reply, 200, `Sandbox: ${asked}`, choice)
    })
    scope.post(path, async (request, reply) => {
      const from = { fetchSite: one(request.headers['sec-fetch-site']), origin: request.headers.origin }
      const isOwn = isSameOrigin({ ...from, hasSessionCookie: false }, config)
      if (!isOwn || !(await askedBy(request, reply)))
        return sendPage(reply, 400, 'Sandbox sign-in', '<p>This sign-in is over. Begin again on the site.</p>')
      const person = readPerson(request.body)
      const result = person
        ? { login: { accountId: remember(persons, person), remember: false } }
        : { error: 'access_denied', error_description: 'the person said no' }
      const to = await provider.interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: false })
      return reply.header('cache-control', 'no-store').redirect(to, 303)
    })
  })

  /** The service that asks, or null when the cookie knows of no question. */
  async function askedBy({ raw }: FastifyRequest, reply: FastifyReply): Promise<string | null> {
    try {
      const { params } = await provider.interactionDetails(raw, reply.raw)
      return typeof params.client_id === 'string' ? params.client_id : null
    } catch {
      return null
    }
  }

  function sendPage(reply: FastifyReply, status: number, title: string, body: string) {
    const { html, headers } = plainPage({ config, title, body, hasForm: true })
    // No opener policy: another one than the last page has would cut the window off from the page that opened it.
    return reply.code(status).headers(headers).send(html)
  }
}

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join() : header)

async function openProvider({
  config,
  keys,
  persons,
}: Pick<SocialPeerOptions, 'config' | 'keys'> & { persons: Map<string, SocialPerson> }) {
  const { Provider } = await import('oidc-provider/lib/provider.js')
  const { base } = await import('oidc-provider/lib/helpers/interaction_policy/index.js')
  const client = sandboxClient({ config, keys })
  const { privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' })
  const policy = base()
  policy.remove('consent')
  const short = { signed: true, httpOnly: true, sameSite: 'lax' as const, path: mount }
  return new Provider(sandboxIssuer(config), {
    adapter: openMemory((id) =>
      isService(id)
        ? {
            client_id: id,
            client_secret: client(id).clientSecret,
            client_name: id,
            redirect_uris: [`${config.origin}/oauth/callback/${id}`, `${config.origin}/content/connect/${id}/callback`],
            grant_types: ['authorization_code'],
            response_types: ['code'],
            token_endpoint_auth_method: 'client_secret_basic',
            id_token_signed_response_alg: 'ES256',
          }
        : undefined,
    ),
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
    scopes: scopes.split(' '),
    clientAuthMethods: ['client_secret_basic'],
    pkce: { required: () => true },
    cookies: {
      names: { session: 'sandbox_session', interaction: 'sandbox_interaction', resume: 'sandbox_resume' },
      keys: [keyedHash('cookies', 'sandbox-social', keys.linkKey.current).toString('base64url')],
      long: short,
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
    interactions: { policy, url: (_ctx, { uid }) => `${mount}/interaction/${uid}` },
    async findAccount(_ctx, sub) {
      const person = persons.get(sub)
      return person && { accountId: sub, claims: async () => claimsOf(person) }
    },
    async loadExistingGrant({ oidc }) {
      const { client: asking, session } = oidc
      if (!asking || !session?.accountId) return undefined
      // The person who typed a name into the page has agreed to tell it.
      const grant = new oidc.provider.Grant({ clientId: asking.clientId, accountId: session.accountId })
      grant.addOIDCScope(scopes)
      await grant.save()
      return grant
    },
    renderError(ctx, out) {
      const { html, headers } = plainPage({
        config,
        title: 'Sandbox sign-in',
        body: `<p>${escaped(out.error)}: ${escaped(out.error_description ?? '')}</p>`,
      })
      ctx.set(headers)
      ctx.body = html
    },
    clientBasedCORS: () => false,
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    ttl: {
      AccessToken: hour,
      AuthorizationCode: 60,
      Grant: hour,
      IdToken: hour,
      Interaction: hour,
      Session: hour,
    },
  })
}

function claimsOf({ sub, name, email, isVerified }: SocialPerson) {
  const [given = '', ...rest] = name.split(' ')
  return {
    sub,
    ...(name && { name, given_name: given, family_name: rest.join(' ') }),
    ...(email && { email, email_verified: isVerified }),
  }
}

function remember(persons: Map<string, SocialPerson>, person: SocialPerson): string {
  persons.delete(person.sub)
  const [oldest] = persons.keys()
  if (persons.size >= mostPersons && oldest !== undefined) persons.delete(oldest)
  persons.set(person.sub, person)
  return person.sub
}
