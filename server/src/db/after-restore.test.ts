import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { command, databaseAt, testDatabase } from '../test/database.ts'
import { leaveGaps, markRestored, noteWhereabouts, readWhereabouts, sayRestored } from './after-restore.ts'
import { openDatabase } from './db.ts'

const db = await testDatabase()
const dir = mkdtempSync(join(tmpdir(), 'croupier-restored-'))
afterAll(() => rmSync(dir, { recursive: true }))

test('a database is new, then as noted, and restored by its mark, by another cluster or timeline, or by an operator’s word', async () => {
  const read = () => readWhereabouts(db.sql, dir)
  const note = () => noteWhereabouts(db.sql, dir)
  expect(await read()).toBe('new')
  await note()
  expect(await read()).toBe('as noted')
  markRestored(dir)
  expect(await read()).toBe('restored')
  await note()
  expect([await read(), existsSync(join(dir, 'restored'))]).toEqual(['as noted', false])
  for (const column of ['cluster', 'timeline']) {
    await sql`update house_whereabouts set ${sql.ref(column)} = '7'`.execute(db.sql)
    expect(await read()).toBe('restored')
    await note()
    expect(await read()).toBe('as noted')
  }
  await sayRestored(db.sql)
  expect(await read()).toBe('restored')
})

test('a copy in the same cluster is seen too: in another database, or loaded into this one again as `pg_restore --clean` does', async () => {
  const own = await testDatabase()
  await noteWhereabouts(own.sql, dir)
  await own.pool.query('alter table house_whereabouts rename to the_one_before')
  await own.pool.query('create table house_whereabouts (like the_one_before including all)')
  await own.pool.query('insert into house_whereabouts select * from the_one_before')
  await own.pool.query('drop table the_one_before')
  expect(await readWhereabouts(own.sql, dir)).toBe('restored')

  await noteWhereabouts(own.sql, dir)
  expect(await readWhereabouts(own.sql, dir)).toBe('as noted')
  const [name] = new URL(own.url).pathname.slice(1).split('/')
  await own.close()
  await command(databaseAt(own.url, 'postgres'), `create database ${name}_again template ${name}`)
  const copy = openDatabase(databaseAt(own.url, `${name}_again`), pino({ level: 'silent' }))
  expect(await readWhereabouts(copy.sql, dir)).toBe('restored')
  await copy.close()
})

test('no number is given out that a provider may know: every counter leaves a gap', async () => {
  const { rows } = await sql<{ name: string }>`select format('%I.%I', schemaname, sequencename) as name
    from pg_sequences where schemaname = 'public'`.execute(db.sql)
  const next = async (name: string) =>
    Number((await sql<{ id: bigint }>`select nextval(${name}) as id`.execute(db.sql)).rows[0]?.id)
  const before = new Map<string, number>()
  for (const { name } of rows) before.set(name, await next(name))
  expect(before.size).toBeGreaterThan(20)
  await leaveGaps(db.sql)
  for (const [name, last] of before) expect([name, (await next(name)) > last + 1_000_000]).toEqual([name, true])
})
