import type { Pool } from 'pg'
import { fromKysely, type PgBoss } from 'pg-boss'
import type { Db } from '../db/db.ts'
import type { Listener } from '../db/listener.ts'
import { faultOf } from '../faults.ts'
import type { Announce, Happening, Happenings } from '../happenings.ts'
import type { Log } from '../log.ts'
import { lookAgain } from '../look-again.ts'
import { dueQueues, openBoss } from './boss.ts'
import { cleanUpAll } from './clean-up.ts'
import { cleanUpQueue, happeningsOf, minuteQueue, queueOf, queuesOf } from './queues.ts'

const stopMs = 4_000

/**
 * A notice wakes the worker. What waits for its next try, and a notice that was missed, is found by one look at all
 * queues: fifty that ask once a second took a tenth of a core, stakes or none. Only without notices each asks by itself.
 */
const lookMs = 2_000
const pace = {
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 600,
  batchSize: 5,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const

/** The listeners of each happening by name; `jobs/events.ts` has the list. */
export type Listeners<Context> = {
  [H in Happening]: Readonly<Record<string, (ctx: Context, about: Happenings[H]) => Promise<unknown>>>
}

type Options<Context> = {
  pool: Pool
  listeners: Listeners<Context>
  /** What is looked after by the clock; safe to run twice. */
  hourly?: (ctx: Context) => Promise<void>
  everyMinute?: (ctx: Context) => Promise<void>
  log: Log
  /** Without it nothing runs by itself: tests ask for it. */
  listener: Listener | null
}

export async function openJobs<Context extends { sql: Db }>(options: Options<Context>) {
  const { listeners, log } = options
  const boss = await openBoss(options)
  const happenings = happeningsOf(listeners)

  const announce: Announce = async (tx, name, about) => {
    for (const queue of queuesOf(listeners, name)) await boss.send(queue, about, { db: fromKysely(tx) })
  }

  const listenerQueues = <H extends Happening>(name: H): JobQueue<Context>[] =>
    Object.entries(listeners[name]).map(([listener, hear]) =>
      openQueue<Context, Happenings[H]>(boss, { queue: queueOf(name, listener), hear, log }),
    )

  /**
   * Before a happening had many listeners its queue bore its own name. Where a database still has that queue, what
   * waits there, or is put there by a node of the older version, goes to every listener of today.
   */
  const formerQueue = (name: Happening): JobQueue<Context> =>
    openQueue<Context, object>(boss, {
      queue: name,
      hear: async (_, about) => {
        for (const queue of queuesOf(listeners, name)) await boss.send(queue, about)
      },
      log,
    })
  const former = (await boss.getQueues([...happenings])).map(({ name }) => name)
  const queues = [
    ...happenings.filter((name) => former.includes(name)).map(formerQueue),
    ...happenings.flatMap((name) => listenerQueues(name)),
  ]

  async function workByClock(name: string, cron: string, work: () => Promise<void>) {
    await boss.work(name, { pollingIntervalSeconds: 30 }, () =>
      attempt(log, name, work).catch((error: unknown) => {
        throw new Error(faultOf(error).name)
      }),
    )
    await boss.schedule(name, cron, null, { missed: 'once' })
  }

  async function lookAfter(ctx: Context) {
    // The proof of the ledger must not depend on whether old rows could be swept away.
    const [swept, looked] = await Promise.allSettled([cleanUpAll(ctx.sql), options.hourly?.(ctx)])
    for (const each of [looked, swept]) if (each.status === 'rejected') throw each.reason
  }

  let looking: ReturnType<typeof lookAt> | null = null

  return {
    announce,

    /** Workers of this node, until it closes. */
    async start(ctx: Context) {
      const workers = new Map<string, string>()
      for (const queue of queues) workers.set(queue.name, await queue.work(ctx))
      looking = lookAt(boss, ctx.sql, workers)
      await workByClock(cleanUpQueue, '17 * * * *', () => lookAfter(ctx))
      await workByClock(minuteQueue, '* * * * *', async () => options.everyMinute?.(ctx))
    },

    /** Everything that is due, until nothing is left. What failed waits for its next turn; the faults come back. */
    async runAll(ctx: Context): Promise<unknown[]> {
      const faults: unknown[] = []
      for (let count = 1; count > 0; ) {
        count = 0
        for (const queue of queues) {
          const ran = await queue.runOnce(ctx)
          count += ran.count
          faults.push(...ran.faults)
        }
      }
      return faults
    },

    /** A job that runs is finished first. */
    async close() {
      await looking?.close()
      await boss.stop({ graceful: true, timeout: stopMs })
    },
  }
}

/** Wakes the workers of queues in which something is due. */
const lookAt = (boss: PgBoss, sql: Db, workers: ReadonlyMap<string, string>) =>
  lookAgain(lookMs, async () => {
    // A database that is away is told of by the queue itself.
    const due = await dueQueues(sql, [...workers.keys()]).catch(() => [])
    for (const name of due) boss.notifyWorker(workers.get(name) ?? '')
  })

type JobQueue<Context> = {
  name: string
  /** Answers with the name of its worker. */
  work: (ctx: Context) => Promise<string>
  runOnce: (ctx: Context) => Promise<{ count: number; faults: unknown[] }>
}

type QueueOptions<Context, About> = {
  queue: string
  hear: (ctx: Context, about: About) => Promise<unknown>
  log: Log
}

/** One queue with the one function that works it. */
function openQueue<Context, About extends object>(
  boss: PgBoss,
  { queue, hear, log }: QueueOptions<Context, About>,
): JobQueue<Context> {
  return {
    name: queue,
    work: (ctx) =>
      boss.work<About, unknown, typeof pace>(queue, pace, (jobs) =>
        // Each for itself: one that fails takes no neighbour with it.
        Promise.all(
          jobs.map(({ id, data }) =>
            attempt(log, queue, () => hear(ctx, data)).then(
              () => ({ id, status: 'completed' as const }),
              (error: unknown) => ({ id, status: 'failed' as const, output: { fault: faultOf(error).name } }),
            ),
          ),
        ),
      ),

    async runOnce(ctx) {
      const jobs = await boss.fetch<About>(queue, { batchSize: 50 })
      const faults: unknown[] = []
      // Letters in the order in which they were written: a test that runs jobs by hand wants one order.
      const inOrder = jobs.sort((a, b) => textOf(a.data).localeCompare(textOf(b.data), 'en', { numeric: true }))
      for (const job of inOrder) {
        try {
          await attempt(log, queue, () => hear(ctx, job.data))
          await boss.complete(queue, job)
        } catch (error) {
          faults.push(error)
          await boss.fail(queue, job)
        }
      }
      return { count: jobs.length, faults }
    },
  }
}

/** Nothing of the job goes into the log or the table of jobs but its name and the name of the fault. */
async function attempt(log: Log, name: string, work: () => Promise<unknown>) {
  try {
    await work()
  } catch (error) {
    log.warn({ job: name, fault: faultOf(error) }, 'a job failed')
    throw error
  }
}

const textOf = (data: unknown) => JSON.stringify(data)
