import { type GameCategory, gameCategories, gameTypes } from '@croupier/contract/games'
import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'
import { plannedOnce } from '../../db/db.ts'
import type { CatalogueEntry } from '../../ports/catalogue.ts'
import type { Scope, Switch } from './rules.ts'

// The catalogue

export async function readVersion(db: Db): Promise<bigint> {
  const { version } = await db.selectFrom('games_version').select('version').executeTakeFirstOrThrow()
  return version
}

const entries = (db: Db) =>
  db
    .selectFrom('games_game as g')
    .innerJoin('games_provider as p', 'p.sysname', 'g.provider')
    .select([
      'g.sysname',
      'g.name',
      'g.image_url as imageUrl',
      'g.provider',
      'p.name as providerName',
      'p.runner',
      'p.is_filled as isFilled',
      'g.type',
      'g.categories',
      'g.rtp',
      'g.volatility',
      'g.version',
      'g.has_demo as hasDemo',
      'g.jackpot',
      'g.popularity',
      'g.released_at as releasedAt',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof entries>['execute']>>[number]

const isCategory = (word: string): word is GameCategory => gameCategories.some((each) => each === word)

function toEntry({ type, categories, popularity, releasedAt, ...row }: Row): CatalogueEntry {
  const known = gameTypes.find((each) => each === type)
  if (!known) throw new Error('a game of an unknown type')
  return {
    ...row,
    type: known,
    categories: categories.filter(isCategory),
    popularity: Number(popularity),
    releasedMs: releasedAt.getTime(),
  }
}

export const readEntries = async (db: Db): Promise<CatalogueEntry[]> => (await entries(db).execute()).map(toEntry)

export const findEntries = async (db: Db, sysnames: readonly string[]): Promise<CatalogueEntry[]> =>
  sysnames.length === 0 ? [] : (await entries(db).where('g.sysname', 'in', sysnames).execute()).map(toEntry)

export const readProviders = (db: Db) =>
  db
    .selectFrom('games_provider')
    .select(['sysname', 'name', 'image_url as imageUrl', 'runner'])
    .orderBy('position')
    .orderBy('name')
    .orderBy('sysname')
    .execute()

export const isProvider = async (db: Db, name: string): Promise<boolean> =>
  (await db
    .selectFrom('games_provider')
    .select('sysname')
    .where((row) => row.or([row('sysname', '=', name), row('runner', '=', name)]))
    .executeTakeFirst()) !== undefined

export const isGame = async (db: Db, sysname: string): Promise<boolean> =>
  (await db.selectFrom('games_game').select('sysname').where('sysname', '=', sysname).executeTakeFirst()) !== undefined

// Switches

/** With the games of a studio that is closed: the caller knows the game and who runs it, not whose name is on it. */
export async function readClosed(db: Db): Promise<(Switch & { games: string[] })[]> {
  const { rows } = await sql<Switch & { games: string[] }>`${plannedOnce('switches')}select scope, name, reason,
      case when scope = 'provider' then array(select sysname from games_game where provider = s.name) else '{}' end as games
    from games_switch as s`.execute(db)
  return rows
}

/** Of every stake, until its transaction ends; an operator who closes something waits for them and they for it. */
export const holdSwitches = (db: Db) => sql`select pg_advisory_xact_lock_shared(hashtext('games switches'))`.execute(db)
export const lockSwitches = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('games switches'))`.execute(tx)

export const readSwitchRows = (db: Db) =>
  db
    .selectFrom('games_switch')
    .select(['scope', 'name', 'reason', 'closed_at as closedAt'])
    .orderBy('scope')
    .orderBy('name')
    .execute()

export const addSwitch = (db: Db, { scope, name, reason }: Switch) =>
  db
    .insertInto('games_switch')
    .values({ scope, name, reason })
    .onConflict((row) => row.columns(['scope', 'name']).doUpdateSet({ reason, closed_at: sql<Date>`now()` }))
    .execute()

/** Whether there was one. */
export async function removeSwitch(db: Db, scope: Scope, name: string): Promise<boolean> {
  const [done] = await db.deleteFrom('games_switch').where('scope', '=', scope).where('name', '=', name).execute()
  return (done?.numDeletedRows ?? 0n) > 0n
}

// Favourites and what was opened last

export async function readLikes(db: Db, playerId: bigint) {
  return db
    .selectFrom('games_like')
    .select(['game', 'at'])
    .where('player_id', '=', playerId)
    .orderBy('at', 'desc')
    .orderBy('game')
    .execute()
}

export const insertLike = (tx: Tx, playerId: bigint, game: string) =>
  tx
    .insertInto('games_like')
    .values({ player_id: playerId, game })
    .onConflict((row) => row.doNothing())
    .execute()

export const deleteLike = (db: Db, playerId: bigint, game: string) =>
  db.deleteFrom('games_like').where('player_id', '=', playerId).where('game', '=', game).execute()

/** Keeps the newest. */
export const trimLikes = (tx: Tx, playerId: bigint, most: number) =>
  sql`delete from games_like where player_id = ${playerId} and game in (
      select game from games_like where player_id = ${playerId} order by at desc, game offset ${most})`.execute(tx)

export const readRecent = (db: Db, playerId: bigint) =>
  db
    .selectFrom('games_recent')
    .select(['game', 'at'])
    .where('player_id', '=', playerId)
    .orderBy('at', 'desc')
    .orderBy('game')
    .execute()

export const addRecent = (tx: Tx, playerId: bigint, game: string) =>
  tx
    .insertInto('games_recent')
    .values({ player_id: playerId, game, at: sql<Date>`clock_timestamp()` })
    .onConflict((row) => row.columns(['player_id', 'game']).doUpdateSet({ at: sql<Date>`clock_timestamp()` }))
    .execute()

export const trimRecent = (tx: Tx, playerId: bigint, most: number) =>
  sql`delete from games_recent where player_id = ${playerId} and game in (
      select game from games_recent where player_id = ${playerId} order by at desc, game offset ${most})`.execute(tx)

/** Type and studio of these titles, for terms that differ by them. */
export async function kindsOf(
  db: Db,
  sysnames: readonly string[],
): Promise<Map<string, { sysname: string; type: string; provider: string }>> {
  const rows = await db
    .selectFrom('games_game')
    .select(['sysname', 'type', 'provider'])
    .where('sysname', 'in', [...new Set(sysnames)])
    .execute()
  return new Map(rows.map((row) => [row.sysname, row]))
}

export async function studioNames(db: Db, sysnames: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('games_provider')
    .select(['sysname', 'name'])
    .where('sysname', 'in', [...new Set(sysnames)])
    .execute()
  return new Map(rows.map(({ sysname, name }) => [sysname, name]))
}
