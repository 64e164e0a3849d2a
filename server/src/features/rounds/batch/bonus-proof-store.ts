import { sql } from 'kysely'
import type { Db } from '../../../context.ts'

/** What the books of rounds say about a bonus. */
export type BonusBooks = { id: bigint; counted: bigint; openRounds: number; inRounds: bigint }

/** Stakes that stand and rounds that are open, by bonus; a bonus without any is not in the answer. */
export async function readBonusBooks(db: Db, playerIds: readonly bigint[]): Promise<BonusBooks[]> {
  const players = `{${playerIds.join()}}`
  const { rows } = await sql<BonusBooks>`select id, sum(counted)::bigint as counted, sum(rounds)::int as "openRounds",
      sum(staked)::bigint as "inRounds"
    from (
      select (part ->> 'bonus')::bigint as id, (part ->> 'counted')::bigint as counted, 0 as rounds, 0 as staked
      from rounds_round as r join rounds_action as a using (provider, round)
        cross join lateral jsonb_array_elements(a.split) as part
      where r.player_id = any(${players}::bigint[]) and not a.is_rolled_back and part ? 'counted'
      union all
      select bonus_id, 0, 1, bonus_staked from rounds_round
      where player_id = any(${players}::bigint[]) and bonus_id is not null and bonus_staked > 0 and not is_closed
    ) as found group by id`.execute(db)
  return rows
}
