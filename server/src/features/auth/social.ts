import { email as emailRule } from '@croupier/contract/fields/email'
import { Refusal } from '@croupier/contract/refusals'
import { type SocialEnd, type SocialReason, socialReasons } from '@croupier/contract/social'
import * as oidc from 'openid-client'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { isSameBytes, keyedHash } from '../../encryption.ts'
import { believed, type Keys } from '../../secrets.ts'
import { isToken, makeToken, tokenHashes } from './sessions.ts'
import { accountOf, enterBy, type SocialIdentity, wishes } from './social-account.ts'
import type { SocialClient } from './social-clients.ts'
import * as store from './social-store.ts'
import { proveByToken } from './store.ts'

export { openSocialClients, readSocialSettings, type SocialClients } from './social-clients.ts'

const details = z.object({
  /** A path of ours. */
  redirectUrl: z.string(),
  /** The same for a player who has just got an account. */
  registerUrl: z.string().default('/'),
  /** Begun in a window of its own, which is to be closed. */
  isWindow: z.boolean(),
  isRemembered: z.boolean(),
  /** A player who is signed in proves it once more: no account is opened, linked or changed. */
  isAgain: z.boolean().default(false),
  wishes,
})
export type SocialDetails = z.output<typeof details>
/** Where the browser goes in the end. */
export type SocialBack = Pick<SocialDetails, 'redirectUrl' | 'registerUrl' | 'isWindow'>

/** How long a person may take at the service. */
const flowSeconds = 600

const hashes = (text: string, purpose: string, keys: Keys) =>
  believed(keys).map((key) => keyedHash(text, `social-${purpose}`, key))

const hash = (text: string, purpose: string, { current }: Keys) => keyedHash(text, `social-${purpose}`, current)

type Beginning = {
  service: string
  client: SocialClient
  redirectUri: string
  /** What the browser's cookie says already. */
  browser: string | undefined
  /** What is wanted in the end; it comes back with the browser. */
  details: Record<string, unknown>
}

type Begun = { to: string; browser: string; lifeSeconds: number }

/** Where to send the browser, and the token that its cookie has to bring back in time. */
export async function beginSocial(
  { sql, keys }: Pick<Context, 'sql' | 'keys'>,
  { service, client, redirectUri, details, ...beginning }: Beginning,
): Promise<Begun> {
  const config = await client.open().catch((error: unknown) => {
    throw new ProviderError(error)
  })
  const browser = beginning.browser && isToken(beginning.browser) ? beginning.browser : makeToken()
  const state = makeToken()
  const nonce = makeToken()
  const verifier = oidc.randomPKCECodeVerifier()
  await store.addFlow(sql, {
    stateHash: hash(state, 'state', keys.sessionPepper),
    service,
    nonce,
    verifier,
    browserHash: hash(browser, 'browser', keys.sessionPepper),
    details: JSON.stringify(details),
  })
  const to = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // An open session at the service proves no more than the one here.
    ...(details.isAgain === true && { prompt: 'login' }),
  })
  return { to: to.href, browser, lifeSeconds: flowSeconds }
}

/** The service did not answer, or not in a way that proves anything. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly reason: SocialReason
  constructor(cause: unknown) {
    super('a sign-in service failed', { cause })
    this.reason = isAway(cause) ? 'PROVIDER_AWAY' : 'ANSWER_INVALID'
  }
}

/** No answer, a late one, or one that the service itself calls a fault. */
function isAway(error: unknown): boolean {
  if (error instanceof Response) return error.status >= 500
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (/^(E[A-Z_]+|OAUTH_TIMEOUT|OAUTH_ABORT|ABORT_ERR)$/.test(code) && !code.startsWith('ERR_')) return true
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return true
  return isAway(error.cause)
}

type Finished = { end: SocialEnd; back: SocialBack }

/** Nothing that came with it is believed, not even where to go. */
const refused = (reason: SocialReason): Finished => ({
  end: { outcome: 'refused', reason },
  back: { redirectUrl: '/', registerUrl: '/', isWindow: false },
})

type SocialReturn = {
  service: string
  client: SocialClient
  /** The whole address the browser came back to. */
  url: URL
  browser: string | undefined
}

type Taken = {
  details: unknown
  /** The person said no at the service. */
  isCancelled: boolean
  /** Asks the service; throws a `ProviderError`. */
  identify: () => Promise<SocialIdentity>
}

/** Takes up what this browser began at this service, once. What it brought back is not believed before `identify`. */
export async function takeSocial(
  { sql, keys }: Pick<Context, 'sql' | 'keys'>,
  { service, client, url, browser }: SocialReturn,
): Promise<{ reason: SocialReason } | Taken> {
  const [state, ...more] = url.searchParams.getAll('state')
  if (!state || !isToken(state) || more.length > 0) return { reason: 'STATE_INVALID' }
  const flow = await store.takeFlow(sql, hashes(state, 'state', keys.sessionPepper))
  if (!flow) return { reason: 'STATE_INVALID' }
  const isSameBrowser = hashes(browser ?? '', 'browser', keys.sessionPepper).some((known) =>
    isSameBytes(known, flow.browserHash),
  )
  if (!isSameBrowser) return { reason: 'BROWSER_CHANGED' }
  if (flow.service !== service) return { reason: 'SERVICE_CHANGED' }
  return {
    details: flow.details,
    isCancelled: url.searchParams.get('error') === 'access_denied',
    identify: () => identityOf(client, url, { state, nonce: flow.nonce, verifier: flow.verifier }),
  }
}

/** What the browser brought back from the service becomes a session, or a no with a reason. */
export async function finishSocial(ctx: Context, returned: SocialReturn): Promise<Finished> {
  const { service } = returned
  const taken = await takeSocial(ctx, returned)
  if ('reason' in taken) return refused(taken.reason)
  const { isRemembered, isAgain, wishes, ...back } = details.parse(taken.details)
  const done = (end: SocialEnd): Finished => ({ end, back })
  if (taken.isCancelled) return done({ outcome: 'refused', reason: 'CANCELLED' })
  try {
    const identity = await taken.identify()
    if (isAgain) return done(await proveBy(ctx, identity))
    const { playerId, isNew } = await ctx.begin((tx) => accountOf(ctx, tx, identity, wishes))
    const how = isNew ? 'registration' : 'social'
    const entered = await enterBy(ctx, { playerId, how, remember: isRemembered })
    const outcome = entered.is_registration_completed ? 'signedIn' : 'incomplete'
    return done({ outcome, ...(entered.is_new && { isNew: true }) })
  } catch (error) {
    if (error instanceof ProviderError) {
      ctx.log.warn(
        { requestId: ctx.requestId, service, reason: error.reason, fault: nameOf(error.cause) },
        'sign-in refused',
      )
      return done({ outcome: 'refused', reason: error.reason })
    }
    return done(endOf(error))
  }
}

/** The session in this browser counts as fresh, if it is of the player whom the service names. */
async function proveBy({ begin, keys, visitor }: Context, { service, subject }: SocialIdentity): Promise<SocialEnd> {
  const token = visitor.cookie('sid') ?? ''
  const proven = await begin(async (tx) => {
    const known = await store.findSocialIdentity(tx, service, subject)
    return known && isToken(token) && proveByToken(tx, known.playerId, tokenHashes(token, keys.sessionPepper))
  })
  return proven ? { outcome: 'proven' } : { outcome: 'refused', reason: 'OTHER_ACCOUNT' }
}

/** The library's own word for it: neither tokens nor claims are in there. */
const nameOf = (error: unknown) =>
  error instanceof Error ? { name: error.name, code: 'code' in error ? String(error.code) : undefined } : undefined

type Expected = { state: string; nonce: string; verifier: string }

async function identityOf(client: SocialClient, url: URL, expected: Expected): Promise<SocialIdentity> {
  try {
    const config = await client.open()
    const tokens = await oidc.authorizationCodeGrant(config, url, {
      expectedState: expected.state,
      expectedNonce: expected.nonce,
      pkceCodeVerifier: expected.verifier,
      idTokenExpected: true,
    })
    const said = tokens.claims()
    if (!said) throw new Error('no id token')
    // Many services put only the subject into the token, and the rest where one has to ask.
    const isSilent = said.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
    const more = isSilent ? await oidc.fetchUserInfo(config, tokens.access_token, said.sub) : said
    return readIdentity(client.key, { ...more, sub: said.sub })
  } catch (error) {
    throw new ProviderError(error)
  }
}

const claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().optional().catch(undefined),
  email_verified: z
    .union([z.boolean(), z.literal('true')])
    .optional()
    .catch(undefined),
  given_name: z.string().max(100).catch(''),
  family_name: z.string().max(100).catch(''),
})

/** An address outside ASCII could fold into another one's, so it is taken as unverified. */
export function readIdentity(service: string, said: Record<string, unknown>): SocialIdentity {
  const { sub, email, email_verified, given_name, family_name } = claims.parse(said)
  const isAddress = email !== undefined && emailRule(email) === null
  const isVerified = (email_verified === true || email_verified === 'true') && /^[\x21-\x7e]+$/.test(email ?? '')
  return {
    service,
    subject: sub,
    email: isAddress ? { value: email, isVerified } : null,
    firstName: given_name,
    lastName: family_name,
  }
}

const isReason = (word: string | undefined): word is SocialReason => socialReasons.some((known) => known === word)

/** A no of the door as the page is told it; a fault is thrown on. */
function endOf(error: unknown): SocialEnd {
  if (!(error instanceof Refusal)) throw error
  const { type, reason, data } = error
  const more = data && { data }
  if (type === 'UserBanned') return { outcome: 'refused', reason: 'USER_BANNED' }
  if (type === 'UserDeleted') return { outcome: 'refused', reason: 'USER_DELETED' }
  if (type === 'TooManyRequests') return { outcome: 'refused', reason: 'TOO_MANY_REQUESTS', ...more }
  if (reason === 'TWO_FACTOR') return { outcome: 'twoFactor', ...more }
  if (reason === 'WRONG_CREDENTIALS') return { outcome: 'refused', reason: 'USER_DELETED' }
  if (isReason(reason)) return { outcome: 'excluded', reason, ...more }
  throw error
}
