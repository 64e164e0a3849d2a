import { Refusal, wrongField } from '@croupier/contract/refusals'
import type { Operation, PlayerContext } from '../../context.ts'
import { contacts } from '../account/account.ts'
import { issueCode, useCode, waitSeconds } from '../codes/codes.ts'
import { channelOf, post } from '../mail/mail.ts'
import { useFreshInit } from './messenger.ts'
import { tooManyAttempts } from './refusals.ts'
import * as store from './store.ts'
import { countOfDay } from './tell-guessed.ts'

const purpose = 'stepUp'
const codeLifeSeconds = 300
/** Codes are few digits: beside the tries of each code, a day has an end too. */
const dayAttempts = { points: 20, seconds: 86_400 }

/** Sends a code to the contact that is confirmed, mail before SMS. */
export const sendStepUpCode: Operation<'account.sendStepUpCode'> = async (ctx) => {
  const { type, value, key, subject } = await ownContact(ctx)
  await ctx.attempts.count('account.contactSends', contacts.sends, key)
  const sent = await ctx.begin(async (tx) => {
    const issued = await issueCode(tx, ctx.keys.sessionPepper, { purpose, subject, lifeSeconds: codeLifeSeconds })
    if (issued.kind === 'sent') {
      const { locale } = ctx.player.standing
      const letter = { channel: channelOf(type), to: value, locale } as const
      await post(ctx, tx, { ...letter, kind: 'stepUpCode', params: { code: issued.code } })
    }
    return issued
  })
  if (sent.kind === 'wait') throw contacts.tooEarly(sent.resendSeconds)
  return { to: contacts.mask(value), resend_time: sent.resendSeconds }
}

/** The session counts as fresh from now on. A sign-in at a service does the same in `finishSocial`. */
export const proveAgain: Operation<'account.stepUp'> = async (ctx, { code, payload }) => {
  const { id, sessionId } = ctx.player
  if (payload !== undefined) await useFreshInit(ctx, id, payload)
  else await takeCode(ctx, code)
  await store.proveSession(ctx.sql, id, sessionId)
  return null
}

async function takeCode(ctx: PlayerContext, code: string | undefined): Promise<void> {
  if (code === undefined) {
    throw new Refusal('InvalidParameter', { message: 'A code, or a payload', fields: { code: ['REQUIRED'] } })
  }
  const playerId = ctx.player.id
  const { subject } = await ownContact(ctx)
  const day = { key: String(playerId), playerId, what: 'stepUp' } as const
  await countOfDay(ctx, 'auth.stepUpDay', dayAttempts, day)
  const outcome = await useCode(ctx.sql, ctx.keys.sessionPepper, { purpose, subject, code })
  if (outcome === 'wrong') throw wrongField('CODE_INVALID', 'code', 'This is not the code that was sent')
  if (outcome === 'expired') throw wrongField('CODE_EXPIRED', 'code', 'The time of this code has expired')
  if (outcome === 'spent') throw tooManyAttempts(await waitSeconds(ctx.sql, { purpose, subject }))
  await ctx.attempts.forget('auth.stepUpDay', day.key)
}

/** The code belongs to its contact: when that is changed it is worth nothing. */
async function ownContact({ sql, player }: PlayerContext) {
  const { id, standing } = player
  if (standing.hasPassword) {
    throw new Refusal('InvalidParameter:PASSWORD_NEEDED', { message: 'This account has a password: it is asked for' })
  }
  const type = standing.isEmailConfirmed ? 'email' : 'phone'
  const { value, key, isConfirmed } = await contacts.of(sql, id, type)
  if (!isConfirmed || value === null || key === null) {
    throw new Refusal('UserNeedConfirmContact', { message: 'Codes are sent only to a confirmed contact' })
  }
  return { type, value, key, subject: `${id}:${type}:${key}` } as const
}
