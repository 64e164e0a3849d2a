import type { Sport } from './facts.ts'

/** What the house states about its prices: on the rules page, beside the price, in the API. All shares in basis points. */

export type Tier = 'A' | 'B' | 'C'
export const payoutKinds = ['main', 'other', 'lists', 'builder'] as const
export type PayoutKind = (typeof payoutKinds)[number]

const payouts: Record<PayoutKind, number> = { main: 9500, other: 9400, lists: 9200, builder: 9200 }
/** Two answers, much play behind each: they cost less. */
const twoWay = 9550
const shooterPayout = 9400
const lessWhileLive = 50

const lists: readonly string[] = ['correct_score', 'half_full', 'goals_exact', 'set_score', 'maps_score', 'margin']
const mains: readonly string[] = ['result', 'winner', 'total', 'handicap', 'both_score', 'double_chance', 'draw_no_bet']

export const payoutKindOf = (type: string): PayoutKind =>
  lists.includes(type) ? 'lists' : mains.includes(type) ? 'main' : 'other'

/** Of a stake that is decided, this much comes back on average. */
export function payoutOf(sport: Sport, kind: PayoutKind, isLive: boolean): number {
  const isTwoWay = kind === 'main' && (sport === 'tennis' || sport === 'basketball')
  const share = isTwoWay ? twoWay : sport === 'shooter' ? Math.min(payouts[kind], shooterPayout) : payouts[kind]
  return isLive ? share - lessWhileLive : share
}

/** Seconds between asking for a live bet and its decision. */
export const delays: Record<Sport, number> = { football: 6, tennis: 4, basketball: 5, hockey: 6, shooter: 6 }
export const sprintDelay = 3

/** In whole euros, for one bet. */
export const maxPayouts: Record<Tier, number> = { A: 100_000, B: 50_000, C: 10_000 }

/** A bet that is not decided so long after its time is given back. */
export const latestDecisionSeconds = 10

/** Minor units of each currency that stand for one euro of the house's risk. */
export const riskUnits = {
  EUR: 100,
  USD: 100,
  GBP: 100,
  BRL: 500,
  UAH: 5_000,
  JPY: 100,
  USDT: 1_000_000,
  FUN: 100,
} as const

/** The smallest stake: a fifth of a risk unit, and one minor unit for each combination. */
export const minimumStake = (currency: keyof typeof riskUnits, combinations: number): bigint => {
  const fifth = BigInt(riskUnits[currency]) / 5n
  return fifth > BigInt(combinations) ? fifth : BigInt(combinations)
}

/** Risk units that the house may lose on one outcome. */
export const mostExposure: Record<Tier, { before: number; live: number }> = {
  A: { before: 50_000, live: 20_000 },
  B: { before: 15_000, live: 6_000 },
  C: { before: 4_000, live: 2_000 },
}

/** A factor of the operator never makes a stake of so many risk units impossible. */
export const alwaysAllowed = 10

/** With `any`, a price may be so much worse, in percent, until it is asked about again. */
export const worstAnyPercent = 10

/** A builder is taken at its quote while the chance of each part is within so many percent of what it was. */
export const mostDriftPercent = 2
