import type { SelfExclusionPeriod } from '@croupier/contract/control'
import type { Tx } from './db/db.ts'

/** Everything that can happen in the house and is heard elsewhere. `jobs/events.ts` lists the listeners of each. */
export type Happenings = {
  /** A letter stands in `mail_letter` and wants to be sent. */
  'mail.posted': { letterId: string }
  /** A password was forgotten; whether there is such an account is found out later, so that the answer cannot tell. */
  'restore.asked': { login: string; locale: string }
  /** Somebody has guessed so many codes of a player that no more are taken today. */
  'guesses.stopped': { playerId: string; what: 'restore' | 'second' | 'stepUp' }
  'player.registered': { playerId: string; visit: string; params: Record<string, string> }
  /** Money of a deposit is in the purse. */
  'deposit.paid': { entryId: string }
  /** The provider took a paid deposit back that came with an offer. */
  'deposit.refunded': { entryId: string }
  /** The operator agreed: the provider is to pay it. */
  'payout.approved': { entryId: string }
  /** Money came that must not be kept, such as a late deposit above the player's own limit. */
  'refund.wanted': { entryId: string }
  /** These sessions opened the door until now. */
  'sessions.ended': { sessionIds: string[] }
  /** A player waits for a file with its rounds. */
  'export.wanted': { exportId: string }
  /** Rounds for money that one batch closed, or changed after they were closed: one row for all of them. */
  'round.closed': { rounds: readonly { provider: string; round: string }[] }
  /** A player is shut out, by a break or for longer; the key is that of this wish. */
  'exclusion.began': { playerId: string; period: SelfExclusionPeriod; key: string }
  /** The account has another currency now. */
  'currency.changed': { playerId: string; currency: string }
  /** All its spins are made, or its time is over: what they won may become a bonus. */
  'pack.ended': { packId: string }
  /** The result of these markets, or that it was taken back, or which of their bets are void; `by` where the operator said so. */
  'market.resulted': { markets: readonly string[]; by?: { actor: string; reason: string } }
  /** Steps of bets that are settled, for the first time or anew: one row for all of a batch. */
  'bet.settled': { bets: readonly { betId: string; step: number }[] }
  /** Bets that wait again, because the result was taken back. */
  'bet.reopened': { bets: readonly { betId: string; step: number }[] }
  /** A player of the club is at this level now, higher or lower than before; the number says which change it is. */
  'level.reached': { playerId: string; level: number; no: number }
  /** An offer gives points of the club. */
  'points.promised': { playerId: string; points: number; key: string; offer: string }
  /** A bonus is no longer open: the next of the queue may be. */
  'bonus.ended': { bonusId: string; playerId: string }
  /** Money came to a bonus that was lost: a new one is made of it. What was left to wager is that of the call. */
  'bonus.late': { bonusId: string; amount: string; left: string; key: string }
}

export type Happening = keyof Happenings

/**
 * Delivered to each listener at least once after the transaction commits, never when it does not: every listener is
 * safe to run twice. Each has its own tries. A happening without a listener costs nothing, not even a question.
 */
export type Announce = <H extends Happening>(tx: Tx, name: H, about: Happenings[H]) => Promise<void>
