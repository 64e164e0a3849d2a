import { jackpotLevels } from '@croupier/contract/games'
import { isCurrency } from '@croupier/contract/money'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../context.ts'
import { textArray } from '../../../db/array-text.ts'
import { modeOf, tryAgainIfTaken } from '../batch/store.ts'
import type { Pace } from '../jurisdiction.ts'
import { type ChanceKey, openChance, ownerOfSeed } from '../sealed-chance.ts'
import { type Play, readChoices } from './rules.ts'

/** Arrays as PostgreSQL writes them. */
const numbers = (values: readonly (bigint | number | boolean | null)[]) =>
  `{${values.map((value) => value ?? 'null').join()}}`

// Reading

type WirePlay = [
  round: string,
  playerId: string | null,
  guestId: string | null,
  game: string,
  version: string,
  mode: string,
  currency: string,
  stake: string,
  seedId: string | null,
  seedKept: string | null,
  clientSeed: string,
  nonce: string,
  choices: unknown[],
  staked: string,
  won: string,
  isOver: boolean,
  isShared: boolean,
  packId: string | null,
  pot: string | null,
  level: string | null,
  potWon: string,
]

const columns = sql`json_build_array(p.round, p.player_id::text, p.guest_id::text, p.game, p.version, p.mode,
  p.currency, p.stake::text, p.seed_id::text, encode(coalesce(s.server_seed, g.server_seed), 'hex'), p.client_seed,
  p.nonce::text, p.choices, p.staked::text, p.won::text, p.is_over, p.shared_id is not null, p.pack_id::text,
  p.jackpot, p.jackpot_level, p.jackpot_won::text)`
const seeded = sql`left join rounds_seed as s on s.id = p.seed_id left join rounds_guest as g on g.id = p.guest_id`

const bigOrNull = (text: string | null) => (text === null ? null : BigInt(text))

/** Guests play with plain seeds, so only those of players can be sealed. */
const seedOf = (kept: string, playerId: string | null, keys: ChanceKey): Buffer =>
  openChance(Buffer.from(kept, 'hex'), ownerOfSeed(BigInt(playerId ?? 0)), keys)

function readPlay(row: WirePlay, keys: ChanceKey): Play {
  const [round, playerId, guestId, game, version, mode, currency, stake, seedId, seedKept, ...rest] = row
  const [clientSeed, nonce, choices, staked, won, isOver, isShared, packId, pot, level, potWon] = rest
  if (!isCurrency(currency)) throw new Error('an unknown currency')
  return {
    round,
    playerId: bigOrNull(playerId),
    guestId: bigOrNull(guestId),
    game,
    version,
    mode: modeOf(mode),
    currency,
    stake: BigInt(stake),
    seedId: bigOrNull(seedId),
    // Of a round at the table there is none.
    serverSeed: seedKept === null ? Buffer.alloc(0) : seedOf(seedKept, playerId, keys),
    clientSeed,
    nonce: BigInt(nonce),
    choices: readChoices(choices),
    staked: BigInt(staked),
    won: BigInt(won),
    isOver,
    isShared,
    packId: bigOrNull(packId),
    jackpot: readJackpot(pot, level, BigInt(potWon)),
  }
}

function readJackpot(pot: string | null, word: string | null, won: bigint): Play['jackpot'] {
  const level = jackpotLevels.find((known) => known === word)
  return pot !== null && level ? { pot, level, won } : null
}

/** What new rounds of a player are made of, and when the last of each pace began. */
export type Seeds = {
  playerId: bigint
  seedId: bigint
  serverSeed: Uint8Array
  clientSeed: string
  nonce: bigint
  lastMs: Record<Pace, number | null>
}

type WireSeeds = [string, string, string, string, string, slotMs: number | null, otherMs: number | null]

const readSeeds = (
  [playerId, seedId, seedKept, clientSeed, nonce, slot, other]: WireSeeds,
  keys: ChanceKey,
): Seeds => ({
  playerId: BigInt(playerId),
  seedId: BigInt(seedId),
  serverSeed: seedOf(seedKept, playerId, keys),
  clientSeed,
  nonce: BigInt(nonce),
  lastMs: { slot, other },
})

/** These rounds, what is open of these players, and their seeds, in one question. The players are locked. */
export async function readPlays(
  db: Db,
  { rounds, players, keys }: { rounds: readonly string[]; players: readonly bigint[]; keys: ChanceKey },
) {
  const ids = numbers(players)
  const { rows } = await sql<{ plays: WirePlay[] | null; open: WirePlay[] | null; seeds: WireSeeds[] | null }>`select (
      select json_agg(${columns}) from rounds_play as p ${seeded} where p.round = any(${textArray(rounds)}::text[])
    ) as plays, (
      select json_agg(${columns}) from rounds_play as p ${seeded}
      where p.player_id = any(${ids}::bigint[]) and not p.is_over
    ) as open, (
      select json_agg(json_build_array(f.player_id::text, f.seed_id::text, encode(s.server_seed, 'hex'), f.client_seed,
        f.nonce::text, extract(epoch from f.slot_at)::float8 * 1000, extract(epoch from f.other_at)::float8 * 1000))
      from rounds_fair as f join rounds_seed as s on s.id = f.seed_id where f.player_id = any(${ids}::bigint[])
    ) as seeds`.execute(db)
  const [row] = rows
  return {
    plays: [...(row?.plays ?? []), ...(row?.open ?? [])].map((play) => readPlay(play, keys)),
    seeds: (row?.seeds ?? []).map((seeds) => readSeeds(seeds, keys)),
  }
}

type Place = Pick<Play, 'game' | 'mode'> & { keys: ChanceKey }

/** The round that the player left unfinished here. */
export async function findOpen(db: Db, playerId: bigint, { game, mode, keys }: Place): Promise<Play | null> {
  const { rows } = await sql<{ play: WirePlay }>`select ${columns} as play from rounds_play as p ${seeded}
    where p.player_id = ${playerId} and p.game = ${game} and p.mode = ${mode} and not p.is_over
    limit 1`.execute(db)
  const [row] = rows
  return row ? readPlay(row.play, keys) : null
}

/** Rounds that these players left unfinished, the table apart. */
export async function listOpenOf(db: Db, playerIds: readonly bigint[]) {
  const { rows } = await sql<{ round: string; playerId: bigint }>`select round, player_id as "playerId" from rounds_play
    where player_id = any(${numbers(playerIds)}::bigint[]) and not is_over and shared_id is null
    order by round`.execute(db)
  return rows
}

/** One round by its id, and what is open of a guest. */
export async function readGuestPlays(
  db: Db,
  guestId: bigint,
  { round, keys }: { round: string; keys: ChanceKey },
): Promise<Play[]> {
  const { rows } = await sql<{ play: WirePlay }>`select ${columns} as play from rounds_play as p ${seeded}
    where p.round = ${round} or (p.guest_id = ${guestId} and not p.is_over)`.execute(db)
  return rows.map(({ play }) => readPlay(play, keys))
}

// Writing

export type PlayChanges = {
  opened: readonly Play[]
  changed: readonly Play[]
  seeds: readonly Seeds[]
}

const json = (choices: readonly unknown[]) => JSON.stringify(choices)

/** All of it in one statement. */
export async function writePlays(tx: Tx, { opened, changed, seeds }: PlayChanges): Promise<void> {
  await sql`with changed as (
      update rounds_play as p set choices = n.choices, steps = jsonb_array_length(n.choices), staked = n.staked,
        won = n.won, is_over = n.is_over, updated_at = clock_timestamp()
      from unnest(
        ${textArray(changed.map(({ round }) => round))}::text[], ${changed.map(({ choices }) => json(choices))}::jsonb[],
        ${numbers(changed.map(({ staked }) => staked))}::bigint[], ${numbers(changed.map(({ won }) => won))}::bigint[],
        ${numbers(changed.map(({ isOver }) => isOver))}::boolean[]
      ) as n (round, choices, staked, won, is_over)
      where p.round = n.round
    ), counted as (
      update rounds_fair as f set nonce = n.nonce, slot_at = to_timestamp(n.slot / 1000),
        other_at = to_timestamp(n.other / 1000)
      from unnest(
        ${numbers(seeds.map(({ playerId }) => playerId))}::bigint[], ${numbers(seeds.map(({ nonce }) => nonce))}::bigint[],
        ${numbers(seeds.map(({ lastMs }) => lastMs.slot))}::float8[],
        ${numbers(seeds.map(({ lastMs }) => lastMs.other))}::float8[]
      ) as n (player_id, nonce, slot, other)
      where f.player_id = n.player_id
    )
    insert into rounds_play (round, player_id, guest_id, game, version, mode, currency, stake, seed_id, client_seed,
      nonce, choices, steps, staked, won, is_over, pack_id, jackpot, jackpot_level, jackpot_won)
    select * from unnest(
      ${textArray(opened.map(({ round }) => round))}::text[], ${numbers(opened.map(({ playerId }) => playerId))}::bigint[],
      ${numbers(opened.map(({ guestId }) => guestId))}::bigint[], ${textArray(opened.map(({ game }) => game))}::text[],
      ${textArray(opened.map(({ version }) => version))}::text[], ${textArray(opened.map(({ mode }) => mode))}::text[],
      ${textArray(opened.map(({ currency }) => currency))}::text[], ${numbers(opened.map(({ stake }) => stake))}::bigint[],
      ${numbers(opened.map(({ seedId }) => seedId))}::bigint[], ${textArray(opened.map(({ clientSeed }) => clientSeed))}::text[],
      ${numbers(opened.map(({ nonce }) => nonce))}::bigint[], ${opened.map(({ choices }) => json(choices))}::jsonb[],
      ${numbers(opened.map(({ choices }) => choices.length))}::int[],
      ${numbers(opened.map(({ staked }) => staked))}::bigint[], ${numbers(opened.map(({ won }) => won))}::bigint[],
      ${numbers(opened.map(({ isOver }) => isOver))}::boolean[],
      ${numbers(opened.map(({ packId }) => packId))}::bigint[], ${textArray(opened.map(({ jackpot }) => jackpot?.pot ?? null))}::text[],
      ${textArray(opened.map(({ jackpot }) => jackpot?.level ?? null))}::text[],
      ${numbers(opened.map(({ jackpot }) => jackpot?.won ?? 0n))}::bigint[])`
    .execute(tx)
    .catch(tryAgainIfTaken)
}
