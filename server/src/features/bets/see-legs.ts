import type { SportsEventState, SportsMarketState } from '@croupier/contract/sports'
import { isPrice } from '@croupier/sportsbook/odds'
import { isSport, type Match, outcomesOf } from '@croupier/sportsbook/sports'
import { delays, sprintDelay, type Tier } from '@croupier/sportsbook/stated'
import type { AskedLeg, AskedPart } from './asked-rules.ts'
import { fullRoom, type SeenLeg, type SeenPart } from './decide.ts'

/** A market as rows or memory tell of it. */
export type Offered = {
  id: bigint
  eventId: bigint
  type: string
  period: string
  line: string | null
  state: SportsMarketState
  cause: string | null
  version: number
  stops: number
  /** For sale while it is played. */
  isLive: boolean
  prices: readonly number[]
  wins: readonly number[]
  backs: readonly number[]
  isOver: boolean
  sport: string
  tier: Tier
  eventState: SportsEventState
  isPlayed: boolean
  isSprint: boolean
  rules: string
  isSilent: boolean
}

type Beside = {
  offeredAt: (part: AskedPart) => Offered | undefined
  /** As its facts tell it; none where nothing has happened. */
  matchOf: (eventId: bigint) => Match | undefined
  /** What the house would lose by now, in hundredths of a risk unit. */
  exposureAt: (marketId: bigint, outcome: string) => bigint
}

const overStates: readonly SportsEventState[] = ['ended', 'abandoned', 'cancelled', 'closed']

/** Each leg as it stands; null where one of its picks does not exist. */
export const seeLegs = (legs: readonly AskedLeg[], beside: Beside): (SeenLeg | null)[] =>
  legs.map(({ price: askedPrice, version, parts: asked, builder }) => {
    const parts = asked.flatMap((part) => seePart(part, beside) ?? [])
    const [only] = parts
    if (!only || parts.length < asked.length) return null
    const now = builder ? { price: askedPrice, version } : { price: only.price, version: only.version }
    return { askedPrice, ...now, parts, builder }
  })

function seePart(asked: AskedPart, { offeredAt, matchOf, exposureAt }: Beside): SeenPart | null {
  const offered = offeredAt(asked)
  if (!offered || !asked.address) return null
  const { pick, address } = asked
  const at = outcomeAt(offered, address.outcome)
  if (at < 0) return null
  const price = offered.prices[at] ?? 0
  const { sport, tier, cause, version, stops, isPlayed, rules, isSilent, id: marketId, eventId } = offered
  return {
    ...{ pick, eventId, marketId, outcome: address.outcome, sport, tier, cause, version, stops, isPlayed, rules },
    ...{ isSilent, price, state: saleState(offered, price, matchOf(offered.eventId)) },
    delaySeconds: marketDelay(offered),
    win: offered.wins[at] ?? 0,
    back: offered.backs[at] ?? 0,
    room: fullRoom(tier, isPlayed) - exposureAt(marketId, address.outcome),
  }
}

const namesIn = (offered: Pick<Offered, 'sport' | 'type' | 'period' | 'line'>) =>
  isSport(offered.sport) ? outcomesOf(offered.sport, offered) : null

/** Its place among the prices; below zero where there is none. Types that only a feed knows have outcomes without names. */
export const outcomeAt = (offered: Offered, outcome: string): number =>
  (namesIn(offered) ?? offered.prices.map((_, place) => String(place + 1))).indexOf(outcome)

export function saleState(offered: Offered, price: number, match: Match | undefined): SeenPart['state'] {
  const { state, isOver, isLive, isPlayed, eventState } = offered
  // What play has decided is not for sale, whether or not its feed has closed it.
  const isDecided = namesIn(offered) !== null && (match?.isClosed(offered, 0) ?? false)
  if (state !== 'open' && state !== 'suspended') return 'closed'
  if (isDecided || isOver || overStates.includes(eventState) || (isPlayed && !isLive)) return 'closed'
  // An outcome that is not offered has no price; whatever is none can be no bet.
  if (state === 'open' && !isPrice(price)) return 'closed'
  return state
}

const longestDelay = Math.max(...Object.values(delays))

export const marketDelay = ({ sport, isSprint }: Offered): number =>
  isSprint ? sprintDelay : isSport(sport) ? delays[sport] : longestDelay
