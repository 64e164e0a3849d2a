import type { JobContext } from '../../context.ts'
import { StartError } from '../../start-error.ts'
import { readAnySealed } from './own/seeds-store.ts'
import { openChance, ownerOfSeed } from './sealed-chance.ts'

/** A house with another key than its seeds were sealed with could take stakes, but decide none of them. */
export async function checkChanceKey({ sql, keys }: Pick<JobContext, 'sql' | 'keys'>): Promise<void> {
  const kept = await readAnySealed(sql)
  if (!kept) return
  try {
    openChance(kept.seedKept, ownerOfSeed(kept.playerId), keys)
  } catch {
    throw new StartError(
      'The chance-key in SECRETS_DIR is not the one that the seeds of this database were sealed with. Put that one back. ' +
        'If it is lost, `npm run operator -- after-restore`: open rounds go back, and every player gets new seeds.',
    )
  }
}
