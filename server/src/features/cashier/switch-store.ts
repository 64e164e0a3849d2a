import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import type { Direction } from '../../ports/payments.ts'

export const readPaymentSwitches = (db: Db) =>
  db
    .selectFrom('cashier_switch')
    .select(['provider', 'direction', 'at', 'note'])
    .orderBy('provider')
    .orderBy('direction')
    .execute()

export const isSwitchedOff = async (db: Db, provider: string, direction: Direction): Promise<boolean> =>
  (await readPaymentSwitches(db)).some((each) => each.provider === provider && each.direction === direction)

export const switchOff = (db: Db, provider: string, direction: Direction, note: string) =>
  db
    .insertInto('cashier_switch')
    .values({ provider, direction, note })
    .onConflict((row) => row.columns(['provider', 'direction']).doUpdateSet({ note, at: sql<Date>`now()` }))
    .execute()

export const switchOn = (db: Db, provider: string, direction: Direction) =>
  db.deleteFrom('cashier_switch').where('provider', '=', provider).where('direction', '=', direction).execute()
