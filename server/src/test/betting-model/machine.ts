/**
 * Section 11 of the page on promotions, written again from the page alone: it imports nothing of the product. Money is
 * kept in named pots of one player and the house; a bet that is settled anew first gets the new result, then owes the
 * old one.
 */

export type BetTerms = {
  type: 'free_bet' | 'wagering' | 'refund' | 'combo_boost'
  amount: bigint
  minOdds: number
  minLegOdds: number
  minLegs: number
  sports: string[]
  /** Hundredths. */
  times: bigint
  order: 'bonus_first' | 'own_first'
  gives: 'free_bet' | 'wagering' | 'cash'
  most: bigint
  boosts: { legs: number; parts: bigint }[]
  cap: bigint | null
  isBurnt: boolean
}

export type ModelPick = { sport: string; odds: number }
export type PickEnd = 'won' | 'lost' | 'void' | 'half_won' | 'half_lost' | 'dead_heat'
export type End = { picks: PickEnd[] | null; back: bigint }

/** Numerator and denominator of what one unit on a pick becomes. */
const worth: Record<PickEnd, (odds: bigint) => [bigint, bigint]> = {
  won: (odds) => [odds, 1_000n],
  lost: () => [0n, 1n],
  void: () => [1n, 1n],
  half_won: (odds) => [odds + 1_000n, 2_000n],
  half_lost: () => [1n, 2n],
  dead_heat: (odds) => [odds, 2_000n],
}

export function modelReturn(stake: bigint, picks: readonly ModelPick[], ends: readonly PickEnd[]): bigint {
  const parts = picks.map(({ odds }, at) => worth[ends[at] ?? 'lost'](BigInt(odds)))
  const product = (side: 0 | 1) => parts.reduce((all, part) => all * part[side], 1n)
  return (stake * product(0)) / product(1)
}

type State = 'issued' | 'active' | 'used' | 'completed' | 'lost' | 'expired' | 'removed'

export type ModelBonus = {
  number: number
  terms: BetTerms
  state: State
  isTimeOver: boolean
  held: bigint
  need: bigint
  done: bigint
  base: bigint
  converted: bigint
  forfeited: bigint
}

export type ModelSlip = {
  name: string
  bonus: ModelBonus
  stake: bigint
  paid: bigint
  picks: ModelPick[]
  end: End | null
  isCashed: boolean
  counted: bigint
  share: bigint
  prize: bigint
  /** Of a bonus for one bet: null while it is the bonus's own, else who bears the stake. */
  bearer: 'promotions' | 'receivable' | null
  given: ModelBonus | null
}

export type Pot = 'main' | 'bonus' | 'hold' | 'book' | 'promotions' | 'receivable' | 'outside'
export const min = (a: bigint, b: bigint) => (a < b ? a : b)

/** Opening, ending and placing; what a result does is in the model that is built on it. */
export class BettingMachine {
  pots: Record<Pot, bigint> = { main: 0n, bonus: 0n, hold: 0n, book: 0n, promotions: 0n, receivable: 0n, outside: 0n }
  bonuses: ModelBonus[] = []
  slips = new Map<string, ModelSlip>()

  protected move(from: Pot, to: Pot, amount: bigint) {
    if (amount < 0n) throw new Error('the model moved less than nothing')
    this.pots[from] -= amount
    this.pots[to] += amount
  }

  deposit(amount: bigint) {
    this.move('outside', 'main', amount)
  }

  issue(terms: BetTerms): string {
    const isMoney = terms.type === 'free_bet' || terms.type === 'wagering'
    const own = { ...terms, amount: isMoney ? terms.amount : 0n }
    const need = terms.type === 'wagering' ? ((own.amount * terms.times) / 100n) * 10_000n : 0n
    const nothing = { held: 0n, done: 0n, base: 0n, converted: 0n, forfeited: 0n, isTimeOver: false }
    this.bonuses.push({ number: this.bonuses.length + 1, terms: own, state: 'issued', need, ...nothing })
    return 'ok'
  }

  /** Bets of it that are open, where the bonus is in them. */
  openOf(bonus: ModelBonus): ModelSlip[] {
    return [...this.slips.values()].filter(
      (slip) =>
        slip.bonus === bonus &&
        !slip.end &&
        slip.bearer === null &&
        (bonus.terms.type !== 'wagering' || slip.paid > 0n),
    )
  }

  protected isOne = (bonus: ModelBonus) => bonus.terms.type !== 'wagering'
  protected isOpen = ({ state }: ModelBonus) => state === 'active' || state === 'used'
  protected isLiving = (bonus: ModelBonus) => bonus.state === 'issued' || this.isOpen(bonus)

  isOver = (bonus: ModelBonus): boolean =>
    bonus.isTimeOver && this.isLiving(bonus) && !(bonus.state === 'used' && this.isOne(bonus))

  activate(number: number): string {
    const bonus = this.bonuses[number - 1]
    if (!bonus) return 'UNKNOWN_BONUS'
    if (!this.isLiving(bonus) || this.isOver(bonus)) return 'BONUS_OVER'
    if (bonus.state !== 'issued') return 'ok'
    bonus.state = 'active'
    bonus.held = bonus.terms.amount
    this.move('promotions', 'bonus', bonus.held)
    return 'ok'
  }

  protected finish(bonus: ModelBonus, state: 'expired' | 'removed') {
    bonus.state = state
    this.move('bonus', 'promotions', bonus.held)
    bonus.forfeited += bonus.held
    bonus.held = 0n
  }

  remove(number: number): string {
    const bonus = this.bonuses[number - 1]
    if (!bonus) return 'UNKNOWN_BONUS'
    if (!this.isLiving(bonus) || this.isOver(bonus)) return 'BONUS_OVER'
    if (bonus.state === 'used' && (this.isOne(bonus) || bonus.held === 0n)) return 'BONUS_IN_SLIP'
    this.finish(bonus, 'removed')
    return 'ok'
  }

  expire(number: number) {
    const bonus = this.bonuses[number - 1]
    if (bonus && this.isLiving(bonus)) bonus.isTimeOver = true
  }

  jobs() {
    for (const bonus of this.bonuses) if (this.isOver(bonus)) this.finish(bonus, 'expired')
  }

  /** Own money leaves; bonuses with money that say so end, but for what is for one bet and in it. */
  payout(amount: bigint) {
    for (const bonus of this.bonuses) {
      const { type, isBurnt } = bonus.terms
      const isMoney = type === 'free_bet' || type === 'wagering'
      const isMeant = isMoney && isBurnt && this.isLiving(bonus) && !this.isOver(bonus)
      if (isMeant && !(bonus.state === 'used' && this.isOne(bonus))) this.finish(bonus, 'removed')
    }
    this.move('main', 'outside', min(amount, this.pots.main))
  }

  private objects(bonus: ModelBonus, stake: bigint, odds: number, picks: readonly ModelPick[]): string | null {
    const { terms, state } = bonus
    if (state === 'issued') return 'UNKNOWN_BONUS'
    if (!this.isOpen(bonus) || this.isOver(bonus)) return 'BONUS_EXPIRED'
    if (state === 'used' && this.isOne(bonus)) return 'BONUS_IN_SLIP'
    if (terms.sports.length > 0 && !picks.every(({ sport }) => terms.sports.includes(sport))) return 'BONUS_SPORT'
    if (terms.type === 'combo_boost') {
      const good = picks.filter((pick) => pick.odds >= terms.minLegOdds).length
      const first = terms.boosts.map(({ legs }) => legs).sort((a, b) => a - b)[0] ?? 0
      if (good < terms.minLegs || good < first) return 'BONUS_MIN_LEGS'
      return odds < terms.minOdds ? 'BONUS_MIN_ODDS' : null
    }
    if (picks.length < terms.minLegs) return 'BONUS_MIN_LEGS'
    if (odds < terms.minOdds || picks.some((pick) => pick.odds < terms.minLegOdds)) return 'BONUS_MIN_ODDS'
    return terms.type === 'free_bet' && stake !== terms.amount ? 'BONUS_STAKE' : null
  }

  place(number: number | null, name: string, stake: bigint, picks: ModelPick[]): string {
    if (this.slips.has(name)) return 'ok'
    const exact = picks.reduce((product, { odds }) => product * BigInt(odds), 1_000n)
    const odds = Number(exact / 1_000n ** BigInt(picks.length))
    const watches = (each: ModelBonus) =>
      each.terms.type === 'refund' && each.state === 'active' && this.objects(each, stake, odds, picks) === null
    const bonus = number === null ? this.bonuses.find(watches) : this.bonuses[number - 1]
    if (!bonus) return number === null ? 'none' : 'UNKNOWN_BONUS'
    const objection = this.objects(bonus, stake, odds, picks)
    if (objection) return objection
    const { type, order } = bonus.terms
    let paid = 0n
    if (type === 'free_bet') paid = stake
    else {
      const held = type === 'wagering' ? bonus.held : 0n
      if (this.pots.main + held < stake) return 'INSUFFICIENT_FUNDS'
      paid = order === 'bonus_first' ? min(held, stake) : stake - min(this.pots.main, stake)
    }
    this.move('bonus', 'hold', paid)
    this.move('main', 'hold', stake - paid)
    bonus.held -= paid
    if (type !== 'wagering' || paid > 0n) bonus.state = 'used'
    const nothing = { end: null, isCashed: false, counted: 0n, share: 0n, prize: 0n, bearer: null, given: null }
    this.slips.set(name, { name, bonus, stake, paid, picks, ...nothing })
    return 'ok'
  }
}
