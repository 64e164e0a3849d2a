import type { StakeLimitCause } from '@croupier/contract/bets'
import type { AskedBet } from '@croupier/contract/methods/bets'
import { type Currency, toWire } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import { fraction } from '@croupier/sportsbook/fraction'
import { relatedPairs } from '@croupier/sportsbook/relate'
import { won } from '@croupier/sportsbook/result'
import { boostOf, boostPercent, type Factors, maxStake, returnOf, worthOf } from '@croupier/sportsbook/settle'
import { combinationsOf, type Slip, slipFault } from '@croupier/sportsbook/slip'
import {
  alwaysAllowed,
  maxPayouts,
  minimumStake,
  mostExposure,
  riskUnits,
  type Tier,
} from '@croupier/sportsbook/stated'
import { judgePrice } from './price-rules.ts'

/** What is known of a pick inside the transaction that decides about it. */
export type SeenPick = {
  pick: string
  askedPrice: number
  askedVersion: number
  eventId: bigint
  marketId: bigint
  outcome: string
  tier: Tier
  /** What ties events to each other. */
  related: readonly string[]
  state: 'open' | 'suspended' | 'closed'
  cause: string | null
  price: number
  version: number
  stops: number
  /** It is played: the bet waits. */
  isPlayed: boolean
  delaySeconds: number
  win: number
  back: number
  rules: string
  isSilent: boolean
  /** What the house may still lose on it, in hundredths of a risk unit. */
  room: bigint
}

export type BetFacts = {
  /** In the order of the asked picks; null where there is no such pick. */
  picks: readonly (SeenPick | null)[]
  /** Why betting is closed by the operator. */
  closed: string | null
  /** Null is a yes. */
  mayStake: (stake: bigint) => Refusal | null
  currency: Currency
  stake: bigint
  available: bigint
  factorBp: number
}

export type TakenBet = {
  slip: Slip
  picks: readonly SeenPick[]
  combinations: number
  possible: bigint
  boostPercent: number
  /** 0: taken at once. */
  delaySeconds: number
}

const no = (reason: Uppercase<string>, data: Record<string, unknown> = {}) =>
  new Refusal(`InvalidParameter:${reason}`, { message: `The bet was not taken: ${reason}`, data })

export const slipOf = ({
  kind,
  sizes,
  bankers,
  picks,
}: Pick<AskedBet, 'kind' | 'sizes' | 'bankers' | 'picks'>): Slip => ({
  ...{ kind, sizes, bankers, picks: picks.length },
})

/** Gravest first: what is said first is what the player can do least about. */
export function decideBet(asked: AskedBet, facts: BetFacts): TakenBet | Refusal {
  const gate = facts.mayStake(facts.stake)
  if (gate) return gate
  if (facts.closed !== null) return no('GAME_CLOSED', { reason: facts.closed })
  const slip = slipOf(asked)
  const picks = facts.picks.flatMap((seen) => seen ?? [])
  const fault = shapeFault(slip, asked, { picks, isWhole: picks.length === asked.picks.length })
  if (fault) return fault
  const shut = shutFault(picks)
  if (shut) return shut
  const { taken, moved } = pricedBy(asked.policy, picks)
  if (moved) return oddsChanged(slip, taken, facts)
  const worth = worthAtBest(slip, taken)
  const short = stakeFault(slip, taken, facts, worth)
  if (short) return short
  if (facts.available < facts.stake)
    return no('INSUFFICIENT_FUNDS', { available_amount: toWire(facts.available, facts.currency) })
  return {
    ...{ slip, picks: taken, combinations: combinationsOf(slip) },
    possible: returnOf(facts.stake, worth),
    boostPercent: boostAtBest(slip, taken),
    delaySeconds: Math.max(0, ...taken.map(({ isPlayed, delaySeconds }) => (isPlayed ? delaySeconds : 0))),
  }
}

function shapeFault(slip: Slip, asked: AskedBet, { picks, isWhole }: { picks: readonly SeenPick[]; isWhole: boolean }) {
  const fault = slipFault(slip)
  if (fault)
    return fault.reason === 'LEG_COUNT' ? no('LEG_COUNT', { min: fault.min, max: fault.max }) : no('SYSTEM_INVALID')
  if (!isWhole) {
    const known = new Set(picks.map(({ pick }) => pick))
    const unknown = asked.picks.flatMap((each) => ('pick' in each && !known.has(each.pick) ? each.pick : []))
    return no('PICK_UNKNOWN', { picks: unknown })
  }
  const pairs = relatedPairs(
    slip,
    picks.map(({ eventId, related }) => ({ event: String(eventId), related })),
  )
  if (pairs.length === 0) return null
  return no('LEGS_RELATED', {
    pairs: pairs.map(({ places }) => places.map((place) => picks[place]?.pick)),
    can_build: pairs.every(({ isSameEvent }) => isSameEvent),
  })
}

/** What is not for sale at this moment. */
export function shutFault(picks: readonly SeenPick[]): Refusal | null {
  const named = (found: readonly SeenPick[]) => found.map(({ pick }) => pick)
  const closed = picks.filter(({ state }) => state === 'closed')
  if (closed.length > 0) return no('MARKET_CLOSED', { picks: named(closed) })
  const silent = picks.filter(({ isSilent }) => isSilent)
  if (silent.length > 0) return no('FEED_STALE', { picks: named(silent) })
  const paused = picks.filter(({ state }) => state === 'suspended')
  return paused.length > 0 ? no('MARKET_SUSPENDED', { picks: named(paused), cause: paused[0]?.cause ?? null }) : null
}

/** Every leg at the price that counts; `moved` where one of them has to be asked about again. */
export function pricedBy(policy: AskedBet['policy'], picks: readonly SeenPick[]) {
  const moved = picks.some(({ askedPrice, price }) => judgePrice(policy, askedPrice, price) === 'ask')
  return { taken: picks, moved }
}

const factorsAtBest = ({ bankers, sizes }: Slip, prices: readonly number[]): Factors => {
  const fractions = prices.map((price) => fraction(price, 1_000))
  return {
    sizes,
    bankers: fractions.filter((_, place) => bankers.includes(place)),
    others: fractions.filter((_, place) => !bankers.includes(place)),
  }
}

export const worthAtBest = (slip: Slip, picks: readonly SeenPick[]): Factors =>
  factorsAtBest(
    slip,
    picks.map(({ price }) => price),
  )

/** Only multiples have one. */
export const boostAtBest = ({ kind }: Slip, picks: readonly SeenPick[]): number =>
  kind === 'multiple' ? boostPercent(picks.map(({ price }) => ({ price: fraction(price, 1_000), result: won }))) : 0

function oddsChanged(slip: Slip, picks: readonly SeenPick[], { stake, currency }: BetFacts): Refusal {
  const possible = returnOf(stake, worthAtBest(slip, picks))
  return no('ODDS_CHANGED', {
    offer: {
      picks: picks.map(({ pick, price, version, askedPrice }) => ({ pick, price, version, asked: askedPrice })),
      possible: toWire(possible + boostOf(stake, possible, boostAtBest(slip, picks)), currency),
    },
  })
}

/** Each leg's room for one unit of stake: a leg of a multiple counts its own profit alone. */
const roomStake = ({ room, price }: SeenPick, unit: bigint): bigint =>
  room <= 0n ? 0n : (room * unit * 10n) / BigInt(price - 1_000 || 1)

/** The most that may be staked, and which of the limits it is. */
export function mostStake(
  slip: Slip,
  picks: readonly SeenPick[],
  { currency, factorBp }: Pick<BetFacts, 'currency' | 'factorBp'>,
): { amount: bigint; cause: StakeLimitCause } {
  const unit = BigInt(riskUnits[currency])
  const cap = BigInt(Math.min(...picks.map(({ tier }) => maxPayouts[tier]))) * unit
  const worth = worthOf(worthAtBest(slip, picks))
  const limits: { amount: bigint; cause: StakeLimitCause }[] = [
    { amount: maxStake(cap, worth), cause: 'PAYOUT' },
    ...picks.map((pick) => ({ amount: roomStake(pick, unit), cause: 'MARKET' as const })),
  ]
  const house = limits.reduce((least, each) => (each.amount < least.amount ? each : least))
  if (factorBp >= 10_000) return house
  const most = BigInt(alwaysAllowed) * unit
  const own = (house.amount * BigInt(factorBp)) / 10_000n
  const allowed = own > most ? own : most
  return allowed < house.amount ? { amount: allowed, cause: 'PLAYER' } : house
}

function stakeFault(slip: Slip, picks: readonly SeenPick[], facts: BetFacts, _worth: Factors): Refusal | null {
  const { stake, currency } = facts
  const least = minimumStake(currency, combinationsOf(slip))
  if (stake < least) return no('STAKE_MIN', { min_amount: toWire(least, currency) })
  const { amount, cause } = mostStake(slip, picks, facts)
  return stake > amount ? no('STAKE_LIMIT', { max_amount: toWire(amount, currency), cause }) : null
}

/** What one unit more on an outcome may cost the house before it stops, in hundredths of a risk unit. */
export const fullRoom = (tier: Tier, isPlayed: boolean): bigint =>
  BigInt(mostExposure[tier][isPlayed ? 'live' : 'before']) * 100n

/** What a leg adds to the exposure of its outcome, in hundredths of a risk unit. */
export const exposureOf = (stake: bigint, price: number, currency: Currency): bigint =>
  (stake * BigInt(price - 1_000)) / (BigInt(riskUnits[currency]) * 10n)
