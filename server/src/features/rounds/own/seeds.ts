import { createHmac, hash, randomBytes } from 'node:crypto'
import { blockName, bytesOf, type Draws, drawsFrom } from '@croupier/studio/engine/draws'
import type { Tx } from '../../../context.ts'
import { lockPlayer } from '../../account/account.ts'
import { type ChanceKey, chanceBytes } from '../sealed-chance.ts'
import {
  addFairs,
  addSeeds,
  type Fair,
  type NewSeed,
  readClientSeeds,
  readFair,
  readLastSeeds,
  replaceBoth,
} from './seeds-store.ts'

export const newServerSeed = (): Buffer => randomBytes(chanceBytes)

/** Until players choose their own. */
export const newClientSeed = (): string => randomBytes(10).toString('hex')

/** What is shown before a seed is used. */
export const hashOfSeed = (serverSeed: Uint8Array): Buffer => hash('sha256', serverSeed, 'buffer')

/** A commitment holds on to the one before it, so none can be put in between later. */
const chainOf = (before: Uint8Array, seedHash: Uint8Array) =>
  Buffer.from(hash('sha256', Buffer.concat([before, seedHash]), 'buffer'))

/** All chance of one round. */
export const drawsOf = (serverSeed: Uint8Array, clientSeed: string, nonce: bigint): Draws =>
  drawsFrom(
    bytesOf((cursor) =>
      createHmac('sha256', serverSeed)
        .update(blockName(clientSeed, nonce, cursor))
        .digest(),
    ),
  )

/** So many further seeds after the last one. */
export function seedsAfter(last: { place: number; chain: Uint8Array } | null, count: number): NewSeed[] {
  const seeds: NewSeed[] = []
  let place = last?.place ?? 0
  let chain = Buffer.from(last?.chain ?? Buffer.alloc(chanceBytes))
  for (let made = 0; made < count; made += 1) {
    const serverSeed = newServerSeed()
    const seedHash = hashOfSeed(serverSeed)
    place += 1
    chain = chainOf(chain, seedHash)
    seeds.push({ place, serverSeed, hash: seedHash, chain })
  }
  return seeds
}

/** The one in use and the next, for players who are locked and have none. */
export async function firstSeeds(tx: Tx, playerIds: readonly bigint[], keys: ChanceKey) {
  const made = playerIds.flatMap((playerId) => seedsAfter(null, 2).map((seed) => ({ ...seed, playerId })))
  const added = await addSeeds(tx, made, keys)
  const fairs = playerIds.map((playerId, at) => {
    const [first, next] = added.slice(2 * at)
    if (!first || !next) throw new Error('seeds that were not kept')
    const { id: seedId, serverSeed } = first
    return { playerId, seedId, nextSeedId: next.id, serverSeed, clientSeed: newClientSeed(), nonce: 0n }
  })
  await addFairs(tx, fairs)
  return fairs
}

/** Both seeds of these players are told and replaced by new ones. The players are locked and have no round open. */
export async function retireSeeds(tx: Tx, playerIds: readonly bigint[], keys: ChanceKey): Promise<void> {
  const last = await readLastSeeds(tx, playerIds)
  const made = last.flatMap(({ playerId, ...before }) => seedsAfter(before, 2).map((seed) => ({ ...seed, playerId })))
  const added = await addSeeds(tx, made, keys)
  const pairs = last.map(({ playerId }, at) => {
    const [first, next] = added.slice(2 * at)
    if (!first || !next) throw new Error('seeds that were not kept')
    return { playerId, seedId: first.id, nextSeedId: next.id }
  })
  await replaceBoth(tx, pairs)
}

/** The player's seeds; made at the first use, when the player is locked. */
export async function ensureSeeds(tx: Tx, playerId: bigint, keys: ChanceKey): Promise<Fair> {
  const found = await readFair(tx, playerId)
  if (found) return found
  await lockPlayer(tx, playerId)
  const meanwhile = await readFair(tx, playerId)
  if (meanwhile) return meanwhile
  await firstSeeds(tx, [playerId], keys)
  const made = await readFair(tx, playerId)
  if (!made) throw new Error('seeds that were not kept')
  return made
}

/** What these players chose, or what was made for them; the players are locked. */
export async function clientSeedsOf(
  tx: Tx,
  playerIds: readonly bigint[],
  keys: ChanceKey,
): Promise<Map<bigint, string>> {
  const seeds = await readClientSeeds(tx, playerIds)
  const newcomers = playerIds.filter((playerId) => !seeds.has(playerId))
  for (const { playerId, clientSeed } of newcomers.length > 0 ? await firstSeeds(tx, newcomers, keys) : []) {
    seeds.set(playerId, clientSeed)
  }
  return seeds
}
