/** Closed lists of betting; both sides read them. */

/** How long the house stands by the price of a builder. */
export const quoteSeconds = { live: 10, before: 60 } as const

/**
 * Why a builder has no price: its parts are of several events, one may come back by its line, its producer does not price
 * one together with others, the price would be off the ladder, the match has moved on, or no answer came in time.
 */
export const unpricedCauses = ['EVENTS', 'LINE', 'PART', 'PRICE', 'MOVED', 'NO_ANSWER'] as const
export type UnpricedCause = (typeof unpricedCauses)[number]
