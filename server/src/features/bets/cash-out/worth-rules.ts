import type { CashOutWorth } from '@croupier/contract/bet-record'
import type { CashOutCause } from '@croupier/contract/bets'
import type { SportsMarketState } from '@croupier/contract/sports'
import { builderNow, cashOutShares, guessedChances, type LegNow, valueNow } from '@croupier/sportsbook/cash-out'
import { type Chance, exactPrice } from '@croupier/sportsbook/odds'
import type { Result } from '@croupier/sportsbook/result'
import type { Match } from '@croupier/sportsbook/sports'
import { marketDelay, type Offered, outcomeAt, saleState } from '../see-legs.ts'

/** What an open bet is worth at this moment, or why that cannot be said. Pure. */

/** The market of a pick as it stands. */
export type PartNow = {
  state: 'open' | 'suspended' | 'closed' | 'disputed'
  isSilent: boolean
  isPlayed: boolean
  delaySeconds: number
  stops: number
  chance: Chance
  /** Its feed tells no chances: they are taken from prices. */
  isGuessed: boolean
  /** The last fact that its event knows of. */
  facts: number
}

/** A pick of a leg: what became of it, and its market. */
type RunningPart = {
  /** 0 for a plain leg. */
  part: number
  marketId: bigint
  result: Result | null
  /** The number of the word that it became that by. */
  revision: number
  now: PartNow | null
}

/** `prices` are those of a builder, of every set of its parts. */
export type RunningLeg = { price: number; prices: readonly number[] | null; parts: readonly RunningPart[] }

export type RunningBet = {
  sizes: readonly number[]
  bankers: readonly number[]
  stakeOpen: bigint
  bonusId: bigint | null
}

/** The chance that all that is undecided of a builder happens, with the last fact that it counts with; or why none was told. */
export type Joint = { chance: number; facts: number } | { cause: CashOutCause }

export type Worth =
  | { cause: CashOutCause }
  | {
      value: bigint
      /** All that it is worth. */
      fair: bigint
      /** What it may return at most. */
      possible: bigint
      shareBp: number
      isLive: boolean
      /** 0: it is paid at once. */
      delaySeconds: number
      stops: readonly MarketStops[]
      /** All that the value was made of, beside stake and prices. */
      made: CashOutWorth
    }

export type MarketStops = { market: string; stops: number }

export type Sighted = Offered & { facts: number }

export function partNow(
  offered: Sighted | undefined,
  outcome: string,
  { match, state }: { match: Match | undefined; state: SportsMarketState | null },
): PartNow | null {
  const at = offered ? outcomeAt(offered, outcome) : -1
  if (!offered || at < 0) return null
  const { prices, wins, backs, isSilent, isPlayed, stops, facts } = offered
  const isGuessed = wins.every((win) => win === 0)
  const told = { win: wins[at] ?? 0, back: backs[at] ?? 0 }
  return {
    ...{ isSilent, isPlayed, stops, facts, isGuessed, delaySeconds: marketDelay(offered) },
    state: state === 'disputed' ? state : saleState(offered, prices[at] ?? 0, match),
    chance: isGuessed ? (guessedChances(prices)[at] ?? told) : told,
  }
}

const isLost = (result: Result | null) => result !== null && result[0] === 0 && result[1] === 0
const isLostLeg = ({ parts }: RunningLeg) => parts.some(({ result }) => isLost(result))
const undecidedIn = ({ parts }: RunningLeg) => parts.filter(({ result }) => result === null)

/** A builder of which several parts are undecided: the chance of all of them together has to be asked for. */
export const needsJoint = (leg: RunningLeg): boolean =>
  leg.prices !== null && !isLostLeg(leg) && undecidedIn(leg).length > 1

/** `joints` by the place of the leg. */
export function worthNow(bet: RunningBet, legs: readonly RunningLeg[], joints: ReadonlyMap<number, Joint>): Worth {
  if (bet.bonusId !== null) return { cause: 'FREE_BET' }
  const { sizes, bankers, stakeOpen: stake } = bet
  const valued = (now: readonly LegNow[], share: number) => valueNow({ stake, sizes, bankers, legs: now }, share)
  const possible = valued(
    legs.map((leg) => legNow(leg, sure)),
    10_000,
  )
  if (possible === null) return { cause: 'LEG_LOST' }
  const undecided = legs.filter((leg) => !isLostLeg(leg)).flatMap(undecidedIn)
  if (undecided.length === 0) return { cause: 'SETTLING' }
  const parts = undecided.flatMap(({ now }) => now ?? [])
  const shut = parts.length < undecided.length ? 'MARKET_CLOSED' : shutCause(parts)
  if (shut) return { cause: shut }
  const chances = legs.map((leg, place) => chanceOf(leg, joints.get(place)))
  const unsaid = chances.find((chance) => 'cause' in chance)
  if (unsaid && 'cause' in unsaid) return unsaid
  const isLive = parts.some(({ isPlayed }) => isPlayed)
  const isGuessed = parts.some((part) => part.isGuessed)
  const shareBp = cashOutShares[isLive ? 'live' : 'before'] - (isGuessed ? cashOutShares.guessed : 0)
  const now = legs.flatMap((leg, place) => {
    const chance = chances[place]
    return chance && !('cause' in chance) ? [legNow(leg, chance)] : []
  })
  const value = valued(now, shareBp)
  if (value === null) return { cause: 'NO_VALUE' }
  return {
    ...{ value, possible, shareBp, isLive, fair: valued(now, 10_000) ?? value },
    delaySeconds: Math.max(0, ...parts.map(({ isPlayed, delaySeconds }) => (isPlayed ? delaySeconds : 0))),
    made: madeOf(legs, chances, shareBp),
    stops: undecided.map(({ marketId, now: seen }) => ({ market: String(marketId), stops: seen?.stops ?? 0 })),
  }
}

function madeOf(
  legs: readonly RunningLeg[],
  chances: readonly (Chance | { cause: CashOutCause })[],
  shareBp: number,
): CashOutWorth {
  const isOpen = (leg: RunningLeg) => !isLostLeg(leg) && undecidedIn(leg).length > 0
  return {
    share_bp: shareBp,
    chances: legs.flatMap((leg, place) => {
      const chance = chances[place]
      return isOpen(leg) && chance && !('cause' in chance) ? [{ place, win: chance.win, back: chance.back }] : []
    }),
    results: legs.flatMap(({ parts }, place) =>
      parts.flatMap(({ part, result, revision }) =>
        result ? [{ place, part, win: result[0], back: result[1], of: result[2], revision }] : [],
      ),
    ),
  }
}

/** Gravest first. */
function shutCause(parts: readonly PartNow[]): CashOutCause | null {
  if (parts.some(({ state }) => state === 'disputed')) return 'DISPUTED'
  if (parts.some(({ state }) => state === 'closed')) return 'MARKET_CLOSED'
  if (parts.some(({ isSilent }) => isSilent)) return 'FEED_STALE'
  return parts.some(({ state }) => state === 'suspended') ? 'SUSPENDED' : null
}

const sure: Chance = { win: 1_000_000_000, back: 0 }
const none: Chance = { win: 0, back: 0 }

/** Of what is undecided of a leg. What counts with another fact than the book is of another moment. */
function chanceOf(leg: RunningLeg, joint: Joint | undefined): Chance | { cause: CashOutCause } {
  const [only] = undecidedIn(leg)
  if (!needsJoint(leg)) return only?.now?.chance ?? none
  if (!joint) return { cause: 'FEED_STALE' }
  if ('cause' in joint) return joint
  const isOfNow = undecidedIn(leg).every(({ now }) => now?.facts === joint.facts)
  return isOfNow ? { win: joint.chance, back: 0 } : { cause: 'SUSPENDED' }
}

function legNow({ price, prices, parts }: RunningLeg, chance: Chance): LegNow {
  const results = parts.map(({ result }) => result)
  if (prices) return builderNow(prices, results, chance.win)
  const [result = null] = results
  return { price: exactPrice(price), ...(result ? { result } : { chance }) }
}
