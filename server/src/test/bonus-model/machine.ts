import {
  baseOf,
  inOpenRounds,
  isEnded,
  isOver,
  liveBonus,
  openBonus,
  openRoundsOf,
  packWon,
  progressOf,
  requirementOf,
  settle,
} from './books.ts'
import type { BonusModel } from './model.ts'
import { day, least, type ModelBonus, type ModelBurn, type ModelNo, type ModelTerms, no } from './types.ts'

/** How a bonus is issued, opens, is paused and ends. */

export type NewBonus = {
  terms: ModelTerms
  amount: bigint
  key: string
  deposit?: bigint
  depositKey?: string
  packId?: number
  /** Minor units × 10,000, where it is not what the terms say: a late bonus, the start of an example. */
  required?: bigint
  lasts?: number
}

/** One per key: the second time it is the first one. */
export function issue(model: BonusModel, wanted: NewBonus): ModelBonus {
  const before = model.bonuses.find(({ key }) => key === wanted.key)
  if (before) return before
  const bonus: ModelBonus = {
    id: model.bonuses.length + 1,
    key: wanted.key,
    terms: wanted.terms,
    mode: null,
    amount: wanted.amount,
    required: wanted.required ?? requirementOf(wanted.terms, wanted.amount, wanted.deposit ?? 0n),
    state: 'issued',
    endReason: null,
    issuedAt: model.now,
    takeBy: model.now + wanted.terms.takeDays * day,
    queuedAt: null,
    activatedAt: null,
    startedAt: null,
    expiresAt: null,
    endedAt: null,
    lasts: wanted.lasts ?? wanted.terms.days * day,
    packId: wanted.packId ?? null,
    depositKey: wanted.depositKey ?? null,
    baseChanges: [],
  }
  model.bonuses.push(bonus)
  return bonus
}

/**
 * The yes: it opens, or it waits behind the open one. An open one whose time is over is in the way until the job has
 * ended it. Where nothing is open a yes opens at once, also past others that wait for the job.
 */
export function sayYes(model: BonusModel, bonus: ModelBonus) {
  if (!openBonus(model)) return open(model, bonus)
  if (bonus.state !== 'issued') return
  bonus.state = 'queued'
  bonus.queuedAt = model.now
}

export function open(model: BonusModel, bonus: ModelBonus) {
  bonus.mode = model.isIsolationOn ? 'isolated' : bonus.terms.mode
  bonus.state = 'active'
  bonus.activatedAt = model.now
  bonus.expiresAt = model.now + bonus.lasts
  const pack = model.packs.find(({ id }) => id === bonus.packId)
  if (!pack) return model.move('promotions', 'bonus', bonus.amount, 'grant', bonus)
  // Spins that were rolled back or made again while it waited have changed what there is.
  const won = packWon(model, pack)
  bonus.amount = least(won, pack.maxWin ?? won)
  bonus.required = requirementOf(bonus.terms, bonus.amount, 0n)
  model.move('packs', 'bonus', bonus.amount, 'grant', bonus)
  model.move('packs', 'promotions', won - bonus.amount, 'grant')
}

type Ending = 'lost' | 'expired' | 'removed'

/** Every end that is not a completion: what is in the purse, or waits in `packs`, goes back to promotions. */
export function end(model: BonusModel, bonus: ModelBonus, state: Ending, reason: string | null) {
  const pack = model.packs.find(({ id }) => id === bonus.packId)
  if (bonus.activatedAt !== null) model.move('bonus', 'promotions', model.purse('bonus'), 'forfeit', bonus)
  else if (pack) model.move('packs', 'promotions', packWon(model, pack), 'forfeit', bonus)
  bonus.state = state
  bonus.endReason = reason
  bonus.endedAt = model.now
}

/** After each call of the wallet that was taken: completed first, then lost. */
export function afterCall(model: BonusModel) {
  const bonus = liveBonus(model)
  if (!bonus) return
  if (progressOf(model, bonus) >= bonus.required) return complete(model, bonus)
  const isEmpty = model.purse('bonus') < bonus.terms.minBalance
  if (isEmpty && openRoundsOf(model, bonus).length === 0) end(model, bonus, 'lost', null)
}

function complete(model: BonusModel, bonus: ModelBonus) {
  bonus.state = 'completed'
  bonus.endedAt = model.now
  bonus.baseChanges.push(model.purse('bonus'))
  const { deducted, converted, cut } = settle(bonus, baseOf(bonus))
  model.move('bonus', 'main', converted, 'conversion', bonus)
  model.move('bonus', 'promotions', deducted + cut, 'forfeit', bonus)
}

function known(model: BonusModel, id: number): ModelBonus | ModelNo {
  return model.bonuses.find((bonus) => bonus.id === id) ?? no('UNKNOWN_BONUS')
}

/** Yes, resume and start are one call. */
export function activate(model: BonusModel, id: number): ModelNo | null {
  const bonus = known(model, id)
  if ('kind' in bonus) return bonus
  if (isEnded(bonus) || isOver(model, bonus)) return no('BONUS_OVER')
  // One that waits has its yes: the job opens it.
  if (bonus.state === 'issued') sayYes(model, bonus)
  else if (bonus.state === 'paused') bonus.state = 'active'
  else if (bonus.mode === 'non_sticky' && bonus.terms.asksFirst) bonus.startedAt ??= model.now
  return null
}

/** In the order in which the page lists the refusals; a bonus that never opened has no purse of its own to leave. */
export function pause(model: BonusModel, id: number): ModelNo | null {
  const bonus = known(model, id)
  if ('kind' in bonus) return bonus
  // Of one that ended before it opened the terms say what it would have been.
  const mode = isEnded(bonus) ? (bonus.mode ?? bonus.terms.mode) : bonus.mode
  if (mode !== 'isolated') return no('BONUS_NOT_ISOLATED')
  if (isEnded(bonus) || isOver(model, bonus)) return no('BONUS_OVER')
  bonus.state = 'paused'
  return null
}

/** What an end would take: the purse of the open one; of one that waits, its amount. */
const wouldLose = (model: BonusModel, { state, amount }: ModelBonus) =>
  state === 'active' || state === 'paused' ? model.purse('bonus') : amount

export function remove(model: BonusModel, id: number, expected?: bigint): ModelNo | null {
  const bonus = known(model, id)
  if ('kind' in bonus) return bonus
  if (isEnded(bonus) || isOver(model, bonus)) return no('BONUS_OVER')
  const lost = wouldLose(model, bonus)
  if (expected !== undefined && expected !== lost) return no('BONUS_CHANGED', { amount: lost })
  end(model, bonus, 'removed', 'player')
  return null
}

export function revoke(model: BonusModel, id: number): ModelNo | null {
  const bonus = known(model, id)
  if ('kind' in bonus) return bonus
  if (isEnded(bonus) || isOver(model, bonus)) return no('BONUS_OVER')
  end(model, bonus, 'removed', 'operator')
  return null
}

/** Those that are neither ended nor over by the clock: the job ends the latter, nothing else does. */
const alive = (model: BonusModel) => model.bonuses.filter((bonus) => !isEnded(bonus) && !isOver(model, bonus))

/** Priority, then the one that waits longest, then the id. */
export const byQueue = (a: ModelBonus, b: ModelBonus) =>
  b.terms.priority - a.terms.priority || (a.queuedAt ?? 0) - (b.queuedAt ?? 0) || a.id - b.id

/** The page fixes no order of the list; chosen: the open one, those that wait as they would open, those without a yes. */
export function burnsOf(model: BonusModel): ModelBurn[] {
  const rank = ({ state }: ModelBonus) => ['queued', 'issued'].indexOf(state)
  return alive(model)
    .sort((a, b) => rank(a) - rank(b) || byQueue(a, b))
    .filter(({ terms }) => terms.onWithdrawal === 'forfeit')
    .map((bonus) => ({
      bonusId: bonus.id,
      amount: wouldLose(model, bonus),
      kind: bonus.state === 'active' || bonus.state === 'paused' ? 'bonus' : 'queued',
      inOpenRounds: inOpenRounds(model, bonus),
    }))
}

export function endAll(model: BonusModel, reason: string, which: (bonus: ModelBonus) => boolean = () => true) {
  for (const bonus of alive(model).filter(which)) end(model, bonus, 'removed', reason)
}

/** A break of up to 30 days moves all deadlines at once. What is over stays over. */
export function prolong(model: BonusModel, days: number) {
  for (const bonus of alive(model)) {
    if (bonus.expiresAt === null) bonus.takeBy += days * day
    else bonus.expiresAt += days * day
  }
}
