// Run as a process of its own by embedded.test.ts: writes numbers until it is ended, and prints each one
// that the database has acknowledged.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { isDatabaseGone, openDatabase } from '../db/db.ts'
import { startEmbedded } from '../db/embedded.ts'
import { StartError } from '../start-error.ts'

const log = pino({ level: 'silent' })
const server = await startEmbedded({ dir: process.argv[2] ?? '', log }).catch((error: unknown) => {
  console.log(error instanceof StartError ? `refused ${error.message}` : String(error))
  process.exit(1)
})
const db = openDatabase(server.url, log)
await sql`create table if not exists kept (n bigint primary key)`.execute(db.sql)
const last = await sql<{ n: bigint }>`select coalesce(max(n), 0) as n from kept`.execute(db.sql)
console.log(`ready ${server.pid()}`)

let isEnding = false
process.once('SIGTERM', () => {
  isEnding = true
})
for (let n = (last.rows[0]?.n ?? 0n) + 1n; !isEnding; n++) {
  try {
    await sql`insert into kept values (${n})`.execute(db.sql)
    console.log(`kept ${n}`)
  } catch (error) {
    if (!isDatabaseGone(error)) throw error
    await sleep(10)
  }
}
await db.close()
await server.stop()
