import {
  baseOf,
  bonusOfDeposit,
  canSpin,
  forfeitedBy,
  isOver,
  liveBonus,
  openBonus,
  openRoundsOf,
  progressOf,
  settle,
} from './books.ts'
import { bet, rollback, spin, win } from './calls.ts'
import { workOff } from './jobs.ts'
import {
  activate,
  afterCall,
  burnsOf,
  endAll,
  issue,
  type NewBonus,
  pause,
  prolong,
  remove,
  revoke,
} from './machine.ts'
import {
  type BetCall,
  type BetwinCall,
  day,
  type ModelAction,
  type ModelAnswer,
  type ModelBonus,
  type ModelEntry,
  type ModelLine,
  type ModelNo,
  type ModelPack,
  type ModelPurse,
  type ModelTerms,
  type ModelYes,
  no,
  type RollbackCall,
  type SpinCall,
  type WinCall,
} from './types.ts'

/**
 * Casino bonuses of one player in one currency, from the page of promotions (sections 3, 5, 6) and nothing else: a plain
 * list of what happened, from which everything is computed again at each step. Slow, so that it is obvious.
 */
export class BonusModel {
  now = 0
  isIsolationOn = false
  isBanned = false
  excludedUntil = 0
  closedGames = new Set<string>()

  purses = new Map<ModelPurse, bigint>()
  ledger: ModelEntry[] = []
  bonuses: ModelBonus[] = []
  packs: ModelPack[] = []
  actions: ModelAction[] = []
  rounds = new Map<string, { game: string; isClosed: boolean }>()
  payouts = new Map<string, bigint>()
  /** Calls that were taken, by their id, with what they said. */
  said = new Map<string, { content: string; answer: ModelYes }>()
  rollbacks = new Set<string>()
  /** Calls that were rolled back before they came, with the round they were meant in. */
  tombstones = new Map<string, string>()
  /** What was announced and waits for the jobs. */
  promises: { terms: ModelTerms; amount: bigint; deposit: bigint; key: string }[] = []
  lates: { bonus: ModelBonus; amount: bigint; left: bigint; key: string }[] = []

  purse(name: ModelPurse): bigint {
    return this.purses.get(name) ?? 0n
  }

  move(from: ModelPurse, to: ModelPurse, amount: bigint, why: ModelEntry['why'], bonus: ModelBonus | null = null) {
    if (amount < 0n) throw new Error(`${from} to ${to}: ${amount}`)
    if (amount === 0n) return
    this.purses.set(from, this.purse(from) - amount)
    this.purses.set(to, this.purse(to) + amount)
    this.ledger.push({ from, to, amount, why, bonusId: bonus?.id ?? null })
  }

  // Calls of the wallet

  bet(call: BetCall): ModelAnswer {
    return this.keyed('bet', call, () => bet(this, { ...call, win: null }))
  }

  betwin(call: BetwinCall): ModelAnswer {
    return this.keyed('betwin', call, () => bet(this, call))
  }

  win(call: WinCall): ModelAnswer {
    return this.keyed('win', call, () => win(this, call))
  }

  rollback(call: RollbackCall): ModelAnswer {
    return this.keyed('rollback', call, () => rollback(this, call))
  }

  spin(call: SpinCall): ModelAnswer {
    return this.keyed('spin', call, () => spin(this, call))
  }

  /** The key is looked at before anything else; a refused call leaves nothing behind. */
  private keyed(kind: string, call: { id: string }, work: () => ModelNo | null): ModelAnswer {
    if (this.tombstones.has(call.id)) return no('ROLLED_BACK')
    const content = JSON.stringify([kind, call], (_, each) => (typeof each === 'bigint' ? `${each}` : each))
    const before = this.said.get(call.id)
    if (before) return before.content === content ? before.answer : no('KEY_CONFLICT')
    const answer = this.step(() => {
      const standing = () => this.actions.filter(({ isUndone }) => !isUndone).length
      const before = standing()
      const refused = work()
      // A rollback of nothing ends nothing.
      if (!refused && standing() !== before) afterCall(this)
      return refused
    })
    if (answer.kind === 'ok') this.said.set(call.id, { content, answer })
    return answer
  }

  private step(work: () => ModelNo | null): ModelAnswer {
    const from = this.ledger.length
    const refused = work()
    if (refused) return refused
    const lines = this.ledger.slice(from).map(({ from, to, amount }): ModelLine => [from, to, amount])
    return { kind: 'ok', lines, ...this.spendable() }
  }

  private always(work: () => void): ModelAnswer {
    return this.step(() => {
      work()
      return null
    })
  }

  /**
   * What answers say. Isolated: the purse that a new round would use, so main when the bonus is paused, empty or over;
   * `bonus` is the part of the balance that is bonus money, so nothing where main is in use.
   */
  spendable(): { balance: bigint; bonus: bigint | null } {
    const [main, held] = [this.purse('main'), this.purse('bonus')]
    const open = liveBonus(this)
    if (!open) return { balance: main, bonus: null }
    if (open.mode !== 'isolated') return { balance: main + held, bonus: held }
    const isInUse = open.state === 'active' && held > 0n
    return isInUse ? { balance: held, bonus: held } : { balance: main, bonus: 0n }
  }

  // The cashier

  /** With an offer the bonus is promised, and the jobs issue and open it. `percent` in parts of 10,000. */
  deposit(
    amount: bigint,
    more: { fee?: bigint; key?: string; offer?: { terms: ModelTerms; percent: bigint; max: bigint } } = {},
  ): ModelAnswer {
    const { fee = 0n, offer, key = '' } = more
    const credited = amount - fee
    return this.always(() => {
      this.move('payment', 'main', credited, 'cash')
      this.move('payment', 'fees', fee, 'cash')
      if (!offer) return
      const bonus = bonusOfDeposit(credited, offer.percent, offer.max)
      // Open question: an offer that comes to nothing. Chosen: no bonus.
      if (bonus > 0n) this.promises.push({ terms: offer.terms, amount: bonus, deposit: credited, key })
    })
  }

  /** Only what becomes of its bonus: the money of the deposit is the cashier's own rule. */
  depositTakenBack(key: string): ModelAnswer {
    this.promises = this.promises.filter((promise) => promise.key !== key)
    return this.always(() => endAll(this, 'deposit', ({ depositKey }) => depositKey === key))
  }

  /** Open question: is the burn or the balance looked at first? Chosen: the balance. */
  payout(key: string, amount: bigint, isBurnAgreed: boolean): ModelAnswer {
    return this.step(() => {
      if (amount > this.purse('main')) return no('INSUFFICIENT_FUNDS', { available_amount: this.purse('main') })
      const burns = burnsOf(this)
      if (burns.length > 0 && !isBurnAgreed) return no('BURN_BONUSES', { burns })
      this.payouts.set(key, amount)
      this.move('main', 'withdrawal_hold', amount, 'cash')
      endAll(this, 'withdrawal', ({ terms }) => terms.onWithdrawal === 'forfeit')
      return null
    })
  }

  /** Or declined. What was burnt stays burnt. */
  cancelPayout(key: string): ModelAnswer {
    const amount = this.payouts.get(key)
    if (amount === undefined) return no('UNKNOWN')
    this.payouts.delete(key)
    return this.always(() => this.move('withdrawal_hold', 'main', amount, 'cash'))
  }

  // Bonuses

  issue(wanted: NewBonus): ModelAnswer {
    const bonus = issue(this, wanted)
    return { kind: 'ok', lines: [], ...this.spendable(), id: bonus.id }
  }

  activate(id: number): ModelAnswer {
    return this.step(() => activate(this, id))
  }

  pause(id: number): ModelAnswer {
    return this.step(() => pause(this, id))
  }

  remove(id: number, expected?: bigint): ModelAnswer {
    return this.step(() => remove(this, id, expected))
  }

  revoke(id: number): ModelAnswer {
    return this.step(() => revoke(this, id))
  }

  runJobs(): ModelAnswer {
    return this.always(() => workOff(this))
  }

  // Packs

  givePack(pack: Omit<ModelPack, 'id' | 'isEnded'>): ModelAnswer {
    if (pack.winnings === 'bonus' && !pack.terms) throw new Error('winnings that become a bonus need its terms')
    const id = this.packs.length + 1
    this.packs.push({ ...pack, id, isEnded: false })
    return { kind: 'ok', lines: [], ...this.spendable(), id }
  }

  endPack(id: number): ModelAnswer {
    const pack = this.packs.find((each) => each.id === id)
    if (!pack) return no('PACK_UNKNOWN')
    pack.isEnded = true
    return { kind: 'ok', lines: [], ...this.spendable() }
  }

  // The player and the house

  break(days: number): ModelAnswer {
    if (days > 30) throw new Error('longer than a break')
    this.excludedUntil = Math.max(this.excludedUntil, this.now + days * day)
    return this.always(() => prolong(this, days))
  }

  /** Longer than a break. */
  exclude(days = Number.POSITIVE_INFINITY): ModelAnswer {
    if (days <= 30) throw new Error('this is a break')
    this.excludedUntil = Math.max(this.excludedUntil, this.now + days * day)
    return this.always(() => endAll(this, 'exclusion'))
  }

  deleteAccount(): ModelAnswer {
    return this.always(() => endAll(this, 'deleted'))
  }

  changeCurrency(): ModelAnswer {
    const isFixed = this.bonuses.some(({ state }) => ['queued', 'active', 'paused'].includes(state))
    const hasPack = this.packs.some((pack) => canSpin(this, pack))
    if (isFixed || hasPack) return no('CURRENCY_FIXED')
    return this.always(() => endAll(this, 'currency', ({ state }) => state === 'issued'))
  }

  gameClosed(sysname: string, isClosed = true) {
    if (isClosed) this.closedGames.add(sysname)
    else this.closedGames.delete(sysname)
  }

  // What is compared

  view(id: number) {
    const bonus = this.bonuses.find((each) => each.id === id)
    if (!bonus) throw new Error(`no bonus ${id}`)
    const { state, endReason, mode, amount, required } = bonus
    return {
      ...{ id, state, endReason, mode, amount, required },
      progress: progressOf(this, bonus),
      openRounds: openRoundsOf(this, bonus).length,
      balance: openBonus(this) === bonus ? this.purse('bonus') : 0n,
      base: baseOf(bonus),
      converted: settle(bonus, baseOf(bonus)).converted,
      forfeited: forfeitedBy(this, bonus),
      // From the second of its end, whatever the job does.
      shows: isOver(this, bonus) ? 'expired' : state,
    }
  }

  snapshot() {
    return { purses: Object.fromEntries(this.purses), bonuses: this.bonuses.map(({ id }) => this.view(id)) }
  }

  /** How many units of a pot a stake feeds and draws with: by the player's own money alone. */
  potUnits(call: string, unit: bigint): bigint {
    const action = this.actions.find(({ id }) => id === call)
    return (action?.paidByMain ?? 0n) / unit
  }
}
