import type { About } from '@croupier/studio/engine/game'
import { type Stakes, stakesOf } from '@croupier/studio/engine/stakes'
import type { Config } from '../../config.ts'

type Jurisdiction = Config['jurisdiction']

/** What the rules of the place make of a title. */
export type Profile = {
  hasAutoplay: boolean
  hasTurbo: boolean
  /** From one opening stake to the next. */
  roundMs: number
}

const free: Profile = { hasAutoplay: true, hasTurbo: true, roundMs: 0 }

/** The British rules count slots and everything else apart (RTS 14). */
export type Pace = 'slot' | 'other'

export const paceOf = ({ type }: Pick<About, 'type'>): Pace => (type === 'slot' ? 'slot' : 'other')

export function profileOf(jurisdiction: Jurisdiction, about: Pick<About, 'type' | 'isShared'>): Profile {
  if (jurisdiction === 'default') return free
  // A round at the table has its own pace.
  const roundMs = about.isShared ? 0 : paceOf(about) === 'slot' ? 2_500 : 5_000
  return { hasAutoplay: false, hasTurbo: false, roundMs }
}

/** British slots take at most 5, and 2 from players under 25: in units of the ladder, one of which is 0.20. */
const ukSlotUnits = { under25: 10, over25: 25 }
export const higherStakeYears = 25

/** A player of unknown age counts as young. */
export function stakesFor(
  jurisdiction: Jurisdiction,
  { type, mostUnits }: Pick<About, 'type' | 'mostUnits'>,
  { currency, isOver25 }: { currency: string; isOver25: boolean },
): Stakes {
  const cap = jurisdiction === 'uk' && type === 'slot' ? ukSlotUnits[isOver25 ? 'over25' : 'under25'] : mostUnits
  return stakesOf(currency, Math.min(mostUnits, cap))
}

export const isStake = (amount: bigint, { min, max, step }: Stakes): boolean =>
  amount >= min && amount <= max && amount % step === 0n
