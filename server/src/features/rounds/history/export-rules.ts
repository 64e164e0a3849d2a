import { isCurrency, toDecimal } from '@croupier/contract/money'
import { cell } from '../../../csv.ts'
import type { HistoryLine } from '../../../ports/history.ts'

/** Times are UTC, amounts decimal text in the currency beside them. */
export const exportHeader = 'opened_at,provider,game,name,round,mode,currency,staked,won,is_closed,is_free\r\n'

export function exportLine(round: HistoryLine, name: string): string {
  const { openedAt, provider, game, mode, currency, staked, won, isClosed, isFree } = round
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
  ].join(',')}\r\n`
}
