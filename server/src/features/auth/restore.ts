import { emailKey } from '@croupier/contract/fields/email'
import { newPassword } from '@croupier/contract/fields/password'
import { localePath } from '@croupier/contract/locales'
import { paths } from '@croupier/contract/paths'
import { Refusal, wrongField } from '@croupier/contract/refusals'
import type { Context, JobContext, Operation } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import type { Happenings } from '../../happenings.ts'
import { hashPassword } from '../../passwords.ts'
import { contacts, type FoundPlayer, findByLogin, lockPlayer, noteEvent, readStanding } from '../account/account.ts'
import { dropCodesOf, findToken, issueCode, useCode, useToken } from '../codes/codes.ts'
import { post } from '../mail/mail.ts'
import { dropDevices } from './device-store.ts'
import { rememberBrowser } from './devices.ts'
import { confirmedContactOf, type ReachableBy } from './letters.ts'
import { forgetAttempts } from './log-in.ts'
import { type OwnContact, proveOwner } from './prove-owner.ts'
import { nameKey } from './rules.ts'
import { sayEnded } from './sessions.ts'
import { namesOf, refuseCommon, refuseOtherRepeat, replacePassword } from './set-password.ts'
import * as store from './store.ts'
import { countOfDay } from './tell-guessed.ts'

export const restorePurpose = 'restore'
const purpose = restorePurpose
const lifeSeconds = 900
const resendSeconds = 60
/** As many as a code has, so that an unknown name is refused after the same number. */
const codeAttempts = { points: 5, seconds: 900 }
/** A patient guesser has no more than these of a million; the link in the letter is never counted. */
const dayAttempts = { points: 20, seconds: 86_400 }

export const restorePassword: Operation<'auth.restore'> = async (ctx, input) => {
  const login = input.login.trim()
  const code = input.code.trim()
  const token = input.token.trim()
  if (token === '' && code === '') return ask(ctx, login)
  const wrong = newPassword(input.password)
  if (wrong) throw new Refusal('InvalidParameter', { message: 'No password', fields: { password: [wrong] } })
  refuseOtherRepeat(input.password, input.repeat_password)
  refuseCommon(input.password, [login])
  return token === '' ? byCode(ctx, login, code, input.password) : byToken(ctx, token, input.password)
}

/** Nothing is looked up here: whether there is such an account cannot show in the answer, nor in its time. */
async function ask(ctx: Context, login: string) {
  if (login === '') {
    throw new Refusal('InvalidParameter', { message: 'Whose password?', fields: { login: ['REQUIRED'] } })
  }
  await ctx.begin((tx) => ctx.announce(tx, 'restore.asked', { login, locale: ctx.locale }))
  return { resend_time: resendSeconds }
}

/** Finds the account and sends the code and the link. Twice in a row sends once: the code's own pause sees to that. */
export async function restoreAsked(ctx: JobContext, { login }: Happenings['restore.asked']): Promise<void> {
  const found = await findByLogin(ctx.sql, login)
  const contact = found && namedContact(found)
  if (!found || !contact || found.isDeleted) return
  if (!ctx.config.isSandboxOn && (await store.isDemo(ctx.sql, found.playerId))) return
  const { locale, playerId } = found
  await ctx.begin(async (tx) => {
    const place = { purpose, subject: subjectOf(playerId, contact), lifeSeconds, resendSeconds }
    const issued = await issueCode(tx, ctx.keys.sessionPepper, place)
    if (issued.kind === 'wait') return
    const { defaultLocale } = await ctx.i18n.locales()
    const link = localePath(locale, defaultLocale, `${paths.home()}?restore=${issued.token}`)
    await post(ctx, tx, { ...contact, kind: 'restore', locale, params: { code: issued.code, link } })
  })
}

/** A code belongs to the contact it went to: one that has changed since is worth nothing. */
const subjectOf = (playerId: bigint, { channel, to }: ReachableBy) =>
  channel === 'email' ? `${playerId}:email:${emailKey(to)}` : `${playerId}:phone:${to.replace(/\D/g, '')}`

function contactIn(subject: string): OwnContact {
  const [, id, type, key] = /^(\d+):(email|phone):(.+)$/.exec(subject) ?? []
  if (id === undefined || key === undefined) throw wrongCode()
  return { playerId: BigInt(id), type: type === 'email' ? 'email' : 'phone', key }
}

const isSame = (login: string, contact: string | null) => contact !== null && nameKey(login) === nameKey(contact)

/** The contact that was typed; for a chosen login the one where letters go anyway. */
function namedContact(found: FoundPlayer): ReachableBy | null {
  const { by, login, email, phone } = found
  if (email && (by === 'email' || (by === 'login' && isSame(login, email)))) return { channel: 'email', to: email }
  if (phone && (by === 'phone' || (by === 'login' && isSame(login, phone)))) return { channel: 'sms', to: phone }
  return confirmedContactOf(found)
}

/** Whatever is wrong with the code, and whether there is such an account: one answer. */
const wrongCode = () => wrongField('CODE_INVALID', 'code', 'The code is wrong, used or over')

async function byCode(ctx: Context, login: string, code: string, password: string) {
  const found = await findByLogin(ctx.sql, login)
  const key = found ? `player ${found.playerId}` : `name ${nameKey(login)}`
  await ctx.attempts.count('auth.restore', codeAttempts, key)
  await countOfDay(ctx, 'auth.restoreDay', dayAttempts, { key, playerId: found?.playerId ?? 0n, what: 'restore' })
  const contact = found && namedContact(found)
  const subject = found && contact ? subjectOf(found.playerId, contact) : '0:email:none'
  // Side by side: the hashing takes longer, so that how much there was to look up does not show in the time.
  const [hash, outcome] = await Promise.all([
    hashPassword(password),
    useCode(ctx.sql, ctx.keys.sessionPepper, { purpose, subject, code }),
  ])
  if (!found || outcome !== 'ok') throw wrongCode()
  refuseCommon(password, namesOf(found))
  await complete(ctx, contactIn(subject), hash)
  await ctx.attempts.forget('auth.restore', key)
  await ctx.attempts.forget('auth.restoreDay', key)
  return null
}

async function byToken(ctx: Context, token: string, password: string) {
  const over = () => new Refusal('InvalidParameter:CODE_EXPIRED', { message: 'The link was used, or its time expired' })
  const place = { purpose, token }
  const found = await findToken(ctx.sql, ctx.keys.sessionPepper, place)
  if (!found) throw over()
  refuseCommon(password, namesOf(await readStanding(ctx.sql, contactIn(found.subject).playerId)))
  const hash = await hashPassword(password)
  const used = await useToken(ctx.sql, ctx.keys.sessionPepper, place)
  if (!used) throw over()
  await complete(ctx, contactIn(used.subject), hash)
  return null
}

/** Sets the password and does not sign in: two-factor, ban and exclusion stand where they stood. */
async function complete(ctx: Context, contact: OwnContact, hash: string): Promise<void> {
  const { playerId, type, key } = contact
  const browser = await ctx.begin(async (tx) => {
    // Whose it is changes under this lock alone, which comes before those of players.
    await contacts.lock(tx, [key])
    const own = await contacts.of(tx, playerId, type)
    const { isDeleted } = await readStanding(tx, playerId)
    if (isDeleted || own.key !== key) throw wrongCode()
    if (!own.isConfirmed) await proveOwner(ctx, tx, contact)
    await lockPlayer(tx, playerId)
    await replacePassword(ctx, tx, await readStanding(tx, playerId), hash)
    await dropCodesOf(tx, purpose, playerId)
    await sayEnded(ctx, tx, await store.endPlayerSessions(tx, playerId))
    await noteEvent(tx, playerId, 'passwordRestored', ctx.visitor)
    await tellPlayer(tx, playerId, 'session')
    // The one who was in may not have been the owner: only the browser that held the letter is known from now on.
    await dropDevices(tx, playerId)
    return rememberBrowser(ctx, tx, playerId)
  })
  browser.keep()
  await forgetAttempts(ctx, playerId)
}
