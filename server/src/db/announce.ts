import { sql } from 'kysely'
import type { Tx } from './db.ts'

/** Everything that can happen in the house and is heard elsewhere. `jobs/events.ts` lists who hears it. */
export type Happenings = {
  /** A letter stands in `mail_letter` and wants to be sent. */
  'mail.posted': { letterId: string }
  /** Somebody forgot a password; whether there is such an account is found out later, so that the answer cannot tell. */
  'restore.asked': { login: string; locale: string }
  'player.registered': { playerId: string; visit: string; params: Record<string, string> }
  /** Money of a deposit is in the purse. */
  'deposit.paid': { entryId: string }
  /** The operator agreed: the provider is to pay it. */
  'payout.approved': { entryId: string }
  /** Money came that must not be kept, such as a late deposit above the player's own limit. */
  'refund.wanted': { entryId: string }
  /** These sessions opened the door until now. */
  'sessions.ended': { sessionIds: string[] }
  /** A player waits for a file with its rounds. */
  'export.wanted': { exportId: string }
}

export type Happening = keyof Happenings

/** Delivered at least once after the transaction commits, never when it does not: every listener is safe to run twice. */
export type Announce = <H extends Happening>(tx: Tx, name: H, about: Happenings[H]) => Promise<void>

/**
 * What open pages of one player should look at again. `session`: a session was ended; `account`: something about the
 * player changed; `balance`: a purse; `cashier`: a deposit or payout went on.
 */
export const topics = ['session', 'account', 'balance', 'cashier'] as const
export type Topic = (typeof topics)[number]

export const playerChannel = 'croupier_player'

/** Reaches every node's streams when the transaction commits. */
export const tellPlayer = (tx: Tx, playerId: bigint, topic: Topic) => tellPlayers(tx, [playerId], topic)

// A notice holds at most 8,000 bytes.
const mostTold = 300

/** A crowd in one statement: every notice costs the commit a little. */
export async function tellPlayers(tx: Tx, playerIds: readonly bigint[], topic: Topic): Promise<void> {
  for (let start = 0; start < playerIds.length; start += mostTold) {
    const ids = playerIds.slice(start, start + mostTold).map(String)
    await sql`select pg_notify(${playerChannel}, ${JSON.stringify({ playerIds: ids, topic })})`.execute(tx)
  }
}
