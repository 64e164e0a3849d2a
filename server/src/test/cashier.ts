import { sql } from 'kysely'
import { expect } from 'vitest'
import type { JobContext } from '../context.ts'
import { begin, type Database } from '../db/db.ts'
import { move } from '../features/wallet/wallet.ts'
import type { testApp } from './app.ts'
import { giveBonus } from './bonuses.ts'

type App = Pick<Awaited<ReturnType<typeof testApp>>, 'db' | 'addPlayer' | 'signIn'>

/** What a listener and a webhook have. */
export const houseOf = ({ parts, db }: Pick<Awaited<ReturnType<typeof testApp>>, 'parts' | 'db'>): JobContext => ({
  ...parts,
  sql: db.sql,
  begin: (work) => begin(db, work),
})

let count = 0

type Wished = {
  currency?: string
  country?: string | null
  /** Minor units in the main purse. */
  main?: bigint
  bonus?: bigint
  /** Columns of the player's row that differ. */
  row?: Record<string, unknown>
  password?: string
}

/** A player for whom nothing stands between a deposit and a payout, and a session. */
export async function addPayer({ db, addPlayer, signIn }: App, wished: Wished = {}) {
  count += 1
  const { currency = 'EUR', country = 'DE', main = 0n, bonus = 0n, row = {}, password } = wished
  const login = `payer${count}@example.com`
  const id = await addPlayer({ login, currency, emailConfirmed: true, ...(password !== undefined && { password }) })
  const ready = {
    country_code: country,
    first_name: 'Anna',
    last_name: 'Payer',
    birth_date: '1990-04-12',
    has_deposited: true,
    verified_at: sql<Date>`now()`,
    ...row,
  }
  await db.sql.updateTable('account_player').set(ready).where('id', '=', id).execute()
  await fund(db, id, { currency, kind: 'main', amount: main })
  if (bonus > 0n) await giveBonus(db, { playerId: id, amount: bonus, currency })
  return { id, login, cookie: await signIn(id) }
}

type Funding = { currency: string; kind: 'main'; amount: bigint }

export async function fund(db: Database, playerId: bigint, { currency, kind, amount }: Funding) {
  if (amount === 0n) return
  count += 1
  const from = { playerId: null, owner: 'house', kind: 'test', currency } as const
  const transfers = [{ from, to: { playerId, kind, currency }, amount, reason: 'correction', ref: 'test' } as const]
  const key = `${playerId}:${count}`
  await begin(db, (tx) => move(tx, { scope: 'test', key, playerId, body: {}, transfers, answer: () => null }))
}

/** All purses of all currencies together are worth nothing, at any time. */
export async function expectZero({ sql: db }: Pick<Database, 'sql'>) {
  const { rows } = await sql<{ sum: string }>`select sum(balance)::text as sum from wallet_purse
    group by currency having sum(balance) <> 0`.execute(db)
  expect(rows).toEqual([])
}

export async function purseOf({ sql: db }: Pick<Database, 'sql'>, playerId: bigint, kind: string): Promise<bigint> {
  const row = await db
    .selectFrom('wallet_purse')
    .select('balance')
    .where('player_id', '=', playerId)
    .where('kind', '=', kind)
    .where('currency', '<>', 'FUN')
    .executeTakeFirst()
  return row?.balance ?? 0n
}

export const entriesOf = ({ sql: db }: Pick<Database, 'sql'>, playerId: bigint) =>
  db.selectFrom('cashier_entry').selectAll().where('player_id', '=', playerId).orderBy('id').execute()

export const usesOf = ({ sql: db }: Pick<Database, 'sql'>, playerId: bigint) =>
  db
    .selectFrom('limits_use')
    .select(['kind', 'amount', 'key'])
    .where('player_id', '=', playerId)
    .orderBy('at')
    .orderBy('key')
    .execute()
