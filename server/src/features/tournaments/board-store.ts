import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { type Packed, packed, unpack, unpackRows } from '../../db/packed.ts'

export type BoardEntry = {
  playerId: bigint
  score: bigint
  /** The score as a plain number: where two of them differ so do the scores, and that is found out sooner. */
  about: number
  reachedMs: number | null
  joinNo: number
}
export type BoardChanges = {
  /** In any order. */
  entries: (BoardEntry & { isOn: boolean })[]
  /** The greatest version among them; null where there is none. */
  seen: number | null
}

/** Kept to the millisecond, so it is rounded from nothing else. */
const reachedMs = sql`round(date_part('epoch', reached_at) * 1000)`

type EntryColumns = Record<'playerIds' | 'scores' | 'reached' | 'joinNos', Packed>

const columnsBy = (number: ReturnType<typeof sql>) => sql`${packed(sql`player_id`)} as "playerIds",
  ${packed(sql`score`)} as scores, ${packed(reachedMs)} as reached, ${packed(number)} as "joinNos"`

/** The next entry with each call. */
function entriesFrom(columns: EntryColumns): () => BoardEntry {
  const [playerId, score] = [unpack.bigint(columns.playerIds), unpack.bigint(columns.scores)]
  const [reached, joinNo] = [unpack.float8OrNull(columns.reached), unpack.int(columns.joinNos)]
  return () => {
    const points = score()
    return { playerId: playerId(), score: points, about: Number(points), reachedMs: reached(), joinNo: joinNo() }
  }
}

/** Entries that changed after a version. */
export async function readBoardChanges(db: Db, id: bigint, after: number): Promise<BoardChanges> {
  const { rows } = await sql<EntryColumns & { on: Packed; seen: number | null }>`select ${columnsBy(sql`join_no`)},
      ${packed(sql`state = 'in' and not is_shut`)} as on, max(version)::int as seen
    from tournaments_entry where tournament_id = ${id} and version > ${after}`.execute(db)
  const [found] = rows
  if (!found) return { entries: [], seen: null }
  const [next, isOn] = [entriesFrom(found), unpack.boolean(found.on)]
  return { entries: unpackRows(found.playerIds, () => ({ ...next(), isOn: isOn() })), seen: found.seen }
}

/** The board as it was settled, for good. */
export async function readResult(db: Db, id: bigint): Promise<BoardEntry[]> {
  const { rows } = await sql<EntryColumns>`select ${columnsBy(sql`place`)} from tournaments_result
    where tournament_id = ${id}`.execute(db)
  const [found] = rows
  return found ? unpackRows(found.playerIds, entriesFrom(found)).sort((one, other) => one.joinNo - other.joinNo) : []
}

/** Boards that may move, for pages that look at one. */
export async function boardVersions(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; version: number }>`select id::text as id, version::int as version
    from tournaments_tournament where state = 'open' or ended_at > clock_timestamp() - interval '1 minute'`.execute(db)
  return new Map(rows.map(({ id, version }) => [id, version]))
}
