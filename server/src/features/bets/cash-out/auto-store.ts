import { sql } from 'kysely'
import type { Db } from '../../../context.ts'

/** A node that says nothing for so long does it no more. */
const leaseSeconds = 5

/** Up to which change of the book targets were looked at; null while another node does it. */
export async function holdAutoLook(db: Db, holder: string): Promise<bigint | null> {
  const { rows } = await sql<{ seq: bigint }>`update bets_auto_look set holder = ${holder},
      held_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where holder = ${holder} or held_until < clock_timestamp() returning seq`.execute(db)
  return rows[0]?.seq ?? null
}

/** After all of it was tried: what a dead node did not come to is looked at again. */
export const moveAutoLook = (db: Db, holder: string, seq: bigint) =>
  sql`update bets_auto_look set seq = ${seq} where holder = ${holder}`.execute(db)

export const leaveAutoLook = (db: Db, holder: string) =>
  sql`update bets_auto_look set held_until = '-infinity' where holder = ${holder}`.execute(db)

/** Open bets with a target, on these events; without a list all that have one. */
export async function listTargets(db: Db, eventIds: readonly bigint[] | null): Promise<bigint[]> {
  const onEvents = sql`and exists (select from bets_leg as leg where leg.bet_id = bet.id
    and leg.event_id = any(${`{${eventIds?.join() ?? ''}}`}::bigint[]))`
  const { rows } = await sql<{ id: bigint }>`select id from bets_bet as bet
    where auto_target is not null and state = 'open' ${eventIds ? onEvents : sql``} order by id`.execute(db)
  return rows.map(({ id }) => id)
}
