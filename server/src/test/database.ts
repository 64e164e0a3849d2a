import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, inject } from 'vitest'
import type { Database } from '../db/db.ts'
import { openPatient } from './patient.ts'

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
  const db = openPatient(url)
  afterAll(() => db.close())
  return { ...db, url }
}
