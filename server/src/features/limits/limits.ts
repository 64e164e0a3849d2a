import type { Operations } from '../../context.ts'
import { beginCare, endCare } from './care.ts'
import { isOnBreak, shutTimes } from './exclude.ts'
import { getActivity } from './get-activity.ts'
import { getDepositLimit, getLimits } from './get-limits.ts'
import { getPromotions, setPromotions } from './promotions.ts'
import { confirmRealityCheck, setRealityCheck } from './reality-check.ts'
import { cancelLimit, confirmLimit, setLimit } from './set-limit.ts'

export {
  beginCareByRules,
  isLeftAlone,
  noteDeclinedDeposit,
  noteLimitRefusal,
  noteLongDays,
  notePayoutCancelled,
} from './care.ts'
export { controlOf } from './control-store.ts'
export { askReturn, exclude, signInStanding } from './exclude.ts'
export { exportLimits } from './export.ts'
export { dropUse, gate, noteUse, noteUses } from './gate.ts'
export { type Gates, openGates } from './gates.ts'
export { depositRoom } from './get-limits.ts'
export { notePresence } from './presence-store.ts'
export { arePromotionsOpen } from './promotions.ts'
export { promotionsShut } from './promotions-store.ts'
export type { ExclusionStanding } from './rules.ts'
export { isCurrencyInUse } from './store.ts'
export { postPromotionLetters, tellPromotion, tellPromotions } from './tell-promotion.ts'
export { tellReadyLimits } from './tell-ready.ts'

/** What the operator does. */
export const careHouse = { begin: beginCare, end: endCare }

/** What exclusions of a player mean elsewhere. */
export const shutOut = { isOnBreak, times: shutTimes }

export const limitsMethods = {
  'account.getLimits': getLimits,
  'account.getDepositLimit': getDepositLimit,
  'account.setLimit': setLimit,
  'account.confirmLimit': confirmLimit,
  'account.cancelLimit': cancelLimit,
  'account.setRealityCheck': setRealityCheck,
  'account.confirmRealityCheck': confirmRealityCheck,
  'account.getActivity': getActivity,
  'account.getPromotions': getPromotions,
  'account.setPromotions': setPromotions,
} satisfies Partial<Operations>
