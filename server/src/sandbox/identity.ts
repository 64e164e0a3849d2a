import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { ownAddress } from '../config.ts'
import type { Db } from '../db/db.ts'
import type { Log } from '../log.ts'
import type { Secrets } from '../secrets.ts'
import { addIdentityApi, identityMount } from './identity-api.ts'
import { type CheckOutcome, pendingNotice, reviewNotice } from './identity-notices.ts'
import { flowPage, overPage, rejectLabels } from './identity-page.ts'
import { openTickets, signNotice } from './identity-signature.ts'
import { type Document, findById, findByUser, keepDocuments, keepOutcome } from './identity-store.ts'
import { bytesOf, keepRawBodies } from './raw-body.ts'
import { openWebhookSender } from './webhook-sender.ts'

type IdentityPeerOptions = { config: Config; sql: Db; keys: Secrets; log: Log }

const bodyMaxBytes = 16 * 1024 * 1024
const filesMost = 10

const flowQuery = z.object({ token: z.string().max(2000).catch(''), done: z.string().max(20).catch('') })
const documentList = z.array(z.object({ name: z.string() })).catch([])
const outcomes = z.enum(['approve', 'reject', 'retry'])

/** An identity provider of our own: Sumsub's API with its signatures, its pages, and its signed notices. */
export async function sandboxIdentity(app: FastifyInstance, { config, sql, keys, log }: IdentityPeerOptions) {
  const tickets = openTickets(keys.identitySecret.current)
  const sender = openWebhookSender({
    url: `${ownAddress(config)}/hooks/identity/sandbox`,
    log,
    headersOf: (body) => {
      const { algorithm, digest } = signNotice(body, keys.identityWebhook.current)
      return { 'X-Payload-Digest-Alg': algorithm, 'X-Payload-Digest': digest }
    },
  })
  app.addHook('onClose', () => sender.close())

  await app.register(
    async (scope) => {
      keepRawBodies(scope, bodyMaxBytes)
      addIdentityApi(scope, { config, sql, keys, tickets })
      addPages(scope, { config, sql, tickets, reviews: openReviews(sql, sender) })
    },
    { prefix: identityMount },
  )
}

type Check = { applicant: NonNullable<Awaited<ReturnType<typeof findById>>>; action: string | null }

/** What this company's people decide, and the site is told. */
function openReviews(sql: Db, sender: Pick<ReturnType<typeof openWebhookSender>, 'send'>) {
  const noticeAbout = ({ applicant, action }: Check) => ({
    applicantId: applicant.id,
    externalUserId: applicant.externalUserId,
    level: applicant.level,
    actionId: action,
  })

  return {
    async begin(check: Check, documents: Document[]) {
      if (check.action === null) await keepDocuments(sql, check.applicant.id, documents)
      await sender.send(pendingNotice(noticeAbout(check)))
    },
    async end(check: Check, outcome: CheckOutcome, reason: string | null): Promise<boolean> {
      const labels = outcome === 'approve' ? [] : reason === null ? rejectLabels.slice(0, 1) : [reason]
      if (check.action === null) await keepOutcome(sql, check.applicant.id, outcome, labels)
      return sender.send(reviewNotice(noticeAbout(check), outcome, labels))
    },
  }
}

type PageOptions = Pick<IdentityPeerOptions, 'config' | 'sql'> & {
  tickets: ReturnType<typeof openTickets>
  reviews: ReturnType<typeof openReviews>
}

/** What a person sees, and what the same person does there. */
function addPages(scope: FastifyInstance, { config, sql, tickets, reviews }: PageOptions) {
  async function find(request: FastifyRequest): Promise<(Check & { token: string; done: string }) | null> {
    const { token, done } = flowQuery.parse(request.query)
    const said = tickets.read(token)
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
    if (form.get('step') === 'documents') await reviews.begin(found, filesOf(form))
    const outcome = outcomes.safeParse(form.get('outcome'))
    const isEnd = form.get('step') === 'outcome' && outcome.success
    if (isEnd) await reviews.end(found, outcome.data, reasonOf(form))
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
    return { is_delivered: await reviews.end({ applicant, action: null }, outcome.data, reasonOf(form)) }
  })
}

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
