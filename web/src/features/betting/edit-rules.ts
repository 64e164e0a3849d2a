import type { EditedBet, WireBet } from '@croupier/contract/methods/bets'
import type { SportsMarket } from '@croupier/contract/methods/sports'
import { type BetLeg, isRunning, legState } from './my-bet-rules.ts'
import type { SlipPick } from './slip-text.ts'

/** What is decided, or a builder of which a part is, is in the value of the bet and cannot be in the next one. */
export const canChangeLeg = (leg: BetLeg): boolean =>
  legState(leg) === 'undecided' && leg.parts.every(({ result }) => result === null)

/** A free bet stays what it is. */
export const mayEdit = (bet: WireBet): boolean =>
  bet.state === 'open' &&
  isRunning(bet) &&
  !bet.is_free_bet &&
  bet.cash_out?.state !== 'pending' &&
  bet.legs.some(canChangeLeg)

/** What of the slip can come into the bet: one pick of each match that it does not have. */
export function addable<Pick extends { event: { id: number } }>(
  picks: readonly Pick[],
  kept: readonly { event: { id: number } }[],
): Pick[] {
  const taken = new Set(kept.map(({ event }) => event.id))
  return picks.filter(({ event }) => !taken.has(event.id) && taken.add(event.id))
}

type Priced = Pick<SportsMarket, 'id' | 'version' | 'outcomes' | 'prices'>
type EditPick = EditedBet['picks'][number]

/** A pick at the price of now; null where it is not for sale. */
function pickNow(
  { pick, market, outcome }: { pick: string; market: number; outcome: string },
  markets: ReadonlyMap<number, Priced>,
): EditPick | null {
  const now = markets.get(market)
  const price = now?.prices[now.outcomes.indexOf(outcome)] ?? 0
  return now && price > 1_000 ? { pick, price, version: now.version } : null
}

/** A system that loses or gains a leg is another one: what it becomes is one bet of all of it. */
function shapeOf(
  bet: WireBet,
  { kept, added }: Pick<EditWish, 'kept' | 'added'>,
): Pick<EditedBet, 'kind' | 'sizes' | 'bankers'> {
  if (bet.kind === 'system' && kept.length === bet.legs.length && added.length === 0)
    return {
      ...{ kind: 'system', sizes: bet.sizes },
      bankers: kept.flatMap(({ is_banker: isBanker }, place) => (isBanker ? [place] : [])),
    }
  const count = kept.length + added.length
  return count === 1 ? { kind: 'single', sizes: [1], bankers: [] } : { kind: 'multiple', sizes: [count], bankers: [] }
}

export type EditWish = {
  kept: readonly BetLeg[]
  added: readonly SlipPick[]
  markets: ReadonlyMap<number, Priced>
  /** Of each builder that is kept the house's word, by the pick that names its leg. */
  quotes: ReadonlyMap<string, string>
}

/** The bet with what was taken out and added, at prices of now; null where nothing is left or something is not for sale. */
export function editedOf(bet: WireBet, wish: EditWish, stake: string): EditedBet | null {
  const { kept, added, markets, quotes } = wish
  const keptPick = ({ pick, market, outcome, parts }: BetLeg): EditPick | null => {
    if (parts.length === 0) return pickNow({ pick, market: market.id, outcome }, markets)
    const quote = quotes.get(pick)
    return quote === undefined ? null : { quote }
  }
  const picks = [
    ...kept.map(keptPick),
    ...added.map(({ pick, marketId, outcome }) => pickNow({ pick, market: marketId, outcome }, markets)),
  ]
  if (picks.length === 0 || picks.includes(null)) return null
  return { ...shapeOf(bet, wish), stake, policy: bet.policy, picks: picks.flatMap((pick) => pick ?? []) }
}
