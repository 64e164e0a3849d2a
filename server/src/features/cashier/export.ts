import type { Context } from '../../context.ts'
import { inPages } from '../../in-pages.ts'
import { balancesOf } from '../wallet/wallet.ts'
import { readRequisites } from './requisite-store.ts'
import { openValues } from './requisites.ts'
import { entriesAfter } from './store.ts'

/** Everything the cashier keeps about a player. Saved details are given in full, because they are theirs. */
export async function exportCashier({ sql, keys }: Pick<Context, 'sql' | 'keys'>, playerId: bigint) {
  const details = await readRequisites(sql, playerId)
  const balances = await balancesOf(sql, playerId)
  return {
    // Minor units as text: they may be larger than a JSON number holds.
    purses: balances.map((purse) => ({ ...purse, balance: String(purse.balance) })),
    entries: inPages(entriesAfter(sql, playerId), (entry) => ({
      id: Number(entry.id),
      type: entry.type,
      method: entry.method,
      provider: entry.provider,
      currency: entry.currency,
      amount: String(entry.amount),
      fee: String(entry.fee),
      status: entry.status,
      reason: entry.reason,
      details: openValues(entry.requisitesSealed, playerId, keys.documentKey),
      domain: entry.domain,
      created_at: entry.createdAt.toISOString(),
      updated_at: entry.updatedAt.toISOString(),
    })),
    details: details.map(({ id, method, mask, sealed, state, hasPaidIn, createdAt }) => ({
      id: Number(id),
      method,
      mask,
      values: openValues(sealed, playerId, keys.documentKey),
      state,
      has_paid_in: hasPaidIn,
      created_at: createdAt.toISOString(),
    })),
  }
}
