import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from './db.ts'

const mark = (dataDir: string) => join(dataDir, 'restored')
/** More than a site gives out between a backup and its loss. */
const stride = 1_000_000

/** Left by a restore, for the first start after it. */
export const markRestored = (dataDir: string) => writeFileSync(mark(dataDir), '', { mode: 0o600, flush: true })

// With the numbers of this database and of the table itself: what `pg_restore` loads into the same cluster has others.
const cluster = `(select concat_ws('/', system_identifier, (select oid from pg_database
  where datname = current_database()), 'house_whereabouts'::regclass::oid) from pg_control_system())`
const timeline = 'left(pg_walfile_name(pg_current_wal_lsn()), 8)'

/** A row where the database was noted: whether it is there still. */
export const whereaboutsQuestion = `select cluster = ${cluster} and timeline = ${timeline} as "isHere"
  from house_whereabouts`

/** `restored`: an earlier day of the house, or a copy of it, that nothing was done about yet. */
export async function readWhereabouts(db: Db, dataDir: string): Promise<'new' | 'as noted' | 'restored'> {
  if (existsSync(mark(dataDir))) return 'restored'
  const { rows } = await sql<{ isHere: boolean }>`${sql.raw(whereaboutsQuestion)}`.execute(db)
  const [noted] = rows
  if (!noted) return 'new'
  return noted.isHere ? 'as noted' : 'restored'
}

/** From here on the database is known to be where it is now. */
export async function noteWhereabouts(db: Db, dataDir: string): Promise<void> {
  await sql`insert into house_whereabouts (cluster, timeline) values (${sql.raw(cluster)}, ${sql.raw(timeline)})
    on conflict (is_only) do update
    set cluster = excluded.cluster, timeline = excluded.timeline, noted_at = now()`.execute(db)
  rmSync(mark(dataDir), { force: true })
}

/** Said by an operator who restored by other means than ours: every node acts on it as soon as it looks. */
export const sayRestored = (db: Db) =>
  sql`insert into house_whereabouts (cluster, timeline) values ('elsewhere', 'elsewhere')
    on conflict (is_only) do update set cluster = excluded.cluster, timeline = excluded.timeline`.execute(db)

/**
 * Payment, identity and game providers remember what we named since. A number given out twice would make a new deposit
 * look like an old one that was paid, and a newcomer like a player who was verified. So every counter leaves a gap.
 * Doing it twice does no harm.
 */
export async function leaveGaps(db: Db): Promise<void> {
  const { rows } = await sql<{
    name: string
  }>`select pg_get_serial_sequence(quote_ident(table_name), column_name) as name
    from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`.execute(db)
  for (const { name } of rows) await sql`select setval(${name}, nextval(${name}) + ${stride})`.execute(db)
}
