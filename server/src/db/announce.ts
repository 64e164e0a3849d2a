import { sql } from 'kysely'
import type { Tx } from './db.ts'

/** Everything that can happen in the house and is heard elsewhere. `jobs/events.ts` lists who hears it. */
export type Happenings = {
  /** A letter stands in `mail_letter` and wants to be sent. */
  'mail.posted': { letterId: string }
  /** Somebody forgot a password; whether there is such an account is found out later, so that the answer cannot tell. */
  'restore.asked': { login: string; locale: string }
  'player.registered': { playerId: string; visit: string; params: Record<string, string> }
}

export type Happening = keyof Happenings

/** Delivered at least once after the transaction commits, never when it does not: every listener is safe to run twice. */
export type Announce = <H extends Happening>(tx: Tx, name: H, about: Happenings[H]) => Promise<void>

/** What open pages of one player should look at again. `session`: a session was ended; `account`: something about the player changed. */
export type Topic = 'session' | 'account'

export const playerChannel = 'croupier_player'

/** Reaches every node's streams when the transaction commits. */
export const tellPlayer = (tx: Tx, playerId: bigint, topic: Topic) =>
  sql`select pg_notify(${playerChannel}, ${JSON.stringify({ playerId: String(playerId), topic })})`.execute(tx)
