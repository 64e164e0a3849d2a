import { decryptBytes, encryptBytes } from '../../encryption.ts'
import type { Secrets } from '../../secrets.ts'

export type ChanceKey = Pick<Secrets, 'chanceKey'> & {
  /** Where it is not needed, as of rounds that are made void: what this key does not open is then as none. */
  mayBeLost?: boolean
}

/** A seed, or the root of a chain. */
export const chanceBytes = 32

/** Who reads the database, or a copy of it, must not know what comes: only the house can open what is kept there. */
export const sealChance = (bytes: Buffer, owner: string, { chanceKey }: ChanceKey): Buffer =>
  encryptBytes(bytes, `chance of ${owner}`, chanceKey)

/** What was kept before there was a seal, and what guests play with, is plain. */
export function openChance(kept: Buffer, owner: string, { chanceKey, mayBeLost = false }: ChanceKey): Buffer {
  if (kept.length === chanceBytes) return kept
  try {
    return decryptBytes(kept, `chance of ${owner}`, chanceKey)
  } catch (error) {
    if (mayBeLost) return Buffer.alloc(0)
    throw error
  }
}

/** Whose seal it is: no player's seed can stand in for that of another. */
export const ownerOfSeed = (playerId: bigint) => `player ${playerId}`
export const ownerOfChain = (game: string) => `table ${game}`
