import type { Operations } from '../../context.ts'
import { payoutCashback, removeCashback } from './change-cashback.ts'
import { getCashbacks } from './get-cashbacks.ts'
import { payOut } from './pay.ts'
import { listPeriods } from './period-store.ts'
import { getSheet } from './sheet.ts'
import { listCashbacks, readCashback } from './store.ts'

export { endDueCashbacks } from './change-cashback.ts'
export { closeCashbackPeriods, openCashbackPeriods } from './close-periods.ts'
export { exportCashbacks } from './export.ts'
export { closePastPeriod } from './past-period.ts'
export { findSheet, sheetCsv } from './sheet.ts'
export type { CashbackRow } from './store.ts'
export { tellEndingCashbacks } from './tell.ts'

/** What the operator asks and does. */
export const cashbackHouse = { list: listCashbacks, listPeriods, payOut, read: readCashback }

export const cashbacksMethods = {
  'cashbacks.get': getCashbacks,
  'cashbacks.payout': payoutCashback,
  'cashbacks.remove': removeCashback,
  'cashbacks.getSheet': getSheet,
} satisfies Partial<Operations>
