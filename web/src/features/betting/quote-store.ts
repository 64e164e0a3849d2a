import { useSyncExternalStore } from 'react'
import { call } from '../../api.ts'
import { type BetQuote, createQuoteKeeper } from './quote-keeper.ts'

export const quoteKeeper = createQuoteKeeper({
  ask: (bets) => call('bets.quote', { bets }),
  isSeen: () => !document.hidden,
})

const none: readonly BetQuote[] = []

/** What the house says of each bet of the slip; empty until it has answered. */
export const useQuotes = (): readonly BetQuote[] =>
  useSyncExternalStore(quoteKeeper.subscribe, quoteKeeper.all, () => none)
