import { Writable } from 'node:stream'
import { Kysely, PostgresAdapter, PostgresDialect } from 'kysely'
import type { PoolClient } from 'pg'
import type { BaseLogger } from 'pino'
import { whereaboutsQuestion } from './after-restore.ts'
import { fullShare } from './connections.ts'
import { type Database, openPool, waitsOf } from './db.ts'
import { openTransaction, type Tx } from './transaction.ts'
import type { DB } from './types.ts'

/**
 * For a few statements over arrays that run all day. What is asked at the same time goes over the line at the same time
 * and is answered in that order, so a crowd of bets costs a handful of journeys instead of a dozen. Statements are
 * planned once for each connection; a plan that was made while a table was small must still be right when it is large,
 * so indexes are always used.
 */
export function openPipelinedDatabase(
  { pool: plain }: Pick<Database, 'pool'>,
  log: Pick<BaseLogger, 'warn'>,
  max: number = fullShare.pipelined,
): Database {
  const pool = openPool(plain.options.connectionString ?? '', log, {
    ...waitsOf(plain),
    max,
    pipeline: true,
    options: planOptions,
    // Tables grow: a plan is made anew twice a minute.
    maxLifetimeSeconds: 30,
    verify: refuseElsewhere,
  })
  const sql = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  // One for each database: what is remembered of a database hangs on it.
  const adapter = new PostgresAdapter()
  return { sql, pool, once: (work) => transact(pool.connect(), adapter, work), close: () => pool.end() }
}

/**
 * After a failover every connection is a new one, and the database may be an earlier day of the house: none of them
 * moves money of rounds before that is seen to, so nothing that is known decides meanwhile.
 */
function refuseElsewhere(client: PoolClient, done: (error?: Error) => void) {
  client.query<{ isHere: boolean }>(whereaboutsQuestion).then(
    ({ rows }) => done(rows[0]?.isHere === false ? elsewhere() : undefined),
    (error: unknown) => done(error instanceof Error ? error : elsewhere()),
  )
}

// The code of a database that is still starting: asking again later helps.
const elsewhere = () => Object.assign(new Error('the database is not where it was noted'), { code: '57P03' })

const planOptions = ['plan_cache_mode=force_generic_plan', 'jit=off']
  .concat(['seqscan', 'hashjoin', 'mergejoin'].map((way) => `enable_${way}=off`))
  .map((setting) => `-c ${setting}`)
  .join(' ')

async function transact<T>(
  connecting: Promise<PoolClient>,
  adapter: PostgresAdapter,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const client = await connecting
  const send = <Answer>(ask: () => Promise<Answer>) => {
    sendTogether(client)
    return ask()
  }
  const { tx, begin, commit, rollBack, causeOf } = openTransaction(client, adapter, { prepare: named, send })
  try {
    const [, answer] = await Promise.all([begin(), work(tx)])
    await commit()
    client.release()
    return answer
  } catch (error) {
    await rollBack()
    // The connection is not used again: it may have lost statements that were to be kept.
    client.release(true)
    throw causeOf(error)
  }
}

/** Whatever is asked in this turn of the loop leaves as one piece: every piece costs a call of the system. */
function sendTogether(client: PoolClient) {
  const stream: unknown = Reflect.get(Reflect.get(client, 'connection'), 'stream')
  if (!(stream instanceof Writable)) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

const planNames = new Map<string, string>()
const mostPlans = 200

/** Every statement gets a name, under which the connection keeps its plan. */
function named({ text, values }: { text: string; values: unknown[] }) {
  const name = planNames.get(text) ?? (planNames.size < mostPlans ? `plan-${planNames.size}` : undefined)
  if (name === undefined) return { text, values }
  planNames.set(text, name)
  return { text, values, name }
}
