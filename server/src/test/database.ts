import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, inject } from 'vitest'
import { type Database, openDatabase } from '../db/db.ts'
import { command, databaseAt, templateName } from './database-server.ts'

/** A migrated, empty database for this test file, dropped after it. Call it at the top of the file. */
export async function testDatabase(): Promise<Database & { url: string }> {
  const serverUrl = inject('databaseUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await command(serverUrl, `create database ${name} template ${templateName}`)
  const url = databaseAt(serverUrl, name)
  const db = openDatabase(url, pino({ level: 'silent' }))
  afterAll(async () => {
    await db.close()
    await command(serverUrl, `drop database ${name} with (force)`)
  })
  return { ...db, url }
}
