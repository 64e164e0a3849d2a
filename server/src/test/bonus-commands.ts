import { storyGames } from './bonus-house.ts'
import { openBonus, requirementOf } from './bonus-model/books.ts'
import type { BonusModel } from './bonus-model/model.ts'
import { least, type ModelAction, type ModelTerms } from './bonus-model/types.ts'
import type { Command } from './bonus-seat.ts'

/** What may happen next to a player with bonuses, by chance; the model says what would be worth trying. */

export type Chance = (below: number) => number

function pick<T>(chance: Chance, list: readonly T[]): T {
  const found = list[chance(list.length)]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}

/** Sums that no currency rounds by itself; payouts are whole units of at least the smallest. */
const scales = {
  EUR: { scale: 11n, unit: 100n, leastPayout: 10n },
  JPY: { scale: 7n, unit: 1n, leastPayout: 1_000n },
  USDT: { scale: 110_007n, unit: 1_000_000n, leastPayout: 20n },
}
export type StoryCurrency = keyof typeof scales
export const storyCurrencies = ['EUR', 'JPY', 'USDT'] as const satisfies StoryCurrency[]

const games = Object.values(storyGames)

function anyTerms(chance: Chance, scale: bigint): ModelTerms {
  const sum = (below: number) => BigInt(chance(below)) * scale
  return {
    mode: pick(chance, ['sticky', 'non_sticky', 'isolated']),
    principal: pick(chance, ['converts', 'stays']),
    counts: pick(chance, ['bonus', 'bonus', 'all']),
    contributions: {
      games: chance(2) === 0 ? { 'story-table': BigInt(chance(3)) * 3_333n } : {},
      types: { live: 777n, casino: 1_234n },
      default: pick(chance, [10_000n, 10_000n, 6_667n]),
    },
    excluded: pick(chance, [
      { games: [], types: [], studios: [] },
      { games: [], types: [], studios: [] },
      { games: [], types: [], studios: [] },
      { games: ['story-live'], types: [], studios: [] },
      { games: [], types: ['casino'], studios: [] },
      { games: [], types: [], studios: ['story-two'] },
    ]),
    maxBet: chance(3) === 0 ? sum(300) + 200n * scale : null,
    minBalance: BigInt(pick(chance, [1, 20, 20, 100])) * scale,
    maxConversion: chance(2) === 0 ? sum(1_500) : null,
    onWithdrawal: pick(chance, ['forfeit', 'forfeit', 'keep']),
    asksFirst: chance(3) === 0,
    basis: pick(chance, ['bonus', 'deposit', 'both']),
    times: BigInt(pick(chance, [50, 100, 150, 333, 1_000])),
    days: 1 + chance(3),
    takeDays: 1 + chance(5),
    priority: chance(3),
  }
}

/** Ids, and with them all rounds, are those of one story. */
export class Commands {
  private chance: Chance
  private model: BonusModel
  private name: string
  private money: (typeof scales)[StoryCurrency]
  private made = 0
  private sent = new Map<string, Command>()
  private payouts = 0

  constructor(name: string, options: { chance: Chance; model: BonusModel; currency: StoryCurrency }) {
    this.name = name
    this.chance = options.chance
    this.model = options.model
    this.money = scales[options.currency]
  }

  next(): Command {
    const at = this.chance(100)
    const waiting = this.model.bonuses.findLast(({ state }) => state === 'issued')
    // Without an open bonus there is little to see.
    if (!openBonus(this.model) && at < 40) return waiting ? { kind: 'activate', bonus: waiting.id } : this.issue()
    if (at < 78) return this.call()
    if (at < 94) return this.machine()
    return this.cash()
  }

  private sum(below: number): bigint {
    return below === 0 ? 0n : BigInt(this.chance(below)) * this.money.scale + BigInt(this.chance(7))
  }

  /** New, or now and then one that was or will be. */
  private id() {
    this.made += 1
    return `${this.name}.${this.chance(25) === 0 ? this.chance(this.made + 2) : this.made}`
  }

  /** Nothing, anything, a little more than own money, all bonus money, or what is left to wager. */
  private stake(): bigint {
    const { model, chance } = this
    const open = openBonus(model)
    const left = open ? (open.required - model.view(open.id).progress) / 10_000n : 0n
    const more = this.sum(300)
    const all = [more, more, more * 2n, least(left, 5_000n * this.money.scale), model.purse('bonus')]
    return pick(chance, [...all, model.purse('main') + more, chance(3) === 0 ? 0n : more])
  }

  /** What is won: as a rule less than what was staked. */
  private prize(): bigint {
    return this.sum(pick(this.chance, [0, 0, 100, 100, 400, 1_500]))
  }

  private call(): Command {
    const { model, chance } = this
    const [at, id] = [chance(6), this.id()]
    const before = this.sent.get(id)
    // The same call again, as it was.
    if (before && model.said.has(id) && chance(2) === 0) return before
    const command = this.newCall(id, at)
    if (!model.said.has(id)) this.sent.set(id, command)
    return command
  }

  private newCall(id: string, at: number): Command {
    const { chance } = this
    const game = pick(chance, [games[at % 3] ?? storyGames.slot])
    // Rounds are left behind for new ones, so that closed ones do not fill the table.
    const place = { id, round: `${this.name}-${at}-${Math.floor(this.made / 15)}`, game }
    switch (this.model.actions.length === 0 ? 0 : chance(7)) {
      case 0:
      case 1:
        return { kind: 'bet', ...place, amount: this.stake(), isClosed: chance(6) === 0 }
      case 2:
      case 3: {
        const win = this.prize()
        return { kind: 'betwin', ...place, amount: this.stake(), win, isClosed: win === 0n || chance(2) === 0 }
      }
      case 4:
      case 5:
        return this.win(id)
      default:
        return this.rollback(id)
    }
  }

  private placeOf(action: ModelAction | null | undefined) {
    const game = games.find(({ sysname }) => sysname === action?.game.sysname)
    return action && game ? { round: action.round, game } : { round: `${this.name}-ghost`, game: storyGames.slot }
  }

  /** Mostly in a round with a bet: one of the last, or any. */
  private win(id: string): Command {
    const { model, chance } = this
    const action = chance(3) === 0 ? pick(chance, [...model.actions, null]) : model.actions.at(-1 - chance(3))
    const amount = this.prize()
    return { kind: 'win', id, ...this.placeOf(action), amount, isClosed: amount === 0n || chance(4) === 0 }
  }

  /** Mostly of something that was done; sometimes again, of a rollback, of what is yet to come, or with a wrong round. */
  private rollback(id: string): Command {
    const { model, chance } = this
    const meant = chance(8) === 0 ? undefined : pick(chance, [...model.actions, ...this.settled()])
    const undone = chance(4) === 0 ? [...model.rollbacks].at(-1) : undefined
    const reference = meant?.id ?? undone ?? `${this.name}.${this.made + chance(4)}`
    if (reference === id) return this.win(id)
    return { kind: 'rollback', id, ...this.placeOf(chance(20) === 0 ? null : meant), reference }
  }

  /** Stakes and wins of bonuses that are completed: what is rolled back of them has gone a long way. */
  private settled(): (ModelAction | null)[] {
    const { actions, bonuses } = this.model
    const isCompleted = (id: number | null) => bonuses.some((bonus) => bonus.id === id && bonus.state === 'completed')
    const found = actions.filter(
      ({ isUndone, payer, shareOf }) => !isUndone && (isCompleted(payer) || isCompleted(shareOf)),
    )
    return [null, ...found, ...found, ...found]
  }

  private issue(): Command {
    const { chance, money, model, name } = this
    const terms = anyTerms(chance, money.scale)
    const [amount, deposit] = [this.sum(900) + 50n * money.scale, this.sum(900)]
    const key = `${name}:grant:${chance(20) === 0 ? 0 : model.bonuses.length}`
    const required = requirementOf(terms, amount, deposit)
    // Now and then one that ends between two units.
    const less = BigInt(chance(700)) * money.scale * 10_007n
    return { kind: 'issue', key, terms, amount, deposit, required: chance(2) === 0 ? least(required, less) : required }
  }

  private machine(): Command {
    const { model, chance } = this
    const any = 1 + chance(model.bonuses.length + (chance(4) === 0 ? 1 : 0))
    const waiting = model.bonuses.findLast(({ state }) => state === 'issued')?.id
    const last = chance(4) === 0 ? any : (waiting ?? any)
    const open = openBonus(model)?.id ?? any
    switch (chance(12)) {
      case 0:
      case 1:
        return this.issue()
      case 2:
      case 3:
      case 4:
        return { kind: 'activate', bonus: last }
      case 5:
      case 6:
        return { kind: 'activate', bonus: open }
      case 7:
      case 8:
        return { kind: 'pause', bonus: chance(4) === 0 ? any : open }
      case 9:
        return { kind: 'expire', bonus: chance(2) === 0 ? any : open }
      default: {
        const expected = pick(chance, [null, model.purse('bonus'), this.sum(900)])
        return { kind: 'remove', bonus: chance(2) === 0 ? any : open, expected }
      }
    }
  }

  private cash(): Command {
    const { model, chance, money } = this
    const [key] = [...model.payouts.keys()]
    if (key !== undefined && chance(2) === 0) return { kind: 'cancel', key }
    const amount = money.leastPayout * money.unit
    const isPossible = model.purse('main') >= amount && model.payouts.size === 0
    if (chance(2) === 0 || !isPossible) return { kind: 'deposit', amount: this.sum(900) + 1n }
    this.payouts += 1
    return { kind: 'payout', key: `${this.name}-o${this.payouts}`, amount, isAgreed: chance(2) === 0 }
  }
}
