import { sql } from 'kysely'
import { type Pool, types } from 'pg'
import { PgBoss } from 'pg-boss'
import { type Db, plannedOnce } from '../db/db.ts'
import type { Listener } from '../db/listener.ts'
import { faultOf } from '../faults.ts'
import type { Log } from '../log.ts'
import {
  cleanUpPatience,
  cleanUpQueue,
  happeningsOf,
  minutePatience,
  minuteQueue,
  patienceOf,
  queueOf,
} from './queues.ts'

const schema = 'jobs'
const quietMs = 10_000

/** Makes the tables and queues, once for all nodes: those that start together take turns. */
export async function prepareJobs(url: string, listeners: Parameters<typeof happeningsOf>[0]): Promise<void> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'croupier jobs',
    schema,
    max: 2,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => {})
  await boss.start()
  try {
    for (const [name, { policy, ...patience }] of [
      [cleanUpQueue, cleanUpPatience],
      [minuteQueue, minutePatience],
    ] as const) {
      await boss.createQueue(name, { ...(policy && { policy }), ...patience })
      await boss.updateQueue(name, patience)
    }
    for (const name of happeningsOf(listeners)) {
      for (const listener of Object.keys(listeners[name])) {
        await boss.createQueue(queueOf(name, listener), patienceOf[name])
        await boss.updateQueue(queueOf(name, listener), patienceOf[name])
      }
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}

type BossOptions = { pool: Pool; listener: Listener | null; log: Log }

/** The queue over this process's own connections. Without a listener it only writes and reads. */
export async function openBoss({ pool, listener, log }: BossOptions): Promise<PgBoss> {
  const isWorking = listener !== null
  const boss = new PgBoss({
    db: { executeSql: sqlOver(pool), ...(listener && { listen: listenOver(listener) }) },
    schema,
    migrate: isWorking,
    supervise: isWorking,
    schedule: isWorking,
    useListenNotify: isWorking,
    // No job of ours waits for another one; by itself it would be asked every five seconds.
    flowIntervalSeconds: 3_600,
  })
  let saidAt = Number.NEGATIVE_INFINITY
  boss.on('error', (error) => {
    // Every queue asks once a second: a database that is away is worth a line, not a flood.
    if (performance.now() - saidAt < quietMs) return
    saidAt = performance.now()
    log.warn({ fault: faultOf(error) }, 'the job queue met a fault')
  })
  boss.on('warning', ({ message }) => log.warn(message))
  return boss.start()
}

/** Which of them have a job whose time has come. */
export async function dueQueues(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`${plannedOnce('jobs-due')}select asked.name
    from unnest(${[...names]}::text[]) as asked (name)
    where exists (select from ${sql.table(`${schema}.job`)} as job where job.name = asked.name
      and job.state < 'active' and not job.blocked and job.start_after <= now())`.execute(db)
  return rows.map(({ name }) => name)
}

/** A script that failed half-way leaves its transaction open, so that connection is not used again. */
const sqlOver = (pool: Pool) => async (text: string, values?: unknown[]) => {
  const client = await pool.connect()
  let isBroken = true
  try {
    // Counts as text, as the queue expects them.
    const result = await client.query({ text, types, ...(values && { values }) })
    isBroken = false
    return result
  } finally {
    client.release(isBroken)
  }
}

const listenOver =
  (listener: Listener) => async (channel: string, onNotice: (payload: string) => void, onConnect: () => void) => ({
    close: await listener.listen(channel, { onNotice, onConnect }),
  })
