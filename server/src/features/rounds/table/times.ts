import type { Config } from '../../../config.ts'

export type Times = {
  /** For stakes. */
  openMs: number
  /** The end is looked at. */
  overMs: number
}

/** British rules want five seconds from stake to stake; the shortest flight takes next to none of them. */
export const timesOf = (jurisdiction: Config['jurisdiction']): Times => ({
  openMs: 7_000,
  overMs: jurisdiction === 'uk' ? 5_000 : 3_000,
})

/** The node that runs a table says so twice a second; after this long without a word another one may. */
export const beatMs = 500
export const leaseMs = 1_500
/** A flight that ended in a silence of more than this was interrupted by the house. */
export const silenceMs = 2_000
/** A start that was missed by more is announced again. */
export const mostLateMs = 1_000
/** Nobody looked on for so long: the next round waits for somebody. */
export const watchMs = 15_000
export const idleMs = 1_000
