import type { JobContext } from '../../context.ts'
import { lookAgain } from '../../look-again.ts'
import { bookContributions } from './pots.ts'
import { hasDues } from './store.ts'

const pauseMs = 2_000
/** Where nothing was owed, so long. */
const quietMs = 5_000

/** Books what stakes owe the pots every few seconds; of the nodes that try at once one does it. */
export function openBooking(ctx: Pick<JobContext, 'sql' | 'begin' | 'log'>) {
  return lookAgain(pauseMs, async () => {
    try {
      if (!(await hasDues(ctx.sql))) return quietMs
      await bookContributions(ctx)
    } catch (error) {
      ctx.log.warn({ fault: error instanceof Error ? error.name : typeof error }, 'contributions were not booked')
    }
    return pauseMs
  })
}
