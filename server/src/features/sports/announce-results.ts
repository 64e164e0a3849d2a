import type { Context, Tx } from '../../context.ts'
import type { ActedBy } from './acts.ts'

/** Bets hear that something was said of their markets, in the transaction that writes it. */
export async function announceResults(
  tx: Tx,
  announce: Context['announce'],
  marketIds: ReadonlySet<bigint>,
  by?: ActedBy,
): Promise<void> {
  const markets = [...marketIds].map(String)
  if (markets.length > 0) await announce(tx, 'market.resulted', { markets, ...(by && { by }) })
}
