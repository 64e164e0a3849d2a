import { randomUUID } from 'node:crypto'
import type { InsertObject } from 'kysely'
import type { Database, Db, Tx } from '../db/db.ts'
import type { DB } from '../db/types.ts'
import { hashPassword } from '../passwords.ts'
import { payIn } from './purses.ts'

type PlayerRow = InsertObject<DB, 'account_player'>

/** Any column of the account, and what stands in other tables; what is left out is ordinary. */
type Person = Omit<Partial<PlayerRow>, 'login' | 'currency'> & {
  login?: string
  currency?: string
  /** Without one the player has no password. */
  password?: string
  /** Money in the main purse, in the smallest unit of the player's currency. */
  main?: bigint
}

type Player = { id: bigint; login: string; currency: string }

/** As many rows as fit into one statement, whose parameters PostgreSQL counts with 16 bits. */
const mostRows = 1_000

/** Players by name: `const { alice } = await world(db, { alice: { main: 1000n } })`. A name is the login, unless it says so. */
export async function world<Name extends string>(
  db: Database,
  people: Record<Name, Person>,
): Promise<Record<Name, Player>> {
  const made: [string, Player][] = []
  for (const [name, { main, ...person }] of Object.entries<Person>(people)) {
    const { login = name, currency = 'EUR' } = person
    const id = await addPerson(db.sql, { ...person, login, currency })
    if (main !== undefined) await payIn(db, id, main, currency)
    made.push([name, { id, login, currency }])
  }
  return Object.fromEntries(made) as Record<Name, Player>
}

/** One player, also inside a transaction of the test. */
export async function addPerson(sql: Db | Tx, { password, ...person }: Omit<Person, 'main'>): Promise<bigint> {
  const row = rowOf({ ...person, has_password: person.has_password ?? password !== undefined })
  const { id } = await sql.insertInto('account_player').values(row).returning('id').executeTakeFirstOrThrow()
  if (password !== undefined) {
    const hash = await hashPassword(password)
    await sql.insertInto('auth_password').values({ player_id: id, hash }).execute()
  }
  return id
}

/** Many players who need no name. */
export async function addPlayers({ sql }: Pick<Database, 'sql'>, count: number, currency = 'EUR'): Promise<bigint[]> {
  const ids: bigint[] = []
  for (let left = count; left > 0; left -= mostRows) {
    const rows = Array.from({ length: Math.min(left, mostRows) }, () => rowOf({ currency }))
    const made = await sql.insertInto('account_player').values(rows).returning('id').execute()
    ids.push(...made.map(({ id }) => id))
  }
  return ids
}

function rowOf(person: Omit<Person, 'main' | 'password'>): PlayerRow {
  const { login = `${randomUUID()}@example.com` } = person
  const row = { login, login_key: login.toLowerCase(), fakename: login, locale: 'en', currency: 'EUR' }
  return { ...row, ...person }
}
