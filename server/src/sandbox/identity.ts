import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import { isSame, signRequest } from '../features/verification/verification.ts'
import type { Log } from '../log.ts'
import { parseJson } from '../parse-json.ts'
import type { Secrets } from '../secrets.ts'
import { type Outcome, openIdentityCourier, pendingNotice, reviewNotice } from './identity-notices.ts'
import { flowPage, overPage, rejectLabels } from './identity-page.ts'
import { addApplicant, type Document, findById, findByUser, keepDocuments, keepOutcome } from './identity-store.ts'
import { ownAddress } from './own-address.ts'

type IdentityPeerOptions = { config: Config; sql: Db; keys: Secrets; log: Log }

export const identityMount = '/sandbox/identity'

const bodyMaxBytes = 16 * 1024 * 1024
const clockSlackSeconds = 300
const filesMost = 10

const applicantWish = z.object({ externalUserId: z.string().min(1).max(200) })
const accessWish = z.object({
  userId: z.string().min(1).max(200),
  ttlInSecs: z.number().int().min(1).max(86_400),
  externalActionId: z.string().max(200).optional(),
})
const ticket = z.object({ user: z.string(), action: z.string().nullable(), until: z.number() })
const flowQuery = z.object({ token: z.string().max(2000).catch(''), done: z.string().max(20).catch('') })
const documentList = z.array(z.object({ name: z.string() })).catch([])
const outcomes = z.enum(['approve', 'reject', 'retry'])

/** An identity provider of our own: Sumsub's API with its signatures, its pages, and its signed notices. */
export async function sandboxIdentity(app: FastifyInstance, { config, sql, keys, log }: IdentityPeerOptions) {
  const secret = keys.identitySecret.current
  const sender = openIdentityCourier({
    url: `${ownAddress(config)}/hooks/identity/sandbox`,
    secret: keys.identityWebhook.current,
    log,
  })
  app.addHook('onClose', () => sender.close())

  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('hex')

  function makeToken(user: string, action: string | null, seconds: number): string {
    const text = Buffer.from(JSON.stringify({ user, action, until: Date.now() + seconds * 1000 })).toString('base64url')
    return `${text}.${sign(text)}`
  }

  function readToken(token: string): { user: string; action: string | null } | null {
    const [text = '', mark = ''] = token.split('.')
    if (!isSame(sign(text), mark)) return null
    const parsed = ticket.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')))
    return parsed.success && parsed.data.until > Date.now() ? parsed.data : null
  }

  /** The same check that the real one makes. */
  function isSigned(request: FastifyRequest): boolean {
    const header = (name: string) => String(request.headers[name] ?? '')
    const ts = header('x-app-access-ts')
    const isFresh = Math.abs(Date.now() / 1000 - Number(ts)) <= clockSlackSeconds
    const path = request.url.slice(identityMount.length)
    const wanted = signRequest({ secret, ts, method: request.method, path, body: bytesOf(request) })
    return (
      isFresh &&
      isSame(sha(keys.identityToken.current), sha(header('x-app-token'))) &&
      isSame(wanted, header('x-app-access-sig'))
    )
  }

  // Looked at after the body is read, because it is part of what is signed.
  const signedOnly = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isSigned(request)) return reply.code(401).send({ code: 401, description: 'Wrong signature' })
  }

  const openApi = { preHandler: signedOnly }
  const unreadable = (reply: FastifyReply) => reply.code(400).send({ code: 400, description: 'Cannot be read' })

  async function api(scope: FastifyInstance) {
    scope.post('/resources/applicants', openApi, async (request, reply) => {
      const wish = applicantWish.safeParse(parseJson(bytesOf(request).toString('utf8')))
      const level = z.object({ levelName: z.string().min(1).max(200) }).safeParse(request.query)
      if (!wish.success || !level.success) return unreadable(reply)
      const { externalUserId } = wish.data
      const added = await addApplicant(sql, externalUserId, level.data.levelName)
      if (added) return reply.code(201).send({ id: added.id, externalUserId })
      const description = `Applicant with external user id '${externalUserId}' already exists`
      return reply.code(409).send({ code: 409, description })
    })

    scope.get<{ Params: { which: string } }>('/resources/applicants/:which/one', openApi, async (request, reply) => {
      const [, user] = /^-;externalUserId=(.+)$/.exec(request.params.which) ?? []
      const found = user ? await findByUser(sql, user) : undefined
      if (!found) return reply.code(404).send({ code: 404, description: 'No such applicant' })
      return { id: found.id, externalUserId: found.externalUserId }
    })

    async function tokenFor(request: FastifyRequest): Promise<{ token: string; userId: string } | null> {
      const wish = accessWish.safeParse(parseJson(bytesOf(request).toString('utf8')))
      if (!wish.success || !(await findByUser(sql, wish.data.userId))) return null
      const { userId, externalActionId, ttlInSecs } = wish.data
      return { token: makeToken(userId, externalActionId ?? null, ttlInSecs), userId }
    }

    scope.post('/resources/accessTokens/sdk', openApi, async (request, reply) => {
      return (await tokenFor(request)) ?? unreadable(reply)
    })

    scope.post('/resources/sdkIntegrations/levels/-/websdkLink', openApi, async (request, reply) => {
      const made = await tokenFor(request)
      if (!made) return unreadable(reply)
      return { url: `${config.origin}${identityMount}/flow?token=${encodeURIComponent(made.token)}` }
    })
  }

  type About = { applicant: NonNullable<Awaited<ReturnType<typeof findById>>>; action: string | null }

  const noticeAbout = ({ applicant, action }: About) => ({
    applicantId: applicant.id,
    externalUserId: applicant.externalUserId,
    level: applicant.level,
    actionId: action,
  })

  async function handIn(about: About, documents: Document[]) {
    if (about.action === null) await keepDocuments(sql, about.applicant.id, documents)
    await sender.send(pendingNotice(noticeAbout(about)))
  }

  async function end(about: About, outcome: Outcome, reason: string | null): Promise<boolean> {
    const labels = outcome === 'approve' ? [] : reason === null ? rejectLabels.slice(0, 1) : [reason]
    if (about.action === null) await keepOutcome(sql, about.applicant.id, outcome, labels)
    return sender.send(reviewNotice(noticeAbout(about), outcome, labels))
  }

  async function pages(scope: FastifyInstance) {
    async function find(request: FastifyRequest): Promise<(About & { token: string; done: string }) | null> {
      const { token, done } = flowQuery.parse(request.query)
      const said = readToken(token)
      const applicant = said ? await findByUser(sql, said.user) : undefined
      return said && applicant ? { applicant, action: said.action, token, done } : null
    }

    async function show(request: FastifyRequest, reply: FastifyReply) {
      const found = await find(request)
      if (!found) {
        const { headers, html } = overPage(config)
        return reply.code(410).headers(headers).send(html)
      }
      const { headers, html } = flowPage(config, {
        token: found.token,
        what: found.action === null ? 'person' : 'action',
        state: found.action === null ? found.applicant.state : found.done,
        documents: found.action === null ? documentList.parse(found.applicant.documents) : [],
      })
      return reply.headers(headers).send(html)
    }

    scope.get('/flow', show)

    scope.post('/flow', async (request, reply) => {
      const found = await find(request)
      const form = await readForm(request)
      if (!found || !form) return show(request, reply)
      if (form.get('step') === 'documents') await handIn(found, filesOf(form))
      const outcome = outcomes.safeParse(form.get('outcome'))
      const isEnd = form.get('step') === 'outcome' && outcome.success
      if (isEnd) await end(found, outcome.data, reasonOf(form))
      const next = new URLSearchParams({ token: found.token, ...(isEnd && { done: outcome.data }) })
      return reply.redirect(`${identityMount}/flow?${next}`, 303)
    })

    /** As a person at the page would, for tests and journeys. */
    scope.post<{ Params: { applicant: string } }>('/:applicant', async (request, reply) => {
      const applicant = await findById(sql, request.params.applicant)
      const form = await readForm(request)
      const outcome = outcomes.safeParse(form?.get('outcome'))
      if (!applicant) return reply.code(404).send({ error: 'no such applicant' })
      if (!form || !outcome.success) return reply.code(422).send({ error: 'outcome takes approve, reject or retry' })
      return { is_delivered: await end({ applicant, action: null }, outcome.data, reasonOf(form)) }
    })
  }

  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser<Buffer>(
        '*',
        { parseAs: 'buffer', bodyLimit: bodyMaxBytes },
        async (_: unknown, body: Buffer) => body,
      )
      await api(scope)
      await pages(scope)
    },
    { prefix: identityMount },
  )
}

const sha = (text: string) => createHmac('sha256', 'compare').update(text).digest('hex')

const bytesOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

/** Both kinds of form; null for anything else. */
const readForm = async (request: FastifyRequest): Promise<FormData | null> =>
  new Response(new Uint8Array(bytesOf(request)), { headers: { 'content-type': request.headers['content-type'] ?? '' } })
    .formData()
    .catch(() => null)

const filesOf = (form: FormData): Document[] =>
  form
    .getAll('document')
    .flatMap((file) => (typeof file === 'string' || file.size === 0 ? [] : [file]))
    .slice(0, filesMost)
    .map(({ name, type, size }) => ({ name: name.slice(0, 200), type: type.slice(0, 100), size }))

const reasonOf = (form: FormData): string | null => {
  const reason = form.get('reason')
  return typeof reason === 'string' && rejectLabels.includes(reason) ? reason : null
}
