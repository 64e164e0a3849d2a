import { type Pool, types } from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Announce, Happening, Happenings } from '../db/announce.ts'
import type { Db } from '../db/db.ts'
import type { Listener } from '../db/listener.ts'
import type { Log } from '../log.ts'
import { cleanUpAll } from './clean-up.ts'
import { cleanUp, cleanUpQueue, everyMinute, minuteQueue, queues } from './queues.ts'

const schema = 'jobs'
const happenings = Object.keys(queues).filter((name): name is Happening => Object.hasOwn(queues, name))
const stopMs = 4_000
const quietMs = 10_000

/** A notice wakes the worker; polling is for what waits for its next try, and for notices that were missed. */
const pace = {
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 1,
  batchSize: 5,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const

/** Makes the tables and queues, once for all nodes: those that start together take turns. */
export async function prepareJobs(url: string): Promise<void> {
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
      [cleanUpQueue, cleanUp],
      [minuteQueue, everyMinute],
    ] as const) {
      await boss.createQueue(name, { ...(policy && { policy }), ...patience })
      await boss.updateQueue(name, patience)
    }
    for (const name of happenings) {
      await boss.createQueue(name, queues[name])
      await boss.updateQueue(name, queues[name])
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** Who hears what; `jobs/events.ts` has the list. */
export type Listeners<House> = { [H in Happening]: (house: House, about: Happenings[H]) => Promise<unknown> }

type Options<House> = {
  pool: Pool
  listeners: Listeners<House>
  /** What is looked after by the clock; safe to run twice. */
  hourly?: (house: House) => Promise<void>
  everyMinute?: (house: House) => Promise<void>
  log: Log
  /** Without it nothing runs by itself: tests ask for it. */
  listener: Listener | null
}

export async function openJobs<House extends { sql: Db }>(options: Options<House>) {
  const { pool, listeners, log, listener } = options
  const isWorking = listener !== null
  const boss = new PgBoss({
    db: { executeSql: sqlOver(pool), ...(listener && { listen: listenOver(listener) }) },
    schema,
    migrate: isWorking,
    supervise: isWorking,
    schedule: isWorking,
    useListenNotify: isWorking,
  })
  let saidAt = Number.NEGATIVE_INFINITY
  boss.on('error', (error) => {
    // Every queue asks once a second: a database that is away is worth a line, not a flood.
    if (performance.now() - saidAt < quietMs) return
    saidAt = performance.now()
    log.warn({ fault: faultOf(error) }, 'the job queue met a fault')
  })
  boss.on('warning', ({ message }) => log.warn(message))
  await boss.start()

  const announce: Announce = async (tx, name, about) => {
    await boss.send(name, about, { db: fromKysely(tx) })
  }

  /** Nothing of the job goes into the log or the table of jobs but its name and the name of the fault. */
  async function attempt(name: string, work: () => Promise<unknown>) {
    try {
      await work()
    } catch (error) {
      log.warn({ job: name, fault: faultOf(error) }, 'a job failed')
      throw error
    }
  }

  const hear = <H extends Happening>(house: House, name: H, about: Happenings[H]) =>
    attempt(name, () => listeners[name](house, about))

  async function work<H extends Happening>(house: House, name: H) {
    await boss.work<Happenings[H], unknown, typeof pace>(name, pace, (jobs) =>
      // Each for itself: one that fails takes no neighbour with it.
      Promise.all(
        jobs.map(({ id, data }) =>
          hear(house, name, data).then(
            () => ({ id, status: 'completed' as const }),
            (error: unknown) => ({ id, status: 'failed' as const, output: { fault: faultOf(error).name } }),
          ),
        ),
      ),
    )
  }

  async function runOnce<H extends Happening>(house: House, name: H): Promise<{ count: number; faults: unknown[] }> {
    const jobs = await boss.fetch<Happenings[H]>(name, { batchSize: 50 })
    const faults: unknown[] = []
    // Letters in the order in which they were written: whoever runs jobs by hand wants one order.
    const inOrder = jobs.sort((a, b) => textOf(a.data).localeCompare(textOf(b.data), 'en', { numeric: true }))
    for (const job of inOrder) {
      try {
        await hear(house, name, job.data)
        await boss.complete(name, job)
      } catch (error) {
        faults.push(error)
        await boss.fail(name, job)
      }
    }
    return { count: jobs.length, faults }
  }

  async function workByClock(name: string, cron: string, work: () => Promise<void>) {
    await boss.work(name, { pollingIntervalSeconds: 30 }, () =>
      attempt(name, work).catch((error: unknown) => {
        throw new Error(faultOf(error).name)
      }),
    )
    await boss.schedule(name, cron, null, { missed: 'once' })
  }

  async function lookAfter(house: House) {
    // The proof of the ledger must not depend on whether old rows could be swept away.
    const [swept, looked] = await Promise.allSettled([cleanUpAll(house.sql), options.hourly?.(house)])
    for (const each of [looked, swept]) if (each.status === 'rejected') throw each.reason
  }

  return {
    announce,

    /** Workers of this node, until it closes. */
    async start(house: House) {
      for (const name of happenings) await work(house, name)
      await workByClock(cleanUpQueue, '17 * * * *', () => lookAfter(house))
      await workByClock(minuteQueue, '* * * * *', async () => options.everyMinute?.(house))
    },

    /** Everything that is due, until nothing is left. What failed waits for its next turn; the faults come back. */
    async runAll(house: House): Promise<unknown[]> {
      const faults: unknown[] = []
      for (let count = 1; count > 0; ) {
        count = 0
        for (const name of happenings) {
          const ran = await runOnce(house, name)
          count += ran.count
          faults.push(...ran.faults)
        }
      }
      return faults
    },

    /** A job that runs is finished first. */
    close: () => boss.stop({ graceful: true, timeout: stopMs }),
  }
}

const textOf = (data: unknown) => JSON.stringify(data)

/** A message may name people or hold a letter's text; the name and code do not. */
function faultOf(error: unknown) {
  if (!(error instanceof Error)) return { name: typeof error }
  return { name: error.name, ...('code' in error && { code: String(error.code) }) }
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
