import type { PopupDay } from '@croupier/contract/popups'
import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'

export type PopupSeen = PopupDay & { popup: string }

/** What a player saw of popups, and which day it is, by the clock of the database. */
export async function readPopupSeen(db: Db, playerId: bigint): Promise<{ today: string; seen: PopupSeen[] }> {
  const { rows } = await sql<{ today: string; seen: PopupSeen[] }>`select
      ((now() at time zone 'UTC')::date)::text as today,
      coalesce((
        select json_agg(json_build_object('popup', popup, 'day', day::text, 'opened', opened, 'isRefused', refused))
        from campaigns_popup_seen where player_id = ${playerId}
      ), '[]') as seen`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a question without an answer')
  return row
}

/** So long a browser has to show what it was given. */
const holdSeconds = 60

/** False where another session of this player is about to show one. The player is locked. */
export async function holdPopup(
  tx: Tx,
  { playerId, popup, sessionId }: { playerId: bigint; popup: string; sessionId: bigint },
): Promise<boolean> {
  const { rows } = await sql`insert into campaigns_popup_hold (player_id, popup, session_id, until)
    values (${playerId}, ${popup}, ${sessionId}, clock_timestamp() + make_interval(secs => ${holdSeconds}))
    on conflict (player_id) do update
      set popup = excluded.popup, session_id = excluded.session_id, until = excluded.until
      where campaigns_popup_hold.session_id = excluded.session_id or campaigns_popup_hold.until <= clock_timestamp()
    returning 1`.execute(tx)
  return rows.length === 1
}

export const dropHold = (tx: Tx, playerId: bigint) =>
  tx.deleteFrom('campaigns_popup_hold').where('player_id', '=', playerId).execute()

export type PopupReport = 'opened' | 'closed' | 'clicked' | 'refused'

/** One more of it today. The player is locked. */
export const countPopup = (
  tx: Tx,
  { playerId, popup, report }: { playerId: bigint; popup: string; report: PopupReport },
) => {
  const one = (kind: PopupReport) => (report === kind ? 1 : 0)
  return sql`insert into campaigns_popup_seen as seen (player_id, popup, opened, closed, clicked, refused)
    values (${playerId}, ${popup}, ${one('opened')}, ${report === 'refused' ? 1 : one('closed')}, ${one('clicked')},
      ${report === 'refused'})
    on conflict (player_id, popup, day) do update set opened = seen.opened + excluded.opened,
      closed = seen.closed + excluded.closed, clicked = seen.clicked + excluded.clicked,
      refused = seen.refused or excluded.refused`.execute(tx)
}

/** For the player's own data. */
export const readPopupRows = (db: Db, playerId: bigint) =>
  db
    .selectFrom('campaigns_popup_seen')
    .select(['popup', 'day', 'opened', 'closed', 'clicked', 'refused'])
    .where('player_id', '=', playerId)
    .orderBy('day')
    .orderBy('popup')
    .execute()
