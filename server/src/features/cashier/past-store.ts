import { sql } from 'kysely'
import type { Tx } from '../../context.ts'
import type { EntryStep } from './store.ts'

const ago = (hours: number) => sql<Date>`now() - make_interval(secs => ${hours * 3_600})`

export const hasEntries = async (tx: Tx, playerId: bigint): Promise<boolean> =>
  (await tx.selectFrom('cashier_entry').select('id').where('player_id', '=', playerId).limit(1).executeTakeFirst()) !==
  undefined

/** Sets an entry to how it stood a while ago. */
export const writePast = (tx: Tx, entryId: bigint, { hoursAgo, step }: { hoursAgo: number; step: EntryStep }) =>
  tx
    .updateTable('cashier_entry')
    .set({
      status: step.status,
      reason: step.reason,
      created_at: sql<Date>`least(created_at, ${ago(hoursAgo)})`,
      updated_at: ago(hoursAgo),
    })
    .where('id', '=', entryId)
    .execute()

export const addPastStep = (tx: Tx, entryId: bigint, { hoursAgo, step }: { hoursAgo: number; step: EntryStep }) =>
  tx
    .insertInto('cashier_step')
    .values({ entry_id: entryId, ...step, at: ago(hoursAgo) })
    .execute()
