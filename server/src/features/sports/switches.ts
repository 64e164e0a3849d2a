import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'
import { plannedOnce } from '../../db/db.ts'
import { lockAllBuckets } from './event-store.ts'
import { tellChanges } from './producer-store.ts'

/** What the operator closed for bets; what runs already is settled and can be cashed out. */

type SportsScope = 'sport' | 'tournament' | 'event'
type Target = { scope: SportsScope; name: string }

/** Why these events take no bets; those that do are left out. Asked under the locks of the events. */
export async function closedEvents(db: Db, eventIds: readonly bigint[]): Promise<Map<bigint, string>> {
  if (eventIds.length === 0) return new Map()
  const { rows } = await sql<{
    id: bigint
    reason: string
  }>`${plannedOnce('sports-closed')}select distinct on (event.id) event.id, switch.reason
    from sports_event as event join sports_switch as switch on switch.scope = 'sport' and switch.name = event.sport
      or switch.scope = 'tournament' and switch.name = event.tournament_id::text
      or switch.scope = 'event' and switch.name = event.id::text
    where event.id = any(${`{${eventIds.join()}}`}::bigint[]) order by event.id, switch.closed_at`.execute(db)
  return new Map(rows.map(({ id, reason }) => [id, reason]))
}

async function isKnown(db: Db, { scope, name }: Target): Promise<boolean> {
  const id = /^[1-9]\d{0,17}$/.test(name) ? name : '0'
  const { rows } = await sql<{ isKnown: boolean }>`select case ${scope}::text
      when 'sport' then exists (select from sports_sport where sysname = ${name})
      when 'tournament' then exists (select from sports_tournament where id = ${id}::bigint)
      else exists (select from sports_event where id = ${id}::bigint) end as "isKnown"`.execute(db)
  return rows[0]?.isKnown ?? false
}

/** Bets that are under way are waited for: after the answer there is not one more. */
export async function closeScope(
  tx: Tx,
  { scope, name, reason, actor }: Target & { reason: string; actor: string },
): Promise<'done' | 'unknown'> {
  if (!(await isKnown(tx, { scope, name }))) return 'unknown'
  await lockAllBuckets(tx)
  await sql`insert into sports_switch (scope, name, reason, actor) values (${scope}, ${name}, ${reason}, ${actor})
    on conflict (scope, name) do update set reason = excluded.reason, actor = excluded.actor`.execute(tx)
  await tellTurned(tx, { scope, name })
  return 'done'
}

export async function openScope(tx: Tx, { scope, name }: Target): Promise<boolean> {
  await lockAllBuckets(tx)
  const { numAffectedRows = 0n } =
    await sql`delete from sports_switch where scope = ${scope} and name = ${name}`.execute(tx)
  if (numAffectedRows === 0n) return false
  await tellTurned(tx, { scope, name })
  return true
}

/** Pages that are open show it at once: a new version of each event that is not over. */
async function tellTurned(tx: Tx, { scope, name }: Target): Promise<void> {
  const { rows } = await sql<{ id: bigint }>`update sports_event set version = version + 1
    where ended_at is null and state <> 'closed' and case ${scope}::text when 'sport' then sport
      when 'tournament' then tournament_id::text else id::text end = ${name} returning id`.execute(tx)
  await tellChanges(
    tx,
    rows.map(({ id }) => ({ eventId: id, marketId: null, what: 'event' })),
  )
}

type SportsSwitch = Target & { reason: string; actor: string; closedAt: Date }

export const listSportsSwitches = async (db: Db): Promise<SportsSwitch[]> =>
  (
    await sql<SportsSwitch>`select scope, name, reason, actor, closed_at as "closedAt" from sports_switch
      order by scope, name`.execute(db)
  ).rows
