import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../db/db.ts'

const returnUrls = z.object({ success: z.string(), fail: z.string(), cancel: z.string(), pending: z.string() })

/** What this company keeps of a payment. Of a card nothing but the token and the mask. */
const kept = z.object({
  method: z.string(),
  mood: z.string().default(''),
  reason: z.string().nullable().default(null),
  card: z.object({ token: z.string(), mask: z.string() }).nullable().default(null),
  returnUrls: returnUrls.nullable().default(null),
})
export type Kept = z.output<typeof kept>

export type PaymentDirection = 'in' | 'out'
export type Payment = Awaited<ReturnType<typeof findPayment>> & object
type NewPayment = Pick<Payment, 'direction' | 'merchantRef' | 'amount' | 'currency' | 'details'>

const columns = [
  'ref',
  sql<PaymentDirection>`direction`.as('direction'),
  'merchant_ref as merchantRef',
  'amount',
  'currency',
  'details',
  'status',
  'created_at as createdAt',
] as const

const withKept = <R extends { details: unknown }>(row: R) => ({ ...row, details: kept.parse(row.details) })

export async function findPayment(db: Db, ref: string) {
  const row = await db.selectFrom('sandbox_payment').select(columns).where('ref', '=', ref).executeTakeFirst()
  return row && withKept(row)
}

export async function findByMerchant(db: Db, direction: PaymentDirection, merchantRef: string) {
  const row = await db
    .selectFrom('sandbox_payment')
    .select(columns)
    .where('direction', '=', direction)
    .where('merchant_ref', '=', merchantRef)
    .executeTakeFirst()
  return row && withKept(row)
}

/** Nothing when the merchant has used that name before. */
export async function addPayment(db: Db, { direction, merchantRef, amount, currency, details }: NewPayment) {
  const row = await db
    .insertInto('sandbox_payment')
    .values({
      ref: `${direction === 'in' ? 'pay' : 'out'}_${randomBytes(12).toString('hex')}`,
      direction,
      merchant_ref: merchantRef,
      amount,
      currency,
      details: JSON.stringify(details),
      status: direction === 'in' ? 'new' : 'accepted',
    })
    .onConflict((on) => on.columns(['direction', 'merchant_ref']).doNothing())
    .returning(columns)
    .executeTakeFirst()
  return row && withKept(row)
}

/** Nothing when another call was quicker. */
export async function movePayment(
  db: Db,
  ref: string,
  { from, to, more }: { from: readonly string[]; to: string; more: Partial<Kept> },
) {
  const row = await db
    .updateTable('sandbox_payment')
    .set({ status: to, details: sql`details || ${JSON.stringify(more)}::jsonb`, updated_at: sql`now()` })
    .where('ref', '=', ref)
    .where('status', 'in', from)
    .returning(columns)
    .executeTakeFirst()
  return row && withKept(row)
}

/** Payouts whose time has come are decided, each once, whichever node looks first. */
export async function settlePayouts(db: Db) {
  const rows = await db
    .updateTable('sandbox_payment')
    .set({
      status: sql`case when details->>'mood' = 'decline' then 'rejected' else 'paid' end`,
      details: sql`case when details->>'mood' = 'decline' then details || '{"reason":"bank_declined"}' else details end`,
      updated_at: sql`now()`,
    })
    .where('direction', '=', 'out')
    .where('status', '=', 'accepted')
    .where(sql<boolean>`details->>'mood' <> 'slow'`)
    .where(sql<boolean>`updated_at < now() - interval '1 second'`)
    .returning(columns)
    .execute()
  return rows.map(withKept)
}

export async function listPayments(db: Db) {
  const rows = await db
    .selectFrom('sandbox_payment')
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('ref')
    .limit(50)
    .execute()
  return rows.map(withKept)
}
