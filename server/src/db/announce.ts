import type { PlayerTopic } from '@croupier/contract/stream'
import { sql } from 'kysely'
import type { Tx } from './db.ts'

export const playerChannel = 'croupier_player'

/** Reaches every node's streams when the transaction commits. */
export const tellPlayer = (tx: Tx, playerId: bigint, topic: PlayerTopic) => tellPlayers(tx, [playerId], topic)

// A notice holds at most 8,000 bytes.
const mostTold = 300

/** A crowd in one statement: every notice costs the commit a little. */
export async function tellPlayers(tx: Tx, playerIds: readonly bigint[], topic: PlayerTopic): Promise<void> {
  for (let start = 0; start < playerIds.length; start += mostTold) {
    const ids = playerIds.slice(start, start + mostTold).map(String)
    await sql`select pg_notify(${playerChannel}, ${JSON.stringify({ playerIds: ids, topic })})`.execute(tx)
  }
}
