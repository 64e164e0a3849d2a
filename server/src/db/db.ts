import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely'
import { Client, DatabaseError, Pool, type PoolClient, type PoolConfig, types } from 'pg'
import type { BaseLogger } from 'pino'
import { fullShare } from './connections.ts'
import { openTransaction, type Tx } from './transaction.ts'
import type { DB } from './types.ts'

/** Where a question is asked: the pool, or a transaction. */
export type Db = Kysely<DB>

export type Database = {
  sql: Db
  pool: Pool
  /** One transaction, tried once; `begin` is what others call. */
  once: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

export type { Tx }

const attempts = 4

export function openDatabase(url: string, log: Pick<BaseLogger, 'warn'>, more: Partial<PoolConfig> = {}): Database {
  const pool = openPool(url, log, more)
  const sql = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  // One for each database: what is remembered of a database hangs on it.
  const adapter = new PostgresAdapter()
  const once = <T>(work: (tx: Tx) => Promise<T>) => transact(pool, adapter, work)
  // A query builder that was never asked anything leaves the pool alone, and a process would wait for its connections.
  const close = async () => {
    await sql.destroy()
    if (!pool.ending) await pool.end()
  }
  return { sql, pool, once, close }
}

/** For another pool of the same process: it waits as long. */
export function waitsOf({ options }: Pool): Partial<PoolConfig> {
  const { connectionTimeoutMillis, statement_timeout, lock_timeout } = options
  return { connectionTimeoutMillis, statement_timeout, lock_timeout }
}

export function openPool(url: string, log: Pick<BaseLogger, 'warn'>, more: Partial<PoolConfig> = {}): Pool {
  const pool = new Pool({
    connectionString: url,
    application_name: 'croupier',
    max: fullShare.plain,
    connectionTimeoutMillis: 3_000,
    statement_timeout: 10_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    types: { getTypeParser: parserOf },
    ...more,
  })
  // A lost connection without a listener would end the process, whether it is idle or at work. A pool that is being
  // closed says so before its sockets are, and a database that ends meanwhile cuts them.
  const hear = (error: Error) => {
    if (!pool.ending) log.warn({ reason: error.message }, 'a database connection was lost')
  }
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', hear)
    rememberPlans(client)
  })
  return pool
}

/** Stands before a statement that is asked often and is long to plan: each connection plans it once. */
export const plannedOnce = (name: string) => sql.raw(`/* plan ${name} */ `)

const planMark = /^\/\* plan ([\w-]+) \*\/ /

function rememberPlans(client: PoolClient): void {
  const named = (asked: unknown, ...rest: unknown[]): unknown => {
    const text = typeof asked === 'string' ? asked : textOf(asked)
    const name = text === undefined ? undefined : planMark.exec(text)?.[1]
    if (name === undefined) return Reflect.apply(Client.prototype.query, client, [asked, ...rest])
    const config = typeof asked === 'string' ? { text, values: rest[0] } : asked
    return Reflect.apply(Client.prototype.query, client, [
      { ...Object(config), name },
      ...(typeof asked === 'string' ? rest.slice(1) : rest),
    ])
  }
  Reflect.set(client, 'query', named)
}

const textOf = (asked: unknown): string | undefined =>
  typeof asked === 'object' && asked !== null && 'text' in asked && typeof asked.text === 'string'
    ? asked.text
    : undefined

/** Thrown inside a transaction that another one got ahead of: run again from the start, it finds what that one wrote. */
export class TryAgain extends Error {}

const isWorthAnotherTry = (error: unknown): boolean =>
  error instanceof TryAgain || (error instanceof DatabaseError && (error.code === '40001' || error.code === '40P01'))

/** One transaction at READ COMMITTED. When the database or the work asks for it, it is tried again from the start. */
export async function begin<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.once(work)
    } catch (error) {
      if (!isWorthAnotherTry(error) || attempt === attempts) throw error
      // Without a pause the two that met would meet again.
      await sleep(randomInt(10, 40) * attempt)
    }
  }
}

/** Whether the database could not be reached or went away, so that asking again later may help. */
export function isDatabaseGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return goneCodes.test(code) || goneMessages.test(error.message)
}

/** A lock that was not given in time, or a statement that took too long: it was taken back whole. */
export const isTooBusy = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === '55P03' || error.code === '57014')

// 57P01-57P03: shut down, crashed, starting; 53300: no free connection; 08: connection faults.
const goneCodes =
  /^(57P0[123]|53300|08\w{3}|E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH))$/

// What `pg` says without a code.
const goneMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (was closed|has encountered)|Cannot use a pool)/

async function transact<T>(pool: Pool, adapter: PostgresAdapter, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  const { tx, begin: open, commit, rollBack, causeOf } = openTransaction(client, adapter)
  try {
    await open()
    const answer = await work(tx)
    await commit()
    client.release()
    return answer
  } catch (error) {
    // The first error is the one that tells why; a connection that cannot roll back is not used again.
    client.release(!(await rollBack()))
    throw causeOf(error)
  }
}

const parserOf: typeof types.getTypeParser = (id, format) => {
  if (format !== 'binary' && id === types.builtins.INT8) return BigInt
  // A day has no time zone: as a Date it could become the day before.
  if (format !== 'binary' && id === types.builtins.DATE) return String
  return types.getTypeParser(id, format)
}

/** The database's clock: the time that every node agrees on, and in a transaction the time it began. */
export async function readNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database does not know the time')
  return row.now
}
