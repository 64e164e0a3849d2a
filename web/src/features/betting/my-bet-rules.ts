import type { Output } from '@croupier/contract/contract'
import type { WireBet } from '@croupier/contract/methods/bets'
import { fromDecimal, isCurrency, toWire, type WireMoney } from '@croupier/contract/money'
import { exactPrice } from '@croupier/sportsbook/odds'
import { type Result, won } from '@croupier/sportsbook/result'
import { boostOf, boostPercent, factorOf, freeBetReturn, returnOf } from '@croupier/sportsbook/settle'
import { choose, combinationsOf, othersOf, type Slip, systemName } from '@croupier/sportsbook/slip'
import { type OutcomeVerdict, verdictOf } from './market-groups.ts'
import type { SystemChoice } from './slip-rules.ts'

export type BetLeg = WireBet['legs'][number]
export type BetStep = Output<'bets.getBet'>['steps'][number]
export type LegState = OutcomeVerdict | 'undecided'

export const legState = ({ result }: Pick<BetLeg, 'result'>): LegState =>
  result ? verdictOf([result.win, result.back, result.of]) : 'undecided'

/** Minor units of money on the wire; what is not ours counts nothing. */
export const minorOf = ({ amount, currency }: WireMoney): bigint =>
  isCurrency(currency) ? (fromDecimal(amount, currency) ?? 0n) : 0n

export const withMinor = ({ currency }: WireMoney, minor: bigint): WireMoney =>
  isCurrency(currency) ? toWire(minor, currency) : { amount: '0', currency }

export const plusMoney = (one: WireMoney, other: WireMoney): WireMoney => withMinor(one, minorOf(one) + minorOf(other))

/** Everything that has come back for it, its boost included. */
export const backOf = ({ returned, boost }: Pick<WireBet, 'returned' | 'boost'>): WireMoney =>
  plusMoney(returned, boost)

/** What came back less what the player paid; a free bet was paid by the house. */
export const netOfBet = (bet: WireBet): WireMoney =>
  withMinor(bet.stake, minorOf(backOf(bet)) - (bet.is_free_bet ? 0n : minorOf(bet.stake)))

export type BetStanding =
  | 'pending'
  | 'refused'
  | 'review'
  | 'live'
  | 'open'
  | 'cashed'
  | 'edited'
  | 'lost'
  | 'void'
  | 'returned'

export const isInPlayNow = ({ state }: { state: string }): boolean => state === 'live' || state === 'interrupted'

/** How a bet stands, in one word. */
export function betStanding(bet: WireBet): BetStanding {
  if (bet.state === 'pending' || bet.state === 'refused') return bet.state
  if (bet.is_under_review) return 'review'
  if (bet.state === 'open')
    return bet.legs.some((leg) => isInPlayNow(leg.event) && legState(leg) === 'undecided') ? 'live' : 'open'
  if (bet.state === 'cashed') return bet.edited_into === null ? 'cashed' : 'edited'
  if (bet.legs.every((leg) => legState(leg) === 'void')) return 'void'
  return minorOf(backOf(bet)) === 0n ? 'lost' : 'returned'
}

/** A bet that may still bring something. */
export const isRunning = ({ state }: Pick<WireBet, 'state'>): boolean => state === 'pending' || state === 'open'

const slipOf = ({ kind, sizes, legs }: WireBet): Slip => ({
  kind,
  picks: legs.length,
  bankers: legs.flatMap(({ is_banker: isBanker }, place) => (isBanker ? [place] : [])),
  sizes,
})

/** A system as the slip names it: by its name, and by what it is made of. */
export function systemOf(bet: WireBet): SystemChoice {
  const slip = slipOf(bet)
  return {
    name: systemName(slip),
    sizes: slip.sizes,
    combinations: combinationsOf(slip),
    made: slip.sizes.map((size) => ({ size, count: choose(othersOf(slip), size) })),
  }
}

/** A combination by the places of its legs, and how it stands: lost with its first lost leg, decided with its last. */
export type Combination = { places: readonly number[]; state: 'won' | 'lost' | 'undecided' }

/** More of them than this are not drawn. */
const mostDrawn = 31

function* chosen(places: readonly number[], size: number, from = 0): Generator<number[]> {
  if (size === 0) {
    yield []
    return
  }
  for (let at = from; at <= places.length - size; at++)
    for (const rest of chosen(places, size - 1, at + 1)) yield [places[at] ?? 0, ...rest]
}

/** The bets that a system is made of; none where there are too many to be read. */
export function combinationsIn(bet: WireBet): Combination[] {
  const slip = slipOf(bet)
  if (bet.kind !== 'system' || combinationsOf(slip) > mostDrawn) return []
  const others = bet.legs.flatMap((_, place) => (slip.bankers.includes(place) ? [] : [place]))
  const states = bet.legs.map(legState)
  return slip.sizes.flatMap((size) =>
    [...chosen(others, size)].map((free): Combination => {
      const places = [...slip.bankers, ...free].sort((one, other) => one - other)
      const own = places.map((place) => states[place])
      const state = own.includes('lost') ? 'lost' : own.includes('undecided') ? 'undecided' : 'won'
      return { places, state }
    }),
  )
}

/** How many legs of several have brought something so far. */
export const wonLegs = ({ legs }: WireBet): number =>
  legs.filter((leg) => ['won', 'halfWon', 'part'].includes(legState(leg))).length

/** `football/1,tennis/1`: each with its version, as pinned on the bet. */
export const rulesOfBet = ({ rules }: Pick<WireBet, 'rules'>): { sport: string; version: string }[] =>
  rules
    .split(',')
    .map((each) => each.split('/'))
    .flatMap(([sport, version]) => (sport && version ? [{ sport, version }] : []))

/** All that was picked, parts of builders one by one: what a booking holds. */
export const picksOfBet = ({ legs }: WireBet): string[] =>
  legs.flatMap(({ pick, parts }) => (parts.length > 0 ? parts.map((part) => part.pick) : [pick]))

/** Of a part of the stake the same share of the value, rounded down as the house does. */
export const valueOfPart = (value: bigint, part: bigint, stakeOpen: bigint): bigint =>
  stakeOpen > 0n ? (value * part) / stakeOpen : 0n

const resultOf = ({ result }: BetLeg): Result => (result ? [result.win, result.back, result.of] : won)

/** The most that it can still return: what is decided counts as it was decided, everything else as won. */
export function possibleNow(bet: WireBet): WireMoney {
  const isPlain = bet.legs.every(({ parts }) => parts.length === 0)
  if (bet.state !== 'open' || !isPlain || bet.legs.every(({ result }) => result === null)) return bet.possible
  const legs = bet.legs.map((leg) => ({ price: exactPrice(leg.price ?? leg.price_asked), result: resultOf(leg) }))
  const factors = legs.map(({ price, result }) => factorOf(price, result))
  const isBanker = (place: number) => bet.legs[place]?.is_banker ?? false
  const stake = minorOf(bet.stake_open)
  const returned = returnOf(stake, {
    sizes: bet.sizes,
    bankers: factors.filter((_, place) => isBanker(place)),
    others: factors.filter((_, place) => !isBanker(place)),
  })
  const percent = bet.kind === 'multiple' && bet.boost_percent > 0 ? boostPercent(legs) : 0
  const whole = returned + boostOf(stake, returned, percent)
  return withMinor(bet.stake, bet.is_free_bet ? freeBetReturn(stake, returned) : whole)
}
