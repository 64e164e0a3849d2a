import { type TournamentTerms, tournamentTerms } from '@croupier/contract/promotion-terms'
import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'
import { storedTemplates, type Templates } from './prizes.ts'
import type { EntryState, Instance, TournamentTimes } from './rules.ts'

/** Tournaments and who is in them. */

export type Tournament = TournamentTimes & {
  id: bigint
  sysname: string
  definition: string
  versionId: string
  terms: TournamentTerms
  templates: Templates
  state: 'open' | 'finished' | 'cancelled'
  players: number
  version: number
  note: string
  kinds: unknown
  resultHash: string | null
}

type Row = Omit<Tournament, 'terms' | 'templates'> & { terms: unknown; templates: unknown }

const columns = sql`id, sysname, definition, starts_at as "startsAt", ends_at as "endsAt", join_until as "joinUntil",
  cut_at as "cutAt", version_id as "versionId", terms, templates, state, players, version::int as version, note, kinds,
  result_hash as "resultHash"`

const open = ({ terms, templates, ...row }: Row): Tournament => ({
  ...row,
  terms: tournamentTerms.parse(terms),
  templates: storedTemplates(templates),
})

const list = (ids: readonly bigint[]) => `{${ids.join()}}`

/** With the clock of the database, for a board that says how old it is. */
export async function readTournamentAt(db: Db, id: bigint): Promise<{ tournament: Tournament; nowMs: number } | null> {
  const { rows } = await sql<Row & { nowMs: number }>`select ${columns},
      (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"
    from tournaments_tournament where id = ${id}`.execute(db)
  const [row] = rows
  return row ? { tournament: open(row), nowMs: row.nowMs } : null
}

export async function readTournament(db: Db, id: bigint): Promise<Tournament | null> {
  const { rows } = await sql<Row>`select ${columns} from tournaments_tournament where id = ${id}`.execute(db)
  return rows[0] ? open(rows[0]) : null
}

/** Nothing of its entries changes while it is held. */
export async function lockTournament(tx: Tx, id: bigint): Promise<Tournament | null> {
  const { rows } = await sql<Row>`select ${columns} from tournaments_tournament where id = ${id} for update`.execute(tx)
  return rows[0] ? open(rows[0]) : null
}

/** It stays so: one that has begun is not moved to another time. */
const isOver = sql`(state <> 'open' or ends_at <= clock_timestamp())`

/**
 * For players who come and go. One that is over is neither joined nor left, and the job that settles it holds it for as
 * long as all rounds take to be read: it is not waited for, least of all by those who asked for another one.
 */
export async function lockWhileOpen(tx: Tx, ids: readonly bigint[]): Promise<Map<bigint, Tournament>> {
  const among = sql`id = any(${list(ids)}::bigint[])`
  const { rows: held } = await sql<Row>`select ${columns} from tournaments_tournament where ${among} and not ${isOver}
    order by id for update`.execute(tx)
  const { rows: over } =
    held.length === ids.length
      ? { rows: [] }
      : await sql<Row>`select ${columns} from tournaments_tournament where ${among} and ${isOver}`.execute(tx)
  return new Map([...over, ...held].map((row) => [row.id, open(row)]))
}

export async function readTournaments(db: Db, ids: readonly bigint[]): Promise<Map<bigint, Tournament>> {
  const { rows } = await sql<Row>`select ${columns} from tournaments_tournament
    where id = any(${list(ids)}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, open(row)]))
}

type Wanted = {
  status: 'all' | 'future' | 'active' | 'finished'
  ids: readonly bigint[] | null
  count: number
  offset: number
  /** Those alone that this player is in. */
  onlyOf?: bigint | null
}

/** How long what is over stays in the list; older ones open by their address. */
const listedMonths = 12

/** What runs first, ending soonest; then what comes, then what is over, newest first. By the clock of the database. */
export async function listTournaments(db: Db, { status, ids, count, offset, onlyOf = null }: Wanted) {
  const phase = sql`case when state <> 'open' then 'finished' when clock_timestamp() < starts_at then 'future' else 'active' end`
  const isMeant = sql`(${ids === null ? null : list(ids)}::bigint[] is null or id = any(${ids === null ? null : list(ids)}::bigint[]))
    and (${status} = 'all' or ${phase} = ${status})
    and (${ids !== null} or state = 'open' or ends_at > clock_timestamp() - make_interval(months => ${listedMonths}))
    and (${onlyOf}::bigint is null or id in (
      select tournament_id from tournaments_entry where player_id = ${onlyOf} and tournaments_entry.state = 'in'))`
  const { rows } = await sql<Row>`select ${columns} from tournaments_tournament where ${isMeant}
    order by case ${phase} when 'active' then 0 when 'future' then 1 else 2 end,
      case when ${phase} = 'active' then ends_at end, case when ${phase} = 'future' then starts_at end,
      case when ${phase} = 'finished' then ends_at end desc, id
    limit ${count} offset ${offset}`.execute(db)
  const found = rows.map(open)
  // A page that is not full is the last one, and says itself how many there are.
  if (rows.length < count && (rows.length > 0 || offset === 0)) return { rows: found, total: offset + rows.length }
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total from tournaments_tournament
    where ${isMeant}`.execute(db)
  return { rows: found, total: counted[0]?.total ?? 0 }
}

/** The instances of the same definition beside this one. */
export async function neighboursOf(
  db: Db,
  { definition, startsAt }: Pick<Tournament, 'definition' | 'startsAt'>,
): Promise<{ before: bigint | null; after: bigint | null }> {
  const { rows } = await sql<{ before: bigint | null; after: bigint | null }>`select
      (select id from tournaments_tournament where definition = ${definition} and starts_at < ${startsAt}
        order by starts_at desc limit 1) as before,
      (select id from tournaments_tournament where definition = ${definition} and starts_at > ${startsAt}
        order by starts_at limit 1) as after`.execute(db)
  return rows[0] ?? { before: null, after: null }
}

type NewTournament = Instance & { definition: string; versionId: string; terms: unknown; templates: Templates }

/** True where it is new. One that has not begun takes a newer version, unless it repeats: then each keeps its own. */
export async function putTournament(tx: Tx, made: NewTournament, isReplaced: boolean): Promise<boolean> {
  const { sysname, definition, startsAt, endsAt, joinUntil, cutAt, versionId } = made
  const [terms, templates] = [JSON.stringify(made.terms), JSON.stringify(made.templates)]
  const { rows } = await sql<{ isNew: boolean }>`insert into tournaments_tournament
      (sysname, definition, starts_at, ends_at, join_until, cut_at, version_id, terms, templates)
    values (${sysname}, ${definition}, ${startsAt}, ${endsAt}, ${joinUntil}, ${cutAt}, ${versionId}, ${terms}::jsonb,
      ${templates}::jsonb)
    on conflict (sysname) do update set starts_at = excluded.starts_at, ends_at = excluded.ends_at,
      join_until = excluded.join_until, cut_at = excluded.cut_at, version_id = excluded.version_id,
      terms = excluded.terms, templates = excluded.templates, version = tournaments_tournament.version + 1
    where ${isReplaced} and tournaments_tournament.version_id <> excluded.version_id
      and tournaments_tournament.state = 'open' and tournaments_tournament.starts_at > clock_timestamp()
    returning xmax = 0 as "isNew"`.execute(tx)
  return rows[0]?.isNew ?? false
}

export async function tournamentNamed(db: Db, sysname: string): Promise<bigint | null> {
  const { rows } = await sql<{ id: bigint }>`select id from tournaments_tournament
    where sysname = ${sysname}`.execute(db)
  return rows[0]?.id ?? null
}

/** Whether an instance of it is over. */
export async function hasPassed(db: Db, definition: string): Promise<boolean> {
  const { rows } = await sql`select id from tournaments_tournament
    where definition = ${definition} and ends_at <= clock_timestamp() limit 1`.execute(db)
  return rows.length > 0
}

export async function cancelTournament(tx: Tx, id: bigint, note: string): Promise<boolean> {
  const { rows } = await sql`update tournaments_tournament set state = 'cancelled', note = ${note},
      ended_at = clock_timestamp(), version = version + 1
    where id = ${id} and state = 'open' and ends_at > clock_timestamp() returning id`.execute(tx)
  return rows.length > 0
}

/** Instances of these definitions that are not over; of those that have begun only where it is said. Players read the note. */
export const cancelInstances = (
  db: Db,
  definitions: readonly string[],
  { isBegunToo = false, note = '' }: { isBegunToo?: boolean; note?: string },
) =>
  sql`update tournaments_tournament set state = 'cancelled', note = ${note}, ended_at = clock_timestamp(), version = version + 1
    where definition = any(${definitions}::text[]) and state = 'open' and ends_at > clock_timestamp()
      and (${isBegunToo} or starts_at > clock_timestamp())`.execute(db)

/** At this very moment: `now()` stands still in a transaction that had to wait for a lock. */
export async function databaseMoment(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select date_trunc('milliseconds', clock_timestamp()) as at`.execute(tx)
  if (!rows[0]) throw new Error('a database without a clock')
  return rows[0].at
}

// Entries

export type TournamentEntry = {
  tournamentId: bigint
  playerId: bigint
  joinNo: number
  joinedAt: Date
  resetAt: Date | null
  score: bigint
  reachedAt: Date | null
  rounds: number
  tally: unknown
  state: EntryState
  note: string
}

const entryColumns = sql`tournament_id as "tournamentId", player_id as "playerId", join_no as "joinNo",
  joined_at as "joinedAt", reset_at as "resetAt", score, reached_at as "reachedAt", rounds, tally, state, note`

export async function readTournamentEntry(
  db: Db,
  tournamentId: bigint,
  playerId: bigint,
): Promise<TournamentEntry | null> {
  const { rows } = await sql<TournamentEntry>`select ${entryColumns} from tournaments_entry
    where tournament_id = ${tournamentId} and player_id = ${playerId}`.execute(db)
  return rows[0] ?? null
}

/** By player, of one tournament. */
export async function entriesAmong(
  db: Db,
  tournamentId: bigint,
  playerIds: readonly bigint[],
): Promise<Map<bigint, TournamentEntry>> {
  const { rows } = await sql<TournamentEntry>`select ${entryColumns} from tournaments_entry
    where tournament_id = ${tournamentId} and player_id = any(${list(playerIds)}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.playerId, row]))
}

export async function entriesOf(
  db: Db,
  playerId: bigint,
  ids: readonly bigint[],
): Promise<Map<bigint, TournamentEntry>> {
  const { rows } = await sql<TournamentEntry>`select ${entryColumns} from tournaments_entry
    where player_id = ${playerId} and tournament_id = any(${list(ids)}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.tournamentId, row]))
}

/** A page of those who are in, by the number of their players. */
export async function entriesIn(
  db: Db,
  tournamentId: bigint,
  { after, count }: { after: bigint; count: number },
): Promise<TournamentEntry[]> {
  const { rows } = await sql<TournamentEntry>`select ${entryColumns} from tournaments_entry
    where tournament_id = ${tournamentId} and state = 'in' and player_id > ${after}
    order by player_id limit ${count}`.execute(db)
  return rows
}

export const allEntriesOf = async (db: Db, playerId: bigint): Promise<TournamentEntry[]> =>
  (
    await sql<TournamentEntry>`select ${entryColumns} from tournaments_entry where player_id = ${playerId}
      order by tournament_id`.execute(db)
  ).rows

type Joining = { tournamentId: bigint; playerId: bigint }

type NewEntries = { tournamentId: bigint; playerIds: readonly bigint[]; at: Date }

/**
 * From the moment on at which it was found open; the numbers of the entries, in this order. The tournament is locked and
 * has a place for each.
 */
export async function enterTournament(tx: Tx, { tournamentId, playerIds, at }: NewEntries): Promise<number[]> {
  const { rows } = await sql<{ joinNo: number }>`with counted as (
      update tournaments_tournament set players = players + ${playerIds.length}::int,
        joins = joins + ${playerIds.length}::int, version = version + 1
      where id = ${tournamentId} returning joins - ${playerIds.length}::int as before, version
    ), entered as (
      insert into tournaments_entry (tournament_id, player_id, join_no, joined_at, version)
      select ${tournamentId}, n.player_id, before + n.at, ${at}::timestamptz, version
      from counted, unnest(${list(playerIds)}::bigint[]) with ordinality as n (player_id, at)
      on conflict (tournament_id, player_id) do update set join_no = excluded.join_no, joined_at = excluded.joined_at,
        version = excluded.version, state = 'in', note = '', score = 0, reached_at = null, rounds = 0, tally = null,
        reset_at = null
      returning join_no
    )
    select join_no as "joinNo" from entered order by join_no`.execute(tx)
  if (rows.length !== playerIds.length) throw new Error('an entry was not written')
  return rows.map(({ joinNo }) => joinNo)
}

/** Leaves the board. The tournament is locked; false where it was not in. */
export async function endEntry(
  tx: Tx,
  { tournamentId, playerId, state, note = '' }: Joining & { state: 'left' | 'out' | 'double'; note?: string },
): Promise<boolean> {
  const { rows } = await sql`with gone as (
      update tournaments_entry set state = ${state}, note = ${note},
        version = (select version + 1 from tournaments_tournament where id = ${tournamentId})
      where tournament_id = ${tournamentId} and player_id = ${playerId} and state = 'in' returning 1
    )
    update tournaments_tournament set players = players - 1, version = version + 1
    where id = ${tournamentId} and exists (select from gone) returning id`.execute(tx)
  return rows.length > 0
}

/** Entries of those who are shut out leave the boards that are open, and are there again with what they had. */
export async function writeShut(
  db: Db,
  facts: ReturnType<typeof sql>,
  playerIds: readonly bigint[] | null,
): Promise<void> {
  const isMeant = playerIds === null ? sql`true` : sql`e.player_id = any(${list(playerIds)}::bigint[])`
  await sql`with changed as (
      select e.tournament_id, e.player_id, f."isShut" as is_shut from tournaments_entry as e
      join tournaments_tournament as t on t.id = e.tournament_id and t.state = 'open'
      join ${facts} as f on f."playerId" = e.player_id
      where ${isMeant} and e.is_shut <> f."isShut"
    ), moved as (
      update tournaments_tournament as t set version = version + 1
      where id in (select tournament_id from changed) returning id, version
    )
    update tournaments_entry as e set is_shut = changed.is_shut, version = moved.version
    from changed join moved on moved.id = changed.tournament_id
    where e.tournament_id = changed.tournament_id and e.player_id = changed.player_id`.execute(db)
}
