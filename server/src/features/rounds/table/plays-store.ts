import { sql } from 'kysely'
import type { Db, Tx } from '../../../context.ts'
import type { Mode } from '../batch/rules.ts'
import { tryAgainIfTaken } from '../batch/store.ts'

/** An array as PostgreSQL writes it. */
const numbers = (values: readonly (bigint | number | null)[]) => `{${values.map((value) => value ?? 'null').join()}}`

export type TablePlay = {
  round: string
  playerId: bigint | null
  guestId: bigint | null
  game: string
  version: string
  mode: Mode
  currency: string
  stake: bigint
  salt: string
  place: number
  sharedId: bigint
  choices: unknown[]
  won: bigint
  isOver: boolean
}

type PlayRow = Omit<TablePlay, 'mode' | 'place' | 'choices' | 'sharedId'> & {
  mode: string
  nonce: bigint
  choices: unknown
  sharedId: bigint | null
}

const playColumns = sql`round, player_id as "playerId", guest_id as "guestId", game, version, mode, currency, stake,
  client_seed as salt, nonce, shared_id as "sharedId", choices, won, is_over as "isOver"`

function playOf({ mode, nonce, choices, sharedId, ...row }: PlayRow): TablePlay {
  if (sharedId === null || !Array.isArray(choices)) throw new Error('a play without a round of the table')
  return { ...row, mode: mode === 'demo' ? 'demo' : 'real', place: Number(nonce), sharedId, choices }
}

/** Whose it is, is asked by the caller. Undefined too where it is a play of a game that is not shared. */
export async function readPlay(db: Db, round: string): Promise<TablePlay | undefined> {
  const { rows } = await sql<PlayRow>`select ${playColumns} from rounds_play
    where round = ${round} and shared_id is not null`.execute(db)
  return rows.map(playOf)[0]
}

/** Plays of the table under these ids, and ids that other games have taken. */
export async function readPlaysNamed(db: Db, rounds: readonly string[]) {
  const { rows } = await sql<PlayRow>`select ${playColumns} from rounds_play
    where round = any(${rounds}::text[])`.execute(db)
  return {
    plays: rows.filter(({ sharedId }) => sharedId !== null).map(playOf),
    taken: new Set(rows.flatMap(({ round, sharedId }) => (sharedId === null ? [round] : []))),
  }
}

/** Which round of the game each of these players has open, by mode. */
export async function readOpenPlays(db: Db, playerIds: readonly bigint[]) {
  const { rows } = await sql<{ round: string; playerId: bigint; game: string; mode: string }>`
    select round, player_id as "playerId", game, mode from rounds_play
    where player_id = any(${numbers(playerIds)}::bigint[]) and not is_over`.execute(db)
  return rows
}

export async function isRoundTaken(db: Db, round: string): Promise<boolean> {
  const { rows } = await sql`select 1 from rounds_play where round = ${round}`.execute(db)
  return rows.length > 0
}

/** The open round of a guest in the game, if there is one. */
export async function findOpenRound(tx: Tx, guestId: bigint, game: string, mode: Mode): Promise<string | undefined> {
  const { rows } = await sql<{ round: string }>`select round from rounds_play
    where guest_id = ${guestId} and game = ${game} and mode = ${mode} and not is_over limit 1`.execute(tx)
  return rows[0]?.round
}

/** All of them in one statement. */
export const addPlays = (tx: Tx, plays: readonly TablePlay[]) =>
  sql`insert into rounds_play (round, player_id, guest_id, game, version, mode, currency, stake, client_seed, nonce,
      shared_id, choices, steps, staked)
    select round, player_id, guest_id, game, version, mode, currency, stake, salt, place, shared_id, choices,
      jsonb_array_length(choices), stake
    from unnest(
      ${plays.map(({ round }) => round)}::text[], ${numbers(plays.map(({ playerId }) => playerId))}::bigint[],
      ${numbers(plays.map(({ guestId }) => guestId))}::bigint[], ${plays.map(({ game }) => game)}::text[],
      ${plays.map(({ version }) => version)}::text[], ${plays.map(({ mode }) => mode)}::text[],
      ${plays.map(({ currency }) => currency)}::text[], ${numbers(plays.map(({ stake }) => stake))}::bigint[],
      ${plays.map(({ salt }) => salt)}::text[], ${numbers(plays.map(({ place }) => place))}::bigint[],
      ${numbers(plays.map(({ sharedId }) => sharedId))}::bigint[],
      ${plays.map(({ choices }) => JSON.stringify(choices))}::jsonb[]
    ) as n (round, player_id, guest_id, game, version, mode, currency, stake, salt, place, shared_id, choices)`
    .execute(tx)
    .catch(tryAgainIfTaken)

const auto = sql`(choices -> 0 ->> 'auto')::int`

export type Aboard = { round: string; playerId: bigint | null; guestId: bigint | null }

/** Plays that are still aboard; with a height only those that were to get off there or lower. */
export async function listAboard(db: Db, sharedId: bigint, most: number, height?: number): Promise<Aboard[]> {
  const { rows } = await sql<Aboard>`select round, player_id as "playerId", guest_id as "guestId" from rounds_play
    where shared_id = ${sharedId} and not is_over
      ${height === undefined ? sql`` : sql`and ${auto} <= ${height}`}
    order by round limit ${most}`.execute(db)
  return rows
}

/** The next height at which a player wants to get off, up to the point. */
export async function nextAuto(db: Db, sharedId: bigint, point: number): Promise<number | null> {
  const { rows } = await sql<{ height: number | null }>`select min(${auto}) as height from rounds_play
    where shared_id = ${sharedId} and not is_over and ${auto} <= ${point}`.execute(db)
  return rows[0]?.height ?? null
}

/** Rounds of the game that are over and still have plays aboard. */
export const unsettled = (game: string) => sql<{ id: bigint }>`select distinct s.id from rounds_play as p
    join rounds_shared as s on s.id = p.shared_id
    where p.shared_id is not null and not p.is_over and s.game = ${game} and s.phase = 'over'`

export async function listUnsettled(db: Db, game: string): Promise<bigint[]> {
  return (await unsettled(game).execute(db)).rows.map(({ id }) => id)
}

export async function lockPlays(tx: Tx, rounds: readonly string[]): Promise<TablePlay[]> {
  const { rows } = await sql<PlayRow>`select ${playColumns} from rounds_play
    where round = any(${rounds}::text[]) and shared_id is not null order by round for update`.execute(tx)
  return rows.map(playOf)
}

type Ended = { round: string; end: unknown; won: bigint }

export const endPlays = (tx: Tx, ended: readonly Ended[]) =>
  sql`update rounds_play set choices = choices || jsonb_build_array(n.last), steps = 2, won = n.won, is_over = true,
      updated_at = clock_timestamp()
    from unnest(${ended.map(({ round }) => round)}::text[], ${ended.map(({ end }) => JSON.stringify(end))}::jsonb[],
      ${`{${ended.map(({ won }) => won).join()}}`}::bigint[]) as n (round, last, won)
    where rounds_play.round = n.round`.execute(tx)

// Those without an account

export type TableGuest = { id: bigint; balance: bigint; clientSeed: string }

/** In one order, before anything else of theirs. */
export async function lockGuests(tx: Tx, ids: readonly bigint[]): Promise<TableGuest[]> {
  const { rows } = await sql<TableGuest>`select id, balance, client_seed as "clientSeed" from rounds_guest
    where id = any(${`{${ids.join()}}`}::bigint[]) order by id for update`.execute(tx)
  return rows
}

export const addToGuest = (tx: Tx, id: bigint, amount: bigint) =>
  sql`update rounds_guest set balance = balance + ${amount} where id = ${id}`.execute(tx)

export async function readGuestBalance(db: Db, id: bigint): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`select balance from rounds_guest where id = ${id}`.execute(db)
  return rows[0]?.balance ?? 0n
}
