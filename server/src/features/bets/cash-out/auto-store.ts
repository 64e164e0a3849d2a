import { sql } from 'kysely'
import type { Db } from '../../../context.ts'

/** A node that says nothing for so long does it no more. */
const leaseSeconds = 5

/** Up to which change of the book targets were looked at; null while another node does it. */
export async function holdAutoLook(db: Db, holder: string): Promise<{ seq: bigint; last: bigint } | null> {
  const { rows } = await sql<{ seq: bigint; last: bigint }>`update bets_auto_look set holder = ${holder},
      held_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where holder = ${holder} or held_until < clock_timestamp()
    returning seq, (select seq from sports_counter) as last`.execute(db)
  return rows[0] ?? null
}

/** After all of it was tried: what a dead node did not come to is looked at again. */
export const moveAutoLook = (db: Db, holder: string, seq: bigint) =>
  sql`update bets_auto_look set seq = ${seq} where holder = ${holder}`.execute(db)

export const leaveAutoLook = (db: Db, holder: string) =>
  sql`update bets_auto_look set held_until = '-infinity' where holder = ${holder}`.execute(db)

/** Open bets with a target on events that changed; with `isAll` all that have one. */
export async function listTargets(
  db: Db,
  { seq, last, isAll }: { seq: bigint; last: bigint; isAll: boolean },
): Promise<bigint[]> {
  const changed = sql`and exists (select from bets_leg as leg join sports_change as change
      on change.event_id = leg.event_id and change.seq > ${seq} and change.seq <= ${last}
    where leg.bet_id = bet.id)`
  const { rows } = await sql<{ id: bigint }>`select id from bets_bet as bet
    where auto_target is not null and state = 'open' ${isAll ? sql`` : changed} order by id`.execute(db)
  return rows.map(({ id }) => id)
}
