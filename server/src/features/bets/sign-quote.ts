import { keyedHash } from '../../encryption.ts'
import type { Keys } from '../../secrets.ts'

/** What the house stands by until it expires: all that is pinned on the leg of a bet. */
export type BuilderWord = {
  kind: 'builder'
  event: number
  picks: readonly string[]
  /** Of every set of parts, by its bits. */
  prices: readonly number[]
  /** Of each part alone, in parts of a billion: it may have moved by when the bet is decided. */
  chances: readonly number[]
  /** The last fact that the prices count with. */
  facts: number
  isLive: boolean
  /** By the clock of the database. */
  expiresMs: number
}

/** Nothing is kept of it: most quotes are never taken. Who hands it back need not be believed. */
export function signQuote(keys: Keys, word: BuilderWord): string {
  const text = Buffer.from(JSON.stringify(word)).toString('base64url')
  return `${text}.${keyedHash(text, 'quote', keys.current).toString('base64url')}`
}
