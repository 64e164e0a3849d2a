import type { JobContext } from '../context.ts'
import { afterRestore } from '../features/after-restore.ts'
import { authListeners } from '../features/auth/auth.ts'
import {
  depositPaid,
  payoutApproved,
  reconcileOpenEntries,
  reconsiderDetails,
  refundWanted,
} from '../features/cashier/cashier.ts'
import { tellReadyLimits } from '../features/limits/limits.ts'
import { type Gateways, sendLetter } from '../features/mail/mail.ts'
import { makeExport, sessionsEnded } from '../features/rounds/rounds.ts'
import { playerRegistered } from '../features/tracking/tracking.ts'
import { checkLedgerHourly } from '../features/wallet/wallet.ts'
import type { Listeners } from './jobs.ts'

export type ListenerContext = JobContext & { gateways: Gateways }

/**
 * Which features hear what. Every listener is safe to run twice and has tries of its own. Its name is part of its
 * queue's: a listener that is renamed leaves behind what waits under the old name.
 */
export const listeners = {
  'mail.posted': { mail: (ctx, { letterId }) => sendLetter(ctx, ctx.gateways, letterId) },
  'restore.asked': { auth: authListeners.restoreAsked },
  'guesses.stopped': { auth: authListeners.guessesStopped },
  'player.registered': { tracking: playerRegistered },
  'deposit.paid': { cashier: depositPaid },
  'payout.approved': { cashier: payoutApproved },
  'refund.wanted': { cashier: refundWanted },
  'sessions.ended': { rounds: sessionsEnded },
  'export.wanted': { rounds: (ctx, about) => makeExport(ctx, about) },
  'round.closed': {},
} satisfies Listeners<ListenerContext>

/** What is not announced, because it is the clock that says it. */
export async function hourly(ctx: ListenerContext): Promise<void> {
  await tellReadyLimits(ctx)
  await checkLedgerHourly(ctx)
}

/** A copy of the database may have taken over; money that is under way is asked after. */
export async function everyMinute(ctx: ListenerContext): Promise<void> {
  await afterRestore(ctx)
  await reconcileOpenEntries(ctx)
  await reconsiderDetails(ctx)
}
