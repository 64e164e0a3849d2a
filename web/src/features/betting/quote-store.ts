import { startTransition } from 'react'
import { call } from '../../api.ts'
import { type BetQuote, createQuoteKeeper } from './quote-keeper.ts'
import { useStoreLater } from './store-later.ts'

export const quoteKeeper = createQuoteKeeper({
  ask: (bets) => call('bets.quote', { bets }),
  isSeen: () => !document.hidden,
})

const none: readonly BetQuote[] = []
const store = {
  now: quoteKeeper.all,
  subscribe: (listener: () => void) => quoteKeeper.subscribe(() => startTransition(listener)),
}

/** What the house says of each bet of the slip; empty until it has answered. */
export const useQuotes = (): readonly BetQuote[] => useStoreLater(store, none)
