import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Keys } from './secrets.ts'

const ivBytes = 12
const tagBytes = 16

const keyOf = (secret: string) => createHash('sha256').update(secret).digest()

/** AES-256-GCM. What it is for is part of the seal, so that one sealed value cannot stand in for another. */
export const encrypt = (text: string, purpose: string, keys: Keys): Buffer =>
  encryptBytes(Buffer.from(text, 'utf8'), purpose, keys)

export function encryptBytes(bytes: Buffer, purpose: string, { current }: Keys): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(current), iv)
  cipher.setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Throws when it was sealed with other keys, for another purpose, or changed since. */
export const decrypt = (sealed: Buffer, purpose: string, keys: Keys): string =>
  decryptBytes(sealed, purpose, keys).toString('utf8')

export function decryptBytes(sealed: Buffer, purpose: string, { current, previous }: Keys): Buffer {
  try {
    return open(sealed, purpose, current)
  } catch (error) {
    if (previous === undefined) throw error
    return open(sealed, purpose, previous)
  }
}

function open(sealed: Buffer, purpose: string, secret: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), sealed.subarray(0, ivBytes))
  decipher.setAAD(Buffer.from(purpose))
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()])
}

/** For values that must be found again but not read: the same text under the same key gives the same hash. */
export const keyedHash = (text: string, purpose: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`${purpose}\n${text}`).digest()

/** Takes the same time however much of a guess is right. */
export const isSameBytes = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other)
