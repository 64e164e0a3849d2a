import type { Context, Tx } from '../../context.ts'

/** Bets hear that something was said of their markets, in the transaction that writes it. */
export async function announceResults(
  tx: Tx,
  announce: Context['announce'],
  marketIds: ReadonlySet<bigint>,
): Promise<void> {
  if (marketIds.size > 0) await announce(tx, 'market.resulted', { markets: [...marketIds].map(String) })
}
