import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, inject } from 'vitest'
import { type Database, openDatabase } from '../db/db.ts'
import { command, databaseAt, templateName } from './database-server.ts'

/**
 * A migrated, empty database for this test file. Call it at the top of the file. It is not dropped: that takes a second
 * each, and at the end of the run the whole server goes.
 */
export async function testDatabase(): Promise<Database & { url: string }> {
  const serverUrl = inject('databaseUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await command(serverUrl, `create database ${name} template ${templateName}`)
  const url = databaseAt(serverUrl, name)
  const db = openDatabase(url, pino({ level: 'silent' }))
  afterAll(() => db.close())
  return { ...db, url }
}
