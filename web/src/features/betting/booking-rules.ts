import type { Output } from '@croupier/contract/contract'
import type { SlipPick } from './slip-text.ts'

export type BookedPick = Output<'bets.getBooking'>['picks'][number]

/** What became of a pick since it was shared: paused ones come back, others do not. */
export function fateOf({ price, price_then: then, state }: BookedPick): 'same' | 'moved' | 'paused' | 'gone' {
  if (price !== null) return price === then ? 'same' : 'moved'
  return state === 'suspended' && then > 1_000 ? 'paused' : 'gone'
}

/** As the slip keeps it, at the price of now. What is gone stays out. */
export const slipPicksOf = (picks: readonly BookedPick[]): SlipPick[] =>
  picks
    .filter((pick) => fateOf(pick) !== 'gone')
    .map(({ pick, market, outcome, event, price, price_then: then, version, is_live: isLive, is_buildable }) => ({
      ...{ pick, outcome, version, isLive, isBuildable: is_buildable, marketId: market.id, price: price ?? then },
      event: {
        ...{ id: event.id, slug: event.slug, sport: event.sport, home: event.home, away: event.away },
        startsAt: event.starts_at,
      },
      market: { type: market.type, period: market.period, line: market.line },
    }))
