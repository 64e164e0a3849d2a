import type { SportsEventMarket, SportsFact } from '@croupier/contract/methods/sports'
import type { MarketGroup } from '@croupier/sportsbook/markets/market-type'
import { isSport, mayBuild, sports } from '@croupier/sportsbook/sports'
import { delays, payoutKindOf, payoutOf, sprintDelay } from '@croupier/sportsbook/stated'
import type { BookEvent, BookMarket, EventHead, FactRow, ResultRow } from '../../ports/sports-book.ts'
import { isLive, isSilentNow, outcomeWords, type Showing, wireMarket } from './card-rules.ts'

/** One event with all that there is to it, on the wire. */

const groupOf = (sport: string, type: string): MarketGroup | 'other' => {
  if (!isSport(sport)) return 'other'
  const types: readonly { sysname: string; group: MarketGroup }[] = sports[sport].types
  return types.find(({ sysname }) => sysname === type)?.group ?? 'other'
}

export function wireEventMarkets(
  event: BookEvent,
  results: readonly ResultRow[],
  producers: Showing['producers'],
): SportsEventMarket[] {
  const sport = event.tournament.sport.sysname
  const isSilent = isSilentNow(event, producers)
  const byMarket = new Map(results.map((result) => [result.marketId, result]))
  return event.markets.map((market) => {
    const result = byMarket.get(market.id)
    const { type, period, line } = market
    return {
      ...wireMarket(sport, market, isSilent),
      group: groupOf(sport, type),
      is_buildable: isSport(sport) && mayBuild(sport, { type, period, line }),
      payout_bp: isSport(sport) ? payoutOf(sport, payoutKindOf(type), isLive(event)) : 0,
      results: wireResults(sport, market, result),
      void_reason: market.state === 'void' ? (result?.voidReason ?? null) : null,
      revision: result?.revision ?? 0,
    }
  })
}

/** A word that was taken back decides nothing; the state of the market says whether it stands. */
function wireResults(sport: string, market: BookMarket, result: ResultRow | undefined): SportsEventMarket['results'] {
  if (!result) return null
  const names = outcomeWords(sport, market)
  if (market.state === 'void') return names.map(() => [0, 1, 1])
  if (market.state !== 'resulted') return null
  const said = new Map(result.outcomes.map(([name, ...shares]) => [name, shares]))
  return names.map((name) => said.get(name) ?? [0, 0, 1])
}

/** Seconds between asking for a live bet and its decision. */
export function delayOf({ tournament, clock, format }: Pick<EventHead, 'tournament' | 'clock' | 'format'>): number {
  const { sysname } = tournament.sport
  const isSprint = (clock?.speed ?? 1) > 1 || (typeof format.pace === 'number' && format.pace > 1)
  return isSprint ? sprintDelay : isSport(sysname) ? delays[sysname] : Math.max(...Object.values(delays))
}

export const wireFact = ({ seq, kind, data, cancels, at }: FactRow): SportsFact => ({
  ...{ seq, kind, data, cancels },
  at: at.toISOString(),
})
