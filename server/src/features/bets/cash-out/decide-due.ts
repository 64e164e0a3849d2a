import type { DueCashOut } from './cash-out-store.ts'
import { type CashOutHouse, decideDueCashOut } from './run-cash-out.ts'
import { decideDueEdit } from './run-edit.ts'

/** Whatever it was that waited. */
export const decideDueEnd = (house: CashOutHouse, due: DueCashOut): Promise<void> =>
  due.kind === 'edit' ? decideDueEdit(house, due) : decideDueCashOut(house, due)
