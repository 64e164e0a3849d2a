import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { fakenamesOf, readHidden, relations } from '../account/account.ts'

/** Nicknames that others may read: none of a player who hides, is shut out or is gone. The own one is always there. */
export async function readNames(
  db: Db,
  playerIds: readonly bigint[],
  own: bigint | null,
): Promise<(playerId: bigint) => string | null> {
  if (playerIds.length === 0) return () => null
  const [names, hidden, shut] = await Promise.all([
    fakenamesOf(db, playerIds),
    readHidden(db, playerIds),
    shutAmong(db, playerIds),
  ])
  return (playerId) => {
    const isHidden = playerId !== own && (hidden.has(playerId) || shut.has(playerId))
    return isHidden ? null : (names.get(playerId) ?? null)
  }
}

async function shutAmong(db: Db, playerIds: readonly bigint[]): Promise<Set<bigint>> {
  const { rows } = await sql<{ playerId: bigint }>`select "playerId" from ${relations.profileFacts} as facts
    where "playerId" = any(${`{${playerIds.join()}}`}::bigint[]) and "isShut"`.execute(db)
  return new Set(rows.map(({ playerId }) => playerId))
}
