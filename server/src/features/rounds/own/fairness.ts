import { Refusal } from '@croupier/contract/refusals'
import type { Operation } from '../../../context.ts'
import { lockPlayer } from '../../account/account.ts'
import { openChance, ownerOfSeed } from '../sealed-chance.ts'
import { ensureSeeds, seedsAfter } from './seeds.ts'
import {
  addRevealed,
  addSeeds,
  countOpen,
  type Fair,
  goOn,
  readFair,
  readLastSeed,
  readRevealed,
} from './seeds-store.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

export const wireFairness = ({ hash, nextHash, clientSeed, isOwnSeed, nonce }: Fair) => ({
  hash: hex(hash),
  next_hash: hex(nextHash),
  client_seed: clientSeed,
  is_own_seed: isOwnSeed,
  nonce: Number(nonce),
})

export const getFairness: Operation<'fairness.get'> = async ({ sql, begin, keys, player }) => {
  const fair = (await readFair(sql, player.id)) ?? (await begin((tx) => ensureSeeds(tx, player.id, keys)))
  return {
    ...wireFairness(fair),
    since: fair.since.toISOString(),
    open_rounds: await countOpen(sql, fair.seedId),
  }
}

/**
 * Under the player's lock no stake can begin with the seed that is told. The new one was promised by its hash before the
 * player chose what goes with it.
 */
export const rotateSeeds: Operation<'fairness.rotate'> = ({ begin, keys, player }, { client_seed: clientSeed, hash }) =>
  begin(async (tx) => {
    await lockPlayer(tx, player.id)
    const fair = await ensureSeeds(tx, player.id, keys)
    if (hex(fair.hash) !== hash) {
      throw new Refusal('InvalidParameter:SEED_CHANGED', { message: 'Another seed is in use by now' })
    }
    if ((await countOpen(tx, fair.seedId)) > 0) {
      throw new Refusal('InvalidParameter:ROUND_OPEN', { message: 'A round that is not over needs this seed' })
    }
    const made = seedsAfter(await readLastSeed(tx, player.id), 1)
    const [next] = await addSeeds(
      tx,
      made.map((seed) => ({ ...seed, playerId: player.id })),
      keys,
    )
    if (!next) throw new Error('a seed that was not kept')
    await addRevealed(tx, fair)
    await goOn(tx, fair, { nextSeedId: next.id, clientSeed })
    return {
      server_seed: hex(openChance(fair.seedKept, ownerOfSeed(player.id), keys)),
      hash: hex(fair.hash),
      client_seed: fair.clientSeed,
      rounds: Number(fair.nonce),
    }
  })

export const getSeeds: Operation<'fairness.getSeeds'> = async ({ sql, keys, player }, { count, offset }) => {
  const { total, rows } = await readRevealed(sql, player.id, { count, offset, keys })
  const items = rows.map(({ serverSeed, hash, clientSeed, rounds, from, to }) => ({
    server_seed: hex(serverSeed),
    hash: hex(hash),
    client_seed: clientSeed,
    rounds: Number(rounds),
    from: from.toISOString(),
    to: to.toISOString(),
  }))
  return { items, total, offset, limit: count }
}
