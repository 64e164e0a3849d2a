import { amountIn, type BettingTerms } from '@croupier/contract/promotion-terms'
import { type BettingBonusState, type BettingBonusType, bettingBonusMoves } from '@croupier/contract/promotions'

/** Which bets a betting bonus takes, and who pays for them. Pure: odds are thousandths, money is minor units. */

export type BettingBonus = {
  id: bigint
  playerId: bigint
  type: BettingBonusType
  state: BettingBonusState
  currency: string
  amount: bigint
  /** In minor units × 10,000. */
  required: bigint
  progress: bigint
  /** What of its money is in the purse. */
  held: bigint
  /** Open bets that it is in, and what of its money is in them. */
  inSlips: number
  staked: bigint
  /** The last bet that it was named for. */
  slip: string | null
  /** What was held when it was completed, with all that came to it and left it since. */
  base: bigint
  converted: bigint
  forfeited: bigint
  maxConversion: bigint | null
  /** By the clock, whether or not the job has ended it. */
  isOver: boolean
  terms: BettingTerms
}

export type SlipLeg = { sport: string; odds: number }
export type AskedSlip = {
  slip: string
  stake: bigint
  /** Of the whole bet. */
  odds: number
  legs: readonly SlipLeg[]
}

/** A free bet, a refund and a boost are for one bet; money to be wagered can be in many. */
export const isForOne = ({ type }: Pick<BettingBonus, 'type'>): boolean => type !== 'wagering'

export const hasMoney = ({ type }: Pick<BettingBonus, 'type'>): boolean => type === 'free_bet' || type === 'wagering'

export const isLivingState = (state: BettingBonusState): boolean =>
  state === 'issued' || state === 'active' || state === 'used'

export const isOpenState = (state: BettingBonusState): boolean => state === 'active' || state === 'used'

/** A movement between states that is not in the table is a fault of ours. */
export function bettingMove(from: BettingBonusState, to: BettingBonusState): BettingBonusState {
  if (from !== to && !bettingBonusMoves[from].some((next) => next === to)) {
    throw new Error(`a betting bonus cannot become ${to} from ${from}`)
  }
  return to
}

export type SlipNo = {
  reason:
    | 'UNKNOWN_BONUS'
    | 'BONUS_EXPIRED'
    | 'BONUS_IN_SLIP'
    | 'BONUS_SPORT'
    | 'BONUS_MIN_LEGS'
    | 'BONUS_MIN_ODDS'
    | 'BONUS_STAKE'
    | 'INSUFFICIENT_FUNDS'
  /** What it would have to be: a stake, odds, a number of picks, what there is to stake. */
  data: { amount?: bigint; odds?: number; legs?: number; sports?: readonly string[] }
}

const no = (reason: SlipNo['reason'], data: SlipNo['data'] = {}): SlipNo => ({ reason, data })

/** The first rule of the bonus that this bet does not keep; null is a yes. A wrong bet is refused, never punished later. */
export function forbidsSlip(bonus: BettingBonus, asked: AskedSlip): SlipNo | null {
  if (bonus.state === 'issued') return no('UNKNOWN_BONUS')
  if (!isOpenState(bonus.state) || bonus.isOver) return no('BONUS_EXPIRED')
  if (bonus.state === 'used' && isForOne(bonus)) return no('BONUS_IN_SLIP')
  const { min_odds: minOdds = 0, min_leg_odds: minLegOdds = 0, min_legs: minLegs, sports } = bonus.terms
  if (sports.length > 0 && asked.legs.some(({ sport }) => !sports.includes(sport))) return no('BONUS_SPORT', { sports })
  const isBoost = bonus.type === 'combo_boost'
  const legs = isBoost ? asked.legs.filter(({ odds }) => odds >= minLegOdds) : asked.legs
  const least = isBoost ? Math.max(minLegs, leastBoosted(bonus.terms)) : minLegs
  if (legs.length < least) return no('BONUS_MIN_LEGS', { legs: least })
  if (asked.odds < minOdds) return no('BONUS_MIN_ODDS', { odds: minOdds })
  if (legs.some(({ odds }) => odds < minLegOdds)) return no('BONUS_MIN_ODDS', { odds: minLegOdds })
  return bonus.type === 'free_bet' && asked.stake !== bonus.amount ? no('BONUS_STAKE', { amount: bonus.amount }) : null
}

const leastBoosted = ({ boosts }: BettingTerms) => Math.min(...boosts.map(({ legs }) => legs))

type Split = { own: bigint; paid: bigint }

/** Who pays how much of the stake. */
export function splitStake(bonus: BettingBonus, stake: bigint, main: bigint): Split | SlipNo {
  if (bonus.type === 'free_bet') return { own: 0n, paid: stake }
  const held = bonus.type === 'wagering' ? bonus.held : 0n
  if (main + held < stake) return no('INSUFFICIENT_FUNDS', { amount: main + held })
  if (bonus.terms.order === 'bonus_first') {
    const paid = least(held, stake)
    return { own: stake - paid, paid }
  }
  const own = least(main, stake)
  return { own, paid: stake - own }
}

export const least = (one: bigint, other: bigint | null): bigint => (other !== null && other < one ? other : one)

/** The bonus with this bet open. */
export function withSlip(bonus: BettingBonus, { slip, paid }: { slip: string; paid: bigint }): BettingBonus {
  const held = bonus.held - paid
  if (!isForOne(bonus) && paid === 0n) return bonus
  return {
    ...bonus,
    held,
    slip,
    state: bettingMove(bonus.state, 'used'),
    inSlips: bonus.inSlips + 1,
    staked: bonus.staked + paid,
  }
}

/** Percent of the profit, in parts of 10,000: by the picks that won in full at odds that count. Void ones drop out. */
export function boostOf({ boosts, min_leg_odds: least = 0 }: BettingTerms, legs: readonly SlipLeg[], won: boolean[]) {
  const many = legs.filter(({ odds }, at) => won[at] && odds >= least).length
  const fitting = boosts.filter(({ legs: from }) => from <= many)
  return fitting.reduce((best, { legs: from, percent }) => (from > best.from ? { from, percent } : best), {
    from: 0,
    percent: 0,
  }).percent
}

export const refundFor = ({ terms, currency }: Pick<BettingBonus, 'terms' | 'currency'>, stake: bigint): bigint =>
  terms.refund ? least(stake, amountIn(terms.refund.max, currency) ?? 0n) : 0n
