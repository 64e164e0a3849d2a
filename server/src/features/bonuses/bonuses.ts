import type { Operations } from '../../context.ts'
import { bettingMethods } from './betting.ts'
import { activateBonus, deactivateBonus, removeBonus } from './change-bonus.ts'
import { getBonuses, tellBonuses } from './get-bonuses.ts'
import { getWagers } from './get-wagers.ts'
import { bonusEnded, bonusLate, currencyChanged, exclusionBegan } from './jobs.ts'
import { endBonus } from './machine.ts'
import { listHolders, readForProof } from './proof-store.ts'
import { sumsOfOffers } from './report-store.ts'
import { afterCall, countedBy, forbids, payerOf, payersBy, placeShare, rateOf, takeShare } from './rules.ts'
import { listBonuses } from './store.ts'
import { tellEndingBonuses } from './tell.ts'
import { bonusAmount } from './terms.ts'

export { bettingHouse, bettingProof, slipHooks } from './betting.ts'
export { burnBonuses, readBurns, type WireBurn } from './burn.ts'
export { type BonusDesk, bonusDesk, type LateShare, openBonusDesk } from './desk.ts'
export type { Wager } from './desk-store.ts'
export { endDueBonuses, machineOf } from './jobs.ts'
export { issueBonus, takeBonus } from './machine.ts'
export type { ProvenBonus } from './proof-store.ts'
export { type Bonus, type BonusPlace, type Gain, type GameKind, isOpen } from './rules.ts'
export { type Spendable, spendableOf } from './spendable.ts'
export { type BonusRow, readBonus } from './store.ts'

/** What grants and ends bonuses from outside of a stake. */
export const bonusHouse = {
  amountOf: bonusAmount,
  end: endBonus,
  list: listBonuses,
  sumsOfOffers,
  tell: tellBonuses,
  tellEnding: tellEndingBonuses,
}

/** What a stake, a win and a rollback ask. Pure. */
export const bonusRules = { afterCall, countedBy, forbids, payerOf, payersBy, placeShare, rateOf, takeShare }

/** What `verifyBonuses` of rounds compares with its books. */
export const bonusProof = { listHolders, read: readForProof }

/** What is heard of elsewhere. */
export const bonusListeners = { bonusEnded, bonusLate, currencyChanged, exclusionBegan }

export const bonusesMethods = {
  'bonuses.get': getBonuses,
  'bonuses.activate': activateBonus,
  'bonuses.deactivate': deactivateBonus,
  'bonuses.remove': removeBonus,
  'bonuses.getWagers': getWagers,
  ...bettingMethods,
} satisfies Partial<Operations>
