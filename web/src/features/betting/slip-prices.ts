import type { SportsMarket } from '@croupier/contract/methods/sports'
import type { SportsStopCause } from '@croupier/contract/sports'

/** What is done when a price has moved between looking and betting. */
export const pricePolicies = ['none', 'better', 'any'] as const
export type PricePolicy = (typeof pricePolicies)[number]

/** What the book says of a pick now. Of a closed one the price is the last that was known. */
export type PickNow = {
  state: 'open' | 'paused' | 'closed'
  price: number
  version: number
  isLive: boolean
  cause: SportsStopCause | null
  /** Why the operator has closed its event, in the operator's words. */
  reason: string | null
}

type Picked = { price: number; version: number; isLive: boolean; outcome: string }

/** What of a market the slip reads. */
export type BookMarket = Pick<SportsMarket, 'state' | 'cause' | 'version' | 'is_live' | 'outcomes' | 'prices'>

/**
 * `market` is undefined while the book has not answered: then what was picked is believed. It is null where the market
 * is gone. A silent producer pauses whatever is open, and so does the operator, who says why in `shut`.
 */
export function pickNow(
  picked: Picked,
  market: BookMarket | null | undefined,
  isSilent: boolean,
  shut: string | null = null,
): PickNow {
  const { price, version, isLive, outcome } = picked
  const believed = { price, version, isLive, cause: null, reason: null }
  if (market === undefined) return { ...believed, state: 'open' }
  if (market === null) return { ...believed, state: 'closed' }
  const offered = market.prices[market.outcomes.indexOf(outcome)] ?? 0
  const known = { price: offered || price, version: market.version, isLive: market.is_live, reason: null }
  const isForSale = market.state === 'suspended' || (market.state === 'open' && offered > 0)
  if (shut !== null && isForSale) return { ...known, state: 'paused', cause: 'OPERATOR', reason: shut }
  // A stop may take the prices away until it is over.
  if (market.state === 'suspended') return { ...known, state: 'paused', cause: market.cause }
  if (market.state !== 'open' || offered === 0) return { ...known, state: 'closed', cause: null }
  const isHeard = !isSilent && market.cause !== 'FEED'
  return isHeard ? { ...known, state: 'open', cause: null } : { ...known, state: 'paused', cause: 'FEED' }
}

export type PriceMove = 'same' | 'better' | 'worse'

export const moveSince = (picked: number, now: number): PriceMove =>
  now === picked ? 'same' : now > picked ? 'better' : 'worse'

/** Under `any` a price is taken down to a tenth less; what is further down is offered again. */
const mayFall = (picked: number, now: number) => now * 10 >= picked * 9

/** Whether the player has to be asked before a bet is made of it. */
export function mustAsk(policy: PricePolicy, picked: number, now: number): boolean {
  const move = moveSince(picked, now)
  if (move === 'same') return false
  if (policy === 'none') return true
  return move === 'worse' && !(policy === 'any' && mayFall(picked, now))
}

export type SlipChange = { pick: string; kind: 'price' | 'paused' | 'open' | 'closed'; before: number; after: number }

/** What of a slip is worth a word: a price that moved while it was open, and doors that open and close. */
export function changesSince(
  before: ReadonlyMap<string, PickNow>,
  after: ReadonlyMap<string, PickNow>,
): readonly SlipChange[] {
  return [...after].flatMap(([pick, now]): SlipChange[] => {
    const known = before.get(pick)
    if (!known || (known.state === now.state && known.price === now.price)) return []
    const prices = { before: known.price, after: now.price }
    if (known.state !== now.state) return [{ pick, kind: now.state, ...prices }]
    return now.state === 'open' ? [{ pick, kind: 'price', ...prices }] : []
  })
}
