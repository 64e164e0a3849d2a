import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../context.ts'

const pickList = z.array(z.object({ pick: z.string(), market: z.number(), price: z.number() }))
export type BookedPick = z.output<typeof pickList>[number]

const days = 30

/** Null where the code is taken. */
export async function addBooking(db: Db, code: string, picks: readonly BookedPick[]): Promise<Date | null> {
  const { rows } = await sql<{ expiresAt: Date }>`insert into bets_booking (code, picks, expires_at)
    values (${code}, ${JSON.stringify(picks)}, clock_timestamp() + make_interval(days => ${days}))
    on conflict (code) do nothing returning expires_at as "expiresAt"`.execute(db)
  return rows[0]?.expiresAt ?? null
}

type Booking = { picks: BookedPick[]; at: Date; expiresAt: Date }

export async function findBooking(db: Db, code: string): Promise<Booking | null> {
  const { rows } = await sql<Omit<Booking, 'picks'> & { picks: unknown }>`select picks, at, expires_at as "expiresAt"
    from bets_booking where code = ${code} and expires_at > clock_timestamp()`.execute(db)
  const [row] = rows
  return row ? { ...row, picks: pickList.parse(row.picks) } : null
}

export const forgetOldBookings = (db: Db) =>
  sql`delete from bets_booking where expires_at < clock_timestamp()`.execute(db)
