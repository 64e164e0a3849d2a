import type { CashbackTerms } from '@croupier/contract/promotion-terms'
import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'

/** Stretches of time of schemes. */

export type Period = {
  id: bigint
  scheme: string
  startAt: Date
  endAt: Date
  version: string
  terms: unknown
  cursor: bigint
}

const fields = sql`id, scheme, start_at as "startAt", end_at as "endAt", version, terms, cursor`

type Kind = Pick<CashbackTerms, 'period' | 'zone'>

/**
 * The period around a moment, as instants that the database computes in the zone: a week in which the clocks change has
 * 167 or 169 hours. It never begins before `from`.
 */
export async function periodAround(
  db: Db,
  { period, zone }: Kind,
  { at, from }: { at?: Date | undefined; from?: Date | undefined } = {},
): Promise<{ startAt: Date; endAt: Date }> {
  const { rows } = await sql<{ startAt: Date; endAt: Date }>`
    select greatest(start_at at time zone ${zone}, ${from ?? null}::timestamptz) as "startAt",
      (start_at + make_interval(days => ${period === 'day' ? 1 : 0}, weeks => ${period === 'week' ? 1 : 0},
        months => ${period === 'month' ? 1 : 0})) at time zone ${zone} as "endAt"
    from (select date_trunc(${period}, coalesce(${at ?? null}::timestamptz, now()) at time zone ${zone}) as start_at) as local`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('a moment without a period')
  return row
}

export async function addPeriod(
  tx: Tx,
  { scheme, startAt, endAt, version, terms }: Omit<Period, 'id' | 'cursor'>,
): Promise<void> {
  await sql`insert into cashbacks_period (scheme, start_at, end_at, version, terms)
    values (${scheme}, ${startAt}, ${endAt}, ${version}, ${JSON.stringify(terms)}::jsonb)
    on conflict (scheme, start_at) do nothing`.execute(tx)
}

/** Until when each scheme has periods, and what time it is. */
export async function readReach(db: Db): Promise<{ now: Date; ends: ReadonlyMap<string, Date> }> {
  const { rows } = await sql<{ now: Date; scheme: string | null; endAt: Date | null }>`
    select clock_timestamp() as now, scheme, end_at as "endAt" from (select 1) as one
    left join (select scheme, max(end_at) as end_at from cashbacks_period group by scheme) as last on true`.execute(db)
  const ends = rows.flatMap(({ scheme, endAt }) => (scheme && endAt ? [[scheme, endAt] as const] : []))
  return { now: rows[0]?.now ?? new Date(), ends: new Map(ends) }
}

/** Those that can be closed: a transaction that began within them is over after so long. */
export async function readDuePeriods(db: Db, graceSeconds: number): Promise<Period[]> {
  const { rows } = await sql<Period>`select ${fields} from cashbacks_period
    where closed_at is null and end_at <= clock_timestamp() - make_interval(secs => ${graceSeconds})
    order by end_at, id`.execute(db)
  return rows
}

/** Those that run, and those that are over and not closed for every player yet. */
export async function readOpenPeriods(db: Db): Promise<Period[]> {
  const { rows } = await sql<Period>`select ${fields} from cashbacks_period where closed_at is null
    order by end_at desc, id desc`.execute(db)
  return rows
}

export async function readCursor(db: Db, id: bigint): Promise<{ cursor: bigint; isClosed: boolean }> {
  const { rows } = await sql<{ cursor: bigint; isClosed: boolean }>`select cursor, closed_at is not null as "isClosed"
    from cashbacks_period where id = ${id}`.execute(db)
  return rows[0] ?? { cursor: 0n, isClosed: true }
}

/** Two nodes may say it at once: the farther one counts. */
export const writeCursor = (tx: Tx, id: bigint, cursor: bigint) =>
  sql`update cashbacks_period set cursor = greatest(cursor, ${cursor}) where id = ${id}`.execute(tx)

export const writeClosed = (tx: Tx, id: bigint) =>
  sql`update cashbacks_period set closed_at = now() where id = ${id} and closed_at is null`.execute(tx)

/** How each period stands, newest first, for the operator. */
export async function listPeriods(db: Db, count: number) {
  const { rows } = await sql<Period & { closedAt: Date | null; players: number; paid: number; waiting: number }>`
    select p.id, p.scheme, p.start_at as "startAt", p.end_at as "endAt", p.version, p.terms, p.cursor,
      p.closed_at as "closedAt", count(c.id)::int as players,
      count(c.id) filter (where c.state = 'paid_out')::int as paid, count(c.id) filter (where c.state = 'active')::int as waiting
    from (select * from cashbacks_period order by end_at desc, id desc limit ${count}) as p
    left join cashbacks_cashback as c on c.period_id = p.id
    group by p.id, p.scheme, p.start_at, p.end_at, p.version, p.terms, p.cursor, p.closed_at
    order by p.end_at desc, p.id desc`.execute(db)
  return rows
}
