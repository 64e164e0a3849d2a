import { sql } from 'kysely'
import type { Db } from '../../context.ts'

/** Which of them do not want to be seen in lists of winners, beside a pot or at a table. */
export async function readHidden(db: Db, among: readonly bigint[]): Promise<Set<bigint>> {
  const rows = await db
    .selectFrom('account_hidden')
    .select('player_id')
    .where('player_id', '=', sql<bigint>`any(${`{${[...new Set(among)].join()}}`}::bigint[])`)
    .execute()
  return new Set(rows.map(({ player_id }) => player_id))
}

export const isHidden = async (db: Db, playerId: bigint): Promise<boolean> =>
  (await db.selectFrom('account_hidden').select('player_id').where('player_id', '=', playerId).executeTakeFirst()) !==
  undefined

export async function setHidden(db: Db, playerId: bigint, isWanted: boolean): Promise<void> {
  if (!isWanted) await db.deleteFrom('account_hidden').where('player_id', '=', playerId).execute()
  else
    await db
      .insertInto('account_hidden')
      .values({ player_id: playerId })
      .onConflict((is) => is.doNothing())
      .execute()
}
