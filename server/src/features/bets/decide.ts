import type { StakeLimitCause } from '@croupier/contract/bets'
import type { AskedBet } from '@croupier/contract/methods/bets'
import { type Currency, toWire } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import { type Fraction, fraction } from '@croupier/sportsbook/fraction'
import { relatedPairs } from '@croupier/sportsbook/relate'
import { won } from '@croupier/sportsbook/result'
import {
  boostedWorth,
  boostOf,
  boostPercent,
  freeBetReturn,
  maxStake,
  returnAt,
  worthOf,
} from '@croupier/sportsbook/settle'
import { combinationsOf, type Slip, slipFault } from '@croupier/sportsbook/slip'
import {
  alwaysAllowed,
  maxPayouts,
  minimumStake,
  mostExposure,
  riskUnits,
  type Tier,
} from '@croupier/sportsbook/stated'
import { isStillQuoted, judgePrice } from './price-rules.ts'
import type { BuilderWord } from './sign-quote.ts'

/** What is known of a pick at the moment that decides about it. */
export type SeenPart = {
  pick: string
  eventId: bigint
  marketId: bigint
  outcome: string
  sport: string
  tier: Tier
  state: 'open' | 'suspended' | 'closed'
  cause: string | null
  price: number
  version: number
  stops: number
  /** It is played: the bet waits. */
  isPlayed: boolean
  delaySeconds: number
  /** Chances in parts of a billion. */
  win: number
  back: number
  rules: string
  isSilent: boolean
  /** What the house may still lose on it, in hundredths of a risk unit. */
  room: bigint
}

/** A leg: one pick, or the parts of a builder, which has one price. */
export type SeenLeg = {
  askedPrice: number
  /** The price of now; of a builder that of its quote. */
  price: number
  version: number
  parts: readonly SeenPart[]
  builder: BuilderWord | null
}

/** Who asks, and what holds for the whole bet. */
export type BetFacts = {
  /** In the order of the asked picks; null where there is no such pick. */
  legs: readonly (SeenLeg | null)[]
  /** By the clock of the database. */
  nowMs: number
  /** Why betting is closed by the operator. */
  closed: string | null
  /** Null is a yes. */
  gate: Refusal | null
  currency: Currency
  stake: bigint
  /** Null where a betting bonus says who pays. */
  available: bigint | null
  isFreeBet: boolean
  factorBp: number
}

export type TakenBet = {
  slip: Slip
  legs: readonly SeenLeg[]
  combinations: number
  /** Without its boost. */
  possible: bigint
  boostPercent: number
  /** 0: taken at once. */
  delaySeconds: number
  most: MostStake
}

const no = (reason: Uppercase<string>, data: Record<string, unknown> = {}) =>
  new Refusal(`InvalidParameter:${reason}`, { message: `The bet was not taken: ${reason}`, data })

export const betRefusal = no

export const slipOf = ({
  kind,
  sizes,
  bankers,
  picks,
}: Pick<AskedBet, 'kind' | 'sizes' | 'bankers'> & { picks: readonly unknown[] }): Slip => ({
  ...{ kind, sizes, bankers, picks: picks.length },
})

/** Gravest first: what is said first is what the player can do least about. */
export function decideBet(asked: Pick<AskedBet, 'kind' | 'sizes' | 'bankers' | 'picks' | 'policy'>, facts: BetFacts) {
  if (facts.gate) return facts.gate
  if (facts.closed !== null) return no('GAME_CLOSED', { cause: facts.closed })
  const slip = slipOf(asked)
  const legs = facts.legs.flatMap((seen) => seen ?? [])
  const fault = shapeFault(slip, asked, facts.legs) ?? quoteFault(legs, facts.nowMs)
  if (fault) return fault
  return sellBet(slip, asked.policy, legs, facts)
}

/** A bet that waited is judged once more; `stops` are those that its markets had when it was asked for. */
export function decideWaiting(
  asked: Pick<AskedBet, 'kind' | 'sizes' | 'bankers' | 'policy'>,
  facts: Omit<BetFacts, 'legs'> & { legs: readonly SeenLeg[] },
  stops: ReadonlyMap<string, number>,
): TakenBet | Refusal {
  if (facts.gate) return facts.gate
  if (facts.closed !== null) return no('GAME_CLOSED', { cause: facts.closed })
  const { legs } = facts
  // Before all else: whichever side it would have suited, all bets that waited when something happened end alike.
  const stopped = legs.flatMap(({ parts }) => parts).filter(({ pick, stops: now }) => stops.get(pick) !== now)
  if (stopped.length > 0) return no('MARKET_SUSPENDED', { picks: namesOf(stopped), cause: stopped[0]?.cause ?? null })
  return sellBet(slipOf({ ...asked, picks: legs }), asked.policy, legs, facts)
}

function sellBet(
  slip: Slip,
  policy: AskedBet['policy'],
  legs: readonly SeenLeg[],
  facts: BetFacts,
): TakenBet | Refusal {
  const shut = shutFault(legs.flatMap(({ parts }) => parts))
  if (shut) return shut
  if (legs.some((leg) => isMoved(policy, leg))) return oddsChanged(slip, legs, facts)
  const worth = worthAtBest(slip, legs)
  const most = mostStake(slip, legs, facts, worth)
  const short = stakeFault(slip, facts, most)
  if (short) return short
  const { stake, available, currency } = facts
  if (available !== null && available < stake)
    return no('INSUFFICIENT_FUNDS', { available_amount: toWire(available, currency) })
  return {
    ...{ slip, legs, combinations: combinationsOf(slip) },
    possible: possibleOf(slip, legs, facts, worth),
    boostPercent: boostAtBest(slip, legs),
    delaySeconds: waitOf(legs),
    most,
  }
}

/** The longest of those that are played. */
export const waitOf = (legs: readonly SeenLeg[]): number =>
  Math.max(0, ...legs.flatMap(({ parts }) => parts.map(({ isPlayed, delaySeconds }) => (isPlayed ? delaySeconds : 0))))

/** What it returns at most, without its boost; of a bet that the house stakes the profit alone. */
export function possibleOf(
  slip: Slip,
  legs: readonly SeenLeg[],
  facts: Pick<BetFacts, 'stake' | 'isFreeBet'>,
  worth = worthAtBest(slip, legs),
): bigint {
  const returned = returnAt(facts.stake, worth)
  return facts.isFreeBet ? freeBetReturn(facts.stake, returned) : returned
}

function shapeFault(slip: Slip, { picks }: Pick<AskedBet, 'picks'>, legs: BetFacts['legs']): Refusal | null {
  const fault = slipFault(slip)
  if (fault)
    return fault.reason === 'LEG_COUNT' ? no('LEG_COUNT', { min: fault.min, max: fault.max }) : no('SYSTEM_INVALID')
  const unknown = picks.flatMap((each, at) => (legs[at] ? [] : 'pick' in each ? each.pick : `quote ${at + 1}`))
  if (unknown.length > 0) return no('PICK_UNKNOWN', { picks: unknown })
  const known = legs.flatMap((leg) => leg ?? [])
  const pairs = relatedPairs(
    slip,
    known.map(({ parts }) => ({ event: String(parts[0]?.eventId), related: [] })),
  )
  if (pairs.length === 0) return null
  return no('LEGS_RELATED', {
    pairs: pairs.map(({ places }) => places.map((place) => known[place]?.parts[0]?.pick)),
    can_build: pairs.every(({ isSameEvent }) => isSameEvent),
  })
}

const quoteFault = (legs: readonly SeenLeg[], nowMs: number): Refusal | null =>
  legs.some(({ builder }) => builder !== null && builder.expiresMs <= nowMs) ? no('QUOTE_EXPIRED') : null

const namesOf = (parts: readonly SeenPart[]) => parts.map(({ pick }) => pick)

/** What is not for sale at this moment. */
function shutFault(parts: readonly SeenPart[]): Refusal | null {
  const closed = parts.filter(({ state }) => state === 'closed')
  if (closed.length > 0) return no('MARKET_CLOSED', { picks: namesOf(closed) })
  const silent = parts.filter(({ isSilent }) => isSilent)
  if (silent.length > 0) return no('FEED_STALE', { picks: namesOf(silent) })
  const paused = parts.filter(({ state }) => state === 'suspended')
  return paused.length > 0 ? no('MARKET_SUSPENDED', { picks: namesOf(paused), cause: paused[0]?.cause ?? null }) : null
}

/** Whether the player has to be asked about it again. A builder has the price of its quote, or none. */
const isMoved = (policy: AskedBet['policy'], { askedPrice, price, parts, builder }: SeenLeg): boolean =>
  builder
    ? !isStillQuoted(
        builder.chances,
        parts.map(({ win }) => win),
      )
    : judgePrice(policy, askedPrice, price) === 'ask'

/** What one unit of stake returns if all goes well. Of a large system it is most of the work of a quote. */
const worthAtBest = ({ bankers, sizes }: Slip, legs: readonly SeenLeg[]): Fraction => {
  const prices = legs.map(({ price }) => fraction(price, 1_000))
  return worthOf({
    sizes,
    bankers: prices.filter((_, place) => bankers.includes(place)),
    others: prices.filter((_, place) => !bankers.includes(place)),
  })
}

/** Only multiples have one. */
export const boostAtBest = ({ kind }: Slip, legs: readonly SeenLeg[]): number =>
  kind === 'multiple' ? boostPercent(legs.map(({ price }) => ({ price: fraction(price, 1_000), result: won }))) : 0

/** With the boost: what a player gets if all goes well. */
export const bestReturn = (stake: bigint, possible: bigint, percent: number, isFreeBet: boolean): bigint =>
  possible + boostOf(stake, isFreeBet ? possible + stake : possible, percent)

function oddsChanged(slip: Slip, legs: readonly SeenLeg[], facts: BetFacts): Refusal {
  const best = bestReturn(facts.stake, possibleOf(slip, legs, facts), boostAtBest(slip, legs), facts.isFreeBet)
  return no('ODDS_CHANGED', {
    offer: {
      picks: legs.map(({ parts, price, version, askedPrice, builder }) => ({
        ...(builder ? { picks: namesOf(parts), price: null } : { pick: parts[0]?.pick, price }),
        ...{ version, asked: askedPrice },
      })),
      possible: legs.some(({ builder }) => builder) ? null : toWire(best, facts.currency),
    },
  })
}

/** So much may be staked until the house would lose more than it may on one outcome. */
const roomStake = (room: bigint, price: number, unit: bigint): bigint =>
  room <= 0n ? 0n : (room * unit * 10n) / BigInt(price - 1_000)

/** The most that may be staked, and which of the limits it is. */
type MostStake = { amount: bigint; cause: StakeLimitCause }

export function mostStake(
  slip: Slip,
  legs: readonly SeenLeg[],
  { currency, factorBp }: Pick<BetFacts, 'currency' | 'factorBp'>,
  atBest = worthAtBest(slip, legs),
): MostStake {
  const unit = BigInt(riskUnits[currency])
  const parts = legs.flatMap(({ parts: own, price }) => own.map((part) => ({ ...part, price })))
  const cap = BigInt(Math.min(...parts.map(({ tier }) => maxPayouts[tier]))) * unit
  const worth = boostedWorth(atBest, boostAtBest(slip, legs))
  const limits: MostStake[] = [
    { amount: maxStake(cap, worth), cause: 'PAYOUT' },
    ...parts.map(({ room, price }) => ({ amount: roomStake(room, price, unit), cause: 'MARKET' as const })),
  ]
  const house = limits.reduce((least, each) => (each.amount < least.amount ? each : least))
  if (factorBp >= 10_000) return house
  const always = BigInt(alwaysAllowed) * unit
  if (always >= house.amount) return house
  const own = (house.amount * BigInt(factorBp)) / 10_000n
  if (own <= always) return { amount: always, cause: 'PLAYER' }
  return { amount: own, cause: 'PLAYER' }
}

function stakeFault(slip: Slip, { stake, currency }: BetFacts, { amount, cause }: MostStake): Refusal | null {
  const least = minimumStake(currency, combinationsOf(slip))
  if (stake < least) return no('STAKE_MIN', { min_amount: toWire(least, currency) })
  return stake > amount ? no('STAKE_LIMIT', { max_amount: toWire(amount, currency), cause }) : null
}

/** What the house may lose on an outcome, in hundredths of a risk unit. */
export const fullRoom = (tier: Tier, isPlayed: boolean): bigint =>
  BigInt(mostExposure[tier][isPlayed ? 'live' : 'before']) * 100n

/** What a leg adds to the exposure of its outcome, in hundredths of a risk unit. */
export const exposureOf = (stake: bigint, price: number, currency: Currency): bigint =>
  (stake * BigInt(price - 1_000)) / (BigInt(riskUnits[currency]) * 10n)
