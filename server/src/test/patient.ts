import { pino } from 'pino'
import { type Database, openDatabase } from '../db/db.ts'

/** A busy machine may stand still for longer than a player would wait; a test that waits for ever is still found out. */
export const openPatient = (url: string): Database =>
  openDatabase(url, pino({ level: 'silent' }), {
    ...{ connectionTimeoutMillis: 120_000, statement_timeout: 120_000, lock_timeout: 60_000 },
    idle_in_transaction_session_timeout: 120_000,
  })
