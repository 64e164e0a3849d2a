import { decryptBytes, encryptBytes } from '../../encryption.ts'
import type { Secrets } from '../../secrets.ts'

export type ChanceKey = Pick<Secrets, 'chanceKey'>

/** A seed, or the root of a chain. */
export const chanceBytes = 32

/** Who reads the database, or a copy of it, must not know what comes: only the house can open what is kept there. */
export const sealChance = (bytes: Buffer, owner: string, { chanceKey }: ChanceKey): Buffer =>
  encryptBytes(bytes, `chance of ${owner}`, chanceKey)

/** What was kept before there was a seal, and what guests play with, is plain. */
export const openChance = (kept: Buffer, owner: string, { chanceKey }: ChanceKey): Buffer =>
  kept.length === chanceBytes ? kept : decryptBytes(kept, `chance of ${owner}`, chanceKey)

/** Whose seal it is: no player's seed can stand in for that of another. */
export const ownerOfSeed = (playerId: bigint) => `player ${playerId}`
export const ownerOfChain = (game: string) => `table ${game}`
