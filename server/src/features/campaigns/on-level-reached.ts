import type { JobContext } from '../../context.ts'
import { writeLevel } from './claim-store.ts'

/** Offers and cashback go by the level. It never goes down: told twice, or late, it is the same. */
export const levelReached = (
  { begin }: Pick<JobContext, 'begin'>,
  { playerId, level }: { playerId: string; level: number },
): Promise<unknown> => begin((tx) => writeLevel(tx, BigInt(playerId), level))
