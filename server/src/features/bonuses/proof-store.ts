import type { BonusState } from '@croupier/contract/promotions'
import { sql } from 'kysely'
import type { Db } from '../../context.ts'

/** A bonus as its proof looks at it. */
export type ProvenBonus = {
  id: bigint
  playerId: bigint
  state: BonusState
  currency: string
  required: bigint
  progress: bigint
  /** The sum of its counted stakes, line by line. */
  wagered: bigint
  openRounds: number
  inRounds: bigint
  base: bigint
  converted: bigint
  forfeited: bigint
  maxConversion: bigint | null
  waiting: bigint
}

type Holders = { after: bigint; most: number; isRecent: boolean }

/** Players who ever had a bonus, in order; recent are those with one that is not over, or was not two hours ago. */
export async function listHolders(db: Db, { after, most, isRecent }: Holders): Promise<bigint[]> {
  const recent = sql`and (state in ('issued', 'queued', 'active', 'paused') or ended_at > now() - interval '2 hours')`
  const { rows } = await sql<{ id: bigint }>`select distinct player_id as id from bonuses_bonus
    where player_id > ${after} ${isRecent ? recent : sql``} order by player_id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function readForProof(db: Db, playerIds: readonly bigint[]): Promise<ProvenBonus[]> {
  const { rows } = await sql<ProvenBonus>`select id, player_id as "playerId", state, currency, required_bp as required,
      progress_bp as progress, open_rounds as "openRounds", in_rounds as "inRounds", base, converted, forfeited,
      max_conversion as "maxConversion", waiting,
      coalesce((select sum(counted_bp) from bonuses_wager where bonus_id = bonuses_bonus.id), 0)::bigint as wagered
    from bonuses_bonus where player_id = any(${`{${playerIds.join()}}`}::bigint[]) order by id`.execute(db)
  return rows
}
