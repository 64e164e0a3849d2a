import type { HistoryProduct } from '@croupier/contract/games'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../context.ts'
import type { HistoryLine, HistoryQuery, PaidBy } from '../../../ports/history.ts'
import { modeOf } from '../batch/store.ts'
import { columns, isIn, paidBy } from './history-store.ts'
import type { ExportPlace } from './source.ts'

/** So long a file is kept, and so many of one player: they may be large. */
const keptDays = 7
const mostKept = 20

/** Nothing where one is being made already. */
export async function addExport(
  tx: Tx,
  { playerId, product, mode, game, from, to }: HistoryQuery & { product: HistoryProduct },
): Promise<string | undefined> {
  const added = await tx
    .insertInto('rounds_export')
    .values({ player_id: playerId, product, mode, game: game ?? null, from_day: from ?? null, to_day: to ?? null })
    .onConflict((row) => row.column('player_id').where('status', '=', 'queued').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id
}

const statusNow = sql<'queued' | 'ready' | 'failed' | 'expired'>`
  case when status = 'ready' and expires_at <= now() then 'expired' else status end`

export const readExports = (db: Db, playerId: bigint, { count, offset }: { count: number; offset: number }) =>
  db
    .selectFrom('rounds_export')
    .select(['id', 'product', 'mode', 'game', 'from_day as from', 'to_day as to', 'rows', 'bytes'])
    .select(['created_at as createdAt', 'expires_at as expiresAt'])
    .select(statusNow.as('status'))
    .where('player_id', '=', playerId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(count)
    .offset(offset)
    .execute()

export async function countExports(db: Db, playerId: bigint): Promise<number> {
  const { total } = await db
    .selectFrom('rounds_export')
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .where('player_id', '=', playerId)
    .executeTakeFirstOrThrow()
  return Number(total)
}

// Making one

/** The process that holds it makes the next part; a second one waits and goes on after it. */
export async function lockExport(tx: Tx, id: string, product: HistoryProduct) {
  const row = await tx
    .selectFrom('rounds_export')
    .select(['player_id as playerId', 'mode', 'game', 'from_day as from', 'to_day as to'])
    .select(sql<string>`created_at::text`.as('until'))
    .where('id', '=', id)
    .where('product', '=', product)
    .where('status', '=', 'queued')
    .forUpdate()
    .executeTakeFirst()
  return row && { ...row, mode: modeOf(row.mode) }
}

/** Where the file has got to. The moment is text: a Date would lose its last digits. */
export async function readLastPart(tx: Tx, id: string) {
  const { rows } = await sql<{ part: number; at: string; provider: string; round: string }>`
    select part, last_at::text as at, last_provider as provider, last_round as round from rounds_export_part
    where export_id = ${id} order by part desc limit 1`.execute(tx)
  return rows[0]
}

/** Oldest first, after this place; rounds that began after the wish are not part of it. */
export async function readPortion(
  tx: Tx,
  id: string,
  past: HistoryQuery,
  { after, count }: { after: ExportPlace; count: number },
) {
  const oldest = sql`r.opened_at, r.provider, r.round`
  const { rows } = await sql<HistoryLine & PaidBy & { at: string }>`
    select ${columns}, r.opened_at::text as at, paid.* from (
      select * from rounds_round as r
      where ${isIn(past)} and r.opened_at <= (select created_at from rounds_export where id = ${id})
        and r.opened_at >= ${after.at}::timestamptz
        and (${oldest}) > (${after.at}::timestamptz, ${after.provider}, ${after.round})
      order by ${oldest} limit ${count}
    ) as r left join rounds_play as p on r.provider = 'studio' and p.round = r.round
    cross join lateral (${paidBy}) as paid order by ${oldest}`.execute(tx)
  return rows
}

type NewPart = { exportId: string; part: number; bytes: Buffer; size: number; rows: number; last: ExportPlace }

export const addPart = (tx: Tx, { exportId, part, bytes, size, rows, last }: NewPart) =>
  tx
    .insertInto('rounds_export_part')
    .values({
      export_id: exportId,
      part,
      bytes,
      size,
      rows,
      last_at: last.at,
      last_provider: last.provider,
      last_round: last.round,
    })
    .execute()

export const setReady = (tx: Tx, id: string) =>
  sql`update rounds_export set status = 'ready', ready_at = now(), expires_at = now() + make_interval(days => ${keptDays}),
      rows = made.rows, bytes = made.bytes
    from (select sum(rows) as rows, sum(size) as bytes from rounds_export_part where export_id = ${id}) as made
    where id = ${id}`.execute(tx)

// Handing it out

/** A file of another player is not there. */
export const findReady = (db: Db, playerId: bigint, id: string) =>
  db
    .selectFrom('rounds_export')
    .select(['bytes', 'product', 'mode', 'from_day as from', 'to_day as to', 'created_at as createdAt'])
    .where('id', '=', id)
    .where('player_id', '=', playerId)
    .where('status', '=', 'ready')
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()

export const readPart = (db: Db, id: string, part: number) =>
  db
    .selectFrom('rounds_export_part')
    .select('bytes')
    .where('export_id', '=', id)
    .where('part', '=', part)
    .executeTakeFirst()

// Clean-up

/** Made, and past their time or more than one player may keep; or never made, and too old to be made. */
export async function endOldExports(db: Db): Promise<void> {
  await sql`update rounds_export set status = 'failed' where status = 'queued' and created_at < now() - interval '6 hours'`.execute(
    db,
  )
  await sql`update rounds_export set status = 'expired' where status = 'ready' and (expires_at <= now() or id in (
      select id from (select id, row_number() over (partition by player_id order by created_at desc, id) as place
        from rounds_export where status = 'ready') as kept where place > ${mostKept}))`.execute(db)
  await sql`delete from rounds_export_part where export_id in (
      select id from rounds_export where status in ('failed', 'expired'))`.execute(db)
  await sql`delete from rounds_export where status in ('failed', 'expired') and created_at < now() - interval '90 days'`.execute(
    db,
  )
}
