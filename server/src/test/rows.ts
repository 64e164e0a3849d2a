import { sql } from 'kysely'
import type { Database } from '../db/db.ts'

type Db = Pick<Database, 'sql'>

/** Counters of requests change with every request; they are no effect on anybody. */
const counters = ['http_rate_limit']

async function tablesWith(db: Db, column: string | null): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = coalesce(${column}, c.column_name)
    order by 1`.execute(db.sql)
  return rows.map(({ name }) => name).filter((name) => !counters.includes(name))
}

const rowsIn = async (db: Db, table: string, where = sql<boolean>`true`): Promise<string[]> => {
  const query = sql<{ row: string }>`select t::text as row from ${sql.table(table)} as t where ${where} order by 1`
  return (await query.execute(db.sql)).rows.map(({ row }) => row)
}

/** Everything that the database knows, by table, and what waits to be done: equal before and after is no effect. */
export async function allRows(db: Db): Promise<Record<string, string[]>> {
  const tables = await tablesWith(db, null)
  const found = await Promise.all(tables.map(async (table) => [table, await rowsIn(db, table)] as const))
  const { rows } = await sql<{ row: string }>`select name || ' ' || data::text as row from jobs.job order by 1`.execute(
    db.sql,
  )
  return { ...Object.fromEntries(found), jobs: rows.map(({ row }) => row) }
}

/** Everything about one player. */
export async function rowsOf(db: Db, playerId: bigint): Promise<Record<string, string[]>> {
  const tables = await tablesWith(db, 'player_id')
  const isTheirs = sql<boolean>`t.player_id = ${playerId}`
  const found = await Promise.all(tables.map(async (table) => [table, await rowsIn(db, table, isTheirs)] as const))
  return {
    ...Object.fromEntries(found),
    account_player: await rowsIn(db, 'account_player', sql<boolean>`t.id = ${playerId}`),
    codes_code: await rowsIn(db, 'codes_code', sql<boolean>`t.subject ~ ${`^${playerId}(:|$)`}`),
  }
}
