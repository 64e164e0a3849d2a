import { type TransactionStatus, transactionStatuses } from '@croupier/contract/cashier'
import type { Operation } from '../../context.ts'
import { bonusHouse } from '../bonuses/bonuses.ts'
import { readGifts } from '../wallet/wallet.ts'
import { wrongFields } from './check-payment-choice.ts'
import { bonusIn, giftOf, transactionOf } from './entry.ts'
import { countEntries, readFiltered, readPage } from './store.ts'

const isStatus = (word: string): word is TransactionStatus => transactionStatuses.some((status) => status === word)

/** Comma-separated; none is all. */
function readStatuses(text: string | undefined): TransactionStatus[] {
  const words = (text ?? '').split(',').flatMap((word) => word.trim() || [])
  const statuses = words.filter(isStatus)
  if (statuses.length < words.length) throw wrongFields({ statuses: ['UNKNOWN_VALUE'] })
  return statuses
}

/**
 * Deposits or payouts alone are read by their number, so any page costs the same. Both together, or only some
 * statuses, are read from the newest on and counted to a bound: no player turns a thousand pages of those.
 */
export const getPaymentHistory: Operation<'cashier.gethistory'> = async (ctx, input) => {
  const { sql, player, config } = ctx
  const { offset, count, type } = input
  const statuses = readStatuses(input.statuses)
  const page = { playerId: player.id, offset, count }
  const answer = { offset, limit: count }
  if (type === 'bonuses' || type === 'cashbacks') {
    const kind = type === 'bonuses' ? 'bonus' : 'cashback'
    const { gifts, total } = await readGifts(sql, { ...page, reason: kind })
    const bonuses = await bonusHouse.tell(
      ctx,
      player.id,
      gifts.flatMap(({ ref }) => bonusIn(ref) ?? []),
    )
    return { ...answer, items: gifts.map((gift) => giftOf(gift, kind, { config, bonuses })), total }
  }
  if (type && statuses.length === 0) {
    const { rows, total } = await readPage(sql, { ...page, type })
    return { ...answer, items: rows.map((entry) => transactionOf(entry, config)), total }
  }
  const { rows, total } = await readFiltered(sql, { ...page, type: type ?? null, statuses })
  const isAll = !type && statuses.length === 0
  const all = isAll
    ? (await countEntries(sql, player.id, 'deposit')) + (await countEntries(sql, player.id, 'withdrawal'))
    : total
  return { ...answer, items: rows.map((entry) => transactionOf(entry, config)), total: all }
}
