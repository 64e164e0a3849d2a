import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { fakenamesOf, readHidden, relations } from '../account/account.ts'

type PublicName = { fakename: string | null; is_demo_player: boolean }

/** Nicknames that others may read: none of a player who hides, is shut out or is gone. The own one is always there. */
export async function readNames(
  db: Db,
  playerIds: readonly bigint[],
  own: bigint | null,
): Promise<(playerId: bigint) => PublicName> {
  if (playerIds.length === 0) return () => ({ fakename: null, is_demo_player: false })
  const [names, hidden, shut, demo] = await Promise.all([
    fakenamesOf(db, playerIds),
    readHidden(db, playerIds),
    shutAmong(db, playerIds),
    relations.demoPlayers(db),
  ])
  return (playerId) => {
    const isHidden = playerId !== own && (hidden.has(playerId) || shut.has(playerId))
    return { fakename: isHidden ? null : (names.get(playerId) ?? null), is_demo_player: demo.has(playerId) }
  }
}

async function shutAmong(db: Db, playerIds: readonly bigint[]): Promise<Set<bigint>> {
  const { rows } = await sql<{ playerId: bigint }>`select "playerId" from ${relations.profileFacts} as facts
    where "playerId" = any(${`{${playerIds.join()}}`}::bigint[]) and "isShut"`.execute(db)
  return new Set(rows.map(({ playerId }) => playerId))
}
