import { type OrderStatus, orderMoves } from '@croupier/contract/loyalty'
import type { Tx } from '../../context.ts'
import { lockPlayer } from '../account/account.ts'
import { tellPromotion } from '../limits/limits.ts'
import { move } from '../wallet/wallet.ts'
import { addClubNotices } from './notice-store.ts'
import { houseOf, pointsOf } from './points.ts'
import { putPieceBack, readOrder, writeStatus } from './shop-store.ts'
import { readClubPlayer } from './store.ts'

export type OrderChange =
  | { kind: 'changed'; playerId: bigint }
  | { kind: 'unknown' }
  | { kind: 'no'; status: OrderStatus }

/** Goods on their way. What comes back gives the points back and stands on the shelf again. */
export async function changeOrder(tx: Tx, id: bigint, to: OrderStatus, note: string): Promise<OrderChange> {
  const seen = await readOrder(tx, id)
  if (!seen) return { kind: 'unknown' }
  await lockPlayer(tx, seen.playerId)
  const order = await readOrder(tx, id)
  if (!order) return { kind: 'unknown' }
  const { playerId, product, status, price } = order
  if (!orderMoves[status].some((next) => next === to)) return { kind: 'no', status }
  if (!(await writeStatus(tx, id, { from: status, to, note }))) return { kind: 'no', status }
  if (to === 'returned') {
    await putPieceBack(tx, product)
    // What was won cost nothing.
    if (price > 0n) await giveBack(tx, { id, playerId, price })
  }
  const isReturned = to === 'returned' && price > 0n
  if (to !== 'done') {
    const about = { playerId, key: `order:${id}:${to}`, trigger: 'product', subject: product, state: to } as const
    await addClubNotices(tx, [
      { ...about, isCredit: isReturned, ...(isReturned && { amount: price, amountType: 'points' }) },
    ])
  }
  // Nothing of the club is told while it is switched off.
  const isLetter = to === 'sent' && (await readClubPlayer(tx, playerId)).isActive
  if (isLetter) await tellPromotion(tx, playerId, 'orderSent', { order: String(id), note })
  return { kind: 'changed', playerId }
}

async function giveBack(
  tx: Tx,
  { id, playerId, price }: { id: bigint; playerId: bigint; price: bigint },
): Promise<void> {
  const { kind } = await move(tx, {
    scope: 'purchase-return',
    key: `order:${id}`,
    playerId,
    body: { playerId, price },
    transfers: [
      { from: houseOf('shop'), to: pointsOf(playerId), amount: price, reason: 'purchase', ref: `order:${id}` },
    ],
    answer: () => ({}),
  })
  if (kind !== 'moved') throw new Error(`points of an order were not given back: ${kind}`)
}
