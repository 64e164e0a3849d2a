import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { command, databaseAt, testDatabase } from '../test/database.ts'
import { migrate } from './migrate.ts'

const log = pino({ level: 'silent' })
const db = await testDatabase()
let folder: string
let url: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'croupier-migrations-'))
  // Not dropped, as no database of these tests is.
  const name = `migrate_${randomBytes(6).toString('hex')}`
  await command(inject('databaseUrl'), `create database ${name}`)
  url = databaseAt(inject('databaseUrl'), name)
})

afterEach(() => rmSync(folder, { recursive: true }))

const put = (name: string, text: string) => writeFileSync(join(folder, name), text)

test('the house migrates once, and a second start changes nothing', async () => {
  const before = await db.sql.selectFrom('schema_migration').selectAll().execute()
  expect(before[0]?.name).toBe('0001-house.sql')
  await migrate(db.url, log)
  expect(await db.sql.selectFrom('schema_migration').selectAll().execute()).toEqual(before)
})

test('eight nodes that start together apply each file once', async () => {
  put('0001-a.sql', 'create table a (n int); insert into a values (1)')
  put('0002-b.sql', 'insert into a values (2)')
  await Promise.all(Array.from({ length: 8 }, () => migrate(url, log, folder)))
  await command(url, 'do $$ begin assert (select array_agg(n order by n) from a) = array[1, 2]; end $$')
})

test('a file that was changed after it had been applied is refused', async () => {
  put('0001-a.sql', 'create table a (\nn int)')
  await migrate(url, log, folder)
  put('0001-a.sql', 'create table a (\r\nn int)')
  await migrate(url, log, folder)
  put('0001-a.sql', 'create table a (n bigint)')
  await expect(migrate(url, log, folder)).rejects.toThrow(/^The migration 0001-a.sql was changed after/)
})

test('a database that is newer than the program is refused', async () => {
  put('0001-a.sql', 'create table a (n int)')
  await migrate(url, log, folder)
  rmSync(join(folder, '0001-a.sql'))
  await expect(migrate(url, log, folder)).rejects.toThrow(/^The database has the migration 0001-a.sql, which/)
})

test('a file that fails leaves nothing of itself, and keeps the ones before it', async () => {
  put('0001-a.sql', 'create table a (n int)')
  put('0002-b.sql', 'insert into a values (1); select nonsense')
  await expect(migrate(url, log, folder)).rejects.toThrow(/^The migration 0002-b.sql failed: column "nonsense"/)
  put('0002-b.sql', 'insert into a values (2)')
  await migrate(url, log, folder)
  await command(url, 'do $$ begin assert (select array_agg(n) from a) = array[2]; end $$')
})
