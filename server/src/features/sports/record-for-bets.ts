import { sql } from 'kysely'
import type { Db } from '../../context.ts'

/** What the record of a bet has of the book: all that was said of its markets, and what happened in its events. */

const numbers = (ids: readonly bigint[]) => `{${ids.join()}}`

/** To a millionth of a second, which a date does not keep; null where it has no end. */
const moment = (column: string) =>
  sql.raw(`case when isfinite(${column})
    then to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') end`)

export type MarketRecord = {
  id: string
  event: string
  type: string
  period: string
  line: string | null
  state: string
  results: {
    revision: number
    outcomes: [string, number, number, number][]
    void_reason: string | null
    source: 'feed' | 'own' | 'operator'
    reason: string
    facts: number
    at: string
  }[]
  windows: { from: string | null; to: string | null; reason: string; at: string; withdrawn_at: string | null }[]
}

export async function readMarketRecords(db: Db, marketIds: readonly bigint[]): Promise<MarketRecord[]> {
  const { rows } = await sql<MarketRecord>`select id::text as id, event_id::text as event, type, period,
      nullif(line, '') as line, state,
      coalesce((select json_agg(json_build_object('revision', revision, 'outcomes', outcomes, 'void_reason', void_reason,
          'source', source, 'reason', reason, 'facts', facts_seq, 'at', ${moment('at')}) order by revision)
        from sports_result where market_id = market.id), '[]') as results,
      coalesce((select json_agg(json_build_object('from', ${moment('starts_at')}, 'to', ${moment('ends_at')},
          'reason', reason, 'at', ${moment('at')}, 'withdrawn_at', ${moment('withdrawn_at')}) order by n)
        from sports_window where market_id = market.id), '[]') as windows
    from sports_market as market where id = any(${numbers(marketIds)}::bigint[]) order by id`.execute(db)
  return rows
}

type EventRecord = {
  id: string
  sport: string
  homeNames: Record<string, string>
  awayNames: Record<string, string>
  starts_at: string
  state: string
  rules: string
  facts: { seq: number; kind: string; data: Record<string, unknown>; cancels?: number; at: string }[]
}

export async function readEventRecords(db: Db, eventIds: readonly bigint[]): Promise<EventRecord[]> {
  const { rows } = await sql<EventRecord>`select event.id::text as id, event.sport, home.names as "homeNames",
      away.names as "awayNames", ${moment('event.starts_at')} as starts_at, event.state, event.rules,
      coalesce((select json_agg(json_strip_nulls(json_build_object('seq', seq, 'kind', kind, 'data', data,
          'cancels', cancels, 'at', ${moment('at')})) order by seq)
        from sports_fact where event_id = event.id), '[]') as facts
    from sports_event as event join sports_competitor as home on home.id = event.home_id
      join sports_competitor as away on away.id = event.away_id
    where event.id = any(${numbers(eventIds)}::bigint[]) order by event.id`.execute(db)
  return rows
}
