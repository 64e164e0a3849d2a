import { Client } from 'pg'
import { type Embedded, startEmbedded } from '../server/src/db/embedded.ts'
import { openLog } from '../server/src/log.ts'

const most = 25

const ask = async <R extends object>(url: string, ...texts: string[]): Promise<R[]> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const text of texts.slice(0, -1)) await client.query(text)
    return (await client.query<R>(texts.at(-1) ?? '')).rows
  } finally {
    await client.end()
  }
}

/** With `BENCH_STATEMENTS=1` the database counts what its statements take: a little work of its own, so not by default. */
export async function startDatabase(dir: string): Promise<Embedded> {
  const database = await startEmbedded({ dir, log: openLog('warn') })
  if (!process.env.BENCH_STATEMENTS) return database
  // Such a library is loaded at the start only.
  await ask(database.url, "alter system set shared_preload_libraries = 'pg_stat_statements'")
  await database.stop()
  const again = await startEmbedded({ dir, log: openLog('warn') })
  await ask(again.url, 'create extension if not exists pg_stat_statements')
  return again
}

/** Where the database's time goes, of each call of the load. Waits for locks and for the disk are in it. */
export async function sayStatements(url: string, name: string, calls: number): Promise<void> {
  if (!process.env.BENCH_STATEMENTS) return
  const rows = await ask<{ query: string; calls: string; ms: number }>(
    url,
    `select regexp_replace(query, '\\s+', ' ', 'g') as query, calls::text, total_exec_time + total_plan_time as ms
    from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
    order by ms desc limit ${most}`,
  )
  console.log(`\n${name}: microseconds of the database for each of ${calls} calls`)
  for (const { query, calls: times, ms } of rows) {
    console.log(`${((ms * 1000) / calls).toFixed(1).padStart(8)} ${times.padStart(7)} × ${query.slice(0, 140)}`)
  }
}

export const forgetStatements = async (url: string): Promise<void> => {
  if (process.env.BENCH_STATEMENTS) await ask(url, 'select pg_stat_statements_reset()')
}
