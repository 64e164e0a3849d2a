import { BonusModel } from './model.ts'
import { blackjack, plainTerms, roulette, slot } from './scenes.ts'
import { day, type ModelAnswer, type ModelTerms } from './types.ts'

/** A random walk through the model, the same for the same number. */

/** Small and its own: a linear congruential generator of 48 bits, of which the upper ones are used. */
function dice(seed: number) {
  let state = (BigInt(seed) * 7_919n + 0x330en) & 0xffff_ffff_ffffn
  return (below: number) => {
    state = (state * 0x5deece66dn + 11n) & 0xffff_ffff_ffffn
    return Number(state >> 16n) % below
  }
}

type Roll = ReturnType<typeof dice>
const pick = <T>(roll: Roll, list: readonly T[]): T => {
  const found = list[roll(list.length)]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}

const games = [slot, roulette, blackjack]

function anyTerms(roll: Roll): ModelTerms {
  return {
    ...plainTerms,
    mode: pick(roll, ['sticky', 'non_sticky', 'isolated']),
    principal: pick(roll, ['converts', 'stays']),
    counts: pick(roll, ['bonus', 'bonus', 'all']),
    contributions: { games: { wheel: BigInt(roll(3)) * 3333n }, types: { cards: 777n }, default: 10_000n },
    excluded: pick(roll, [
      { games: [], types: [], studios: [] },
      { games: [], types: [], studios: [] },
      { games: ['blackjack'], types: [], studios: [] },
      { games: [], types: ['roulette'], studios: [] },
      { games: [], types: [], studios: ['house'] },
    ]),
    maxBet: roll(3) === 0 ? BigInt(200 + roll(300)) : null,
    minBalance: BigInt(pick(roll, [1, 20, 20, 100])),
    maxConversion: roll(2) === 0 ? BigInt(roll(1500)) : null,
    onWithdrawal: pick(roll, ['forfeit', 'forfeit', 'keep']),
    asksFirst: roll(3) === 0,
    basis: pick(roll, ['bonus', 'deposit', 'both']),
    times: BigInt(pick(roll, [50, 100, 150, 333, 1000])),
    days: 1 + roll(3),
    takeDays: 1 + roll(5),
    priority: roll(3),
  }
}

type Step = { answer: ModelAnswer; told: string; took?: string; undid?: string }

/** One player's story; each call of `next` is a step. */
export class Walk {
  model = new BonusModel()
  private roll: Roll
  private made = 0
  private name: string

  constructor(seed: number) {
    this.roll = dice(seed)
    this.name = `w${seed}`
    this.model.now = Date.UTC(2026, 10, 2)
    this.model.isIsolationOn = this.roll(4) === 0
    this.model.deposit(BigInt(this.roll(900)))
    this.grant()
    this.model.activate(1)
  }

  next(): Step {
    const at = this.roll(100)
    if (at < 75) return this.call()
    if (at < 83) return this.jobs()
    if (at < 93) return this.machine()
    return this.world()
  }

  /** An id that is new, or now and then one that was or will be. */
  private id() {
    this.made += 1
    return `${this.name}.${this.roll(25) === 0 ? this.roll(this.made + 2) : this.made}`
  }

  /** Nothing, anything, or a little more than own money. */
  private amount(): bigint {
    const { model, roll } = this
    const more = BigInt(roll(300))
    return pick(roll, [0n, more, more, more * 2n, model.purse('main') + more, model.purse('bonus')])
  }

  private call(): Step {
    const { model, roll } = this
    const at = roll(6)
    const game = games[at % 3] ?? slot
    // Rounds are left behind for new ones, so that closed ones do not fill the table.
    const common = { id: this.id(), round: `${this.name}-${at}-${Math.floor(this.made / 20)}`, game }
    const amount = this.amount()
    const isNew = !model.said.has(common.id)
    const stake = (answer: ModelAnswer): Step => ({
      answer,
      told: `stake ${common.id} ${amount}`,
      ...(isNew && answer.kind === 'ok' ? { took: common.id } : {}),
    })
    switch (roll(7)) {
      case 0:
      case 1:
        return stake(model.bet({ ...common, amount, ...(roll(5) === 0 ? { isClosed: true } : {}) }))
      case 2:
        return stake(model.betwin({ ...common, amount, win: BigInt(roll(2) * roll(1500)) }))
      case 3:
        return stake(model.betwin({ ...common, amount, win: BigInt(roll(1500)), isClosed: false }))
      case 4:
        return this.win(common.id)
      case 5:
        return roll(2) === 0 && model.packs.length > 0 ? this.spin(common.id) : this.win(common.id)
      default:
        return this.undo(common.id)
    }
  }

  /** Mostly in a round with a bet: one of the last, or any. */
  private win(id: string): Step {
    const { model, roll } = this
    const action = roll(3) === 0 ? pick(roll, [...model.actions, null]) : model.actions.at(-1 - roll(3))
    const { round, game } = action ?? { round: `${this.name}-ghost`, game: slot }
    const amount = BigInt(pick(roll, [0, roll(100), roll(1500)]))
    const isClosed = roll(4) === 0 ? { isClosed: true } : {}
    return { answer: model.win({ id, round, game, amount, ...isClosed }), told: `win ${id} ${round} ${amount}` }
  }

  /** Mostly of something that was done; sometimes of what is yet to come. */
  private undo(id: string): Step {
    const { model, roll } = this
    const meant = roll(6) === 0 ? undefined : model.actions[roll(model.actions.length + 1)]
    const undone = roll(4) === 0 ? [...model.rollbacks].at(-1) : undefined
    const reference = meant?.id ?? undone ?? `${this.name}.${this.made + roll(4)}`
    const known = model.actions.find((action) => action.id === reference)
    const { round, game } = (roll(20) > 0 && known) || { round: `${this.name}-ghost`, game: slot }
    const isNew = !model.said.has(id)
    if (reference === id) return this.jobs()
    const answer = model.rollback({ id, round, game, reference })
    const undid = isNew && answer.kind === 'ok' ? { undid: reference } : {}
    return { answer, told: `rollback of ${reference}`, ...undid }
  }

  private spin(id: string): Step {
    const pack = this.model.packs.length === 0 ? 0 : 1 + this.roll(this.model.packs.length)
    const amount = BigInt(this.roll(2) * this.roll(300))
    return {
      answer: this.model.spin({ id, round: `${this.name}-${id}`, game: slot, pack, amount }),
      told: `spin ${id}`,
    }
  }

  private jobs(): Step {
    return { answer: this.model.runJobs(), told: 'jobs' }
  }

  private grant(): ModelAnswer {
    const terms = anyTerms(this.roll)
    const key = `grant:${this.roll(20) === 0 ? 0 : this.model.bonuses.length}`
    return this.model.issue({ terms, amount: BigInt(50 + this.roll(900)), deposit: BigInt(this.roll(900)), key })
  }

  private machine(): Step {
    const { model, roll } = this
    const id = 1 + roll(model.bonuses.length + 1)
    const newest = roll(3) === 0 ? model.bonuses.length : id
    const open = model.bonuses.find(({ state }) => state === 'active' || state === 'paused')
    switch (roll(10)) {
      case 0:
      case 1:
        return { answer: this.grant(), told: 'grant' }
      case 2:
      case 3:
      case 4:
        return { answer: model.activate(newest), told: `yes ${newest}` }
      case 5:
        return { answer: model.activate(open?.id ?? id), told: 'go on' }
      case 6:
      case 7:
        return { answer: model.pause(roll(4) === 0 ? id : (open?.id ?? id)), told: 'pause' }
      case 8: {
        const expected = roll(2) === 0 ? { of: model.purse('bonus') } : {}
        return { answer: model.remove(id, expected.of), told: `remove ${id}` }
      }
      default:
        return { answer: model.revoke(roll(2) === 0 ? id : newest), told: 'revoke' }
    }
  }

  private world(): Step {
    const { model, roll } = this
    const amount = BigInt(1 + roll(900))
    switch (roll(12)) {
      case 0:
      case 1:
      case 2:
        model.now += pick(roll, [1000, 3_600_000, 6 * 3_600_000, day])
        return { answer: model.deposit(0n), told: 'time' }
      case 3:
      case 4: {
        const offer = { terms: anyTerms(roll), percent: BigInt(roll(12_000)), max: 1000n }
        const key = `d${model.ledger.length}`
        return {
          answer: model.deposit(amount, { fee: BigInt(roll(2)), key, ...(roll(2) ? { offer } : {}) }),
          told: 'deposit',
        }
      }
      case 5:
        return { answer: model.payout(`o${roll(3)}-${model.ledger.length}`, amount, roll(2) === 0), told: 'payout' }
      case 6:
        return { answer: model.cancelPayout([...model.payouts.keys()][0] ?? ''), told: 'cancel' }
      case 7:
        return this.newPack()
      case 8:
        return { answer: model.endPack(1 + roll(3)), told: 'end of a pack' }
      case 9:
        model.gameClosed(pick(roll, games).sysname, roll(3) === 0)
        return { answer: model.changeCurrency(), told: 'currency' }
      case 10: {
        const keys = model.bonuses.map(({ depositKey }) => depositKey ?? '')
        return { answer: model.depositTakenBack(pick(roll, [...keys, ''])), told: 'deposit taken back' }
      }
      default:
        if (roll(4) > 0) return this.jobs()
        if (roll(6) === 0) return { answer: model.exclude(31), told: 'exclusion' }
        // It is short, and over with the next days.
        return { answer: model.break(1), told: 'break' }
    }
  }

  private newPack(): Step {
    const { model, roll } = this
    const winnings = pick(roll, ['main', 'bonus', 'bonus'] as const)
    const terms = { ...anyTerms(roll), basis: 'bonus' as const }
    const pack = { game: 'cherry', stake: 20n, count: 1 + roll(4), winnings, terms, expiresAt: model.now + day }
    return { answer: model.givePack({ ...pack, maxWin: roll(2) ? 200n : null }), told: 'pack' }
  }
}
