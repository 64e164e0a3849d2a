import type { JobContext, Operations } from '../../context.ts'
import { roundsListeners } from '../rounds/rounds.ts'
import { bookPicks } from './bookings/book-picks.ts'
import { forgetOldBookings } from './bookings/booking-store.ts'
import { getBooking } from './bookings/get-booking.ts'
import { cashOut } from './cash-out/cash-out.ts'
import { cashOutNow } from './cash-out/cash-out-now.ts'
import { type DueCashOut, findDueCashOuts } from './cash-out/cash-out-store.ts'
import { decideDueEnd } from './cash-out/decide-due.ts'
import { editBet, quoteEdit } from './cash-out/edit.ts'
import { getCashouts } from './cash-out/get-cashouts.ts'
import type { CashOutHouse } from './cash-out/run-cash-out.ts'
import { setAutoCashOut } from './cash-out/set-auto.ts'
import { betsExport } from './export-bets.ts'
import { getBet, getBetByKey, getBets } from './get-bets.ts'
import { placeBets } from './place.ts'
import { quoteBets } from './quote.ts'
import { quoteBuilder } from './quote-builder.ts'
import {
  findOwner,
  listExposure,
  readBetByKey,
  readBetsOf,
  readFactor,
  readLegsOf,
  readStepsOf,
  removeFactor,
  writeFactor,
} from './read-store.ts'
import { getBetRecord } from './record/get-record.ts'
import { ruleBet } from './rule-bet.ts'
import { marketsResulted, openSettler, settleDue, settleStuck, wantSettled } from './settler.ts'
import { checkRules } from './start-check.ts'
import { checkHoldsHourly, verifyHolds } from './verify-holds.ts'
import { forgetOldWork, listStuck } from './work-store.ts'

export { openAutoCashOut } from './cash-out/auto.ts'
export { betsHistory, exportBets } from './history-store.ts'
export { openBets, openDelays } from './open-bets.ts'
export { stoodBets } from './stood-bets.ts'
export { checkRules, forgetOldBookings, forgetOldWork, openSettler, settleStuck }

export const betsListeners = {
  checkHoldsHourly,
  marketsResulted,
  makeExport: (ctx: JobContext, about: { exportId: string }) =>
    roundsListeners.makeExport(ctx, about, undefined, betsExport),
}

/** What the operator does to bets that are settled, or are to be. */
export const settlingHouse = { rule: ruleBet, want: wantSettled, due: settleDue, listStuck }

/** Cash-outs that waited, for the loop that decides bets that did. */
export const waitingCashOuts = (house: CashOutHouse) => ({
  findDue: (most: number, aheadMs?: number) => findDueCashOuts(house.sql, most, aheadMs),
  decide: (due: DueCashOut) => decideDueEnd(house, due),
})

/** What the operator sees and says. */
export const betsHouse = {
  cashOutNow,
  exposure: listExposure,
  findOwner,
  legs: readLegsOf,
  read: readBetsOf,
  readByKey: readBetByKey,
  readFactor,
  removeFactor,
  steps: readStepsOf,
  verifyHolds,
  writeFactor,
}

export const betsMethods = {
  'bets.quote': quoteBets,
  'bets.place': placeBets,
  'bets.get': getBets,
  'bets.getBet': getBet,
  'bets.getByKey': getBetByKey,
  'bets.quoteBuilder': quoteBuilder,
  'bets.getCashouts': getCashouts,
  'bets.cashOut': cashOut,
  'bets.setAutoCashOut': setAutoCashOut,
  'bets.quoteEdit': quoteEdit,
  'bets.edit': editBet,
  'bets.book': bookPicks,
  'bets.getBooking': getBooking,
  'bets.getRecord': getBetRecord,
} satisfies Partial<Operations>
