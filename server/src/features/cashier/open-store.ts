import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import type { Direction } from '../../ports/payments.ts'

/** Also money that came too late for the player's own limit and has not gone back yet. */
const isOpen = sql<boolean>`(status in ('created', 'pending', 'approved', 'sent')
  or (status in ('failed', 'cancelled') and reason = 'LIMIT_EXCEEDED'))`

export type OpenEntry = {
  id: bigint
  type: Direction
  status: 'created' | 'pending' | 'approved' | 'sent' | 'failed' | 'cancelled'
  provider: string
  currency: string
  providerRef: string | null
  /** Begun so long ago that a provider who has not heard of it never will. */
  isExpired: boolean
  /** Open for more than a day: a person should look. */
  isStale: boolean
}

const shown = sql`id, type, status, provider, currency, provider_ref as "providerRef",
  created_at < now() - interval '15 minutes' as "isExpired", updated_at < now() - interval '1 day' as "isStale"`

/** Patience grows with every look: 2, 5, 15 minutes, then every hour; after a day once a day. */
const pause = sql`case when updated_at < now() - interval '1 day' then interval '1 day'
  else (array[interval '2 minutes', interval '5 minutes', interval '15 minutes', interval '1 hour'])[least(asked_count, 3) + 1] end`

/** Some that are due, for this caller alone: a node that looks at the same time gets others. */
export async function claimOpen(db: Db, providers: readonly string[], most: number): Promise<OpenEntry[]> {
  const { rows } = await sql<OpenEntry>`
    update cashier_entry set asked_at = now(), asked_count = asked_count + 1
    where id in (
      select id from cashier_entry
      where ${isOpen} and provider = any(${providers}::text[])
        and coalesce(asked_at, updated_at) < now() - ${pause}
      order by asked_at nulls first, id limit ${most} for no key update skip locked
    ) returning ${shown}`.execute(db)
  return rows
}

/** Payouts that wait for their details and are due for another look, for this caller alone. */
export async function claimWaiting(db: Db, providers: readonly string[], most: number): Promise<{ id: bigint }[]> {
  const { rows } = await sql<{ id: bigint }>`
    update cashier_entry set asked_at = now(), asked_count = asked_count + 1
    where id in (
      select id from cashier_entry
      where status = 'review' and reason = 'DETAILS_CHECKING' and provider = any(${providers}::text[])
        and coalesce(asked_at, updated_at) < now() - ${pause}
      order by asked_at nulls first, id limit ${most} for no key update skip locked
    ) returning id`.execute(db)
  return rows
}

/**
 * One entry that its player looks at, if no node asked about it in the last ten seconds. Not a payout that is being sent
 * this very moment: a provider that has not read it yet would be asked to pay a second time.
 */
export async function claimOne(db: Db, id: bigint): Promise<OpenEntry | undefined> {
  const { rows } = await sql<OpenEntry>`
    update cashier_entry set asked_at = now()
    where id = ${id} and (status in ('created', 'pending') or (status = 'sent' and provider_ref is not null))
      and (asked_at is null or asked_at < now() - interval '10 seconds')
    returning ${shown}`.execute(db)
  return rows[0]
}

/** For the operator: what has been open for more than a day, the oldest first. */
export const listStale = (db: Db, most: number) =>
  db
    .selectFrom('cashier_entry')
    .select(['id', 'type', 'status', 'provider', 'created_at as createdAt', 'asked_at as askedAt'])
    .where(isOpen)
    .where('updated_at', '<', sql<Date>`now() - interval '1 day'`)
    .orderBy('updated_at')
    .limit(most)
    .execute()
