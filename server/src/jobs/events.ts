import type { JobContext } from '../context.ts'
import { eachForItself } from '../faults.ts'
import { afterRestore } from '../features/after-restore.ts'
import { authListeners } from '../features/auth/auth.ts'
import { betsListeners, settleStuck } from '../features/bets/bets.ts'
import { bonusHouse, bonusListeners, endDueBonuses } from '../features/bonuses/bonuses.ts'
import { activateRegistrationCode, levelReached, releaseStalePromises } from '../features/campaigns/campaigns.ts'
import { closeCashbackPeriods, endDueCashbacks, tellEndingCashbacks } from '../features/cashbacks/cashbacks.ts'
import {
  depositPaid,
  depositRefunded,
  payoutApproved,
  reconcileOpenEntries,
  reconsiderDetails,
  refundWanted,
} from '../features/cashier/cashier.ts'
import { tellEndingPacks } from '../features/freespins/freespins.ts'
import { beginCareByRules, noteLongDays, postPromotionLetters, tellReadyLimits } from '../features/limits/limits.ts'
import { loyaltyHouse } from '../features/loyalty/loyalty.ts'
import { type Gateways, sendLetter } from '../features/mail/mail.ts'
import { roundsListeners } from '../features/rounds/rounds.ts'
import { closeOldEvents } from '../features/sports/sports.ts'
import { keepTournaments, tournamentListeners } from '../features/tournaments/tournaments.ts'
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
  'player.registered': { tracking: playerRegistered, campaigns: activateRegistrationCode },
  'deposit.paid': { cashier: depositPaid },
  'deposit.refunded': { cashier: depositRefunded },
  'payout.approved': { cashier: payoutApproved },
  'refund.wanted': { cashier: refundWanted },
  'sessions.ended': { rounds: roundsListeners.sessionsEnded },
  'export.wanted': {
    rounds: (ctx, about) => roundsListeners.makeExport(ctx, about),
    bets: betsListeners.makeExport,
  },
  'round.closed': {},
  'exclusion.began': { bonuses: bonusListeners.exclusionBegan, tournaments: tournamentListeners.hideExcluded },
  'currency.changed': { bonuses: bonusListeners.currencyChanged },
  'pack.ended': { rounds: roundsListeners.packEnded },
  'market.resulted': { bets: betsListeners.marketsResulted },
  'bet.settled': { loyalty: loyaltyHouse.workInBets },
  'bet.reopened': { loyalty: loyaltyHouse.workInBets },
  'level.reached': { campaigns: levelReached },
  'points.promised': { loyalty: loyaltyHouse.giveOffered },
  'bonus.ended': { bonuses: bonusListeners.bonusEnded },
  'bonus.late': { bonuses: bonusListeners.bonusLate },
} satisfies Listeners<ListenerContext>

/** What is not announced, because it is the clock that says it. */
export const hourly = (ctx: ListenerContext): Promise<void> => eachForItself(ctx, hourlyChores)

const hourlyChores: readonly ((ctx: ListenerContext) => Promise<unknown>)[] = [
  checkLedgerHourly,
  roundsListeners.checkBonusesHourly,
  betsListeners.checkHoldsHourly,
  tellReadyLimits,
  noteLongDays,
]

/** A copy of the database may have taken over; money that is under way is asked after. */
export async function everyMinute(ctx: JobContext): Promise<void> {
  await afterRestore(ctx)
  await eachForItself(ctx, chores)
}

const keepCups = (ctx: JobContext) =>
  keepTournaments(ctx, {
    points: (tx, prize) => loyaltyHouse.givePrize(ctx.announce, tx, prize),
    goods: loyaltyHouse.orderPrize,
  })

const closePeriods = (ctx: JobContext) => closeCashbackPeriods(ctx)
const closeEvents = (ctx: JobContext) => closeOldEvents(ctx, process.uptime())

const chores: readonly ((ctx: JobContext) => Promise<unknown>)[] = [
  reconcileOpenEntries,
  reconsiderDetails,
  endDueBonuses,
  releaseStalePromises,
  roundsListeners.settlePacks,
  bonusHouse.tellEnding,
  tellEndingPacks,
  tellEndingCashbacks,
  beginCareByRules,
  postPromotionLetters,
  endDueCashbacks,
  closePeriods,
  closeEvents,
  settleStuck,
  keepCups,
  loyaltyHouse.reviewLevels,
]
