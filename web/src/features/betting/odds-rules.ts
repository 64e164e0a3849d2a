import type { SportsMarket } from '@croupier/contract/methods/sports'

export type OddsLock = 'house' | 'paused' | 'closed' | 'silent' | 'notOffered'

/** Why an outcome cannot be chosen now; null when it can. */
export function lockOf(
  { state, cause }: Pick<SportsMarket, 'state' | 'cause'>,
  { price, isSilent, isShut = false }: { price: number; isSilent: boolean; isShut?: boolean },
): OddsLock | null {
  if (isShut && (state === 'open' || state === 'suspended')) return 'house'
  if (isSilent || cause === 'FEED') return 'silent'
  if (state === 'suspended') return 'paused'
  if (state !== 'open') return 'closed'
  return price > 0 ? null : 'notOffered'
}

/** Which way a price went. What comes back from a lock has not moved: it was not seen where from. */
export function priceMove(before: number, after: number): 'up' | 'down' | null {
  if (before === after || before === 0 || after === 0) return null
  return after > before ? 'up' : 'down'
}

/** Where a key leads in a list of odds: `counts` says how many each row has. Null: it leads nowhere. */
export function stepTo(
  counts: readonly number[],
  { row, column }: { row: number; column: number },
  key: string,
  isRightToLeft = false,
): { row: number; column: number } | null {
  const filled = counts.map((count, at) => ({ count, at })).filter(({ count }) => count > 0)
  const place = filled.findIndex(({ at }) => at === row)
  const inRow = (at: number, wanted: number) => {
    const found = filled[at]
    return found ? { row: found.at, column: Math.min(Math.max(wanted, 0), found.count - 1) } : null
  }
  const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight'
  const back = isRightToLeft ? 'ArrowRight' : 'ArrowLeft'
  if (key === 'Home') return inRow(0, 0)
  if (key === 'End') return inRow(filled.length - 1, Number.MAX_SAFE_INTEGER)
  if (key === 'ArrowDown') return inRow(place + 1, column)
  if (key === 'ArrowUp') return inRow(place - 1, column)
  if (key === forward) return column + 1 < (counts[row] ?? 0) ? { row, column: column + 1 } : inRow(place + 1, 0)
  if (key === back) return column > 0 ? { row, column: column - 1 } : inRow(place - 1, Number.MAX_SAFE_INTEGER)
  return null
}
