import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { archiveBefore } from './archive.ts'

/** A price is told a week before the start, and its event is in the archive three days after its end. */
const priceDays = 14

/** Days of what is thrown away by days: made long before they begin, dropped when nobody asks for them any more. */
export async function turnSportsDays(db: Db): Promise<void> {
  await sql`select sports_make_days(14)`.execute(db)
  await sql`select sports_drop_days('sports_message', 7)`.execute(db)
  if (await archiveBefore(db, priceDays)) await sql`select sports_drop_days('sports_price', ${priceDays})`.execute(db)
  await sql`delete from sports_change where at < now() - interval '1 hour'`.execute(db)
}
