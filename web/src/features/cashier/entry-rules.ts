import type { TransactionStatus } from '@croupier/contract/cashier'
import type { Transaction } from '@croupier/contract/methods/cashier'
import type { Step } from '../../ui/steps.tsx'

/** The four tabs of the history; the order is the specification's. */
export const historyTabs = ['deposit', 'withdrawal', 'bonuses', 'cashbacks'] as const
export type HistoryTab = (typeof historyTabs)[number]

export const tabOf = (word: string | null): HistoryTab => historyTabs.find((tab) => tab === word) ?? historyTabs[0]

/** Of every tab of the history, and of the latest entries beside other pages. */
export const entriesPerPage = 4

/** Filters of a tab, in words that stay in addresses. */
export const filters = ['open', 'paid', 'ended'] as const
export type Filter = (typeof filters)[number]

const statusesOf: Partial<Record<HistoryTab, Record<Filter, readonly TransactionStatus[]>>> = {
  deposit: { open: ['created', 'pending'], paid: ['paid'], ended: ['failed', 'cancelled', 'refunded'] },
  withdrawal: { open: ['review', 'approved', 'sent'], paid: ['paid'], ended: ['declined', 'cancelled'] },
}

export const openPayouts = ['review', 'approved', 'sent'].join(',')

/** What the history is asked for. Bonuses and cashbacks have no way to go, so there is nothing to choose from. */
export function filterOf(tab: HistoryTab, word: string | null): { filter: Filter; statuses: string } | null {
  const filter = filters.find((each) => each === word)
  const statuses = filter && statusesOf[tab]?.[filter]
  return filter && statuses ? { filter, statuses: statuses.join(',') } : null
}

export const hasFilters = (tab: HistoryTab): boolean => tab in statusesOf

export const pagesIn = (total: number): number => Math.max(1, Math.ceil(total / entriesPerPage))

export type Mark = 'asked' | 'review' | 'sent' | 'paid' | 'declined' | 'cancelled'

const way: readonly Mark[] = ['asked', 'review', 'sent', 'paid']

/** Which mark of the way a payout waits at. */
const waitsAt: Partial<Record<TransactionStatus, Mark>> = { review: 'review', approved: 'sent', sent: 'paid' }

/** A payout on its way from being asked for to being paid; one that ended early says only that. */
export function timelineOf(status: TransactionStatus): { mark: Mark; state: Step['state'] }[] {
  if (status === 'declined' || status === 'cancelled')
    return [
      { mark: 'asked', state: 'done' },
      { mark: status, state: 'current' },
    ]
  const current = waitsAt[status]
  const place = current ? way.indexOf(current) : way.length
  return way.map((mark, at) => ({ mark, state: at < place ? 'done' : at === place ? 'current' : 'later' }))
}

/** It is over, and the money is where it was before. */
export const hasEndedUnpaid = ({ status }: Pick<Transaction, 'status'>): boolean =>
  ['failed', 'cancelled', 'declined', 'refunded'].includes(status)

/** The money came, left, or is on its way: everything else changed nothing in the end. */
export const hasMoved = (entry: Pick<Transaction, 'status'>): boolean =>
  !hasEndedUnpaid(entry) && entry.status !== 'created'

/** As it changes the balance: what leaves has a minus. */
export function signed({ amount, type, bonus }: Pick<Transaction, 'amount' | 'type' | 'bonus'>) {
  return type === 'withdrawal' || bonus?.move === 'forfeit' ? { ...amount, amount: `-${amount.amount}` } : amount
}

/** Lines about bonuses and cashbacks are not payments: there is no receipt of them. */
export const hasReceipt = ({ type }: Pick<Transaction, 'type'>): boolean => type === 'deposit' || type === 'withdrawal'

/** A mask of the wire as people know it: a card by its last digits, everything else with one sign for what is left out. */
export const shownMask = (mask: string): string => mask.replace(/^\d{6}\.{3}(?=\d{4}$)/, '•••• ').replace('...', '…')

/** What the player may see of where the money came from or goes to. */
export const maskOf = ({ requisites }: Pick<Transaction, 'requisites'>): string =>
  Object.values(requisites).filter(Boolean).map(shownMask).join(' · ')

/** Why bonus money went back: who ended the bonus, else how it ended. Nothing is said of a bonus that goes on. */
export function endWordOf(bonus: NonNullable<Transaction['bonus']>) {
  if (bonus.move !== 'forfeit') return null
  if (bonus.status === 'removed') return bonus.end_reason
  return ends.find((end) => end === bonus.status) ?? null
}
const ends = ['completed', 'lost', 'expired'] as const
