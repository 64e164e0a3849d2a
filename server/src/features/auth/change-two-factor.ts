import { Refusal, wrongField } from '@croupier/contract/refusals'
import { renderSVG } from 'uqr'
import type { Operation, PlayerContext } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import { decrypt, encrypt } from '../../encryption.ts'
import type { Standing } from '../../ports/standing.ts'
import { lockPlayer, noteEvent, readStanding, signInWays } from '../account/account.ts'
import { countTry, waitSeconds } from '../codes/codes.ts'
import { postToPlayer } from './letters.ts'
import { tooManyAttempts } from './refusals.ts'
import { readSecond } from './rules.ts'
import {
  appAddress,
  changePurpose,
  checkSecond,
  codeLifeSeconds,
  dropRecoveryCodes,
  makeSecret,
  renewRecoveryCodes,
  secretPurpose,
  sendSecond,
  signInPurpose,
  type TwoFactorMethod,
  totpStepOf,
  twoFactorMethodNamed,
} from './second-factor.ts'
import { refuseEnded } from './sessions.ts'
import { stepUp } from './step-up.ts'
import * as store from './two-factor-store.ts'

/** Time enough to find the phone and the app on it. */
const pendingSeconds = { sent: codeLifeSeconds, app: 900 }

export const changeTwoFactor: Operation<'account.changeTwoFactorAuth'> = async (ctx, input) => {
  const { standing } = ctx.player
  await stepUp(ctx, input.password)
  const current = twoFactorMethodNamed(standing.twoFactorMethod)
  if (!input.is_enabled) {
    if (!current) throw new Refusal('InvalidParameter:NOT_ENABLED', { message: 'Two-factor is not enabled' })
    return beginSent(ctx, current, false)
  }
  if (current) throw alreadyEnabled()
  if (input.method === 'app') return beginApp(ctx)
  const isConfirmed = input.method === 'email' ? standing.isEmailConfirmed : standing.isPhoneConfirmed
  if (!isConfirmed) {
    throw new Refusal('UserNeedConfirmContact', {
      message: 'Codes are sent only to a confirmed contact',
      data: { contact: input.method },
    })
  }
  return beginSent(ctx, input.method, true)
}

const alreadyEnabled = () =>
  new Refusal('InvalidParameter:ALREADY_ENABLED', { message: 'Two-factor is already enabled' })

async function beginSent(ctx: PlayerContext, method: TwoFactorMethod, isEnabled: boolean) {
  const lifeSeconds = method === 'app' ? pendingSeconds.app : pendingSeconds.sent
  await store.writePending(ctx.sql, ctx.player.id, { method, isEnabled, secretSealed: null, lifeSeconds })
  const { resendSeconds } = await sendSecond(ctx, ctx.player.standing, method, changePurpose)
  return { method, resend_time: resendSeconds, secret: null, uri: null, qr: null }
}

/** The secret leaves the house once, here; it counts from the first right code. */
async function beginApp(ctx: PlayerContext) {
  const { id: playerId, standing } = ctx.player
  const secret = makeSecret()
  const secretSealed = encrypt(secret, secretPurpose(playerId), ctx.keys.documentKey)
  await store.writePending(ctx.sql, playerId, {
    method: 'app',
    isEnabled: true,
    secretSealed,
    lifeSeconds: pendingSeconds.app,
  })
  const { site } = await ctx.content.config(ctx.locale)
  const uri = appAddress(secret, { issuer: site.name, label: standing.login })
  return { method: 'app' as const, resend_time: 0, secret, uri, qr: renderSVG(uri) }
}

export const confirmTwoFactor: Operation<'account.confirmTwoFactorAuth'> = async (ctx, { code }) => {
  const playerId = ctx.player.id
  const stored = await store.readTwoFactor(ctx.sql, playerId)
  const method = twoFactorMethodNamed(stored?.pendingMethod)
  if (!stored?.isPending || !method) {
    throw ctx.player.standing.twoFactorMethod ? alreadyEnabled() : timeExpired()
  }
  const isEnabled = stored.pendingIsEnabled === true
  if (!isEnabled || method !== 'app') {
    const isSent = method !== 'app' && readSecond(code)?.kind === 'digits'
    await take(
      ctx,
      await checkSecond(ctx, playerId, method, code, changePurpose),
      isSent ? changePurpose : signInPurpose,
    )
    return isEnabled ? turnOn(ctx, method, null, 0n) : turnOff(ctx)
  }
  const second = readSecond(code)
  if (second?.kind !== 'digits') throw sixDigits()
  const place = { purpose: changePurpose, subject: String(playerId) }
  if (!(await countTry(ctx.sql, { ...place, windowSeconds: 900 }))) await take(ctx, 'spent', changePurpose)
  const sealed = stored.pendingSecretSealed
  const secret = sealed ? decrypt(sealed, secretPurpose(playerId), ctx.keys.documentKey) : ''
  const step = secret === '' ? null : totpStepOf(secret, second.code, stored.nowMs)
  if (step === null) throw codeInvalid()
  return turnOn(ctx, 'app', sealed, step)
}

const sixDigits = () => wrongField('CODE_DIGITS', 'code', 'The code must contain 6 digits')
const codeInvalid = () => wrongField('CODE_INVALID', 'code', 'Two-factor code invalid')
const timeExpired = () => wrongField('CODE_EXPIRED', 'code', 'Two-factor code: time expired')

async function take(ctx: PlayerContext, outcome: Awaited<ReturnType<typeof checkSecond>>, purpose: string) {
  if (outcome === 'digits') throw sixDigits()
  if (outcome === 'wrong') throw codeInvalid()
  if (outcome === 'expired') throw timeExpired()
  if (outcome === 'spent')
    throw tooManyAttempts(await waitSeconds(ctx.sql, { purpose, subject: String(ctx.player.id) }))
}

async function turnOn(ctx: PlayerContext, method: TwoFactorMethod, secretSealed: Buffer | null, step: bigint) {
  const playerId = ctx.player.id
  const codes = await ctx.begin(async (tx) => {
    await lockPlayer(tx, playerId)
    await refuseEnded(tx, ctx.player.sessionId)
    const standing = await readStanding(tx, playerId)
    if (standing.twoFactorMethod) throw alreadyEnabled()
    refuseUnconfirmed(standing, method)
    await store.turnOn(tx, playerId, { method, secretSealed, step })
    await signInWays.setTwoFactorMethod(tx, playerId, method)
    await noteEvent(tx, playerId, 'twoFactorOn', ctx.visitor)
    await postToPlayer(ctx, tx, standing, 'twoFactorChanged', { isEnabled: true })
    await tellPlayer(tx, playerId, 'account')
    return renewRecoveryCodes(tx, ctx.keys.sessionPepper, playerId)
  })
  return { is_enabled: true, recovery_codes: codes }
}

/** The contact may have been changed since the code was sent to it. */
function refuseUnconfirmed({ isEmailConfirmed, isPhoneConfirmed }: Standing, method: TwoFactorMethod) {
  const isFine = method === 'app' || (method === 'email' ? isEmailConfirmed : isPhoneConfirmed)
  if (!isFine) throw timeExpired()
}

async function turnOff(ctx: PlayerContext) {
  const playerId = ctx.player.id
  await ctx.begin(async (tx) => {
    await lockPlayer(tx, playerId)
    await refuseEnded(tx, ctx.player.sessionId)
    const standing = await readStanding(tx, playerId)
    await store.turnOff(tx, playerId)
    await dropRecoveryCodes(tx, playerId)
    await signInWays.setTwoFactorMethod(tx, playerId, null)
    await noteEvent(tx, playerId, 'twoFactorOff', ctx.visitor)
    await postToPlayer(ctx, tx, standing, 'twoFactorChanged', { isEnabled: false })
    await tellPlayer(tx, playerId, 'account')
  })
  return { is_enabled: false, recovery_codes: [] }
}
