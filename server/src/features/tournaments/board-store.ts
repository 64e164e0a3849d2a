import { sql } from 'kysely'
import type { Db } from '../../context.ts'

export type BoardEntry = { playerId: bigint; score: bigint; reachedMs: number | null; joinNo: number }
export type BoardChange = BoardEntry & { isOn: boolean; version: number }
export type BoardHead = { version: number; state: 'open' | 'finished' | 'cancelled'; nowMs: number }

const reached = sql`(extract(epoch from reached_at) * 1000)::float8 as "reachedMs"`

export async function readHead(db: Db, id: bigint): Promise<BoardHead | null> {
  const { rows } = await sql<BoardHead>`select version::int as version, state,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"
    from tournaments_tournament where id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Entries that changed after a version. */
export async function readBoardChanges(db: Db, id: bigint, after: number): Promise<BoardChange[]> {
  const { rows } = await sql<BoardChange>`select player_id as "playerId", score, ${reached}, join_no as "joinNo",
      state = 'in' and not is_shut as "isOn", version::int as version
    from tournaments_entry where tournament_id = ${id} and version > ${after}`.execute(db)
  return rows
}

/** The board as it was settled, for good. */
export async function readResult(db: Db, id: bigint): Promise<(BoardEntry & { rounds: number })[]> {
  const { rows } = await sql<
    BoardEntry & { rounds: number }
  >`select player_id as "playerId", score, ${reached}, place as "joinNo", rounds
    from tournaments_result where tournament_id = ${id} order by place`.execute(db)
  return rows
}

/** Boards that may move, for pages that look at one. */
export async function boardVersions(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; version: number }>`select id::text as id, version::int as version
    from tournaments_tournament where state = 'open' or ended_at > clock_timestamp() - interval '1 minute'`.execute(db)
  return new Map(rows.map(({ id, version }) => [id, version]))
}
