import { isPlayed, type ProductReason } from '@croupier/contract/loyalty'
import type { ProductTerms } from '@croupier/contract/loyalty-terms'

/** Whether a product can be bought: one function for the list and, behind the locks, for the purchase. Pure. */

export type Buyer = {
  points: bigint
  level: number
  /** The club is switched on, the gate of offers is open. */
  isOpen: boolean
  isActive: boolean
  /** Offered in the currency of the account. */
  isOffered: boolean
}

export type ProductShelf = { terms: ProductTerms; isStopped: boolean; sold: number; bought: number; nowMs: number }

export type ProductNo = { reason: ProductReason; data: Record<string, unknown> }

const no = (reason: ProductReason, data: Record<string, unknown> = {}): ProductNo => ({ reason, data })

/** The first reason that applies; null is a yes. */
export function judgeProduct({ terms, isStopped, sold, bought, nowMs }: ProductShelf, buyer: Buyer): ProductNo | null {
  const { kind, price, stock, per_player, level, starts_at, ends_at } = terms
  if (!buyer.isActive || !buyer.isOffered || (isPlayed(kind) && !buyer.isOpen)) return no('NOT_AVAILABLE')
  const isEarly = starts_at !== undefined && nowMs < Date.parse(starts_at)
  const isLate = ends_at !== undefined && nowMs >= Date.parse(ends_at)
  if (isStopped || isEarly || isLate) return no('PRODUCT_CLOSED')
  if (stock !== undefined && sold >= stock) return no('SOLD_OUT')
  if (level !== undefined && buyer.level < level) return no('LEVEL_NEEDED', { level, yours: buyer.level })
  if (per_player !== undefined && bought >= per_player) return no('LIMIT_REACHED', { per_player })
  if (buyer.points < BigInt(price)) return notEnough(price, buyer.points)
  return null
}

export const notEnough = (price: number, points: bigint): ProductNo =>
  no('NOT_ENOUGH_POINTS', { price, points: Number(points), missing: price - Number(points) })
