import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import qs from 'qs'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { ContentError, invalid } from '../features/content/content-error.ts'
import { type Identities, keyOf, shown } from '../features/content/identities.ts'
import { network } from '../network.ts'
import type { Keys } from '../secrets.ts'
import { type ContentSocial, contentSocial } from './content-social.ts'
import { escaped, plainPage } from './plain-page.ts'

const largestBytes = 16 * 1024

const email = z.email().max(254)
const password = z.string().min(6).max(128)
/** No at-sign: a name must never be another user's address. */
const username = z.string().regex(/^[\p{L}\p{N}._-]{3,50}$/u)

const bodies = {
  signIn: z.strictObject({ identifier: z.string().min(1).max(254), password: z.string().min(1).max(128) }),
  register: z.strictObject({ username, email, password }),
  email: z.strictObject({ email }),
  reset: z.strictObject({ code: z.string().min(1).max(200), password, passwordConfirmation: z.string() }),
  change: z.strictObject({
    currentPassword: z.string().min(1).max(128),
    password,
    passwordConfirmation: z.string(),
  }),
}

type AuthOptions = { config: Pick<Config, 'isSecure'>; pool: Pool; keys: Keys; social: ContentSocial | null }

/** Strapi's users-permissions calls. Bearer tokens only, so no other site can act for a user. */
export function contentAuth(app: FastifyInstance, identities: Identities, { config, pool, keys, social }: AuthOptions) {
  acceptBodies(app)
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  const tries = openSignInLimits(pool, keys.current)
  const post = (path: string, work: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) =>
    app.post(path, { bodyLimit: largestBytes }, work)

  post('/auth/local', async (request) => {
    const { identifier, password } = read(bodies.signIn, request)
    await tries.count(request, `sign-in:${keyOf(identifier)}`)
    const answer = await identities.signIn(identifier, password)
    await tries.forget(`sign-in:${keyOf(identifier)}`)
    return answer
  })

  post('/auth/local/register', async (request) => {
    const wanted = read(bodies.register, request)
    await tries.count(request, `register:${keyOf(wanted.email)}`)
    return identities.register(wanted)
  })

  post('/auth/forgot-password', async (request) => {
    const { email } = read(bodies.email, request)
    await tries.count(request, `mail:${keyOf(email)}`)
    await identities.forgetPassword(email)
    return { ok: true }
  })

  post('/auth/reset-password', async (request) => {
    const { code, ...passwords } = read(bodies.reset, request)
    await tries.count(request)
    return identities.resetPassword(code, samePassword(passwords))
  })

  post('/auth/change-password', async (request) => {
    const identity = await identities.read(bearer(request))
    const { currentPassword, ...passwords } = read(bodies.change, request)
    await tries.count(request, `change:${identity.id}`)
    return identities.changePassword(identity, currentPassword, samePassword(passwords))
  })

  post('/auth/send-email-confirmation', async (request) => {
    const { email } = read(bodies.email, request)
    await tries.count(request, `mail:${keyOf(email)}`)
    await identities.sendConfirmation(email)
    return { email, sent: true }
  })

  /**
   * The link of a letter. Machines that read mail open it too, so opening it shows a button and uses nothing up;
   * a program that asks for JSON, as clients of Strapi do, is answered at once.
   */
  app.get('/auth/email-confirmation', async (request, reply) => {
    await tries.count(request)
    const code = confirmation.parse(request.query).confirmation
    if (wantsJson(request)) return { user: await identities.confirm(code) }
    return sendPage(reply, 'Confirm your e-mail address', confirmForm(code))
  })

  post('/auth/email-confirmation', async (request, reply) => {
    await tries.count(request)
    const user = identities.confirm(confirmation.parse(request.body ?? {}).confirmation)
    if (wantsJson(request)) return { user: await user }
    return user.then(
      () => sendPage(reply, 'Your e-mail address is confirmed', '<p>You can close this page.</p>'),
      (error: unknown) => {
        if (!(error instanceof ContentError)) throw error
        return sendPage(reply.code(error.status), 'This link does not work any more', '<p>Ask for a new one.</p>')
      },
    )
  })

  function sendPage(reply: FastifyReply, title: string, body: string) {
    const { headers, html } = plainPage({ config, title, body, hasForm: true })
    return reply.headers(headers).send(html)
  }

  app.get('/users/me', async (request) => shown(await identities.read(bearer(request))))

  contentSocial(app, identities, { social, codeKeys: keys, tries })
}

const confirmation = z.object({ confirmation: z.string().max(200).catch('') })

const wantsJson = ({ headers }: FastifyRequest) => headers.accept?.includes('application/json') ?? false

const confirmForm = (code: string) =>
  `<form method="post" action="?"><input type="hidden" name="confirmation" value="${escaped(code)}">
<button>Confirm</button></form>`

/** JSON as Strapi's clients send it, and forms as the rest of the platform takes them. */
function acceptBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, qs.parse(String(body), { depth: 0, parameterLimit: 20 }))
  })
}

function read<S extends z.ZodType>(schema: S, request: FastifyRequest): z.output<S> {
  const parsed = schema.safeParse(request.body)
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.map(({ path, code, ...issue }) => {
    const keys = 'keys' in issue && Array.isArray(issue.keys) ? issue.keys.map(String) : path.map(String)
    return { path: keys, message: `${keys.join('.') || 'body'} is invalid`, name: 'ValidationError' }
  })
  throw invalid(errors[0]?.message ?? 'Invalid body', { errors })
}

function samePassword({ password, passwordConfirmation }: { password: string; passwordConfirmation: string }): string {
  if (password !== passwordConfirmation) throw invalid('Passwords do not match')
  return password
}

const bearer = (request: FastifyRequest): string | undefined =>
  /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(request.headers.authorization ?? '')?.[1]

/** Counted in the database before any hashing, so that many processes count together. */
function openSignInLimits(pool: Pool, pepper: string) {
  /** Names and addresses are people's, and few enough to guess: the counter keeps a keyed hash. */
  const secretly = (name: string) => createHmac('sha256', pepper).update(name).digest('base64url')
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      tableName: 'http_rate_limit',
      tableCreated: true,
      keyPrefix,
      points,
      duration: 15 * 60,
      clearExpiredByTimeout: false,
    })
  const byName = limiter('content-name', 10)
  const byAddress = limiter('content-address', 50)
  const once = limiter('content-once', 1)

  return {
    async count(request: FastifyRequest, name?: string) {
      await consume(byAddress, secretly(network(request.ip)))
      if (name) await consume(byName, secretly(name))
    },
    forget: (name: string) => byName.delete(secretly(name)),
    /** The second time it is refused, for longer than a code lives. */
    useOnce: (code: string) => consume(once, secretly(code)),
  }
}

async function consume(limiter: RateLimiterPostgres, key: string) {
  try {
    await limiter.consume(key)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000))
    throw new ContentError(429, 'RateLimitError', 'Too many requests, please try again later.', {}, seconds)
  }
}
