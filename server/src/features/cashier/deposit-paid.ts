import type { JobContext } from '../../context.ts'

/** Heard after the money is in the purse. Promotions that begin with a deposit will listen here. */
export async function depositPaid({ log }: Pick<JobContext, 'log'>, { entryId }: { entryId: string }): Promise<void> {
  log.debug({ entryId }, 'a deposit was paid')
}
