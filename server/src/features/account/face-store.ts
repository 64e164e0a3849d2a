import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { plannedOnce } from '../../db/db.ts'
import { shutNow } from './store.ts'

/** What others may see of a player. */
type Face = {
  /** A deleted account has none. */
  fakename: string | null
  /** Does not want to be seen in lists of winners, beside a pot or at a table. */
  isHidden: boolean
  isShut: boolean
  /** One of the sandbox's who play by themselves; elsewhere there are none. Others are told which they are. */
  isDemo: boolean
}

const unknown: Face = { fakename: null, isHidden: false, isShut: false, isDemo: false }

/** Many players in one question: pages name them in several places. */
export async function facesOf(db: Db, playerIds: readonly bigint[]): Promise<(playerId: bigint) => Face> {
  if (playerIds.length === 0) return () => unknown
  const { rows } = await sql<Face & { id: bigint }>`${plannedOnce('faces')}select id,
      case when deleted_at is null then fakename end as fakename,
      exists (select from account_hidden where player_id = id) as "isHidden",
      ${shutNow} as "isShut",
      crowd_seat is not null as "isDemo"
    from account_player where id = any(${`{${[...new Set(playerIds)].join()}}`}::bigint[])`.execute(db)
  const known = new Map(rows.map(({ id, ...face }) => [id, face]))
  return (playerId) => known.get(playerId) ?? unknown
}
