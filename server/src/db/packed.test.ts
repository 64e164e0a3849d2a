import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../test/database.ts'
import { type Packed, packed, unpack, unpackRows } from './packed.ts'

const db = await testDatabase()

const values = sql`(values
    (1::bigint, -0.5::float8, null::float8, 7, true, 'a'),
    (-9223372036854775808, 1763449320123, 2.25, -2147483648, false, ''),
    (9223372036854775807, 0, null, 0, true, 'ünï — 牌')) as v (large, fine, gap, small, flag, words)`

type Columns = Record<'large' | 'fine' | 'gap' | 'small' | 'flag' | 'words', Packed>

const read = async (isMeant: boolean) => {
  const column = (name: keyof Columns) => sql`${packed(sql.ref(name))} as ${sql.ref(name)}`
  const names = ['large', 'fine', 'gap', 'small', 'flag', 'words'] as const
  const { rows } = await sql<Columns>`select ${sql.join(names.map(column))} from ${values} where ${isMeant}`.execute(
    db.sql,
  )
  const [found] = rows
  if (!found) throw new Error('an aggregate without a row')
  return found
}

test('columns come back as they are, with their gaps', async () => {
  const found = await read(true)
  const [large, fine, gap] = [unpack.bigint(found.large), unpack.float8(found.fine), unpack.float8OrNull(found.gap)]
  const [small, flag, words] = [unpack.int(found.small), unpack.boolean(found.flag), unpack.text(found.words)]
  expect(unpackRows(found.large, () => [large(), fine(), gap(), small(), flag(), words()])).toEqual([
    [1n, -0.5, null, 7, true, 'a'],
    [-9223372036854775808n, 1763449320123, 2.25, -2147483648, false, ''],
    [9223372036854775807n, 0, null, 0, true, 'ünï — 牌'],
  ])
})

test('no rows are none, and a gap where none may be is a fault', async () => {
  const none = await read(false)
  expect(unpackRows(none.large, unpack.bigint(none.large))).toEqual([])
  const found = await read(true)
  expect(() => unpackRows(found.gap, unpack.float8(found.gap))).toThrow('never null')
})
