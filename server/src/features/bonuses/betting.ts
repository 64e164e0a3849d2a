import { activateBettingBonus, removeBettingBonus } from './betting/change-betting.ts'
import { exportBetting } from './betting/export-betting.ts'
import { getBettingBonuses } from './betting/get-betting.ts'
import { activateBetting, endBetting, issueBetting } from './betting/machine.ts'
import { listBettingHolders, proveBetting, stakesOutsideBets } from './betting/proof.ts'
import { openSlipDesk } from './betting/slip-desk.ts'
import { payForSlip, reverseSlip, settleSlip } from './betting/slips.ts'
import { findWatched, listBetting, readBetting } from './betting/store.ts'
import { bettingAmount, bettingWorth } from './betting/terms.ts'
import { canEndBetting } from './betting/upkeep.ts'

/** Betting bonuses for other features, by way of the front door. */
export const bettingHouse = {
  amountOf: bettingAmount,
  worthOf: bettingWorth,
  issue: issueBetting,
  activate: activateBetting,
  end: endBetting,
  canEnd: canEndBetting,
  read: readBetting,
  list: listBetting,
  export: exportBetting,
}

/** What bets ask: the stake of one, its result, and that a result was taken back. The player is locked. */
export const slipHooks = { payForSlip, settleSlip, reverseSlip, openDesk: openSlipDesk, watchedPlayers: findWatched }

export const bettingProof = { listHolders: listBettingHolders, prove: proveBetting, stakesOutsideBets }

export const bettingMethods = {
  'BettingBonuses.get': getBettingBonuses,
  'BettingBonuses.activate': activateBettingBonus,
  'BettingBonuses.remove': removeBettingBonus,
}
