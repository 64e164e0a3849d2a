import type { Operations } from '../../context.ts'
import { getJackpots } from './get-jackpots.ts'

export { openBooking } from './book-by-clock.ts'
export { potNews } from './pot-news.ts'
export { bookContributions, openPots, readPot, winPot } from './pots.ts'
export { hitOf, potOf, potSeed, pots } from './rules.ts'
export { addDues, readRounds as readJackpotRounds } from './store.ts'

export const jackpotsMethods = { 'Jackpots.get': getJackpots } satisfies Partial<Operations>
