import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/db.ts'

type Db = Pick<Database, 'sql'>

/** Counters of requests and signs of life of the feeds change by themselves; they are no effect on a player. */
const counters = ['http_rate_limit', 'tournaments_lease']

/** The tables of a database stay the same while a test runs, and asking for them is dear. */
const knownTables = new WeakMap<Db['sql'], Map<string | null, Promise<string[]>>>()

function tablesWith(db: Db, column: string | null): Promise<string[]> {
  const known = knownTables.get(db.sql) ?? new Map<string | null, Promise<string[]>>()
  knownTables.set(db.sql, known)
  const tables = known.get(column) ?? readTables(db, column)
  known.set(column, tables)
  return tables
}

async function readTables(db: Db, column: string | null): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = coalesce(${column}, c.column_name)
    order by 1`.execute(db.sql)
  return rows.map(({ name }) => name).filter((name) => !counters.includes(name))
}

type Wanted = { table: string; where?: RawBuilder<boolean> }

/** The rows of all these tables in one question: a question each is many times dearer. */
async function rowsIn(db: Db, wanted: readonly Wanted[]): Promise<Record<string, string[]>> {
  const each = wanted.map(
    ({ table, where = sql<boolean>`true` }) =>
      sql`select ${table}::text as name, t::text as row from ${sql.table(table)} as t where ${where}`,
  )
  const query = sql<{ name: string; row: string }>`${sql.join(each, sql` union all `)} order by 2`
  const found: Record<string, string[]> = Object.fromEntries(wanted.map(({ table }) => [table, []]))
  for (const { name, row } of (await query.execute(db.sql)).rows) found[name]?.push(row)
  return found
}

/** Everything that the database knows, by table, and what waits to be done: equal before and after is no effect. */
export async function allRows(db: Db): Promise<Record<string, string[]>> {
  const tables = await tablesWith(db, null)
  const found = await rowsIn(
    db,
    tables.map((table) => ({ table })),
  )
  const { rows } = await sql<{ row: string }>`select name || ' ' || data::text as row from jobs.job order by 1`.execute(
    db.sql,
  )
  return { ...found, jobs: rows.map(({ row }) => row) }
}

/** Whether a text stands anywhere in the database. The database looks by itself: what it holds may be a lot. */
export async function holdsText(db: Db, text: string): Promise<boolean> {
  const tables = await tablesWith(db, null)
  const rows = tables.map((table) => sql`select t::text as row from ${sql.table(table)} as t`)
  const all = sql.join([...rows, sql`select data::text from jobs.job`], sql` union all `)
  const found = await sql`select from (${all}) as everything where position(${text} in row) > 0 limit 1`.execute(db.sql)
  return found.rows.length > 0
}

/**
 * What `allRows` would say, for tests that compare it after every call: how many rows each table has, and the sum of
 * their hashes. A table that changed is named by the difference.
 */
export async function fingerprint(db: Db): Promise<Record<string, string>> {
  const known = marked.get(db.sql) ?? keepMarks(db)
  marked.set(db.sql, known)
  await known
  const { rows } = await sql<{ place: string; mark: string }>`select * from test_marks()`.execute(db.sql)
  return Object.fromEntries(rows.map(({ place, mark }) => [place, mark]))
}

const marked = new WeakMap<Db['sql'], Promise<unknown>>()

/** As a function of the database: a connection plans the question about all tables once, which is dearer than to answer it. */
async function keepMarks(db: Db) {
  const tables = await tablesWith(db, null)
  const mark = sql`count(*) || ' rows, ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)`
  const each = tables.map((table) => sql`select ${sql.lit(table)}::text, ${mark} from ${sql.table(table)} as t`)
  const jobs = sql`select 'jobs', ${mark} from (select name, data from jobs.job) as t`
  const all = sql.join([...each, jobs], sql` union all `)
  return sql`create or replace function test_marks() returns table (place text, mark text) language plpgsql
    as $$ begin return query ${all}; end $$`.execute(db.sql)
}

/** Everything about one player. */
export async function rowsOf(db: Db, playerId: bigint): Promise<Record<string, string[]>> {
  const where = sql<boolean>`t.player_id = ${playerId}`
  return rowsIn(db, [
    ...(await tablesWith(db, 'player_id')).map((table) => ({ table, where })),
    { table: 'account_player', where: sql<boolean>`t.id = ${playerId}` },
    { table: 'codes_code', where: sql<boolean>`t.subject ~ ${`^${playerId}(:|$)`}` },
  ])
}
