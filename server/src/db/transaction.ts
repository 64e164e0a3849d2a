import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  DummyDriver,
  type PostgresAdapter,
  PostgresQueryCompiler,
  Transaction,
} from 'kysely'
import { DatabaseError, type PoolClient, type QueryConfig } from 'pg'
import type { DB } from './types.ts'

export type Tx = Transaction<DB>

type Statement = { text: string; values: unknown[] }

type Send = <Answer>(ask: () => Promise<Answer>) => Promise<Answer>

/** A connection that takes the next statement before it has answered the last. */
export type Pipeline = { prepare: (statement: Statement) => QueryConfig; send: Send }

/** Thrown at a branch that asks on when the transaction has failed by another, or was committed without waiting for it. */
class TransactionIsOver extends Error {}

/**
 * Between `begin` and `commit` on one connection. The work may have branches that ask side by side. When one of them
 * fails another may still be between its question and its write, and what it wrote after the rollback would stand alone:
 * so once the end is on its way, nothing more is asked here.
 */
export function openTransaction(client: PoolClient, adapter: PostgresAdapter, pipeline?: Pipeline) {
  let isOver = false
  let failure: unknown
  const { prepare, send } = pipeline ?? { prepare: (statement) => statement, send: inTurn() }
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery) {
      const asking = send(async () => {
        if (isOver) throw new TransactionIsOver('the transaction is over')
        return client.query<R & object>(prepare({ text: sql, values: [...parameters] }))
      })
      const { rows, rowCount } = await asking.catch((error: unknown) => {
        failure ??= error
        throw error
      })
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
    },
    streamQuery() {
      throw new Error('a transaction streams nothing')
    },
  }
  const executor = new DefaultQueryExecutor(compiler, adapter, { provideConnection: (ask) => ask(connection) })
  const dialect = dialectOf(adapter)
  const tx: Tx = new Transaction<DB>({ config: { dialect }, dialect, driver, executor })

  async function commit() {
    isOver = true
    const { command } = await send(() => client.query('commit'))
    // So the database answers when a statement had failed unnoticed.
    if (command !== 'COMMIT') throw new Error('a transaction with a failed statement was to be committed')
  }

  /** Whether it got through; on a lost connection it does not. Whatever was still under way is over when this is answered. */
  function rollBack(): Promise<boolean> {
    isOver = true
    return send(() => client.query('rollback')).then(
      () => true,
      () => false,
    )
  }

  /** Of branches that fail together the one that only hears of another's failure may be the first to tell. */
  const causeOf = (error: unknown) => (isEcho(error) ? (failure ?? error) : error)

  return {
    tx,
    causeOf,
    begin: () => send(() => client.query('begin isolation level read committed')),
    commit,
    rollBack,
  }
}

// 25P02: an earlier statement of the transaction has failed.
const isEcho = (error: unknown) =>
  error instanceof TransactionIsOver || (error instanceof DatabaseError && error.code === '25P02')

/** One after the other. */
function inTurn(): Send {
  let last: Promise<unknown> = Promise.resolve()
  return (ask) => {
    const mine = last.then(ask, ask)
    last = mine.catch(() => {})
    return mine
  }
}

const compiler = new PostgresQueryCompiler()
const driver = new DummyDriver()

const dialectOf = (adapter: PostgresAdapter) => ({
  createAdapter: () => adapter,
  createDriver: () => driver,
  createQueryCompiler: () => compiler,
  createIntrospector: () => {
    throw new Error('a transaction does not look at tables')
  },
})
