import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, inject } from 'vitest'
import { type Database, openDatabase } from '../db/db.ts'

export const templateName = 'croupier_template'

export function databaseAt(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

/** Runs one statement on a connection of its own. */
export async function command(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(text)
  await client.end()
}

/**
 * A migrated, empty database for this test file. Call it at the top of the file. It is not dropped: that takes a second
 * each, and at the end of the run the whole server goes.
 */
export async function testDatabase(): Promise<Database & { url: string }> {
  const serverUrl = inject('databaseUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await command(serverUrl, `create database ${name} template ${templateName} strategy file_copy`)
  const url = databaseAt(serverUrl, name)
  // On a busy machine a test may wait for a connection much longer than a player would.
  const db = openDatabase(url, pino({ level: 'silent' }), { connectionTimeoutMillis: 30_000 })
  afterAll(() => db.close())
  return { ...db, url }
}
