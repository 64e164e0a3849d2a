import type { Db, Tx } from '../../context.ts'
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
  const moved = bets.filter(({ steps }) => steps > 1).map(({ id }) => id)
  const [words, past] = await Promise.all([readWords(tx, bets), readPast(tx, moved)])
  return bets.map((bet) => {
    const own = words.get(bet.id) ?? []
    const before = past.get(bet.id) ?? untouched
    return {
      bet,
      legs: own.map(({ leg }) => leg),
      past: before,
      act: actOn(
        { ...bet, ...before },
        judgeBet(
          bet,
          own.map(({ word }) => word),
        ),
      ),
    }
  })
}

/** A leg, or a part of a builder, with what is said of it now. */
export type SaidLeg = { leg: TakenLeg; word: LegWord; state: MarketResult['state'] | null }

/** Of these bets every leg, in the order of their places. */
export async function readWords(
  db: Db,
  bets: readonly Pick<OpenBet, 'id' | 'acceptedMs'>[],
): Promise<Map<bigint, SaidLeg[]>> {
  const ids = bets.map(({ id }) => id)
  const acceptedMs = new Map(bets.map((bet) => [bet.id, bet.acceptedMs]))
  const [legs, rulings] = await Promise.all([readLegs(db, ids), readRulings(db, ids)])
  const results = await sportsForBets.resultsOf(db, [...new Set(legs.map(({ marketId }) => marketId))])
  const ruled = new Map(rulings.map((ruling) => [legKey(ruling), ruling]))
  const said = legs.map((leg) => ({
    leg,
    word: wordOf(leg, { acceptedMs: acceptedMs.get(leg.betId) ?? 0 }, { results, ruled }),
    state: results.get(leg.marketId)?.state ?? null,
  }))
  return Map.groupBy(said, ({ leg }) => leg.betId)
}

const legKey = ({ betId, place, part }: { betId: bigint; place: number; part: number }) => `${betId}/${place}/${part}`

type Words = { results: ReadonlyMap<bigint, MarketResult>; ruled: ReadonlyMap<string, RulingRow> }

function wordOf(leg: TakenLeg, { acceptedMs }: Pick<OpenBet, 'acceptedMs'>, { results, ruled }: Words): LegWord {
  const { place, part, price, subsetPrices, outcome, marketId } = leg
  const ruling = ruled.get(legKey(leg))
  const market = results.get(marketId)
  return {
    ...{ place, part, price, subsetPrices },
    result: ruling ? [ruling.win, ruling.back, ruling.of] : resultFor({ outcome, acceptedMs }, market),
    revision: ruling ? 0 : (market?.revision ?? 0),
  }
}
