import { isCurrency } from '@croupier/contract/money'
import type { Db } from '../../context.ts'
import { readNow } from '../../db/db.ts'
import { readProfile } from '../account/account.ts'
import { isActionApproved } from '../verification/verification.ts'
import { unitOf } from './methods.ts'
import { checkThresholds, houseLimits, type PayoutFacts, type PeriodRoom, payoutPeriodDays } from './rules.ts'
import { readPayoutSums } from './store.ts'

const checkPrefix = 'payout'
/** One check holds for a year. */
const checkHoldsDays = 365

/** Everything that decides whether a payout may be asked for, as the database has it now. */
export async function readPayoutFacts(db: Db, playerId: bigint): Promise<PayoutFacts & { now: Date }> {
  const profile = await readProfile(db, playerId)
  const { currency } = profile
  if (!isCurrency(currency)) throw new Error('a player has an unknown currency')
  const sums = await readPayoutSums(db, playerId)
  const now = await readNow(db)
  const limits = houseLimits[currency] ?? { day: 0n, week: 0n, month: 0n }
  const unit = unitOf(currency)
  const rooms = (['day', 'week', 'month'] as const).map((period): PeriodRoom => {
    const { used, oldestAt } = sums[period]
    const resetsAt = oldestAt && new Date(oldestAt.getTime() + payoutPeriodDays[period] * 86_400_000)
    return { period, limit: limits[period] * unit, used, resetsAt }
  })
  return {
    now,
    currency,
    standing: profile,
    missing: [
      ...(profile.firstName === '' ? ['first_name'] : []),
      ...(profile.lastName === '' ? ['last_name'] : []),
      ...(profile.birthDate === null ? ['birth_date'] : []),
    ],
    rooms,
    threshold: (checkThresholds[currency] ?? 0n) * unit,
    isCheckedLately: await isActionApproved(db, playerId, { prefix: checkPrefix, days: checkHoldsDays }),
    actionId: `${checkPrefix}-${now.toISOString().slice(0, 7)}`,
    openCount: sums.openCount,
  }
}
