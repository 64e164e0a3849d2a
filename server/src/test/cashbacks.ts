import { randomUUID } from 'node:crypto'
import type { MoveReason } from '@croupier/contract/cashier'
import { sql } from 'kysely'
import { begin, type Database } from '../db/db.ts'
import { lockPlayer } from '../features/account/account.ts'
import { move } from '../features/wallet/wallet.ts'

/** What tests of cashback share: lines of a purse, and a period that ends when the test says so. */

export const weekly = { product: 'casino', period: 'week', rates: [{ level: 1, rate: 5 }], claim_hours: 336 }

type Line = { reason: MoveReason; amount: bigint; currency?: string; scope?: string }

/** Below zero it leaves the main purse. As every stake does, under the player's lock. */
export const addLine = (db: Database, playerId: bigint, { reason, amount, currency = 'EUR', scope = 'test' }: Line) =>
  begin(db, async (tx) => {
    await lockPlayer(tx, playerId)
    const own = { playerId, kind: 'main', currency } as const
    const game = { playerId: null, owner: 'game:studio', kind: 'main', currency } as const
    const [from, to] = amount < 0n ? [own, game] : [game, own]
    const transfers = [{ from, to, amount: amount < 0n ? -amount : amount, reason, ref: 'round:1' }]
    const movement = { scope, key: randomUUID(), playerId, body: {}, transfers, answer: () => null }
    const { kind } = await move(tx, movement)
    if (kind !== 'moved') throw new Error(`a line ended as ${kind}`)
  })

/** Example 35: staked 412.60, won 371.25, rolled back 2.00. */
export async function playWeek(db: Database, playerId: bigint, currency = 'EUR'): Promise<void> {
  await addLine(db, playerId, { reason: 'deposit', amount: 50_000n, currency })
  await addLine(db, playerId, { reason: 'stake', amount: -41_260n, currency })
  await addLine(db, playerId, { reason: 'win', amount: 37_125n, currency })
  await addLine(db, playerId, { reason: 'rollback', amount: 200n, currency })
}

/** The running period ends now; the next one begins where it ended. */
export async function endPeriod({ sql: db }: Pick<Database, 'sql'>, scheme: string): Promise<void> {
  await sql`update cashbacks_period set end_at = date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond'
    where scheme = ${scheme} and closed_at is null`.execute(db)
  // The clock passes it.
  await sql`select pg_sleep(0.003)`.execute(db)
}

export const cashbacksOf = ({ sql: db }: Pick<Database, 'sql'>, playerId: bigint) =>
  db.selectFrom('cashbacks_cashback').selectAll().where('player_id', '=', playerId).orderBy('id').execute()

/** A cashback that can be claimed, without the lines behind it. */
export async function addClaimable(db: Pick<Database, 'sql'>, playerId: bigint): Promise<bigint> {
  const [start_at, end_at] = ['2026-01-05T00:00Z', '2026-01-12T00:00Z']
  const period = { scheme: 'every-week', start_at, end_at, version: '', terms: JSON.stringify(weekly) }
  const { id: period_id } = await db.sql
    .insertInto('cashbacks_period')
    .values({ ...period, closed_at: sql<Date>`now()` })
    .onConflict((row) => row.columns(['scheme', 'start_at']).doUpdateSet({ version: '' }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const none = { wins: 0n, rollbacks_in: 0n, rollbacks_out: 0n, jackpots: 0n, conversions: 0n }
  const { id } = await db.sql
    .insertInto('cashbacks_cashback')
    .values({
      ...{ period_id, scheme: period.scheme, player_id: playerId, start_at, end_at, currency: 'EUR' },
      ...{ purse_id: 0n, from_seq: 0n, to_seq: 0n, head: Buffer.alloc(32), stakes: 1_000n, ...none, loss: 1_000n },
      ...{ rate: 500, level: 1, formula: 1, amount: 50n, state: 'active', pays: 'main' },
      receiving_expired_at: sql<Date>`now() + interval '14 days'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
