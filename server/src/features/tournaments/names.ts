import type { Db } from '../../context.ts'
import { facesOf } from '../account/account.ts'

type PublicName = { fakename: string | null; is_demo_player: boolean }

/** Nicknames that others may read: none of a player who hides, is shut out or is gone. The own one is always there. */
export async function readNames(
  db: Db,
  playerIds: readonly bigint[],
  own: bigint | null,
): Promise<(playerId: bigint) => PublicName> {
  const faceOf = await facesOf(db, playerIds)
  return (playerId) => {
    const { fakename, isHidden, isShut, isDemo } = faceOf(playerId)
    const isUnnamed = playerId !== own && (isHidden || isShut)
    return { fakename: isUnnamed ? null : fakename, is_demo_player: isDemo }
  }
}
