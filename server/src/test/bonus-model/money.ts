import { baseOf, forfeitedBy, progressOf, settle } from './books.ts'
import type { BonusModel } from './model.ts'
import { least, type ModelBonus, type ModelEntry, type ModelPurse, most } from './types.ts'

/** Where a share goes, and from where it is taken back. */

/** Takes back what a purse has, and the rest from the receivable: the player never owes. */
export function takeBack(model: BonusModel, from: ModelPurse, amount: bigint, bonus: ModelBonus | null) {
  const there = from === 'promotions' ? amount : least(amount, model.purse(from))
  model.move(from, 'game', there, 'rollback', bonus)
  model.move('receivable', 'game', amount - there, 'rollback', bonus)
}

/** A share of a win, or the bonus part of a stake that is rolled back, by the state of its bonus now. */
export function place(model: BonusModel, bonus: ModelBonus, amount: bigint, why: ModelEntry['why'], call: string) {
  if (amount === 0n) return
  switch (bonus.state) {
    case 'active':
    case 'paused':
      // Also when its time is over and the job has not come yet: the job will find the money there.
      return model.move('game', 'bonus', amount, why, bonus)
    case 'completed': {
      const before = settle(bonus, baseOf(bonus))
      bonus.baseChanges.push(amount)
      const after = settle(bonus, baseOf(bonus))
      const toMain = after.converted - before.converted
      model.move('game', 'main', toMain, why, bonus)
      return model.move('game', 'promotions', amount - toMain, why, bonus)
    }
    case 'lost':
      // Not forfeited: the job makes a new bonus of it.
      model.move('game', 'promotions', amount, why)
      // What was left to wager: as it is after this call. A stake that was rolled back is taken off before.
      model.lates.push({ bonus, amount, left: bonus.required - progressOf(model, bonus), key: `late:${call}` })
      return
    case 'expired':
    case 'removed':
      return model.move('game', 'promotions', amount, why, bonus)
    default:
      throw new Error(`a share of a bonus that is ${bonus.state}`)
  }
}

/** A share of a win that is rolled back, from where it is now. */
export function takeShare(model: BonusModel, bonus: ModelBonus, amount: bigint) {
  if (amount === 0n) return
  switch (bonus.state) {
    case 'active':
    case 'paused':
      return takeBack(model, 'bonus', amount, bonus)
    case 'completed': {
      const before = settle(bonus, baseOf(bonus))
      const taken = least(amount, baseOf(bonus))
      bonus.baseChanges.push(-amount)
      const fromMain = before.converted - settle(bonus, baseOf(bonus)).converted
      takeBack(model, 'main', fromMain, bonus)
      takeBack(model, 'promotions', taken - fromMain, bonus)
      model.move('receivable', 'game', amount - taken, 'rollback', bonus)
      return
    }
    case 'expired':
    case 'removed': {
      const there = least(amount, most(0n, forfeitedBy(model, bonus)))
      takeBack(model, 'promotions', there, bonus)
      model.move('receivable', 'game', amount - there, 'rollback', bonus)
      return
    }
    case 'lost':
      // "It is gone": not even what was left at the loss, nor what came late and became another bonus.
      model.move('receivable', 'game', amount, 'rollback', bonus)
      return
    default:
      throw new Error(`a win of a bonus that is ${bonus.state}`)
  }
}
