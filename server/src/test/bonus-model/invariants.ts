import { baseOf, isEnded, settle } from './books.ts'
import type { BonusModel } from './model.ts'
import type { ModelBonus, ModelState } from './types.ts'

/** What holds after every step (section 17 of the page), looked at from the lines and the views, not from the rules. */

const moves: Record<ModelState, ModelState[]> = {
  issued: ['queued', 'active', 'expired', 'removed'],
  queued: ['active', 'expired', 'removed'],
  active: ['paused', 'completed', 'lost', 'expired', 'removed'],
  paused: ['active', 'completed', 'lost', 'expired', 'removed'],
  completed: [],
  lost: [],
  expired: [],
  removed: [],
}

const isOpen = ({ state }: { state: ModelState }) => state === 'active' || state === 'paused'

/** What a purse got of this bonus, less what it gave. */
function netOf(model: BonusModel, purse: string, bonus: ModelBonus): bigint {
  let net = 0n
  for (const { from, to, amount, bonusId, why } of model.ledger) {
    if (bonusId !== bonus.id || (why === 'grant' && purse === 'promotions')) continue
    if (to === purse) net += amount
    if (from === purse) net -= amount
  }
  return net
}

/** I7, by going through all actions once. */
function openRoundsAgain(model: BonusModel): Map<number, number> {
  const rounds = new Map<string, { owner: number; held: bigint }>()
  for (const { round, payer, paidByBonus, isUndone } of model.actions) {
    if (payer === null) continue
    const seen = rounds.get(round) ?? { owner: payer, held: 0n }
    rounds.set(round, { ...seen, held: seen.held + (isUndone ? 0n : paidByBonus) })
  }
  const open = new Map<number, number>()
  for (const [round, { owner, held }] of rounds) {
    if (held > 0n && !model.rounds.get(round)?.isClosed) open.set(owner, (open.get(owner) ?? 0) + 1)
  }
  return open
}

/** A round belongs to at most one bonus. */
function sharedRounds(model: BonusModel): string[] {
  const paid = model.actions.filter(({ payer }) => payer !== null)
  const owners = new Map(paid.map(({ round, payer }) => [round, payer]))
  return paid
    .filter(({ round, payer }) => owners.get(round) !== payer)
    .map(({ round }) => `two bonuses paid in ${round}`)
}

function wrongMoney(model: BonusModel): string[] {
  const wrong: string[] = []
  const purses = [...model.purses.values()].reduce((sum, each) => sum + each, 0n)
  if (purses !== 0n) wrong.push(`I1 all purses together hold ${purses}`)
  for (const purse of ['main', 'bonus', 'withdrawal_hold', 'packs'] as const) {
    if (model.purse(purse) < 0n) wrong.push(`I2 ${purse} holds ${model.purse(purse)}`)
  }
  const open = model.bonuses.filter(isOpen)
  if (open.length > 1) wrong.push(`I3 ${open.length} are open`)
  if (model.purse('bonus') > 0n && open.length === 0) wrong.push('I3 bonus money without a bonus')
  for (const bonus of model.bonuses) {
    const flows = netOf(model, 'bonus', bonus)
    const held = isOpen(bonus) ? model.purse('bonus') : 0n
    if (flows !== held) wrong.push(`I3 bonus ${bonus.id} holds ${held}, its flows say ${flows}`)
  }
  return wrong
}

function wrongEnd(model: BonusModel, bonus: ModelBonus): string[] {
  const wrong: string[] = []
  const [toMain, toHouse] = [netOf(model, 'main', bonus), netOf(model, 'promotions', bonus)]
  if (bonus.state !== 'completed') {
    if (toMain !== 0n) wrong.push(`I6 ${toMain} of bonus ${bonus.id} reached main, which is ${bonus.state}`)
    return wrong
  }
  const base = baseOf(bonus)
  const { deducted, converted, cut } = settle(bonus, base)
  if (deducted + converted + cut !== base) wrong.push(`I5 parts of bonus ${bonus.id} are not its base`)
  if (converted > (bonus.terms.maxConversion ?? converted)) wrong.push(`I5 bonus ${bonus.id} is over its cap`)
  if (toHouse !== deducted + cut) wrong.push(`I5 bonus ${bonus.id} forfeited ${toHouse}, not ${deducted + cut}`)
  // Main may have kept what it could not give back: then the receivable gave it.
  const owed = -netOf(model, 'receivable', bonus)
  if (toMain < converted || toMain > converted + owed) wrong.push(`I5 main got ${toMain}, not ${converted}`)
  return wrong
}

/** Watches one model: told after each step, it says what is wrong. */
export class Watch {
  private model: BonusModel
  private states = new Map<number, ModelState>()
  private frozen = new Map<number, string>()
  /** What each call has counted, as it was seen from outside. */
  private wagers = new Map<string, { bonusId: number; counted: bigint }>()
  private progress = new Map<number, bigint>()

  constructor(model: BonusModel) {
    this.model = model
  }

  /** `took`: the id of a stake that was taken for the first time; `undid`: of a call that was rolled back. */
  look({ took, undid }: { took?: string; undid?: string } = {}): string[] {
    const { model } = this
    const wrong = wrongMoney(model)
    if (undid) this.wagers.delete(undid)
    wrong.push(...sharedRounds(model))
    const openRounds = openRoundsAgain(model)
    for (const bonus of model.bonuses) {
      const view = model.view(bonus.id)
      const more = view.progress - (this.progress.get(bonus.id) ?? 0n)
      if (took && more > 0n) this.wagers.set(took, { bonusId: bonus.id, counted: more })
      this.progress.set(bonus.id, view.progress)
      const noted = [...this.wagers.values()].filter(({ bonusId }) => bonusId === bonus.id)
      const sum = noted.reduce((all, { counted }) => all + counted, 0n)
      if (sum !== view.progress)
        wrong.push(`I4 progress of bonus ${bonus.id} is ${view.progress}, its stakes say ${sum}`)
      if (view.progress < 0n || view.progress > view.required) wrong.push(`I4 progress ${view.progress}`)
      wrong.push(...wrongEnd(model, bonus))
      const expected = openRounds.get(bonus.id) ?? 0
      if (view.openRounds !== expected) wrong.push(`I7 ${view.openRounds} open rounds, not ${expected}`)
      wrong.push(...this.wrongMove(bonus, expected))
    }
    return wrong
  }

  private wrongMove(bonus: ModelBonus, openRounds: number): string[] {
    const wrong: string[] = []
    const before = this.states.get(bonus.id)
    this.states.set(bonus.id, bonus.state)
    if (before && before !== bonus.state && !moves[before].includes(bonus.state)) {
      wrong.push(`I8 bonus ${bonus.id} went from ${before} to ${bonus.state}`)
    }
    if (before !== bonus.state && bonus.state === 'lost' && openRounds > 0) wrong.push('lost with an open round')
    if (!isEnded(bonus)) return wrong
    const { baseChanges, ...rest } = bonus
    const now = JSON.stringify(rest, (_, each) => (typeof each === 'bigint' ? `${each}` : each))
    const then = this.frozen.get(bonus.id) ?? now
    this.frozen.set(bonus.id, then)
    if (then !== now) wrong.push(`I8 bonus ${bonus.id} changed after its end`)
    return wrong
  }
}
