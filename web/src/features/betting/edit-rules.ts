import type { EditedBet, WireBet } from '@croupier/contract/methods/bets'
import type { SportsMarket } from '@croupier/contract/methods/sports'
import { type BetLeg, isRunning, legState } from './my-bet-rules.ts'

/** What is decided is in the value of the bet already, and cannot be picked again. */
export const mayStay = (leg: BetLeg): boolean => legState(leg) === 'undecided'

/** A free bet stays what it is; a builder has a price of its own, which is not asked for here. */
export const mayEdit = (bet: WireBet): boolean =>
  bet.state === 'open' &&
  isRunning(bet) &&
  !bet.is_free_bet &&
  bet.cash_out?.state !== 'pending' &&
  bet.legs.every(({ parts }) => parts.length === 0) &&
  bet.legs.some(mayStay)

type Priced = Pick<SportsMarket, 'id' | 'version' | 'outcomes' | 'prices'>

/** A pick at the price of now; null where it is not for sale. */
function pickNow({ pick, market, outcome }: BetLeg, markets: ReadonlyMap<number, Priced>) {
  const now = markets.get(market.id)
  const price = now?.prices[now.outcomes.indexOf(outcome)] ?? 0
  return now && price > 1_000 ? { pick, price, version: now.version } : null
}

/** A system that loses a leg is another one: what is left is one bet of all of it. */
function shapeOf(bet: WireBet, kept: readonly BetLeg[]): Pick<EditedBet, 'kind' | 'sizes' | 'bankers'> {
  if (bet.kind === 'system' && kept.length === bet.legs.length)
    return {
      ...{ kind: 'system', sizes: bet.sizes },
      bankers: kept.flatMap(({ is_banker: isBanker }, place) => (isBanker ? [place] : [])),
    }
  return kept.length === 1
    ? { kind: 'single', sizes: [1], bankers: [] }
    : { kind: 'multiple', sizes: [kept.length], bankers: [] }
}

/** The bet without what was taken out, at prices of now; null where nothing is left or something is not for sale. */
export function editedOf(
  bet: WireBet,
  removed: ReadonlySet<string>,
  markets: ReadonlyMap<number, Priced>,
  stake: string,
): EditedBet | null {
  const kept = bet.legs.filter((leg) => mayStay(leg) && !removed.has(leg.pick))
  const picks = kept.map((leg) => pickNow(leg, markets))
  if (kept.length === 0 || picks.includes(null)) return null
  return { ...shapeOf(bet, kept), stake, policy: bet.policy, picks: picks.flatMap((pick) => pick ?? []) }
}
