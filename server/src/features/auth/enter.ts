import type { Output } from '@croupier/contract/contract'
import { Refusal } from '@croupier/contract/refusals'
import type { Context, Tx } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import { readNow } from '../../db/db.ts'
import { deviceText } from '../../device-text.ts'
import type { Standing } from '../../ports/standing.ts'
import { lockPlayer, noteEvent, readStanding } from '../account/account.ts'
import { waitSeconds } from '../codes/codes.ts'
import { askReturn, type ExclusionStanding, notePresence, signInStanding } from '../limits/limits.ts'
import { rememberBrowser } from './devices.ts'
import { postToPlayer } from './letters.ts'
import { tooManyAttempts, wrongCredentials } from './refusals.ts'
import { checkSecond, sendSecond, signInPurpose, type TwoFactorMethod, twoFactorMethodNamed } from './second-factor.ts'
import { createSession, hashSessionToken, isToken, makeToken, sayEnded, sessionLife, tokenHashes } from './sessions.ts'
import * as store from './store.ts'
import { countOfDay } from './tell-guessed.ts'

export type Entering = {
  playerId: bigint
  how: 'password' | 'social' | 'messenger' | 'registration'
  remember?: boolean
  /** An excluded player who wants nothing but the balance. */
  payoutOnly?: boolean
  /** After an exclusion is over: the wish to come back. */
  confirmReturn?: boolean
  /** The second factor: six digits or a recovery code. Empty asks for it, where two-factor is on. */
  code?: string
  /** Asks for the code to be sent again. */
  isResend?: boolean
}

/** What the first step was, where it could change before the session is made. */
export type FirstStepProof = { passwordHash?: string; secondStep?: string }

type EnterContext = Pick<
  Context,
  'sql' | 'begin' | 'config' | 'keys' | 'visitor' | 'announce' | 'i18n' | 'content' | 'locale' | 'attempts'
>

const secondStepSeconds = 600
const secondDayAttempts = { points: 50, seconds: 86_400 }

/**
 * The one door every way in goes through: ban, deletion, exclusion, two-factor, then a new session.
 * It makes its own transactions, because what was counted or sent must stay although the answer is a no.
 */
export const enter = (ctx: EnterContext, entering: Entering) => enterWith(ctx, entering, {})

export async function enterWith(
  ctx: EnterContext,
  entering: Entering,
  proof: FirstStepProof,
): Promise<Output<'auth.login'>> {
  const { playerId, how } = entering
  const standing = await readStanding(ctx.sql, playerId)
  await refuseClosed(ctx, standing)
  const isReturn = (await scopeFor(ctx, standing, entering)) === 'return'
  const method = twoFactorMethodNamed(standing.twoFactorMethod)
  if (method) await passSecond(ctx, standing, method, entering, proof)
  if (isReturn) throw await wishReturn(ctx, playerId)
  const lifeSeconds = entering.remember ? sessionLife.remembered : sessionLife.short
  const opened = await ctx.begin(async (tx) => {
    await lockPlayer(tx, playerId)
    const scope = await proveAgain(ctx, tx, standing, entering, proof)
    await endOldSession(ctx, tx)
    const { userAgent, address } = ctx.visitor
    const opening = { playerId, lifeSeconds, userAgent, address, scope }
    const token = await createSession(tx, ctx.keys.sessionPepper, opening)
    await notePresence(tx, [playerId])
    const browser = await rememberBrowser(ctx, tx, playerId)
    if (browser.isNews && how !== 'registration') await tellOfDevice(ctx, tx, standing)
    await noteEvent(tx, playerId, how === 'registration' ? 'registered' : 'signIn', ctx.visitor)
    return { token, browser, scope }
  })
  ctx.visitor.setCookie('sid', opened.token, entering.remember ? lifeSeconds : undefined)
  opened.browser.keep()
  if (ctx.visitor.cookie('second') !== undefined) ctx.visitor.setCookie('second', null)
  return {
    uid: Number(playerId),
    is_registration_completed: standing.isRegistrationCompleted,
    is_payout_only: opened.scope === 'payout',
    is_new: how === 'registration',
  }
}

async function refuseClosed({ sql, config }: Pick<EnterContext, 'sql' | 'config'>, standing: Standing) {
  if (standing.isDeleted) throw wrongCredentials()
  // Players of the demo world are unknown where the sandbox is off, also in a folder that once ran it.
  if (!config.isSandboxOn && (await store.isDemo(sql, standing.playerId))) throw wrongCredentials()
  if (standing.isBanned) throw new Refusal('UserBanned', { message: 'This account is blocked' })
}

/** What is open to this player: everything, the way to the balance, or only the wish to come back. */
async function scopeFor(
  { sql }: Pick<EnterContext, 'sql'>,
  { playerId, isExcluded }: Standing,
  { payoutOnly, confirmReturn }: Entering,
): Promise<'full' | 'payout' | 'return'> {
  const exclusion = await signInStanding(sql, playerId)
  if (exclusion.kind === 'free' && !isExcluded) return 'full'
  if (payoutOnly) return 'payout'
  if (exclusion.kind === 'returnNeeded' && confirmReturn) return 'return'
  throw exclusionRefusal(exclusion)
}

function exclusionRefusal(standing: ExclusionStanding): Refusal {
  if (standing.kind === 'returnNeeded') {
    return new Refusal('Authorization:RETURN_NEEDED', { message: 'The exclusion is over: say that you want to return' })
  }
  if (standing.kind === 'returnWaits') {
    return new Refusal('Authorization:RETURN_WAITS', {
      message: 'The return is asked for and takes a day',
      data: { until: standing.until.toISOString() },
    })
  }
  const until = standing.kind === 'excluded' ? standing.until : null
  return new Refusal('Authorization:SELF_EXCLUDED', {
    message: 'The player has excluded itself',
    data: { excluded_until: until?.toISOString() ?? null, can_payout: true },
  })
}

/** The wish counts only from a player who has shown both factors; then a day goes by. */
async function wishReturn(ctx: EnterContext, playerId: bigint): Promise<Refusal> {
  await ctx.begin(async (tx) => {
    await lockPlayer(tx, playerId)
    await askReturn(tx, playerId)
    await noteEvent(tx, playerId, 'returnAsked', ctx.visitor)
  })
  return exclusionRefusal(await signInStanding(ctx.sql, playerId))
}

/** Asks for the code, or takes it. A player who came by another way than the password keeps that first step in a cookie. */
async function passSecond(
  ctx: EnterContext,
  standing: Standing,
  method: TwoFactorMethod,
  { how, code = '', isResend = false }: Entering,
  { secondStep }: FirstStepProof,
): Promise<void> {
  const { playerId } = standing
  if (code === '' || isResend) {
    if (how !== 'password' && secondStep === undefined) await keepFirstStep(ctx, playerId)
    throw await secondRefusal(ctx, standing, method)
  }
  // Codes are few digits: beside the tries of each code, a day has an end too.
  const tried = { key: String(playerId), playerId, what: 'second' } as const
  await countOfDay(ctx, 'auth.secondDay', secondDayAttempts, tried)
  const outcome = await checkSecond(ctx, playerId, method, code, signInPurpose)
  if (outcome === 'code' || outcome === 'recovery') await ctx.attempts.forget('auth.secondDay', String(playerId))
  if (outcome === 'recovery') await noteEvent(ctx.sql, playerId, 'recoveryCodeUsed', ctx.visitor)
  if (outcome === 'digits') {
    throw new Refusal('Authorization:CODE_DIGITS', { message: 'The code must contain 6 digits' })
  }
  if (outcome === 'wrong') throw new Refusal('Authorization:CODE_INVALID', { message: 'Two-factor code invalid' })
  if (outcome === 'expired')
    throw new Refusal('Authorization:CODE_EXPIRED', { message: 'Two-factor code: time expired' })
  if (outcome === 'spent') {
    throw tooManyAttempts(await waitSeconds(ctx.sql, { purpose: signInPurpose, subject: String(playerId) }))
  }
}

async function secondRefusal(ctx: EnterContext, standing: Standing, method: TwoFactorMethod): Promise<Refusal> {
  const { resendSeconds, to } = await sendSecond(ctx, standing, method, signInPurpose)
  return new Refusal('Authorization:TWO_FACTOR', {
    message: `Two-factor is enabled, resend time ${resendSeconds}`,
    data: { two_factor: true, method, resend_time: resendSeconds, to },
  })
}

export async function keepFirstStep({ sql, keys, visitor }: EnterContext, playerId: bigint) {
  const token = makeToken()
  await store.addSecondStep(sql, playerId, hashSessionToken(token, keys.sessionPepper.current), secondStepSeconds)
  visitor.setCookie('second', token, secondStepSeconds)
}

/** Under the lock: whatever ended sessions a moment ago must not be outrun by one that was about to open. */
async function proveAgain(ctx: EnterContext, tx: Tx, before: Standing, entering: Entering, proof: FirstStepProof) {
  const { playerId } = before
  const now = await readStanding(tx, playerId)
  await refuseClosed({ sql: tx, config: ctx.config }, now)
  const scope = await scopeFor({ sql: tx }, now, entering)
  if (scope === 'return') throw wrongCredentials()
  if (now.twoFactorMethod !== before.twoFactorMethod) throw wrongCredentials()
  if (proof.passwordHash !== undefined) {
    const password = await store.readPassword(tx, playerId)
    if (password?.hash !== proof.passwordHash) throw wrongCredentials()
  }
  if (proof.secondStep !== undefined) {
    const used = await store.useSecondStep(tx, tokenHashes(proof.secondStep, ctx.keys.sessionPepper))
    if (used?.playerId !== playerId) throw wrongCredentials()
  }
  return scope
}

/** The browser's session before this one ends, of whichever player: no token outlives a sign-in. */
async function endOldSession({ visitor, keys, announce }: EnterContext, tx: Tx) {
  const token = visitor.cookie('sid') ?? ''
  if (!isToken(token)) return
  const ended = await store.endByToken(tx, tokenHashes(token, keys.sessionPepper))
  await sayEnded({ announce }, tx, ended)
  for (const { playerId } of ended) await tellPlayer(tx, playerId, 'session')
}

async function tellOfDevice(ctx: EnterContext, tx: Tx, standing: Standing) {
  const { address, userAgent } = ctx.visitor
  await noteEvent(tx, standing.playerId, 'newDevice', ctx.visitor)
  await postToPlayer(ctx, tx, standing, 'newDevice', {
    device: deviceText(userAgent),
    address,
    at: await readNow(tx),
  })
}
