import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { Refusal } from '@croupier/contract/refusals'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'
import type { Content } from '../ports/content.ts'
import type { I18n } from '../ports/i18n.ts'
import { type Encoding, encodingOf, hasTag } from './request-headers.ts'

type Options = { content: Content; i18n: I18n; log: Log }
type ForLocale = { Params: { locale: string }; Querystring: { h?: string } }
type EncodedBody = { hash: string } & Record<Encoding, Buffer>

/** Locales, messages and content for the browser: made and compressed once per version of the content. */
export const nfx: FastifyPluginAsync<Options> = async (app, { content, i18n, log }) => {
  let ready = new Map<string, Promise<EncodedBody>>()
  const forget = () => {
    ready = new Map()
  }
  content.onChange(forget)
  i18n.onChange(forget)

  async function answer(request: FastifyRequest, reply: FastifyReply, key: string, make: () => Promise<unknown>) {
    const shelf = ready
    const made = shelf.get(key) ?? press(make)
    shelf.set(key, made)
    made.catch(() => shelf.delete(key))
    return send(request, reply, await made)
  }

  async function isKnown(locale: string) {
    const { locales } = await i18n.locales()
    return locales.some(({ code }) => code === locale)
  }

  app.get('/nfx/i18n/locales', (request, reply) => answer(request, reply, 'locales', i18n.locales))

  app.get<ForLocale>('/nfx/i18n/messages/:locale', async (request, reply) => {
    const { locale } = request.params
    try {
      // A site without locales has no unknown ones either: it has no messages.
      if ((await content.locales()).length === 0) return reply.send(await i18n.messages(locale))
      if (!(await isKnown(locale))) return unknownLocale(reply)
      return await answer(request, reply, `messages ${locale}`, () => i18n.messages(locale))
    } catch (error) {
      log.error({ err: error, requestId: request.id }, 'messages cannot be read')
      return reply.header('cache-control', 'no-store').send({})
    }
  })

  app.get<ForLocale>('/nfx/cms-config/:locale', async (request, reply) => {
    const { locale } = request.params
    if (!(await isKnown(locale))) return unknownLocale(reply)
    return answer(request, reply, `config ${locale}`, async () => ({
      ...(await content.config(locale)),
      seo: await content.domainSeo(locale),
      redirects: await content.redirects(locale),
    }))
  })
}

function unknownLocale(reply: FastifyReply) {
  const refusal = new Refusal('MethodNotFound', { message: 'Unknown locale' })
  return reply.code(404).header('cache-control', 'no-store').send({ result: 0, error: refusal.toWire() })
}

const hashes = new WeakMap<object, string>()

/** The word that names a content: `?h=` of an address that may be kept for ever. Counted once per object. */
export function hashOf(value: object): string {
  const hash = hashes.get(value) ?? digest(Buffer.from(JSON.stringify(value)))
  hashes.set(value, hash)
  return hash
}

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64url').slice(0, 22)

async function press(make: () => Promise<unknown>): Promise<EncodedBody> {
  const plain = Buffer.from(JSON.stringify(await make()))
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(plain), promisify(gzip)(plain, { level: 9 })])
  return { hash: digest(plain), identity: plain, br, gzip: zipped }
}

function send(request: FastifyRequest, reply: FastifyReply, answer: EncodedBody) {
  const form = encodingOf(request.headers['accept-encoding'])
  // Strong tags name bytes, so each form of the answer has its own.
  const tag = `"${answer.hash}${form === 'identity' ? '' : `-${form}`}"`
  reply.headers({ etag: tag, vary: 'accept-encoding', 'cache-control': cacheRule(request, answer.hash) })
  if (hasTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
  if (form !== 'identity') reply.header('content-encoding', form)
  return reply.type('application/json; charset=utf-8').send(answer[form])
}

/** An address that names the very content it wants may be kept for ever. */
function cacheRule(request: FastifyRequest, hash: string) {
  const asked =
    typeof request.query === 'object' && request.query !== null && 'h' in request.query ? request.query.h : ''
  return asked === hash ? 'public, max-age=31536000, immutable' : 'public, max-age=60, stale-while-revalidate=600'
}
