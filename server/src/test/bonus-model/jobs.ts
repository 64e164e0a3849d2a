import { bonusOfPack, canSpin, isOver, openBonus, packWon, requirementOf } from './books.ts'
import { byQueue, end, issue, open, sayYes } from './machine.ts'
import type { BonusModel } from './model.ts'
import { day, least } from './types.ts'

/**
 * What the product does after its transactions, here one step of its own. The page fixes no order between them;
 * chosen: what is due ends, the queue opens, then what was announced is issued in the order deposits, packs, late ones.
 */
export function workOff(model: BonusModel) {
  for (const bonus of model.bonuses.filter((each) => isOver(model, each))) end(model, bonus, 'expired', null)
  openQueue(model)
  issuePromised(model)
  issuePacks(model)
  issueLate(model)
}

function openQueue(model: BonusModel) {
  if (openBonus(model)) return
  const [head] = model.bonuses.filter(({ state }) => state === 'queued').sort(byQueue)
  if (head) open(model, head)
}

function issuePromised(model: BonusModel) {
  for (const { terms, amount, deposit, key } of model.promises.splice(0)) {
    sayYes(model, issue(model, { terms, amount, deposit, key: `claim:${key}`, depositKey: key }))
  }
}

/** Packs that are used up, ended or over, with something won. */
function issuePacks(model: BonusModel) {
  for (const pack of model.packs) {
    const won = packWon(model, pack)
    if (canSpin(model, pack) || won === 0n || pack.winnings !== 'bonus' || !pack.terms || bonusOfPack(model, pack))
      continue
    const amount = least(won, pack.maxWin ?? won)
    sayYes(model, issue(model, { terms: pack.terms, amount, key: `pack:${pack.id}`, packId: pack.id }))
  }
}

/**
 * A lost bonus whose round still paid. "The same terms": the mode that was frozen, not that of the template. "The rest
 * of the old one" is measured when it is issued and runs from its opening.
 */
function issueLate(model: BonusModel) {
  // Jobs of one kind are run by hand in the order of what they say.
  const inOrder = model.lates.splice(0).sort((a, b) => a.key.localeCompare(b.key, 'en', { numeric: true }))
  for (const { bonus, amount, left, key } of inOrder) {
    const terms = { ...bonus.terms, mode: bonus.mode ?? bonus.terms.mode }
    const required = least(left, requirementOf({ ...terms, basis: 'bonus' }, amount, 0n))
    const lasts = Math.max((bonus.expiresAt ?? 0) - model.now, day)
    sayYes(model, issue(model, { terms, amount, key, required, lasts }))
  }
}
