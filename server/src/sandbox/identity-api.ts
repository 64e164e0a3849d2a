import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import { parseJson } from '../parse-json.ts'
import type { Secrets } from '../secrets.ts'
import { isRequestSigned, isSameToken, type openTickets } from './identity-signature.ts'
import { addApplicantOnce, findByUser } from './identity-store.ts'
import { bytesOf } from './raw-body.ts'

export const identityMount = '/sandbox/identity'

const clockSlackSeconds = 300

const applicantInput = z.object({ externalUserId: z.string().min(1).max(200) })
const accessInput = z.object({
  userId: z.string().min(1).max(200),
  ttlInSecs: z.number().int().min(1).max(86_400),
  externalActionId: z.string().max(200).optional(),
})

const jsonOf = (request: FastifyRequest) => parseJson(bytesOf(request).toString('utf8'))

/** The same check that the real one makes. */
function isSigned(request: FastifyRequest, keys: Secrets): boolean {
  const header = (name: string) => String(request.headers[name] ?? '')
  const ts = header('x-app-access-ts')
  const isFresh = Math.abs(Date.now() / 1000 - Number(ts)) <= clockSlackSeconds
  const path = request.url.slice(identityMount.length)
  const signed = { ts, method: request.method, path, body: bytesOf(request) }
  return (
    isFresh &&
    isSameToken(keys.identityToken.current, header('x-app-token')) &&
    isRequestSigned(keys.identitySecret.current, header('x-app-access-sig'), signed)
  )
}

const unreadable = (reply: FastifyReply) => reply.code(400).send({ code: 400, description: 'Cannot be read' })

type IdentityApiOptions = { config: Config; sql: Db; keys: Secrets; tickets: ReturnType<typeof openTickets> }

/** What the site's server asks: every call is signed. */
export function addIdentityApi(scope: FastifyInstance, { config, sql, keys, tickets }: IdentityApiOptions) {
  // Looked at after the body is read, because it is part of what is signed.
  const signedOnly = {
    preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
      if (!isSigned(request, keys)) return reply.code(401).send({ code: 401, description: 'Wrong signature' })
    },
  }

  scope.post('/resources/applicants', signedOnly, async (request, reply) => {
    const input = applicantInput.safeParse(jsonOf(request))
    const level = z.object({ levelName: z.string().min(1).max(200) }).safeParse(request.query)
    if (!input.success || !level.success) return unreadable(reply)
    const { externalUserId } = input.data
    const added = await addApplicantOnce(sql, externalUserId, level.data.levelName)
    if (added) return reply.code(201).send({ id: added.id, externalUserId })
    const description = `Applicant with external user id '${externalUserId}' already exists`
    return reply.code(409).send({ code: 409, description })
  })

  scope.get<{ Params: { which: string } }>('/resources/applicants/:which/one', signedOnly, async (request, reply) => {
    const [, user] = /^-;externalUserId=(.+)$/.exec(request.params.which) ?? []
    const found = user ? await findByUser(sql, user) : undefined
    if (!found) return reply.code(404).send({ code: 404, description: 'No such applicant' })
    return { id: found.id, externalUserId: found.externalUserId }
  })

  async function tokenFor(request: FastifyRequest): Promise<{ token: string; userId: string } | null> {
    const input = accessInput.safeParse(jsonOf(request))
    if (!input.success || !(await findByUser(sql, input.data.userId))) return null
    const { userId, externalActionId, ttlInSecs } = input.data
    return { token: tickets.make(userId, externalActionId ?? null, ttlInSecs), userId }
  }

  scope.post('/resources/accessTokens/sdk', signedOnly, async (request, reply) => {
    return (await tokenFor(request)) ?? unreadable(reply)
  })

  scope.post('/resources/sdkIntegrations/levels/-/websdkLink', signedOnly, async (request, reply) => {
    const made = await tokenFor(request)
    if (!made) return unreadable(reply)
    return { url: `${config.origin}${identityMount}/flow?token=${encodeURIComponent(made.token)}` }
  })
}
