import { createHash, randomBytes } from 'node:crypto'
import { Refusal } from '@croupier/contract/refusals'
import { SignJWT } from 'jose'
import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import type { Log } from '../../log.ts'
import * as passwords from '../../passwords.ts'
import type { Keys } from '../../secrets.ts'
import { ContentError, invalid } from './content-error.ts'
import { documentId } from './documents.ts'
import { readSigned, signingKey } from './signed-tokens.ts'
import * as store from './store.ts'

/** `confirm`: the address is shown to be theirs; `reset`: the code for a new password. */
export type SendMail = (kind: 'confirm' | 'reset', to: string, code: string) => Promise<void>
type Options = { sql: Db; keys: Keys; sendMail: SendMail; log: Log }

const tokenLife = '7d'

const claims = z.object({ id: z.number().int().positive(), v: z.number().int().min(0) })

/** Upper and lower case are one name. A key never holds what the database cannot store. */
export const keyOf = (name: string) => name.trim().normalize('NFKC').toLowerCase().replaceAll('\0', '')

const digest = (code: string) => createHash('sha256').update(code).digest()
const newCode = () => randomBytes(32).toString('base64url')

const wrongPair = () => invalid('Invalid identifier or password')
const unauthorized = () => new ContentError(401, 'UnauthorizedError', 'Missing or invalid credentials')
const refused = (message: string) => new ContentError(400, 'ApplicationError', message)

/** A crowd that hashes passwords is told so in Strapi's words. */
const inTurn = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw Refusal.is(error) ? new ContentError(503, 'ServiceUnavailableError', 'Try again soon', {}, 5) : error
  })
const hashPassword = (password: string) => inTurn(passwords.hashPassword(password))
const isPassword = (password: string, stored: string) => inTurn(passwords.isPasswordOf(password, stored))

export type Identities = Awaited<ReturnType<typeof openIdentities>>

/** People of the content backend: never players, never a session cookie; a signed token that ends with the password. */
export async function openIdentities({ sql, keys, sendMail, log }: Options) {
  // An unknown name is checked against this, so that both answers take the same time.
  const nobody = await hashPassword(newCode())

  async function signed(identity: store.Identity) {
    const jwt = await new SignJWT({ id: Number(identity.id), v: identity.token_version })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt()
      .setExpirationTime(tokenLife)
      .sign(signingKey(keys.current))
    return { jwt, user: shown(identity) }
  }

  /** Never waited for: how long a mail takes would tell whether there was one. */
  const mail: (...letter: Parameters<SendMail>) => void = (...letter) => {
    sendMail(...letter).catch(() => log.error('mail of the content backend could not be sent'))
  }

  async function renewPassword(identity: store.Identity, password: string) {
    const changed = await store.setPassword(sql, identity, await hashPassword(password))
    return changed ?? null
  }

  return {
    async signIn(identifier: string, password: string) {
      const identity = await store.findIdentity(sql, keyOf(identifier))
      const isRight = await isPassword(password, identity?.password_hash ?? nobody)
      if (!identity || !isRight) throw wrongPair()
      if (identity.is_blocked) throw refused('Your account has been blocked by an administrator')
      return signed(identity)
    },

    async register({ username, email, password }: { username: string; email: string; password: string }) {
      const code = newCode()
      const identity = await store.addIdentity(sql, {
        username,
        username_key: keyOf(username),
        email: email.trim(),
        email_key: keyOf(email),
        password_hash: await hashPassword(password),
        confirm_hash: digest(code),
      })
      if (!identity) throw refused('Email or Username are already taken')
      mail('confirm', identity.email, code)
      return signed(identity)
    },

    enterBySocial: async (email: string) => signed(await ownerOf(sql, email)),

    async forgetPassword(email: string) {
      const code = newCode()
      const identity = await store.setResetHash(sql, keyOf(email), digest(code))
      if (identity) mail('reset', identity.email, code)
    },

    async resetPassword(code: string, password: string) {
      const identity = await store.findByReset(sql, digest(code))
      const changed = identity && (await renewPassword(identity, password))
      if (!changed) throw invalid('Incorrect code provided')
      return signed(changed)
    },

    async changePassword(identity: store.Identity, currentPassword: string, password: string) {
      if (!(await isPassword(currentPassword, identity.password_hash)))
        throw invalid('The provided current password is invalid')
      if (currentPassword === password) throw invalid('Your new password must be different than your current password')
      const changed = await renewPassword(identity, password)
      if (!changed) throw unauthorized()
      return signed(changed)
    },

    async sendConfirmation(email: string) {
      const code = newCode()
      const identity = await store.setConfirmHash(sql, keyOf(email), digest(code))
      if (identity) mail('confirm', identity.email, code)
    },

    async confirm(code: string) {
      const identity = await store.confirmIdentity(sql, digest(code))
      if (!identity) throw invalid('Invalid token')
      return shown(identity)
    },

    /** Whom a bearer token speaks for. */
    async read(token: string | undefined): Promise<store.Identity> {
      const { id, v } = await readClaims(token ?? '', keys)
      const identity = await store.getIdentity(sql, BigInt(id))
      if (!identity || identity.is_blocked || identity.token_version !== v) throw unauthorized()
      return identity
    },
  }
}

/** The owner of a proven address. A password that was set before the address was shown to be theirs is a stranger's. */
async function ownerOf(sql: Db, email: string): Promise<store.Identity> {
  const known = await store.findByEmail(sql, keyOf(email))
  const identity = known ?? (await addOwner(sql, email)) ?? (await store.findByEmail(sql, keyOf(email)))
  if (!identity) throw refused('Email or Username are already taken')
  if (identity.is_blocked) throw refused('Your account has been blocked by an administrator')
  if (identity.is_confirmed) return identity
  const owned = await store.takeOver(sql, identity, await hashPassword(newCode()))
  if (!owned) throw unauthorized()
  return owned
}

async function addOwner(sql: Db, email: string) {
  const [name = ''] = email.split('@')
  const username = `${name.replace(/[^\p{L}\p{N}._-]/gu, '').slice(0, 40)}-${newCode().slice(0, 8)}`
  return store.addIdentity(sql, {
    username,
    username_key: keyOf(username),
    email: email.trim(),
    email_key: keyOf(email),
    password_hash: await hashPassword(newCode()),
    is_confirmed: true,
  })
}

async function readClaims(token: string, keys: Keys) {
  const payload = await readSigned(token, keys, claims)
  if (!payload) throw unauthorized()
  return payload
}

/** A closed list: hashes and codes have no way out. */
export const shown = (identity: store.Identity) => ({
  id: Number(identity.id),
  documentId: documentId('users', identity.id),
  username: identity.username,
  email: identity.email,
  provider: 'local',
  confirmed: identity.is_confirmed,
  blocked: identity.is_blocked,
  createdAt: identity.created_at.toISOString(),
  updatedAt: identity.updated_at.toISOString(),
})
