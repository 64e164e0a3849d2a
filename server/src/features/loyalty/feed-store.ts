import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'
import { list } from './store.ts'

/** Where the feed stands: cursors of purses, what was played on a day, and which node works. */

type Cursor = { playerId: bigint; purse: bigint; seq: bigint }

/** A purse that is new is read from its first line. */
export async function addCursors(tx: Tx, cursors: readonly Omit<Cursor, 'seq'>[]): Promise<void> {
  if (cursors.length === 0) return
  await sql`insert into loyalty_cursor (player_id, purse)
    select * from unnest(${list(cursors.map(({ playerId }) => playerId))}::bigint[],
      ${list(cursors.map(({ purse }) => purse))}::bigint[])
    on conflict do nothing`.execute(tx)
}

export const readCursorsOf = (db: Db, playerId: bigint) => readCursors(db, [playerId])

export async function readCursors(tx: Db, playerIds: readonly bigint[]): Promise<Cursor[]> {
  const { rows } = await sql<Cursor>`select player_id as "playerId", purse, seq from loyalty_cursor
    where player_id = any(${list(playerIds)}::bigint[]) order by player_id, purse`.execute(tx)
  return rows
}

export async function moveCursors(tx: Tx, cursors: readonly Cursor[]): Promise<void> {
  if (cursors.length === 0) return
  await sql`update loyalty_cursor as c set seq = n.seq
    from unnest(${list(cursors.map(({ playerId }) => playerId))}::bigint[],
      ${list(cursors.map(({ purse }) => purse))}::bigint[], ${list(cursors.map(({ seq }) => seq))}::bigint[])
      as n (player_id, purse, seq)
    where c.player_id = n.player_id and c.purse = n.purse`.execute(tx)
}

/** Players whose own purses are further than their cursors. */
export async function playersBehind(
  db: Db,
  purses: ReturnType<typeof sql>,
  { after, count }: { after: bigint; count: number },
): Promise<bigint[]> {
  const { rows } = await sql<{ playerId: bigint }>`select distinct p."playerId" from ${purses} as p
    left join loyalty_cursor as c on c.player_id = p."playerId" and c.purse = p.purse
    where p."playerId" > ${after} and p.seq > coalesce(c.seq, 0) order by 1 limit ${count}`.execute(db)
  return rows.map(({ playerId }) => playerId)
}

// Days

type Played = { playerId: bigint; day: string; parts: bigint }

export async function readPlayedDays(db: Db, asked: readonly Omit<Played, 'parts'>[]): Promise<Played[]> {
  if (asked.length === 0) return []
  const { rows } = await sql<
    Omit<Played, 'parts'> & { parts: string }
  >`select d.player_id as "playerId", d.day::text as day,
      d.parts::text as parts
    from unnest(${list(asked.map(({ playerId }) => playerId))}::bigint[], ${asked.map(({ day }) => day)}::date[])
      as asked (player_id, day)
    join loyalty_day as d on d.player_id = asked.player_id and d.day = asked.day`.execute(db)
  return rows.map(({ parts, ...row }) => ({ ...row, parts: BigInt(parts) }))
}

export async function writeDays(tx: Tx, days: readonly Played[]): Promise<void> {
  if (days.length === 0) return
  await sql`insert into loyalty_day (player_id, day, parts)
    select * from unnest(${list(days.map(({ playerId }) => playerId))}::bigint[], ${days.map(({ day }) => day)}::date[],
      ${list(days.map(({ parts }) => parts))}::numeric[])
    on conflict (player_id, day) do update set parts = excluded.parts`.execute(tx)
}

/** The last days of a player, the newest first, with the day it is. */
export async function readLastDays(db: Db, playerId: bigint, count: number) {
  const { rows } = await sql<{ day: string; parts: string }>`select day::text as day, parts::text as parts
    from loyalty_day where player_id = ${playerId} and day > (now() at time zone 'utc')::date - ${count}::int
    order by day desc`.execute(db)
  return rows.map(({ day, parts }) => ({ day, parts: BigInt(parts) }))
}

// Which node works

/** True while this node works: no other node did for so long, or it did itself. */
export async function takeLease(db: Db, name: string, holder: string, silenceMs: number): Promise<boolean> {
  const { rows } = await sql`insert into loyalty_lease as l (name, holder, beat_at)
    values (${name}, ${holder}, clock_timestamp())
    on conflict (name) do update set holder = excluded.holder, beat_at = excluded.beat_at
      where l.holder = excluded.holder or l.beat_at < clock_timestamp() - make_interval(secs => ${silenceMs / 1_000})
    returning 1`.execute(db)
  return rows.length === 1
}

export const letLeaseGo = (db: Db, name: string, holder: string) =>
  sql`delete from loyalty_lease where name = ${name} and holder = ${holder}`.execute(db)
