import { sql } from 'kysely'
import type { Tx } from '../../context.ts'

/**
 * Every change of something that is counted per player takes this lock first. It leaves the key alone, so that a
 * worker who only writes a row that names the player does not wait for it, nor the player for the worker.
 */
export const lockPlayer = (tx: Tx, playerId: bigint) =>
  tx.selectFrom('account_player').select('id').where('id', '=', playerId).forNoKeyUpdate().executeTakeFirstOrThrow()

/** A crowd in one statement and one order, with what decides whether each of them may act. */
export async function lockPlayers(tx: Tx, playerIds: readonly bigint[]) {
  const { rows } = await sql<{
    playerId: bigint
    currency: string
    isVerified: boolean
    isBanned: boolean
    isDeleted: boolean
    isExcluded: boolean
    openBonusId: bigint | null
  }>`select id as "playerId", currency, verified_at is not null as "isVerified", banned_at is not null as "isBanned",
      deleted_at is not null as "isDeleted", coalesce(excluded_until > now(), false) as "isExcluded",
      open_bonus_id as "openBonusId"
    from account_player where id = any(${`{${playerIds.join()}}`}::bigint[]) order by id for no key update`.execute(tx)
  return rows
}

/** Which bonus could pay for the next stake of each; null for none. Their players are locked. */
export async function setOpenBonuses(
  tx: Tx,
  open: readonly { playerId: bigint; bonusId: bigint | null }[],
): Promise<void> {
  const ids = `{${open.map(({ bonusId }) => bonusId ?? 'null').join()}}`
  await sql`update account_player set open_bonus_id = n.bonus_id
    from unnest(${`{${open.map(({ playerId }) => playerId).join()}}`}::bigint[], ${ids}::bigint[]) as n (id, bonus_id)
    where account_player.id = n.id`.execute(tx)
}
