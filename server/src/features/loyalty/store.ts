import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'
import type { Dated } from './rules.ts'

/** Players of the club: what they earned, when they were in it, whom they chose. */

export const list = (values: readonly (bigint | number)[]) => `{${values.join()}}`

export type ClubPlayer = {
  playerId: bigint
  program: string | null
  earned: bigint
  rest: bigint
  level: number
  /** The highest that was ever reached. */
  top: number
  /** How often the level has changed. */
  levelNo: number
  /** Experience at the beginning of the present period of reviews. */
  reviewBase: bigint | null
  isActive: boolean
}

type Row = Omit<ClubPlayer, 'rest'> & { rest: string }

const columns = sql`player_id as "playerId", program, earned, rest::text as rest, level, top,
  level_no as "levelNo", review_base as "reviewBase", is_active as "isActive"`
const clubPlayer = (row: Row): ClubPlayer => ({ ...row, rest: BigInt(row.rest) })

/** Of a player whom the club has not met yet. */
const newcomer = (playerId: bigint): ClubPlayer => ({
  playerId,
  program: null,
  earned: 0n,
  rest: 0n,
  level: 1,
  top: 1,
  levelNo: 0,
  reviewBase: null,
  isActive: true,
})

/** Answers those that are new. */
export async function addClubPlayers(tx: Tx, playerIds: readonly bigint[]): Promise<bigint[]> {
  const { rows } = await sql<{ playerId: bigint }>`insert into loyalty_player (player_id)
    select id from unnest(${list(playerIds)}::bigint[]) as id order by id
    on conflict do nothing returning player_id as "playerId"`.execute(tx)
  return rows.map(({ playerId }) => playerId)
}

/** Held until the transaction ends: two workers are one, and points of one player come one after the other. */
export async function lockClubPlayers(tx: Tx, playerIds: readonly bigint[]): Promise<ClubPlayer[]> {
  const { rows } = await sql<Row>`select ${columns} from loyalty_player
    where player_id = any(${list(playerIds)}::bigint[]) order by player_id for update`.execute(tx)
  return rows.map(clubPlayer)
}

export async function readClubPlayer(db: Db, playerId: bigint): Promise<ClubPlayer> {
  const { rows } = await sql<Row>`select ${columns} from loyalty_player where player_id = ${playerId}`.execute(db)
  const [row] = rows
  return row ? clubPlayer(row) : newcomer(playerId)
}

export async function writeClubPlayers(tx: Tx, players: readonly ClubPlayer[]): Promise<void> {
  if (players.length === 0) return
  await sql`update loyalty_player as p set program = n.program, earned = n.earned, rest = n.rest, level = n.level,
      top = greatest(p.top, n.level), level_no = n.level_no
    from unnest(${list(players.map(({ playerId }) => playerId))}::bigint[], ${players.map(({ program }) => program)}::text[],
      ${list(players.map(({ earned }) => earned))}::bigint[], ${list(players.map(({ rest }) => rest))}::numeric[],
      ${list(players.map(({ level }) => level))}::int[], ${list(players.map(({ levelNo }) => levelNo))}::int[])
      as n (player_id, program, earned, rest, level, level_no)
    -- Said twice, because by the join alone the planner reads all players there are.
    where p.player_id = n.player_id and p.player_id = any(${list(players.map(({ playerId }) => playerId))}::bigint[])`.execute(
    tx,
  )
}

export async function* allClubPlayers(db: Db): AsyncGenerator<bigint> {
  for (let after = 0n; ; ) {
    const rows = await db
      .selectFrom('loyalty_player')
      .select('player_id as playerId')
      .where('player_id', '>', after)
      .orderBy('player_id')
      .limit(500)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    for (const { playerId } of rows) yield playerId
    after = last.playerId
  }
}

/** So many of them, by chance. */
export async function sampleClubPlayers(db: Db, count: number): Promise<bigint[]> {
  const { rows } = await sql<{ playerId: bigint }>`select player_id as "playerId" from loyalty_player
    order by random() limit ${count}`.execute(db)
  return rows.map(({ playerId }) => playerId)
}

// The switch

/** False where it stood so already. */
export async function writeActive(tx: Tx, playerId: bigint, isActive: boolean): Promise<boolean> {
  const { rows } = await sql`with moved as (
      update loyalty_player set is_active = ${isActive} where player_id = ${playerId} and is_active <> ${isActive}
      returning player_id
    )
    insert into loyalty_switch (player_id, is_active) select player_id, ${isActive} from moved returning 1`.execute(tx)
  return rows.length === 1
}

type Histories<T> = Map<bigint, Dated<T>[]>

const histories = <T>(rows: readonly { playerId: bigint; atMs: bigint; value: T }[]): Histories<T> =>
  new Map(
    [...Map.groupBy(rows, ({ playerId }) => playerId)].map(([playerId, own]) => [
      playerId,
      own.map(({ atMs, value }) => ({ atMs: Number(atMs), value })),
    ]),
  )

export async function readSwitchesOf(db: Db, playerIds: readonly bigint[]): Promise<Histories<boolean>> {
  const { rows } = await sql<{ playerId: bigint; atMs: bigint; value: boolean }>`select player_id as "playerId",
      (extract(epoch from at) * 1000)::bigint as "atMs", is_active as value
    from loyalty_switch where player_id = any(${list(playerIds)}::bigint[]) order by id`.execute(db)
  return histories(rows)
}

// Dealers

export async function readCharactersOf(db: Db, playerIds: readonly bigint[]): Promise<Histories<string>> {
  const { rows } = await sql<{ playerId: bigint; atMs: bigint; value: string }>`select player_id as "playerId",
      (extract(epoch from chosen_at) * 1000)::bigint as "atMs", character as value
    from loyalty_character where player_id = any(${list(playerIds)}::bigint[]) order by id`.execute(db)
  return histories(rows)
}

/** When the site had them and when not; it begins with them. */
export async function readDealersOn(db: Db): Promise<Dated<boolean>[]> {
  const { rows } = await sql<{ atMs: bigint; value: boolean }>`select (extract(epoch from at) * 1000)::bigint as "atMs",
      is_on as value
    from loyalty_dealers order by id`.execute(db)
  return [{ atMs: 0, value: true }, ...rows.map(({ atMs, value }) => ({ atMs: Number(atMs), value }))]
}

/** Kept where it is another word than the last one. */
export const writeDealersOn = (tx: Tx, isOn: boolean) =>
  sql`insert into loyalty_dealers (is_on) select ${isOn}
    where coalesce((select is_on from loyalty_dealers order by id desc limit 1), true) <> ${isOn}`.execute(tx)

/** The last choice, and when: null where it is that of the registration. */
export async function readCharacterChoice(db: Db, playerId: bigint) {
  const { rows } = await sql<{ character: string; chosenAtMs: bigint | null; nowMs: bigint }>`
    select character, case when not is_first then (extract(epoch from chosen_at) * 1000)::bigint end as "chosenAtMs",
      (extract(epoch from clock_timestamp()) * 1000)::bigint as "nowMs"
    from loyalty_character where player_id = ${playerId} order by id desc limit 1`.execute(db)
  const [row] = rows
  return row
    ? { ...row, chosenAtMs: row.chosenAtMs === null ? null : Number(row.chosenAtMs), nowMs: Number(row.nowMs) }
    : null
}

export const addCharacter = (
  tx: Tx,
  { playerId, character, firstAt }: { playerId: bigint; character: string; firstAt?: Date },
) =>
  sql`insert into loyalty_character (player_id, character, is_first, chosen_at)
    values (${playerId}, ${character}, ${firstAt !== undefined}, coalesce(${firstAt ?? null}::timestamptz, clock_timestamp()))`.execute(
    tx,
  )
