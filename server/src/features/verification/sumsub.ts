import { Refusal } from '@croupier/contract/refusals'
import { z } from 'zod'
import type { Log } from '../../log.ts'
import type { IdentityProvider } from '../../ports/identity.ts'
import { signRequest } from './signature.ts'

export type SumsubSettings = {
  url: string
  level: string
  actionLevel: string
  token: string
  secret: string
  log: Pick<Log, 'warn'>
  /** Tests wait less. */
  patienceMs?: number
}

const accessSeconds = 600

const applicant = z.object({ id: z.string().min(1).max(200) })
const access = z.object({ token: z.string().min(1).max(4000) })
const link = z.object({ url: z.url({ protocol: /^https?$/ }).max(4000) })

const away = () =>
  new Refusal('InvalidParameter:PROVIDER_AWAY', { message: 'The identity provider does not answer; try again later' })

/** Speaks Sumsub's API. */
export function openSumsub(settings: SumsubSettings): IdentityProvider {
  const { url, level, actionLevel, token, secret, log, patienceMs = 10_000 } = settings

  async function send(method: 'GET' | 'POST', path: string, about?: object): Promise<Response> {
    const body = about ? JSON.stringify(about) : ''
    const ts = String(Math.floor(Date.now() / 1000))
    return fetch(`${url}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        'X-App-Token': token,
        'X-App-Access-Ts': ts,
        'X-App-Access-Sig': signRequest({ secret, ts, method, path, body }),
        ...(about && { 'content-type': 'application/json' }),
      },
      ...(about && { body }),
      // A signature must not travel on to another server.
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
  }

  /** Whatever goes wrong is the provider's matter: the player hears that it is away, the log hears what was wrong. */
  async function ask<T>(what: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Refusal) throw error
      log.warn({ what, reason: error instanceof Error ? error.name : 'unknown' }, 'the identity provider failed')
      throw away()
    }
  }

  async function read<S extends z.ZodType>(what: string, answer: Response, schema: S): Promise<z.output<S>> {
    if (answer.ok) return schema.parse(await answer.json())
    await answer.body?.cancel()
    log.warn({ what, status: answer.status }, 'the identity provider said no')
    throw away()
  }

  return {
    createApplicant: (person) =>
      ask('create applicant', async () => {
        const { externalUserId, email, phone, firstName, lastName, birthDate, locale } = person
        const answer = await send('POST', `/resources/applicants?levelName=${encodeURIComponent(level)}`, {
          externalUserId,
          ...(email && { email }),
          ...(phone && { phone }),
          lang: locale,
          fixedInfo: { firstName, lastName, ...(birthDate && { dob: birthDate }) },
        })
        if (answer.status !== 409) return { applicantId: (await read('create applicant', answer, applicant)).id }
        await answer.body?.cancel()
        const path = `/resources/applicants/-;externalUserId=${encodeURIComponent(externalUserId)}/one`
        return { applicantId: (await read('find applicant', await send('GET', path), applicant)).id }
      }),

    getAccess: ({ externalUserId, externalActionId, locale }) =>
      ask('get access', async () => {
        const about = {
          userId: externalUserId,
          levelName: externalActionId === null ? level : actionLevel,
          ttlInSecs: accessSeconds,
          ...(externalActionId !== null && { externalActionId }),
        }
        const expiresAt = new Date(Date.now() + accessSeconds * 1000)
        const given = await read('access token', await send('POST', '/resources/accessTokens/sdk', about), access)
        const path = `/resources/sdkIntegrations/levels/-/websdkLink?lang=${encodeURIComponent(locale)}`
        const page = await read('link', await send('POST', path, about), link)
        return { token: given.token, url: page.url, expiresAt }
      }),
  }
}

const off = async () => {
  throw new Refusal('InvalidParameter:VERIFICATION_OFF', { message: 'No identity provider is set up' })
}

/** Where there is no provider, every caller is told so. */
export const noProvider: IdentityProvider = { createApplicant: off, getAccess: off }
