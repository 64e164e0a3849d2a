import type { JobContext } from '../../context.ts'
import { writeLevel } from './claim-store.ts'

/** Offers and cashback go by the level. What was told by a node of the older version has no number. */
export const levelReached = (
  { begin }: Pick<JobContext, 'begin'>,
  { playerId, level, no = 0 }: { playerId: string; level: number; no?: number },
): Promise<unknown> => begin((tx) => writeLevel(tx, { playerId: BigInt(playerId), level, no }))
