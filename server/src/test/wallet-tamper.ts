import { sql } from 'kysely'
import type { Database, Db } from '../db/db.ts'
import { chanceFrom } from './purses.ts'

/** A forger with every right in the database, who switches the triggers off. */

const tables = ['wallet_transfer', 'wallet_purse', 'wallet_anchored', 'wallet_anchor']

async function unguarded<T>(db: Database, work: (connection: Db) => Promise<T>): Promise<T> {
  return db.sql.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection)
    try {
      return await work(connection)
    } finally {
      await sql`set session_replication_role = origin`.execute(connection)
    }
  })
}

/** What was done is undone afterwards. */
export const asTamperer = (db: Database, work: (connection: Db) => Promise<void>): Promise<void> =>
  unguarded(db, async (connection) => {
    for (const table of tables)
      await sql`create table ${sql.ref(`kept_${table}`)} as table ${sql.ref(table)}`.execute(connection)
    try {
      await work(connection)
    } finally {
      for (const table of tables) {
        await sql`delete from ${sql.ref(table)}`.execute(connection)
        await sql`insert into ${sql.ref(table)} overriding system value table ${sql.ref(`kept_${table}`)}`.execute(
          connection,
        )
        await sql`drop table ${sql.ref(`kept_${table}`)}`.execute(connection)
      }
    }
  })

type Chance = (below: number) => number

const flipText = (text: string, chance: Chance) => {
  const at = chance(text.length)
  const other = String.fromCharCode(text.charCodeAt(at) ^ (1 << chance(4)))
  return text.slice(0, at) + other + text.slice(at + 1)
}
const flipNumber = (value: bigint, bits: number, chance: Chance) =>
  BigInt.asIntN(bits, value ^ (1n << BigInt(chance(bits))))
const flipBytes = (bytes: Buffer, chance: Chance) => {
  const changed = Buffer.from(bytes)
  const at = chance(bytes.length)
  changed[at] = (changed[at] ?? 0) ^ (1 << chance(8))
  return changed
}

/** Every column, and how many bits its numbers have. */
const columns = {
  from_purse: 64,
  from_seq: 64,
  to_purse: 64,
  to_seq: 64,
  amount: 63,
  from_balance: 64,
  to_balance: 64,
  from_hash: 0,
  to_hash: 0,
  scope: 0,
  key: 0,
  part: 16,
  reason: 0,
  ref: 0,
  at: 0,
}

function changed(value: unknown, bits: number, chance: Chance): unknown {
  if (value instanceof Date) return new Date(value.getTime() + (1 << chance(8)))
  if (Buffer.isBuffer(value)) return flipBytes(value, chance)
  if (typeof value === 'bigint' || typeof value === 'number') return String(flipNumber(BigInt(value), bits, chance))
  if (typeof value === 'string') return flipText(value, chance)
  throw new Error('a column of another kind')
}

/** One byte or bit of random rows, each put back before the next; says which of them were not noticed. */
export async function tamperRows(
  db: Database,
  { count, seed }: { count: number; seed: number },
  isFound: () => Promise<boolean>,
) {
  const chance = chanceFrom(seed)
  const names = Object.entries(columns)
  const missed: string[] = []
  let tried = 0
  let turn = 0
  await unguarded(db, async (connection) => {
    while (tried < count) {
      // In turns, so that a few tries reach every column.
      const [name = '', bits = 0] = names[turn % names.length] ?? []
      turn++
      const column = sql.ref(name)
      const { rows } = await sql<{ place: string; value: unknown }>`
        select ctid::text as place, ${column} as value from wallet_transfer order by from_purse, from_seq
        offset ${chance(1_000_000)}::int % (select count(*) from wallet_transfer) limit 1`.execute(connection)
      const [row] = rows
      if (!row) throw new Error('an empty ledger')
      const set = async (value: unknown, place: string) => {
        const done = await sql<{ place: string }>`
          update wallet_transfer set ${column} = ${value} where ctid = ${place}::tid returning ctid::text as place`.execute(
          connection,
        )
        return done.rows[0]?.place ?? ''
      }
      const other = changed(row.value, bits, chance)
      // A change that a check of the table refuses, such as an amount of zero, is none.
      const place = await set(other, row.place).catch(() => null)
      if (place === null) continue
      tried++
      if (!(await isFound())) missed.push(`${name}: ${row.value} became ${other}`)
      await set(row.value, place)
    }
  })
  return { tried, missed }
}
