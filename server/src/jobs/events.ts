import type { JobContext } from '../context.ts'
import { restoreAsked } from '../features/auth/auth.ts'
import { depositPaid, payoutApproved, reconcileOpenEntries, refundWanted } from '../features/cashier/cashier.ts'
import { tellReadyLimits } from '../features/limits/limits.ts'
import { type Gateways, sendLetter } from '../features/mail/mail.ts'
import { makeExport, sessionsEnded } from '../features/rounds/rounds.ts'
import { playerRegistered } from '../features/tracking/tracking.ts'
import { lookAfterLedger } from '../features/wallet/wallet.ts'
import type { Listeners } from './jobs.ts'

export type House = JobContext & { gateways: Gateways }

/** Who hears what. Every listener is safe to run twice. */
export const listeners: Listeners<House> = {
  'mail.posted': (house, { letterId }) => sendLetter(house, house.gateways, letterId),
  'restore.asked': restoreAsked,
  'player.registered': playerRegistered,
  'deposit.paid': depositPaid,
  'payout.approved': payoutApproved,
  'refund.wanted': refundWanted,
  'sessions.ended': sessionsEnded,
  'export.wanted': (house, about) => makeExport(house, about),
}

/** What nobody announces, because it is the clock that says it. */
export async function hourly(house: House): Promise<void> {
  await tellReadyLimits(house)
  await lookAfterLedger(house)
}

/** Money that is under way is asked after. */
export const everyMinute = (house: House) => reconcileOpenEntries(house)
