import type { Operations } from '../../context.ts'
import { quoteBuilder } from './quote-builder.ts'
import { ruleBet } from './rule-bet.ts'
import { marketsResulted, openSettler, settleDue, settleStuck, wantSettled } from './settler.ts'
import { listStuck } from './work-store.ts'

export { openSettler, settleStuck }

export const betsListeners = { marketsResulted }

/** What the operator does to bets that are settled, or are to be. */
export const settlingHouse = { rule: ruleBet, want: wantSettled, due: settleDue, listStuck }

export const betsMethods = {
  'bets.quoteBuilder': quoteBuilder,
} satisfies Partial<Operations>
