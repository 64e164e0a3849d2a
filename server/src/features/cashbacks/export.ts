import { currencyOf, toDecimal } from '@croupier/contract/money'
import type { Db } from '../../context.ts'
import { mapSums } from './rules.ts'
import { listCashbacks } from './store.ts'

const most = 10_000

/** What this feature keeps about a player, for the player. */
export async function exportCashbacks(db: Db, playerId: bigint): Promise<unknown[]> {
  const asked = { states: null, sort: 'end_date', order: 'asc', offset: 0, count: most } as const
  const { rows } = await listCashbacks(db, playerId, asked)
  return rows.map((row) => {
    const text = (amount: bigint) => toDecimal(amount, currencyOf(row))
    return {
      id: String(row.id),
      scheme: row.scheme,
      start: row.startAt.toISOString(),
      end: row.endAt.toISOString(),
      currency: row.currency,
      ...mapSums(row.sums, text),
      loss: text(row.loss),
      rate: row.rate / 100,
      level: row.level,
      amount: text(row.amount),
      state: row.state,
      pays: row.pays,
      bonus: row.bonusId === null ? null : String(row.bonusId),
      claimable_until: row.receivingExpiredAt?.toISOString() ?? null,
      paid_at: row.paidOutAt?.toISOString() ?? null,
    }
  })
}
