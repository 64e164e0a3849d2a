import { sql } from 'kysely'
import type { Db } from '../../context.ts'

type Control = {
  /** A limit of any kind and amount. */
  hasLimit: boolean
  hasRealityCheck: boolean
  /** What invites may reach this player: neither its own switch nor care says no. */
  isReachable: boolean
  isInCare: boolean
}

/** How a player controls its play, and whether the house leaves it in peace. */
export async function controlOf(db: Db, playerId: bigint): Promise<Control> {
  const { rows } = await sql<Control>`select
      exists (select from limits_limit where player_id = asked.id) as "hasLimit",
      coalesce(setting.reality_minutes > 0, false) as "hasRealityCheck",
      coalesce(setting.promotions_from <= now(), true) and setting.care_since is null as "isReachable",
      setting.care_since is not null as "isInCare"
    from (select ${playerId}::bigint as id) as asked
    left join limits_setting as setting on setting.player_id = asked.id`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a question without an answer')
  return row
}
