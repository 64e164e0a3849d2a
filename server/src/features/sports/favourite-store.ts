import type { FavouriteKind } from '@croupier/contract/sports'
import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'
import type { Names } from '../../ports/sports-book.ts'

export type Favourite = { kind: FavouriteKind; id: number; at: Date; home: Names; away: Names | null }

/** The newest first. An event is called by its two sides. */
export async function readFavourites(db: Db, playerId: bigint): Promise<Favourite[]> {
  const { rows } = await sql<Favourite>`select mark.kind, mark.ref::float8 as id, mark.at,
      coalesce(league.names, side.names, home.names) as home, away.names as away
    from sports_favourite as mark
      left join sports_tournament as league on mark.kind = 'tournament' and league.id = mark.ref
      left join sports_competitor as side on mark.kind = 'competitor' and side.id = mark.ref
      left join sports_event as event on mark.kind = 'event' and event.id = mark.ref
      left join sports_competitor as home on home.id = event.home_id
      left join sports_competitor as away on away.id = event.away_id
    where mark.player_id = ${playerId} and coalesce(league.names, side.names, home.names) is not null
    order by mark.at desc, mark.ref`.execute(db)
  return rows
}

const tables = { event: 'sports_event', tournament: 'sports_tournament', competitor: 'sports_competitor' } as const

export async function isThere(tx: Tx, kind: FavouriteKind, id: number): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(tables[kind])} where id = ${id}`.execute(tx)
  return rows.length > 0
}

export async function countFavourites(tx: Tx, playerId: bigint): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from sports_favourite
    where player_id = ${playerId}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Whether it was not marked yet. */
export async function insertFavourite(tx: Tx, playerId: bigint, kind: FavouriteKind, id: number): Promise<boolean> {
  const { rows } = await sql`insert into sports_favourite (player_id, kind, ref) values (${playerId}, ${kind}, ${id})
    on conflict do nothing returning ref`.execute(tx)
  return rows.length > 0
}

export const deleteFavourite = (db: Db, playerId: bigint, kind: FavouriteKind, id: number) =>
  sql`delete from sports_favourite where player_id = ${playerId} and kind = ${kind} and ref = ${id}`.execute(db)
