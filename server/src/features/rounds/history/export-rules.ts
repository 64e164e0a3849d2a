import { isCurrency, toDecimal } from '@croupier/contract/money'
import { cell } from '../../../csv.ts'
import type { HistoryLine, PaidBy } from '../../../ports/history.ts'

/** Times are UTC, amounts decimal text in the currency beside them. Who paid is said of the stakes that stand. */
export const exportHeader =
  'opened_at,provider,game,name,round,mode,currency,staked,won,is_closed,is_free,paid_by_main,paid_by_bonus\r\n'

export function exportLine(round: HistoryLine & Omit<PaidBy, 'counted'>, name: string): string {
  const { openedAt, provider, game, mode, currency, staked, won, isClosed, isFree, own, bonus } = round
  if (!isCurrency(currency)) throw new Error('an unknown currency')
  return `${[
    openedAt.toISOString(),
    cell(provider),
    cell(game),
    cell(name),
    cell(round.round),
    mode,
    currency,
    toDecimal(staked, currency),
    toDecimal(won, currency),
    isClosed ? 1 : 0,
    isFree ? 1 : 0,
    toDecimal(own, currency),
    toDecimal(bonus, currency),
  ].join(',')}\r\n`
}
