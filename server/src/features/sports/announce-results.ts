import type { Context, Tx } from '../../context.ts'
import type { Change } from './producer-store.ts'

/** Bets hear that something was said of their markets, in the transaction that writes it. */
export async function announceResults(
  tx: Tx,
  announce: Context['announce'],
  changes: readonly Change[],
): Promise<void> {
  const markets = new Set(
    changes.flatMap(({ what, marketId }) => (what === 'result' && marketId !== null ? [String(marketId)] : [])),
  )
  if (markets.size > 0) await announce(tx, 'market.resulted', { markets: [...markets] })
}
