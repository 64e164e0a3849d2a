import { sql } from 'kysely'
import type { Tx } from './db.ts'

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
