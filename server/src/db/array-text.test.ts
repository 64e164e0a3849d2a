import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../test/database.ts'
import { textArray } from './array-text.ts'

const db = await testDatabase()

test('an array arrives as it was, whatever its texts are', async () => {
  const texts = [
    '',
    ' ',
    'null',
    'NULL',
    '"',
    '\\',
    '\\"',
    'a,b',
    '{}',
    '{"a"}',
    "'",
    'ä€😀',
    'line\nline',
    'a\\',
    null,
  ]
  const { rows } = await sql<{ read: (string | null)[] }>`select ${textArray(texts)}::text[] as read`.execute(db.sql)
  expect(rows).toEqual([{ read: texts }])
  const none = await sql<{ read: string[] }>`select ${textArray([])}::text[] as read`.execute(db.sql)
  expect(none.rows).toEqual([{ read: [] }])
})
