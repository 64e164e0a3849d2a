import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Context, Db, Tx } from '../../context.ts'
import { decrypt, keyedHash } from '../../encryption.ts'
import type { Standing } from '../../ports/standing.ts'
import { believed, type Keys } from '../../secrets.ts'
import { contacts } from '../account/account.ts'
import { countTry, forgetCode, issueCode, useCode } from '../codes/codes.ts'
import { channelOf, post } from '../mail/mail.ts'
import { readSecond } from './rules.ts'
import * as store from './two-factor-store.ts'

export type TwoFactorMethod = 'email' | 'phone' | 'app'

const methods: readonly TwoFactorMethod[] = ['email', 'phone', 'app']

/** The database keeps a word. */
export const twoFactorMethodNamed = (word: string | null | undefined): TwoFactorMethod | null =>
  methods.find((method) => method === word) ?? null

/** What was right, or how it was wrong; each caller has its own words for it. */
export type SecondOutcome = 'code' | 'recovery' | 'digits' | 'wrong' | 'expired' | 'spent'

export const codeLifeSeconds = 300
const windowSeconds = 900
const recoveryCount = 10

/** Codes to sign in with; tries of the app and of recovery codes are counted in the same place. */
export const signInPurpose = 'twofa'
/** A code that was sent to sign in must not turn two-factor off, nor the other way round. */
export const changePurpose = 'twofaChange'
export type SecondPurpose = typeof signInPurpose | typeof changePurpose

type Player = Pick<Standing, 'playerId' | 'locale' | 'email' | 'phone'>

const contactOf = ({ email, phone }: Player, method: 'email' | 'phone') => (method === 'email' ? email : phone) ?? ''

/** Sends a code where the method needs one. Answers after how many seconds the next may be asked for. */
export async function sendSecond(
  ctx: Pick<Context, 'begin' | 'keys' | 'announce' | 'i18n' | 'content' | 'config'>,
  player: Player,
  method: TwoFactorMethod,
  purpose: SecondPurpose,
): Promise<{ resendSeconds: number; to: string }> {
  if (method === 'app') return { resendSeconds: 0, to: '' }
  const to = contactOf(player, method)
  const place = { purpose, subject: String(player.playerId), lifeSeconds: codeLifeSeconds }
  const { resendSeconds } = await ctx.begin(async (tx) => {
    const issued = await issueCode(tx, ctx.keys.sessionPepper, place)
    if (issued.kind === 'sent') {
      const channel = channelOf(method)
      const params = { code: issued.code }
      await post(ctx, tx, { channel, to, kind: 'twoFactorCode', locale: player.locale, params })
    }
    return issued
  })
  return { resendSeconds, to: contacts.mask(to) }
}

/**
 * Is this the second factor of the player? Counted before it is looked at and never inside a transaction;
 * what is right is used up by this.
 */
export async function checkSecond(
  ctx: Pick<Context, 'sql' | 'keys'>,
  playerId: bigint,
  method: TwoFactorMethod,
  text: string,
  purpose: SecondPurpose,
): Promise<SecondOutcome> {
  const second = readSecond(text)
  if (!second) return 'digits'
  const counted = { purpose: signInPurpose, subject: String(playerId) }
  if (second.kind === 'digits' && method !== 'app') {
    const place = { purpose, subject: String(playerId) }
    const outcome = await useCode(ctx.sql, ctx.keys.sessionPepper, { ...place, code: second.code })
    return outcome === 'ok' ? 'code' : outcome
  }
  if (!(await countTry(ctx.sql, { ...counted, windowSeconds }))) return 'spent'
  const isRight =
    second.kind === 'recovery'
      ? await useRecovery(ctx, playerId, second.code)
      : await useAppCode(ctx, playerId, second.code)
  if (!isRight) return 'wrong'
  await forgetCode(ctx.sql, counted)
  return second.kind === 'recovery' ? 'recovery' : 'code'
}

const useRecovery = async ({ sql, keys }: Pick<Context, 'sql' | 'keys'>, playerId: bigint, code: string) =>
  (await store.useRecoveryCode(sql, playerId, recoveryHashes(playerId, code, keys.sessionPepper))) !== undefined

async function useAppCode({ sql, keys }: Pick<Context, 'sql' | 'keys'>, playerId: bigint, code: string) {
  const stored = await store.readTwoFactor(sql, playerId)
  if (!stored?.secretSealed) return false
  const secret = decrypt(stored.secretSealed, secretPurpose(playerId), keys.documentKey)
  const step = totpStepOf(secret, code, stored.nowMs)
  return step !== null && (await store.useStep(sql, playerId, step)) !== undefined
}

/** What a sealed authenticator secret is for: it opens for this player alone. */
export const secretPurpose = (playerId: bigint) => `twofa:${playerId}`

/** The time step whose code this is: the present one, the one before or the one after. */
export function totpStepOf(secret: string, code: string, nowMs: number): bigint | null {
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp: nowMs, window: 1 })
  return delta === null ? null : BigInt(TOTP.counter({ timestamp: nowMs }) + delta)
}

export const makeSecret = () => new Secret({ size: 20 }).base32

export const appAddress = (secret: string, { issuer, label }: { issuer: string; label: string }) =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret) }).toString()

/** No letters and digits that look alike; eight of them are 39 bits, and five guesses are allowed. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

const makeRecoveryCode = () => {
  const letters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

const recoveryHashes = (playerId: bigint, code: string, keys: Keys) =>
  believed(keys).map((key) => keyedHash(`${playerId}\n${code}`, 'recovery', key))

/** Ten new ones in place of the old. Only their hashes stay. */
export async function renewRecoveryCodes(tx: Tx, keys: Keys, playerId: bigint): Promise<string[]> {
  const codes = new Set<string>()
  while (codes.size < recoveryCount) codes.add(makeRecoveryCode())
  const { current } = keys
  const hashes = [...codes].flatMap((code) =>
    recoveryHashes(playerId, code.replace('-', ''), { current, previous: undefined }),
  )
  await store.replaceRecoveryCodes(tx, playerId, hashes)
  return [...codes]
}

export const dropRecoveryCodes = (db: Db, playerId: bigint) => store.replaceRecoveryCodes(db, playerId, [])
