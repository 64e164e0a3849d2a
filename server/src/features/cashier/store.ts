import type { EntryReason, TransactionStatus } from '@croupier/contract/cashier'
import type { DepositAction } from '@croupier/contract/methods/cashier'
import { type InferResult, sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'
import type { Direction } from '../../ports/payments.ts'

const entries = (db: Db) =>
  db
    .selectFrom('cashier_entry')
    .select(({ ref }) => [
      'id',
      'player_id as playerId',
      'type',
      'number',
      'method',
      'provider',
      'currency',
      'amount',
      'fee',
      'status',
      ref('reason').$castTo<EntryReason>().as('reason'),
      ref('requisites').$castTo<Record<string, string>>().as('requisites'),
      'requisites_sealed as requisitesSealed',
      'requisite_id as requisiteId',
      'offer_id as offerId',
      'domain',
      'back_url as backUrl',
      'body_hash as bodyHash',
      'provider_ref as providerRef',
      ref('action').$castTo<DepositAction | null>().as('action'),
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])

export type Entry = InferResult<ReturnType<typeof entries>>[number]

export const readEntry = (db: Db, id: bigint) => entries(db).where('id', '=', id).executeTakeFirst()

export const lockEntry = (tx: Tx, id: bigint) => entries(tx).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** Only the player's own: a foreign one is like one that never was. */
export const readOwnEntry = (db: Db, playerId: bigint, id: bigint) =>
  entries(db).where('id', '=', id).where('player_id', '=', playerId).executeTakeFirst()

export const findByKey = (db: Db, playerId: bigint, type: Direction, key: string) =>
  entries(db).where('player_id', '=', playerId).where('type', '=', type).where('key', '=', key).executeTakeFirst()

/** Whether the provider uses this name for another entry already. */
export const isRefTaken = async (tx: Tx, provider: string, ref: string, besides: bigint): Promise<boolean> =>
  (await tx
    .selectFrom('cashier_entry')
    .select('id')
    .where('provider', '=', provider)
    .where('provider_ref', '=', ref)
    .where('id', '<>', besides)
    .executeTakeFirst()) !== undefined

export type NewEntry = {
  playerId: bigint
  type: Direction
  method: string
  provider: string
  currency: string
  amount: bigint
  fee: bigint
  status: TransactionStatus
  requisites: Record<string, string>
  requisitesSealed: Buffer | null
  requisiteId: bigint | null
  reason?: EntryReason
  offerId?: string | null
  domain: string
  backUrl?: string | null
  key: string
  bodyHash: Buffer
}

/** The caller holds the player's row, so the next number is free. */
export async function addEntry(tx: Tx, entry: NewEntry): Promise<bigint> {
  const { playerId, type } = entry
  const { id } = await tx
    .insertInto('cashier_entry')
    .values({
      player_id: playerId,
      type,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from cashier_entry
        where player_id = ${playerId} and type = ${type})`,
      method: entry.method,
      provider: entry.provider,
      currency: entry.currency,
      amount: entry.amount,
      fee: entry.fee,
      status: entry.status,
      reason: entry.reason ?? '',
      requisites: JSON.stringify(entry.requisites),
      requisites_sealed: entry.requisitesSealed,
      requisite_id: entry.requisiteId,
      offer_id: entry.offerId ?? null,
      domain: entry.domain,
      back_url: entry.backUrl ?? null,
      key: entry.key,
      body_hash: entry.bodyHash,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type Actor = 'player' | 'provider' | 'operator' | 'house'
export type EntryStep = { status: TransactionStatus; reason: EntryReason; actor: Actor }

export const addStep = (tx: Tx, entryId: bigint, { status, reason, actor }: EntryStep) =>
  tx.insertInto('cashier_step').values({ entry_id: entryId, status, reason, actor }).execute()

export async function moveEntry(tx: Tx, entryId: bigint, step: EntryStep): Promise<void> {
  await tx
    .updateTable('cashier_entry')
    .set({ status: step.status, reason: step.reason, updated_at: sql<Date>`now()` })
    .where('id', '=', entryId)
    .execute()
  await addStep(tx, entryId, step)
}

/** Details were accepted: the payout waits for the operator like any other, and counts anew how often it was asked about. */
export async function letGoOn(tx: Tx, entryId: bigint, actor: Actor): Promise<void> {
  await moveEntry(tx, entryId, { status: 'review', reason: '', actor })
  await tx.updateTable('cashier_entry').set({ asked_at: null, asked_count: 0 }).where('id', '=', entryId).execute()
}

export const writeRef = (tx: Tx, entryId: bigint, ref: string) =>
  tx.updateTable('cashier_entry').set({ provider_ref: ref }).where('id', '=', entryId).execute()

export const writeAction = (tx: Tx, entryId: bigint, action: DepositAction) =>
  tx
    .updateTable('cashier_entry')
    .set({ action: JSON.stringify(action) })
    .where('id', '=', entryId)
    .execute()

export const writeMasks = (tx: Tx, entryId: bigint, requisites: Record<string, string>) =>
  tx
    .updateTable('cashier_entry')
    .set({ requisites: JSON.stringify(requisites) })
    .where('id', '=', entryId)
    .execute()

export const readSteps = (db: Db, entryId: bigint) =>
  db
    .selectFrom('cashier_step')
    .select(({ ref }) => [
      ref('status').$castTo<TransactionStatus>().as('status'),
      ref('reason').$castTo<EntryReason>().as('reason'),
      ref('actor').$castTo<Actor>().as('actor'),
      'at',
    ])
    .where('entry_id', '=', entryId)
    .orderBy('id')
    .execute()

// Sums

type Windows = Record<'day' | 'week' | 'month', { used: bigint; oldestAt: Date | null }> & { openCount: number }

/** What was asked for and not taken back in the last day, week and month; the windows move with the clock. */
export async function readPayoutSums(db: Db, playerId: bigint): Promise<Windows> {
  const { rows } = await sql<{
    day: string
    week: string
    month: string
    day_at: Date | null
    week_at: Date | null
    month_at: Date | null
    open_count: number
  }>`select
    coalesce(sum(amount) filter (where is_counted and created_at > now() - interval '24 hours'), 0)::text as day,
    coalesce(sum(amount) filter (where is_counted and created_at > now() - interval '168 hours'), 0)::text as week,
    coalesce(sum(amount) filter (where is_counted), 0)::text as month,
    min(created_at) filter (where is_counted and created_at > now() - interval '24 hours') as day_at,
    min(created_at) filter (where is_counted and created_at > now() - interval '168 hours') as week_at,
    min(created_at) filter (where is_counted) as month_at,
    (select count(*)::int from cashier_entry where player_id = ${playerId} and type = 'withdrawal'
      and status in ('review', 'approved', 'sent')) as open_count
    from (select amount, created_at, status not in ('declined', 'cancelled') as is_counted from cashier_entry
      where player_id = ${playerId} and type = 'withdrawal' and created_at > now() - interval '720 hours') as recent
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('sums without a row')
  return {
    day: { used: BigInt(row.day), oldestAt: row.day_at },
    week: { used: BigInt(row.week), oldestAt: row.week_at },
    month: { used: BigInt(row.month), oldestAt: row.month_at },
    openCount: row.open_count,
  }
}

/** Since the account was opened. Sums travel as text: they may be larger than a column holds. */
export async function readPaidTotals(db: Db, playerId: bigint): Promise<{ paidIn: bigint; paidOut: bigint }> {
  const { rows } = await sql<{ paid_in: string; paid_out: string }>`select
    coalesce(sum(amount) filter (where type = 'deposit'), 0)::text as paid_in,
    coalesce(sum(amount) filter (where type = 'withdrawal'), 0)::text as paid_out
    from cashier_entry where player_id = ${playerId} and status = 'paid'`.execute(db)
  return { paidIn: BigInt(rows[0]?.paid_in ?? 0), paidOut: BigInt(rows[0]?.paid_out ?? 0) }
}

/** Deposits that came, those that went back later too. */
export async function countPaidDeposits(db: Db, playerId: bigint): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from cashier_entry
    where player_id = ${playerId} and type = 'deposit' and status in ('paid', 'refunded')`.execute(db)
  return rows[0]?.count ?? 0
}

// History

type Page = { playerId: bigint; type: Direction; offset: number; count: number }

export const countEntries = async (db: Db, playerId: bigint, type: Direction): Promise<number> =>
  (
    await db
      .selectFrom('cashier_entry')
      .select('number')
      .where('player_id', '=', playerId)
      .where('type', '=', type)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.number ?? 0

/** The newest first. Numbers have no gaps, so any page is one step through an index. */
export async function readPage(db: Db, { playerId, type, offset, count }: Page) {
  const total = await countEntries(db, playerId, type)
  const last = total - offset
  const rows =
    last < 1
      ? []
      : await entries(db)
          .where('player_id', '=', playerId)
          .where('type', '=', type)
          .where('number', '<=', last)
          .where('number', '>', last - count)
          .orderBy('number', 'desc')
          .execute()
  return { rows, total }
}

type Filter = {
  playerId: bigint
  type: Direction | null
  statuses: readonly TransactionStatus[]
  offset: number
  count: number
}

/** A filtered history is read from the newest on, and counted no further than this behind the page that was asked for. */
const mostCounted = 1_000

export async function readFiltered(db: Db, { playerId, type, statuses, offset, count }: Filter) {
  let wanted = entries(db).where('player_id', '=', playerId)
  if (type) wanted = wanted.where('type', '=', type)
  if (statuses.length > 0) wanted = wanted.where('status', 'in', statuses)
  const rows = await wanted.orderBy('id', 'desc').offset(offset).limit(count).execute()
  const counted = await db
    .selectFrom(
      wanted
        .clearSelect()
        .select('id')
        .limit(offset + mostCounted)
        .as('found'),
    )
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total: counted.total }
}

// The player's own data

export const entriesAfter = (db: Db, playerId: bigint) => (last: { id: bigint } | undefined, count: number) =>
  entries(db)
    .where('player_id', '=', playerId)
    .where('id', '>', last?.id ?? 0n)
    .orderBy('id')
    .limit(count)
    .execute()

/** Payouts in this currency that no provider was asked for yet, the newest first. The caller holds the player's row. */
export const readRecallable = (tx: Tx, { playerId, currency }: Pick<Entry, 'playerId' | 'currency'>) =>
  entries(tx)
    .where('player_id', '=', playerId)
    .where('type', '=', 'withdrawal')
    .where('status', 'in', ['review', 'approved'])
    .where('currency', '=', currency)
    .orderBy('number', 'desc')
    .forUpdate()
    .execute()

/** Payouts to these details that no provider was asked for yet, the oldest first. The caller holds the player's row. */
export const lockPayoutsTo = (tx: Tx, playerId: bigint, requisiteId: bigint) =>
  entries(tx)
    .where('player_id', '=', playerId)
    .where('type', '=', 'withdrawal')
    .where('status', 'in', ['review', 'approved'])
    .where('requisite_id', '=', requisiteId)
    .orderBy('number')
    .forUpdate()
    .execute()

// For the operator

/** Which of these are paid, and since when. */
export async function readPaidAmong(db: Db, ids: readonly bigint[]): Promise<Map<bigint, Date>> {
  if (ids.length === 0) return new Map()
  const rows = await entries(db)
    .where('id', 'in', [...ids])
    .where('status', '=', 'paid')
    .execute()
  return new Map(rows.map(({ id, updatedAt }) => [id, updatedAt]))
}

/** Those that only the operator's word is missing for come first. */
export const readWaitingPayouts = (db: Db, most: number) =>
  entries(db)
    .where('status', '=', 'review')
    .orderBy(sql`reason = 'DETAILS_CHECKING'`)
    .orderBy('id')
    .limit(most)
    .execute()
