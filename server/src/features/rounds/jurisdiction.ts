import type { About } from '@croupier/studio/engine/game'
import { type Stakes, stakesOf } from '@croupier/studio/engine/stakes'
import type { Db } from '../../context.ts'
import { playersAgedAtLeast } from '../account/account.ts'
import { type Jurisdiction, rulesOf } from '../jurisdiction/jurisdiction.ts'

/** What the rules of the place make of a title. */
export type Profile = {
  hasAutoplay: boolean
  hasTurbo: boolean
  /** From one opening stake to the next. */
  roundMs: number
}

/** The British rules count slots and everything else apart (RTS 14). */
export type Pace = 'slot' | 'other'

export const paceOf = ({ type }: Pick<About, 'type'>): Pace => (type === 'slot' ? 'slot' : 'other')

export function profileOf(jurisdiction: Jurisdiction, about: Pick<About, 'type' | 'isShared'>): Profile {
  const { hasAutoplay, hasTurbo, roundMs } = rulesOf(jurisdiction)
  // A round that all players share has its own pace.
  return { hasAutoplay, hasTurbo, roundMs: about.isShared ? 0 : roundMs[paceOf(about)] }
}

/** Which of them are old enough for the higher stakes, where the place makes a difference. */
export async function playersOfHigherStakes(
  db: Db,
  jurisdiction: Jurisdiction,
  playerIds: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  const { slotUnits } = rulesOf(jurisdiction)
  return slotUnits && playerIds.length > 0 ? playersAgedAtLeast(db, playerIds, slotUnits.years) : new Set()
}

/** A player of unknown age counts as young. */
export function stakesFor(
  jurisdiction: Jurisdiction,
  { type, mostUnits }: Pick<About, 'type' | 'mostUnits'>,
  { currency, isOver25 }: { currency: string; isOver25: boolean },
): Stakes {
  const { slotUnits } = rulesOf(jurisdiction)
  const cap = slotUnits && type === 'slot' ? slotUnits[isOver25 ? 'from' : 'below'] : mostUnits
  return stakesOf(currency, Math.min(mostUnits, cap))
}

export const isStake = (amount: bigint, { min, max, step }: Stakes): boolean =>
  amount >= min && amount <= max && amount % step === 0n
