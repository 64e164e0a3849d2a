import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'

/** The trail of what the operator did to events and markets, each act with its reason. */

type Act = 'close' | 'open' | 'result' | 'void' | 'rollback' | 'settle'

/** Who acts, and why. */
export type ActedBy = { actor: string; reason: string }

type About = { eventId: bigint } | { marketId: bigint }

export const noteAct = (tx: Tx, act: Act, about: About, { actor, reason }: ActedBy) =>
  sql`insert into sports_act (actor, act, event_id, market_id, reason) values (${actor}, ${act},
    ${'eventId' in about ? about.eventId : null}, ${'marketId' in about ? about.marketId : null}, ${reason})`.execute(
    tx,
  )

export type NotedAct = ActedBy & { at: Date; act: Act; eventId: bigint | null; marketId: bigint | null }

/** The last first. */
export const listActs = async (db: Db, most: number): Promise<NotedAct[]> =>
  (
    await sql<NotedAct>`select at, actor, act, event_id as "eventId", market_id as "marketId", reason from sports_act
      order by id desc limit ${most}`.execute(db)
  ).rows

/** Why the operator last stopped betting on these events. */
export async function closingWords(db: Db, eventIds: readonly bigint[]): Promise<Map<bigint, string>> {
  const { rows } = await sql<{ eventId: bigint; reason: string }>`select distinct on (event_id) event_id as "eventId",
      reason from sports_act
    where act = 'close' and event_id = any(${`{${eventIds.join()}}`}::bigint[]) order by event_id, id desc`.execute(db)
  return new Map(rows.map(({ eventId, reason }) => [eventId, reason]))
}
