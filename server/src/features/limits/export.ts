import type { Db } from '../../db/db.ts'
import { inPages } from '../../in-pages.ts'
import { readExclusions } from './exclusion-store.ts'
import { readReality, visitsAfter } from './presence-store.ts'
import { readPromotions } from './promotions-store.ts'
import { readCareLines, readSigns } from './sign-store.ts'
import { readAllChanges, readLimits, usesAfter } from './store.ts'

/** Amounts are minor units of the account's currency, as text: they may be larger than a JSON number holds. */
const withText = <T extends { amount: bigint | null }>(row: T) => ({ ...row, amount: row.amount?.toString() ?? null })

/** What is stored here about a player, for the player. */
export async function exportLimits(db: Db, playerId: bigint): Promise<Record<string, unknown>> {
  const realityMinutes = await readReality(db, playerId)
  const exclusions = await readExclusions(db, playerId)
  const { isOff, isInCare } = await readPromotions(db, playerId)
  return {
    limits: (await readLimits(db, playerId)).map(withText),
    limit_changes: (await readAllChanges(db, playerId)).map(withText),
    reality_check_minutes: realityMinutes,
    promotions: { is_on: !isOff, is_in_care: isInCare },
    care: await readCareLines(db, playerId),
    signs: await readSigns(db, playerId),
    exclusions: exclusions.map(({ now, ...exclusion }) => exclusion),
    movements: inPages(usesAfter(db, playerId), ({ at, kind, amount, returned }) => ({
      ...withText({ at, kind, amount }),
      // Of a stake that came together with its return.
      ...(returned > 0n && { returned: String(returned) }),
    })),
    visits: inPages(visitsAfter(db, playerId), ({ started_at, last_at }) => ({ started_at, last_at })),
  }
}
