import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type CallParams, contract, findMethod, type MethodName, type Output } from '@croupier/contract/contract'
import type { Method } from '@croupier/contract/method'
import { Refusal } from '@croupier/contract/refusals'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context, Operations, SessionPlayer, Visitor } from '../context.ts'
import { noteLimitRefusal } from '../features/limits/limits.ts'
import type { Log } from '../log.ts'
import { addBodyParsers, type RawParams, readQuery } from './body.ts'
import { describe, fromFastify, sendRefusal, toRefusal, unavailable } from './errors.ts'
import { apiHeaders } from './headers.ts'
import { jsonParts } from './json-stream.ts'
import { makeContext, type Services } from './make-context.ts'
import { openapi } from './openapi.ts'
import { parseInput, pickFields } from './params.ts'
import type { RateLimits } from './rate-limit.ts'
import { hasTag } from './request-headers.ts'
import { isSameOrigin, type Provenance } from './same-origin.ts'
import type { Sessions } from './session.ts'
import { visitorOf } from './visitor.ts'

type ApiOptions = Services & {
  operations: Operations
  sessions: Sessions
  limits: RateLimits
  /** True from the moment the process was asked to stop. */
  isClosing: () => boolean
}

export type Caller = { player: SessionPlayer | null; locale: string; visitor: Visitor; requestId: string }

/** Checks, parses and carries out one call, wherever it came from. */
function openPerform(options: ApiOptions) {
  const { operations, content, i18n, limits } = options

  async function refuseIfClosed() {
    const { site } = await content.config((await i18n.locales()).defaultLocale)
    if (site.isClosed) throw new Refusal('ApplicationDisabled', { message: 'The site is closed' })
  }

  return async function perform(name: MethodName, params: RawParams, caller: Caller): Promise<unknown> {
    const method: Method = contract[name]
    const { player, visitor } = caller
    if (name !== 'metadata.getgeneralinfo') await refuseIfClosed()
    if (method.who === 'player' && !player) throw new Refusal('Authorization', { message: 'Sign in first' })
    if (player?.isPayoutOnly && method.who === 'player' && !method.isForPayout) {
      throw new Refusal('InvalidParameter:SELF_EXCLUDED', { message: 'Only a payout is open to this session' })
    }
    // The doors of guests are counted by address, for players too: an account of its own for every try would be no count.
    const isDoor = method.who === 'anyone' && method.verb === 'POST'
    const playerId = isDoor ? undefined : player?.id
    if (method.limit) await limits.count(name, method.limit, { playerId, address: visitor.address })
    const input = parseInput(method.input, params)
    const context = makeContext(options, caller)
    // The assertions of this file are the only ones: the contract's schemas and the who-check prove what they say.
    const operation = operations[name] as (context: Context, input: unknown) => Promise<unknown>
    const answer = await operation(context, input).catch(async (error: unknown) => {
      if (player && isLimitRefusal(error)) await noteLimitRefusal(options.db.sql, player.id)
      throw error
    })
    const output = method.output.parse(answer)
    const fields = wantedFields(input)
    return fields === undefined ? output : pickFields(output, fields)
  }
}

/** What HTTP adds to a call: who may ask from where, in which language, as whom. */
function openDoor(options: ApiOptions, perform: ReturnType<typeof openPerform>) {
  const { config, content, i18n, sessions, limits, isClosing, log } = options

  async function knownLocale(word: unknown): Promise<string> {
    const { locales, defaultLocale } = await i18n.locales()
    return locales.some(({ code }) => code === word) ? String(word) : defaultLocale
  }

  /** Everything that can be refused before the body is read. */
  async function admit(request: FastifyRequest, word: string, reply: FastifyReply): Promise<Call> {
    await limits.guardFlood('calls', request.ip)
    if (isClosing()) throw unavailable()
    const name = findMethod(word)
    if (!name) throw new Refusal('MethodNotFound', { message: 'No such method' })
    const method: Method = contract[name]
    if (request.method !== method.verb) {
      reply.header('allow', method.verb)
      throw new Refusal('InvalidRequest', { message: `This method takes ${method.verb}`, status: 405 })
    }
    const query = readQuery(request.url)
    const { site } = await content.config((await i18n.locales()).defaultLocale)
    const isFramed = query._non_strict === '1' && site.frameHosts.length > 0
    const mayChange = (method.verb !== 'GET' || method.hasEffect === true) && !method.isByToken
    if (mayChange && !(isSameOrigin(provenance(request), config) && isByScript(request, method))) {
      throw new Refusal('InvalidRequest:CROSS_SITE', { message: 'Only pages of this site may do this' })
    }
    return { name, method, query, isFramed }
  }

  const provenance = (request: FastifyRequest): Provenance => ({
    fetchSite: one(request.headers['sec-fetch-site']),
    origin: request.headers.origin,
    hasSessionCookie: sessions.hasCookie(request),
  })

  async function serve(request: FastifyRequest, reply: FastifyReply, call: Call) {
    const { name, method, query, isFramed } = call
    const params = method.verb === 'GET' ? query : bodyOf(request)
    const { v = '1', locale: word } = { ...params, ...query }
    if (v !== '1') throw new Refusal('InvalidRequest', { message: 'This version is not spoken here: v takes 1' })
    // A game's frame has no origin of its own; what it may do hangs on the token alone, so any page may ask and none gains.
    if (method.isByToken) reply.header('access-control-allow-origin', '*')
    const [locale, player] = await Promise.all([
      knownLocale(word),
      method.isByToken ? null : sessions.playerOf(request, reply, isFramed),
    ])
    const data = await perform(name, params, {
      player,
      locale,
      visitor: visitorOf(request, reply, config, isFramed),
      requestId: request.id,
    })
    if (method.isStreamed) return sendStreamed(request, reply, data, log)
    return sendData(request, reply, data, player ? undefined : method.cacheSeconds)
  }

  return { admit, serve }
}

/** Two doors over one path: `plugin` serves `/api/{method}`, `invoke` serves page loaders in process. */
export function createDispatcher(options: ApiOptions) {
  const { config, log } = options
  const perform = openPerform(options)
  const { admit, serve } = openDoor(options, perform)

  async function plugin(app: FastifyInstance) {
    addBodyParsers(app)
    app.decorateRequest('call', null)
    const headers = apiHeaders(config)
    app.addHook('onRequest', (request, reply, next) => {
      reply.headers(headers).header('x-request-id', request.id)
      next()
    })
    app.setErrorHandler((error, request, reply) => {
      // Operations have answered for themselves already: what Fastify refuses here could not be read.
      const refusal = fromFastify(error) ?? toRefusal(error, { log, requestId: request.id })
      return sendRefusal(reply, refusal)
    })
    app.get('/openapi.json', (_request, reply) => reply.header('cache-control', 'public, max-age=60').send(openapi()))
    app.all<{ Params: { method: string } }>(
      '/:method',
      {
        onRequest: async (request, reply) => {
          request.call = await admit(request, request.params.method, reply)
        },
      },
      async (request, reply) => {
        if (!request.call) throw new Error('a request came past the door')
        try {
          return await serve(request, reply, request.call)
        } catch (error) {
          throw toRefusal(error, { log, requestId: request.id })
        }
      },
    )
    // Verbs that the router does not know, and addresses with more parts.
    app.setNotFoundHandler(async (request, reply) => {
      await admit(request, request.url.split('?')[0]?.replace(/^\/api\/?/, '') ?? '', reply)
      throw new Refusal('MethodNotFound', { message: 'No such method' })
    })
  }

  return {
    plugin,

    /** The same parse, checks and answer as over HTTP; a no is thrown as a Refusal. */
    async invoke<M extends MethodName, Fields extends string = never>(
      name: M,
      params: CallParams<M, Fields>,
      caller: Caller,
    ): Promise<Output<M, Fields>> {
      try {
        const output = await perform(name, { ...params }, caller)
        return output as Output<M, Fields>
      } catch (error) {
        throw toRefusal(error, { log, requestId: caller.requestId })
      }
    },
  }
}

type Call = { name: MethodName; method: Method; query: RawParams; isFramed: boolean }

declare module 'fastify' {
  interface FastifyRequest {
    call: Call | null
  }
}

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join() : header)

/** A picture or a link in a page of ours comes from our origin too, even one that a stranger wrote: a GET with an effect wants a script. */
const isByScript = ({ headers }: FastifyRequest, { verb }: Method) =>
  verb !== 'GET' || ['empty', undefined].includes(one(headers['sec-fetch-dest']))

const bodyOf = ({ body }: FastifyRequest): RawParams => (typeof body === 'object' && body !== null ? { ...body } : {})

/** The player's own limit said no; the call left nothing behind that could tell of it. */
const isLimitRefusal = (error: unknown): boolean =>
  error instanceof Refusal &&
  (error.type === 'BillingDepositLimitExceeded' || /^LIMIT_(LOSS|WAGER|SESSION)$/.test(error.reason ?? ''))

const wantedFields = (input: unknown): string | undefined =>
  typeof input === 'object' && input !== null && 'fields' in input && typeof input.fields === 'string'
    ? input.fields
    : undefined

/** What fails now cannot be refused any more: the answer breaks off, so that it is not taken for the whole. */
function sendStreamed(request: FastifyRequest, reply: FastifyReply, data: unknown, log: Log) {
  async function* parts() {
    try {
      yield* jsonParts({ result: 1, data })
    } catch (error) {
      log.error({ requestId: request.id, fault: describe(error) }, 'an answer broke off')
      throw error
    }
  }
  reply.type('application/json; charset=utf-8').header('cache-control', 'no-store')
  return reply.send(Readable.from(parts(), { objectMode: false }))
}

/** Guests may keep what is the same for all of them; the tag is made of the answer itself. */
function sendData(request: FastifyRequest, reply: FastifyReply, data: unknown, cacheSeconds: number | undefined) {
  const body = JSON.stringify({ result: 1, data })
  reply.type('application/json; charset=utf-8')
  if (cacheSeconds === undefined) return reply.header('cache-control', 'no-store').send(body)
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  reply.headers({ etag: tag, 'cache-control': `public, max-age=${cacheSeconds}`, vary: 'Cookie' })
  return hasTag(request.headers['if-none-match'], tag) ? reply.code(304).send() : reply.send(body)
}
