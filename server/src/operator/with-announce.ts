import { pino } from 'pino'
import type { Database } from '../db/db.ts'
import type { Announce } from '../happenings.ts'
import { listeners } from '../jobs/events.ts'
import { openJobs } from '../jobs/jobs.ts'

/** What the running site has to hear goes into its queues. */
export async function withAnnounce<T>({ pool }: Pick<Database, 'pool'>, work: (announce: Announce) => Promise<T>) {
  const jobs = await openJobs({ pool, listeners, listener: null, log: pino({ level: 'silent' }) })
  try {
    return await work(jobs.announce)
  } finally {
    await jobs.close()
  }
}
