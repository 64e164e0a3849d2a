import type { Tx } from '../../context.ts'
import { type MarketResult, sportsForBets } from '../sports/sports.ts'
import { actOn, type BetAct, judgeBet, type LegWord, resultFor } from './settle-rules.ts'
import {
  type OpenBet,
  type PastSteps,
  type RulingRow,
  readLegs,
  readPast,
  readRulings,
  type TakenLeg,
} from './settle-store.ts'

/** A bet that is locked, and what the words of now ask for. */
export type BetView = { bet: OpenBet; legs: readonly TakenLeg[]; past: PastSteps; act: BetAct }

const untouched: PastSteps = { legs: [], hoursSinceSettled: 0, owed: 0n }

/** Read behind the locks of the bets: of two words about one bet the later sees both. */
export async function viewBets(tx: Tx, bets: readonly OpenBet[]): Promise<BetView[]> {
  if (bets.length === 0) return []
  const ids = bets.map(({ id }) => id)
  const moved = bets.filter(({ steps }) => steps > 1).map(({ id }) => id)
  const [legs, rulings, past] = await Promise.all([readLegs(tx, ids), readRulings(tx, ids), readPast(tx, moved)])
  const results = await sportsForBets.resultsOf(tx, [...new Set(legs.map(({ marketId }) => marketId))])
  const legsOf = Map.groupBy(legs, ({ betId }) => betId)
  const ruled = new Map(rulings.map((ruling) => [legKey(ruling), ruling]))
  return bets.map((bet) => {
    const own = legsOf.get(bet.id) ?? []
    const words = own.map((leg) => wordOf(leg, bet, { results, ruled }))
    const before = past.get(bet.id) ?? untouched
    return {
      bet,
      legs: own,
      past: before,
      act: actOn({ ...bet, ...before }, judgeBet(bet, words)),
    }
  })
}

const legKey = ({ betId, place, part }: { betId: bigint; place: number; part: number }) => `${betId}/${place}/${part}`

type Words = { results: ReadonlyMap<bigint, MarketResult>; ruled: ReadonlyMap<string, RulingRow> }

function wordOf(leg: TakenLeg, { acceptedMs }: OpenBet, { results, ruled }: Words): LegWord {
  const { place, part, price, subsetPrices, outcome, marketId } = leg
  const ruling = ruled.get(legKey(leg))
  const market = results.get(marketId)
  return {
    ...{ place, part, price, subsetPrices },
    result: ruling ? [ruling.win, ruling.back, ruling.of] : resultFor({ outcome, acceptedMs }, market),
    revision: ruling ? 0 : (market?.revision ?? 0),
  }
}
