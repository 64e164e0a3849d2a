import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'

/** What tournaments keep for the club: fees that were paid, tickets, and who has switched it off. */

type Entry = { tournamentId: bigint; playerId: bigint }

export const writeFee = (tx: Tx, { tournamentId, playerId }: Entry, fee: bigint) =>
  sql`update tournaments_entry set fee = ${fee} where tournament_id = ${tournamentId} and player_id = ${playerId}`.execute(
    tx,
  )

/** The fee that is held, once: it is held no more. */
export async function releaseFee(
  tx: Tx,
  { tournamentId, playerId }: Entry,
): Promise<{ fee: bigint; joinNo: number } | null> {
  const { rows } = await sql<{ fee: bigint; joinNo: number }>`with held as (
      select fee, join_no from tournaments_entry
      where tournament_id = ${tournamentId} and player_id = ${playerId} and fee > 0 for update
    )
    update tournaments_entry as e set fee = 0 from held
    where e.tournament_id = ${tournamentId} and e.player_id = ${playerId}
    returning held.fee, held.join_no as "joinNo"`.execute(tx)
  return rows[0] ?? null
}

/** Entries of cancelled tournaments that cost something. Who was taken off the board gets nothing back. */
export async function costsToReturn(db: Db): Promise<Entry[]> {
  const { rows } = await sql<Entry>`select e.tournament_id as "tournamentId", e.player_id as "playerId"
    from tournaments_tournament as t join tournaments_entry as e on e.tournament_id = t.id and e.fee > 0
    where t.state = 'cancelled' and e.state <> 'out'
    union
    select k.tournament_id, k.player_id from tournaments_ticket as k
    join tournaments_tournament as t on t.id = k.tournament_id and t.state = 'cancelled'
    join tournaments_entry as e on e.tournament_id = t.id and e.player_id = k.player_id and e.state <> 'out'
    order by 1, 2`.execute(db)
  return rows
}

// Tickets

type NewTicket = { playerId: bigint; definition: string; key: string }

/** Its number; null where this key has given one. */
export async function addTicket(tx: Tx, { playerId, definition, key }: NewTicket): Promise<bigint | null> {
  const { rows } = await sql<{ id: bigint }>`insert into tournaments_ticket (player_id, definition, key)
    values (${playerId}, ${definition}, ${key}) on conflict (key) do nothing returning id`.execute(tx)
  return rows[0]?.id ?? null
}

/** The oldest that is left becomes this entry. False: there is none. The player is locked. */
export async function spendTicket(
  tx: Tx,
  { tournamentId, playerId, definition }: Entry & { definition: string },
): Promise<boolean> {
  const { rows } = await sql`update tournaments_ticket set tournament_id = ${tournamentId}
    where id = (select id from tournaments_ticket where player_id = ${playerId} and definition = ${definition}
      and tournament_id is null order by id limit 1) and tournament_id is null returning 1`.execute(tx)
  return rows.length === 1
}

export const releaseTicket = (tx: Tx, { tournamentId, playerId }: Entry) =>
  sql`update tournaments_ticket set tournament_id = null
    where tournament_id = ${tournamentId} and player_id = ${playerId}`.execute(tx)

/** Tournaments that take tickets and can be joined now, or later. */
export async function ticketedDefinitions(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ definition: string }>`select distinct definition from tournaments_tournament
    where state = 'open' and join_until > clock_timestamp() and terms @> '{"by_ticket": true}'`.execute(db)
  return new Set(rows.map(({ definition }) => definition))
}

export const allTicketsOf = (db: Db, playerId: bigint) =>
  db
    .selectFrom('tournaments_ticket')
    .select(['definition', 'key', 'given_at as givenAt', 'tournament_id as tournamentId'])
    .where('player_id', '=', playerId)
    .orderBy('id')
    .execute()

// The switch

export const writeHidden = (tx: Tx, playerId: bigint, isHidden: boolean) =>
  sql`insert into tournaments_player (player_id, is_hidden) values (${playerId}, ${isHidden})
    on conflict (player_id) do update set is_hidden = excluded.is_hidden`.execute(tx)

export type ClubSide = { isOff: boolean; tickets: ReadonlySet<string> }

/** What the club says of players: whether it is switched off, and tickets that are left, by tournament. */
export async function readClubSides(db: Db, playerIds: readonly bigint[]): Promise<Map<bigint, ClubSide>> {
  const { rows } = await sql<{ playerId: bigint; isOff: boolean; tickets: string[] }>`select asked.id as "playerId",
      exists (select from tournaments_player where player_id = asked.id and is_hidden) as "isOff",
      array(select distinct definition from tournaments_ticket
        where player_id = asked.id and tournament_id is null) as tickets
    from unnest(${`{${playerIds.join()}}`}::bigint[]) as asked (id)`.execute(db)
  return new Map(rows.map(({ playerId, isOff, tickets }) => [playerId, { isOff, tickets: new Set(tickets) }]))
}

export async function readClubSide(db: Db, playerId: bigint): Promise<ClubSide> {
  const side = (await readClubSides(db, [playerId])).get(playerId)
  if (!side) throw new Error('a question without an answer')
  return side
}
