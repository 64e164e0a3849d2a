import type { Operations } from '../../context.ts'
import { cancelWithdrawal } from './cancel-withdrawal.ts'
import { getBanks } from './get-banks.ts'
import { getDepositInfo } from './get-deposit-info.ts'
import { getPaymentHistory } from './get-history.ts'
import { getDepositSettings, getWithdrawSettings } from './get-settings.ts'
import { getStatement } from './get-statement.ts'
import { makeDeposit } from './make-deposit.ts'
import { makeWithdrawal } from './make-withdrawal.ts'
import { setCurrency } from './set-currency.ts'

export { depositPaid, depositRefunded } from './apply-provider-update.ts'
export { exportCashier } from './export.ts'
export { forgetOldNotices } from './notice-store.ts'
export { listStale } from './open-store.ts'
export {
  approveWithdrawal,
  decideDetails,
  declineWithdrawal,
  listDetails,
  listNotices,
  listPaymentSwitches,
  listWithdrawals,
  providerNames,
  setSwitch,
} from './operator-actions.ts'
export { addPastEntry, type PastEntry } from './past-entry.ts'
export { hasEntries } from './past-store.ts'
export { payoutApproved, refundWanted } from './pay-out.ts'
export { openPayments } from './psp/open-payments.ts'
export { hearNotice } from './receive-notice.ts'
export { reconcileOpenEntries } from './reconcile-open-entries.ts'
export { reconsiderDetails } from './reconsider-details.ts'
export { readPaidAmong } from './store.ts'

export const cashierMethods = {
  'account.setCurrency': setCurrency,
  'cashier.cancelwithdrawal': cancelWithdrawal,
  'cashier.getbanks': getBanks,
  'cashier.getdepositinfo': getDepositInfo,
  'cashier.getdepositsettings': getDepositSettings,
  'cashier.gethistory': getPaymentHistory,
  'cashier.getstatement': getStatement,
  'cashier.getwithdrawsettings': getWithdrawSettings,
  'cashier.makedeposit': makeDeposit,
  'cashier.makewithdrawal': makeWithdrawal,
} satisfies Partial<Operations>
