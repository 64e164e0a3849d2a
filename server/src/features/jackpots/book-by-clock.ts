import type { JobContext } from '../../context.ts'
import { bookContributions } from './pots.ts'
import { hasDues } from './store.ts'

const pauseMs = 2_000

/** Books what stakes owe the pots every few seconds; of the nodes that try at once one does it. */
export function openBooking(ctx: Pick<JobContext, 'sql' | 'begin' | 'log'>) {
  let work: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    // One booking at a time, however slow the database is.
    work = work
      .then(async () => ((await hasDues(ctx.sql)) ? bookContributions(ctx) : 0))
      .catch((error: unknown) =>
        ctx.log.warn({ fault: error instanceof Error ? error.name : typeof error }, 'contributions were not booked'),
      )
  }, pauseMs)
  timer.unref()
  return {
    async close() {
      clearInterval(timer)
      await work
    },
  }
}
