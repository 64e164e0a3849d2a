import { type Jurisdiction, rulesOf } from '../../jurisdiction/jurisdiction.ts'

export type Times = {
  /** For stakes. */
  openMs: number
  /** The end is looked at. */
  overMs: number
}

export const timesOf = (jurisdiction: Jurisdiction): Times => ({
  openMs: 7_000,
  overMs: rulesOf(jurisdiction).tableOverMs,
})

/** The node that runs a table says so twice a second; after this long without a word another one may. */
export const beatMs = 500
export const leaseMs = 1_500
/** A flight that ended in a silence of more than this was interrupted by the house. */
export const silenceMs = 2_000
/** A start that was missed by more is announced again. */
export const mostLateMs = 1_000
/** No visitor looked on for so long: the next round waits for one. */
export const watchMs = 15_000
/** Then it is looked for so often. */
export const idleMs = 2_000
