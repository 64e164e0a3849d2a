import type { Db } from '../../context.ts'

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
