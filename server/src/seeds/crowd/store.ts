import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'

/** A node that has said nothing for so long does not play any more. */
const leaseSeconds = 15
const watchedSeconds = 20

export type Beat = { turn: number; isWatched: boolean; dayTurns: number }

type Wish = {
  node: string
  /** A page is open on this node. */
  isWatched: boolean
  /** So many turns are taken with it: no other node, and no later start, gets the same. */
  turns: 0 | 1
}

/** One node plays for all of them. Null: another one does. */
export async function takeBeat(db: Db, { node, isWatched, turns }: Wish): Promise<Beat | null> {
  const { rows } = await sql<{ turn: bigint; isOurs: boolean; isWatched: boolean; dayTurns: number }>`
    with seen as materialized (
      select coalesce(holder = ${node}::uuid, false) or beat_at < now() - make_interval(secs => ${leaseSeconds}) as ours
      from sandbox_crowd for update
    )
    update sandbox_crowd as crowd set
      holder = case when seen.ours then ${node}::uuid else holder end,
      beat_at = case when seen.ours then now() else beat_at end,
      watched_at = case when ${isWatched} then now() else watched_at end,
      turn = turn + case when seen.ours then ${turns}::int else 0 end,
      day = current_date,
      day_turns = case when day = current_date then day_turns else 0 end + case when seen.ours then ${turns}::int else 0 end
    from seen where seen.ours or ${isWatched}
    returning crowd.turn, seen.ours as "isOurs", crowd.day_turns as "dayTurns",
      crowd.watched_at > now() - make_interval(secs => ${watchedSeconds}) as "isWatched"`.execute(db)
  const [row] = rows
  return row?.isOurs ? { turn: Number(row.turn), isWatched: row.isWatched, dayTurns: row.dayTurns } : null
}

/** The next node need not wait. */
export const letGoOfCrowd = (db: Db, node: string) =>
  db
    .updateTable('sandbox_crowd')
    .set({ holder: null, beat_at: sql<Date>`'-infinity'` })
    .where('holder', '=', node)
    .execute()

/** Player ids by seat. */
export async function readSeats(db: Db): Promise<Map<number, bigint>> {
  const rows = await db
    .selectFrom('account_player')
    .select(['id', 'crowd_seat'])
    .where('crowd_seat', 'is not', null)
    .execute()
  return new Map(rows.flatMap(({ id, crowd_seat: seat }) => (seat === null ? [] : [[seat, id]])))
}
