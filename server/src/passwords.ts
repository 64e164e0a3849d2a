import { randomUUID } from 'node:crypto'
import { newPassword } from '@croupier/contract/fields/password'
import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { openTurnstile } from './turnstile.ts'

/** OWASP's parameters for argon2id, which is the library's own default kind: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const commonCount = 10_000

/** Hashing takes memory and a core; a crowd at the door waits, and a mob is turned away. */
const door = openTurnstile({ atOnce: 2, mostWaiting: 64, retrySeconds: 5, what: 'passwords' })

export const hashPassword = (password: string): Promise<string> =>
  door.pass(null, () => hash(password.normalize('NFKC'), cost))

export const isPasswordOf = (password: string, stored: string): Promise<boolean> =>
  door.pass(null, () => verify(stored, password.normalize('NFKC')))

let nobodys: Promise<string> | undefined

const nobodysHash = () => {
  nobodys ??= hashPassword(randomUUID()).catch((error: unknown) => {
    nobodys = undefined
    throw error
  })
  return nobodys
}

/** A player without a password is checked against one that is not known, so that both take the same time. */
export async function isPasswordOfSomebody(password: string, stored: string | undefined): Promise<boolean> {
  // Asked for by every guest: the first after a start waits for it.
  const standIn = await nobodysHash()
  const isRight = await isPasswordOf(password, stored ?? standIn)
  return stored !== undefined && isRight
}

/** The list is ordered by how often people choose a word; those that no password could be do not count. */
const common = new Set(
  dictionary['passwords-common'].filter((word) => newPassword(word) === null).slice(0, commonCount),
)

/** Upper and lower case are one: `Password` is guessed right after `password`. */
export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase())
