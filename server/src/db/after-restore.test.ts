import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../test/database.ts'
import { leaveGap, markRestored } from './after-restore.ts'

const db = await testDatabase()
const dir = mkdtempSync(join(tmpdir(), 'croupier-restored-'))
afterAll(() => rmSync(dir, { recursive: true }))

const next = async () =>
  Number(
    (await sql<{ id: bigint }>`select nextval(pg_get_serial_sequence('cashier_entry', 'id')) as id`.execute(db.sql))
      .rows[0]?.id,
  )

test('the first start after a restore gives out no number that a provider may know', async () => {
  const before = await next()
  await leaveGap(db.url, dir)
  expect(await next()).toBe(before + 1)
  markRestored(dir)
  await leaveGap(db.url, dir)
  const after = await next()
  expect(after).toBeGreaterThan(before + 1_000_000)
  expect(existsSync(join(dir, 'restored'))).toBe(false)
  await leaveGap(db.url, dir)
  expect(await next()).toBe(after + 1)
})
