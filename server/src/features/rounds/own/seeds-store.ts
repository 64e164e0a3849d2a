import { sql } from 'kysely'
import type { Db, Tx } from '../../../context.ts'
import { type ChanceKey, chanceBytes, openChance, ownerOfSeed, sealChance } from '../sealed-chance.ts'

/** What the rounds of a player are made of now, and next. */
export type Fair = {
  playerId: bigint
  seedId: bigint
  nextSeedId: bigint
  /** Sealed. */
  seedKept: Buffer
  hash: Buffer
  nextHash: Buffer
  clientSeed: string
  isOwnSeed: boolean
  /** Of the next round. */
  nonce: bigint
  since: Date
}

export type NewSeed = { place: number; serverSeed: Buffer; hash: Buffer; chain: Buffer }

export const readFair = (db: Db, playerId: bigint): Promise<Fair | undefined> =>
  db
    .selectFrom('rounds_fair as f')
    .innerJoin('rounds_seed as s', 's.id', 'f.seed_id')
    .innerJoin('rounds_seed as n', 'n.id', 'f.next_seed_id')
    .select(['f.player_id as playerId', 'f.seed_id as seedId', 'f.next_seed_id as nextSeedId', 'f.nonce', 'f.since'])
    .select(['f.client_seed as clientSeed', 'f.is_own_seed as isOwnSeed'])
    .select(['s.server_seed as seedKept', 's.hash', 'n.hash as nextHash'])
    .where('f.player_id', '=', playerId)
    .executeTakeFirst()

export async function readClientSeeds(tx: Tx, playerIds: readonly bigint[]): Promise<Map<bigint, string>> {
  const { rows } = await sql<{ playerId: bigint; clientSeed: string }>`
    select player_id as "playerId", client_seed as "clientSeed" from rounds_fair
    where player_id = any(${numbers(playerIds)}::bigint[])`.execute(tx)
  return new Map(rows.map(({ playerId, clientSeed }) => [playerId, clientSeed]))
}

export const readLastSeed = async (tx: Tx, playerId: bigint) =>
  (await tx
    .selectFrom('rounds_seed')
    .select(['place', 'chain'])
    .where('player_id', '=', playerId)
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null

/** An array as PostgreSQL writes it. Always one text of a statement, however many rows: its plan is kept. */
const numbers = (values: readonly (bigint | number)[]) => `{${values.join()}}`
const hexes = (values: readonly Buffer[]) => values.map((value) => value.toString('hex'))

/** With their ids. They are kept sealed. */
export async function addSeeds<S extends NewSeed & { playerId: bigint }>(
  tx: Tx,
  seeds: readonly S[],
  keys: ChanceKey,
): Promise<(S & { id: bigint })[]> {
  const { rows } = await sql<{ id: bigint; playerId: bigint; place: number }>`
    insert into rounds_seed (player_id, place, server_seed, hash, chain)
    select player_id, place, decode(seed, 'hex'), decode(hash, 'hex'), decode(chain, 'hex') from unnest(
      ${numbers(seeds.map(({ playerId }) => playerId))}::bigint[], ${numbers(seeds.map(({ place }) => place))}::int[],
      ${hexes(seeds.map(({ serverSeed, playerId }) => sealChance(serverSeed, ownerOfSeed(playerId), keys)))}::text[], ${hexes(seeds.map(({ hash }) => hash))}::text[],
      ${hexes(seeds.map(({ chain }) => chain))}::text[]) as made (player_id, place, seed, hash, chain)
    returning id, player_id as "playerId", place`.execute(tx)
  const nameOf = ({ playerId, place }: { playerId: bigint; place: number }) => `${playerId}/${place}`
  const ids = new Map(rows.map((row) => [nameOf(row), row.id]))
  return seeds.map((seed) => {
    const id = ids.get(nameOf(seed))
    if (id === undefined) throw new Error('a seed that was not kept')
    return { ...seed, id }
  })
}

type NewFair = Pick<Fair, 'playerId' | 'seedId' | 'nextSeedId' | 'clientSeed'>

export const addFairs = (tx: Tx, fairs: readonly NewFair[]) =>
  sql`insert into rounds_fair (player_id, seed_id, next_seed_id, client_seed) select * from unnest(
    ${numbers(fairs.map(({ playerId }) => playerId))}::bigint[], ${numbers(fairs.map(({ seedId }) => seedId))}::bigint[],
    ${numbers(fairs.map(({ nextSeedId }) => nextSeedId))}::bigint[], ${fairs.map(({ clientSeed }) => clientSeed)}::text[])`.execute(
    tx,
  )

/** Rounds that still need this seed to be a secret. */
export async function countOpen(db: Db, seedId: bigint): Promise<number> {
  const { open } = await db
    .selectFrom('rounds_play')
    .select(({ fn }) => fn.countAll<bigint>().as('open'))
    .where('seed_id', '=', seedId)
    .where('is_over', '=', false)
    .executeTakeFirstOrThrow()
  return Number(open)
}

export const addRevealed = (tx: Tx, { playerId, seedId, clientSeed, nonce, since }: Fair) =>
  tx
    .insertInto('rounds_revealed')
    .values({ seed_id: seedId, player_id: playerId, client_seed: clientSeed, rounds: nonce, used_from: since })
    .execute()

/** The next one becomes the one in use, with what the player chose after its hash was shown. */
export const goOn = (tx: Tx, { playerId, nextSeedId }: Fair, to: { nextSeedId: bigint; clientSeed: string }) =>
  tx
    .updateTable('rounds_fair')
    .set({
      seed_id: nextSeedId,
      next_seed_id: to.nextSeedId,
      client_seed: to.clientSeed,
      is_own_seed: true,
      nonce: 0n,
      since: sql<Date>`now()`,
    })
    .where('player_id', '=', playerId)
    .execute()

/** Players who have seeds, in the order of their numbers. */
export async function listSeeded(db: Db, afterId: bigint, most: number): Promise<bigint[]> {
  const { rows } = await sql<{ playerId: bigint }>`select player_id as "playerId" from rounds_fair
    where player_id > ${afterId} order by player_id limit ${most}`.execute(db)
  return rows.map(({ playerId }) => playerId)
}

/** One that is in use and sealed, if there is any. */
export async function readAnySealed(db: Db): Promise<{ playerId: bigint; seedKept: Buffer } | undefined> {
  const { rows } = await sql<{ playerId: bigint; seedKept: Buffer }>`
    select f.player_id as "playerId", s.server_seed as "seedKept" from rounds_fair as f
    join rounds_seed as s on s.id = f.seed_id where length(s.server_seed) > ${chanceBytes}
    order by f.player_id desc limit 1`.execute(db)
  return rows[0]
}

/** The last seed of each of these players. They are locked. */
export async function readLastSeeds(tx: Tx, playerIds: readonly bigint[]) {
  const { rows } = await sql<{ playerId: bigint; place: number; chain: Buffer }>`
    select distinct on (player_id) player_id as "playerId", place, chain from rounds_seed
    where player_id = any(${numbers(playerIds)}::bigint[]) order by player_id, place desc`.execute(tx)
  return rows
}

/** Both seeds of these players are told, and new ones take their places; what the players chose themselves stays. */
export async function replaceBoth(
  tx: Tx,
  fairs: readonly { playerId: bigint; seedId: bigint; nextSeedId: bigint }[],
): Promise<void> {
  const ids = numbers(fairs.map(({ playerId }) => playerId))
  await sql`insert into rounds_revealed (seed_id, player_id, client_seed, rounds, used_from)
    select unnest(array[seed_id, next_seed_id]), player_id, client_seed, unnest(array[nonce, 0]), since
    from rounds_fair where player_id = any(${ids}::bigint[])`.execute(tx)
  await sql`update rounds_fair as f set seed_id = n.seed_id, next_seed_id = n.next_seed_id, nonce = 0, since = now()
    from unnest(${ids}::bigint[], ${numbers(fairs.map(({ seedId }) => seedId))}::bigint[],
      ${numbers(fairs.map(({ nextSeedId }) => nextSeedId))}::bigint[]) as n (player_id, seed_id, next_seed_id)
    where f.player_id = n.player_id`.execute(tx)
}

/** What anybody needs to recompute the rounds of the past, newest first. Those whose key is lost cannot be told. */
export async function readRevealed(
  db: Db,
  playerId: bigint,
  { count, offset, keys }: { count: number; offset: number; keys: ChanceKey },
) {
  const revealed = db.selectFrom('rounds_revealed as r').where('r.player_id', '=', playerId)
  const { total } = await revealed.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow()
  const rows = await revealed
    .innerJoin('rounds_seed as s', 's.id', 'r.seed_id')
    .select(['s.server_seed as seedKept', 's.hash', 'r.client_seed as clientSeed', 'r.rounds'])
    .select(['r.used_from as from', 'r.revealed_at as to'])
    .orderBy('r.revealed_at', 'desc')
    .orderBy('r.seed_id', 'desc')
    .limit(count)
    .offset(offset)
    .execute()
  const told = rows.map(({ seedKept, ...row }) => ({
    ...row,
    serverSeed: openChance(seedKept, ownerOfSeed(playerId), { ...keys, mayBeLost: true }),
  }))
  return { total: Number(total), rows: told.filter(({ serverSeed }) => serverSeed.length > 0) }
}
