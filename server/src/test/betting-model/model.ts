import {
  BettingMachine,
  type End,
  type ModelBonus,
  type ModelSlip,
  min,
  modelReturn,
  type PickEnd,
  type Pot,
} from './machine.ts'

const isVoidEnd = (end: End) => end.picks?.every((pick) => pick === 'void') ?? false

/** What a result does to a bet and to the bonus that is in it. */
export class BettingModel extends BettingMachine {
  settle(name: string, picks: PickEnd[]): string {
    const slip = this.slips.get(name)
    if (!slip) return 'unknown'
    const back = modelReturn(slip.stake, slip.picks, picks)
    if (slip.end?.picks && slip.end.picks.join() === picks.join()) return 'repeated'
    if (slip.isCashed) return 'final'
    this.ends(slip, { picks, back })
    return 'settled'
  }

  cash(name: string, back: bigint): string {
    const slip = this.slips.get(name)
    if (!slip) return 'unknown'
    if (slip.isCashed && slip.end?.back === back) return 'repeated'
    if (slip.end) return 'final'
    if (slip.bonus.terms.type === 'free_bet') return 'BONUS_NO_CASH_OUT'
    slip.isCashed = true
    this.ends(slip, { picks: null, back })
    return 'settled'
  }

  reverse(name: string): string {
    const slip = this.slips.get(name)
    if (!slip) return 'unknown'
    if (!slip.end) return 'repeated'
    if (slip.isCashed) return 'final'
    const debts = this.reopen(slip)
    debts()
    this.takeGiven(slip)
    return 'settled'
  }

  private ends(slip: ModelSlip, end: End) {
    const debts = slip.end ? this.reopen(slip) : () => undefined
    const refund = this.close(slip, end)
    debts()
    if (refund > 0n && !slip.given) this.giveRefund(slip, refund)
    if (refund === 0n) this.takeGiven(slip)
    this.judge(slip.bonus)
  }

  private giveRefund(slip: ModelSlip, amount: bigint) {
    const { terms } = slip.bonus
    if (terms.gives === 'cash') throw new Error('cash is no bonus')
    this.issue({ ...terms, type: terms.gives, amount })
    slip.given = this.bonuses.at(-1) ?? null
  }

  private takeGiven(slip: ModelSlip) {
    const { given } = slip
    if (!given || !this.isLiving(given) || this.openOf(given).length > 0) return
    this.finish(given, 'removed')
    slip.given = null
  }

  /** The bet stands as if it had no result; what the result gave is owed, and paid when the answer is called. */
  private reopen(slip: ModelSlip): () => void {
    const { bonus, end, paid, stake } = slip
    if (!end) throw new Error('an open bet is reopened')
    const wasVoid = isVoidEnd(end)
    const { type } = bonus.terms
    const old = { share: slip.share, prize: slip.prize, back: end.back }
    bonus.done -= slip.counted
    Object.assign(slip, { end: null, counted: 0n, share: 0n, prize: 0n })
    if (type === 'wagering') {
      this.move('book', 'hold', stake)
      if (paid > 0n && (this.isOpen(bonus) || bonus.state === 'lost')) bonus.state = 'used'
      return () => {
        this.owe('book', old.back - old.share)
        this.takeShare(bonus, old.share)
      }
    }
    if (wasVoid) this.fetchVoided(slip)
    else this.move('book', 'hold', stake)
    if (slip.bearer === null) bonus.state = 'used'
    const won = type === 'free_bet' ? (wasVoid || old.back < stake ? 0n : old.back - stake) : old.back
    return () => {
      bonus.converted -= type === 'free_bet' ? won : old.prize
      this.owe('book', won)
      this.owe('promotions', old.prize)
    }
  }

  /** A void bet is open again: is what was given back still to be had? */
  private fetchVoided(slip: ModelSlip) {
    const { bonus, stake, paid } = slip
    const isFree = bonus.terms.type === 'free_bet'
    if (!isFree) this.move('book', 'hold', stake)
    if (slip.bearer === null) {
      if (bonus.state === 'active') {
        if (isFree) this.move('bonus', 'hold', stake)
        bonus.held -= paid
        return
      }
      const isAtHouse = (bonus.state === 'expired' || bonus.state === 'removed') && bonus.forfeited >= paid
      slip.bearer = isAtHouse ? 'promotions' : 'receivable'
    }
    if (!isFree) return
    this.move(slip.bearer, 'hold', stake)
    if (slip.bearer === 'promotions') bonus.forfeited -= paid
  }

  private owe(to: Pot, amount: bigint) {
    const there = min(this.pots.main, amount)
    this.move('main', to, there)
    this.move('receivable', to, amount - there)
  }

  private giveShare(bonus: ModelBonus, amount: bigint) {
    if (this.isOpen(bonus)) {
      this.move('book', 'bonus', amount)
      bonus.held += amount
    } else if (bonus.state === 'completed') this.rebase(bonus, bonus.base + amount, amount)
    else {
      this.move('book', 'promotions', amount)
      bonus.forfeited += amount
    }
  }

  private takeShare(bonus: ModelBonus, amount: bigint) {
    if (this.isOpen(bonus)) {
      const there = min(bonus.held, amount)
      this.move('bonus', 'book', there)
      this.move('receivable', 'book', amount - there)
      bonus.held -= there
    } else if (bonus.state === 'completed') {
      this.rebase(bonus, bonus.base > amount ? bonus.base - amount : 0n, -amount)
    } else {
      const there = min(bonus.forfeited, amount)
      this.move('promotions', 'book', there)
      this.move('receivable', 'book', amount - there)
      bonus.forfeited -= there
    }
  }

  /** The difference of what a completed bonus converts. */
  private rebase(bonus: ModelBonus, base: bigint, change: bigint) {
    const converted = bonus.terms.cap === null ? base : min(base, bonus.terms.cap)
    const cut = base - converted
    const [own, back] = [converted - bonus.converted, cut - bonus.forfeited]
    if (own >= 0n) this.move('book', 'main', own)
    else this.owe('book', -own)
    if (back >= 0n) this.move('book', 'promotions', back)
    else this.move('promotions', 'book', -back)
    this.move('receivable', 'book', own + back - change)
    Object.assign(bonus, { base, converted, forfeited: cut })
  }

  /** The open bet ends; answers what it gives back as a bonus. */
  private close(slip: ModelSlip, end: End): bigint {
    const { bonus, stake, paid } = slip
    const { type } = bonus.terms
    slip.end = end
    if (type === 'free_bet') {
      this.closeFree(slip, end)
      return 0n
    }
    this.move('hold', 'book', stake)
    if (type === 'wagering') {
      slip.share = (end.back * paid) / stake
      this.move('book', 'main', end.back - slip.share)
      const counts = end.picks !== null && !isVoidEnd(end) && this.isOpen(bonus) && !this.isOver(bonus)
      slip.counted = counts ? min(paid * 10_000n, bonus.need - bonus.done) : 0n
      this.giveShare(bonus, slip.share)
      bonus.done += slip.counted
      if (this.isOpen(bonus)) bonus.state = this.openOf(bonus).length > 0 ? 'used' : 'active'
      return 0n
    }
    this.move('book', 'main', end.back)
    return type === 'refund' ? this.closeRefund(slip, end) : this.closeBoost(slip, end)
  }

  private closeFree(slip: ModelSlip, end: End) {
    const { bonus, stake } = slip
    if (isVoidEnd(end)) {
      this.move('hold', slip.bearer ?? 'bonus', stake)
      if (slip.bearer === 'promotions') bonus.forfeited += stake
      if (slip.bearer === null) {
        bonus.held += stake
        this.usableAgain(bonus)
      }
      return
    }
    this.move('hold', 'book', stake)
    const profit = end.back > stake ? end.back - stake : 0n
    this.move('book', 'main', profit)
    bonus.converted += profit
    if (slip.bearer === null) bonus.state = profit > 0n ? 'completed' : 'lost'
  }

  private usableAgain(bonus: ModelBonus) {
    bonus.state = 'active'
    bonus.isTimeOver = false
  }

  private closeRefund(slip: ModelSlip, end: End): bigint {
    const { bonus, stake } = slip
    if (slip.bearer !== null) return 0n
    if (isVoidEnd(end)) {
      this.usableAgain(bonus)
      return 0n
    }
    bonus.state = 'completed'
    if (end.picks === null || end.back > 0n) return 0n
    const amount = min(stake, bonus.terms.most)
    if (bonus.terms.gives !== 'cash') return amount
    this.prize(slip, amount)
    return 0n
  }

  private closeBoost(slip: ModelSlip, end: End): bigint {
    const { bonus, stake, picks } = slip
    if (slip.bearer !== null) return 0n
    if (isVoidEnd(end)) {
      this.usableAgain(bonus)
      return 0n
    }
    const { boosts, minLegOdds } = bonus.terms
    const good = picks.filter(({ odds }, at) => end.picks?.[at] === 'won' && odds >= minLegOdds).length
    const step = boosts.filter(({ legs }) => legs <= good).sort((a, b) => b.legs - a.legs)[0]
    if (step && end.back > stake) this.prize(slip, ((end.back - stake) * step.parts) / 10_000n)
    bonus.state = slip.prize > 0n ? 'completed' : 'lost'
    return 0n
  }

  private prize(slip: ModelSlip, amount: bigint) {
    slip.prize = amount
    slip.bonus.converted += amount
    this.move('promotions', 'main', amount)
  }

  private judge(bonus: ModelBonus) {
    if (bonus.terms.type !== 'wagering' || !this.isOpen(bonus) || this.isOver(bonus)) return
    if (bonus.done >= bonus.need) {
      const base = bonus.held
      const converted = bonus.terms.cap === null ? base : min(base, bonus.terms.cap)
      this.move('bonus', 'main', converted)
      this.move('bonus', 'promotions', base - converted)
      Object.assign(bonus, { state: 'completed', held: 0n, base, converted, forfeited: base - converted })
    } else if (bonus.held === 0n && this.openOf(bonus).length === 0) bonus.state = 'lost'
  }
}
