import type { Db } from '../../context.ts'

/** Players of the sandbox who play by themselves; elsewhere there are none. Others are told which they are. */
export async function demoPlayers(db: Db): Promise<Set<bigint>> {
  const rows = await db.selectFrom('account_player').select('id').where('crowd_seat', 'is not', null).execute()
  return new Set(rows.map(({ id }) => id))
}
