import type { Operations } from '../../context.ts'
import { getActivity } from './get-activity.ts'
import { getDepositLimit, getLimits } from './get-limits.ts'
import { confirmRealityCheck, setRealityCheck } from './reality-check.ts'
import { setCurrency } from './set-currency.ts'
import { cancelLimit, confirmLimit, setLimit } from './set-limit.ts'

export { askReturn, exclude, signInStanding } from './exclude.ts'
export { exportLimits } from './export.ts'
export { dropUse, gate, noteUse } from './gate.ts'
export { type Gates, openGates } from './gates.ts'
export { depositRoom } from './get-limits.ts'
export { notePresence } from './presence-store.ts'
export type { ExclusionStanding } from './rules.ts'
export { tellReadyLimits } from './tell-ready.ts'

export const limitsMethods = {
  'account.getLimits': getLimits,
  'account.getDepositLimit': getDepositLimit,
  'account.setLimit': setLimit,
  'account.confirmLimit': confirmLimit,
  'account.cancelLimit': cancelLimit,
  'account.setRealityCheck': setRealityCheck,
  'account.confirmRealityCheck': confirmRealityCheck,
  'account.getActivity': getActivity,
  'account.setCurrency': setCurrency,
} satisfies Partial<Operations>
