import { randomUUID } from 'node:crypto'
import { currencyOf, toDecimal } from '@croupier/contract/money'
import { sql } from 'kysely'
import { begin, type Database } from '../db/db.ts'
import { openSession } from '../features/rounds/rounds.ts'
import { makeInstances } from '../features/tournaments/instances.ts'
import type { testApp } from './app.ts'
import { publish } from './campaigns.ts'

/** Cups of tests: what they are, and rounds that are played for them. */

type Node = Pick<Awaited<ReturnType<typeof testApp>>, 'db' | 'parts'>
type Terms = Record<string, unknown>

let count = 0
const hoursFrom = (now: number, hours: number) => new Date(now + hours * 3_600_000).toISOString()

/** One that runs now, for all games, with cash for the first three. */
export async function addCup(db: Database, terms: Terms = {}, name = 'cup'): Promise<bigint> {
  count += 1
  const sysname = `${name}-${count}`
  const now = Date.now()
  await publish(db, 'tournaments', sysname, {
    starts_at: hoursFrom(now, -1),
    ends_at: hoursFrom(now, 24),
    prizes: [
      { from: 1, to: 1, kind: 'cash', amount: { EUR: '50', JPY: '8000' } },
      { from: 2, to: 3, kind: 'cash', amount: { EUR: '20', JPY: '3200' } },
    ],
    ...terms,
  })
  await makeInstances({ sql: db.sql, begin: (work) => begin(db, work) })
  const row = await db.sql
    .selectFrom('tournaments_tournament')
    .select('id')
    .where('definition', '=', sysname)
    .orderBy('starts_at')
    .executeTakeFirstOrThrow()
  return row.id
}

/** It is over at this moment; rounds that are open have so long to close. */
export async function endCup({ sql: db }: Pick<Database, 'sql'>, id: bigint, graceMs = 0): Promise<void> {
  await sql`update tournaments_tournament set ends_at = at, join_until = at,
      cut_at = at + make_interval(secs => ${graceMs / 1_000}), version = version + 1
    from (select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' as at) as moment
    where id = ${id}`.execute(db)
  // The next call begins after it.
  await sql`select pg_sleep(0.003)`.execute(db)
}

type Play = { stake?: bigint; win?: bigint; round?: string; isClosed?: boolean; transaction?: string }

/** A seat of a player in a game of the provider, without a socket in between. */
export async function seat({ db, parts }: Node, playerId: bigint, { currency = 'EUR', game = 'dice' } = {}) {
  const session = { playerId, provider: 'sample', game, mode: 'real', currency, lifeSeconds: 3600 } as const
  const token = await begin(db, (tx) => openSession(tx, session))
  const money = (amount: bigint) => toDecimal(amount, currencyOf({ currency }))
  const call = async (kind: 'bet' | 'win' | 'betwin' | 'rollback', said: Record<string, unknown>) => {
    const common = { transaction: randomUUID(), game, player: String(playerId), currency }
    await parts.rounds.call(kind, { provider: 'sample', sentAtMs: Date.now() }, { ...common, ...said })
  }
  return {
    /** Opened and closed in one call; answers the round and the transaction. */
    async spin({ stake = 100n, win = 0n, round = randomUUID(), transaction = randomUUID() }: Play = {}) {
      await call('betwin', { token, round, transaction, amount: money(stake), win: money(win), is_closed: true })
      return { round, transaction }
    },
    async bet({ stake = 100n, round = randomUUID(), transaction = randomUUID() }: Play = {}) {
      await call('bet', { token, round, transaction, amount: money(stake) })
      return { round, transaction }
    },
    win: (round: string, win: bigint, isClosed = true) =>
      call('win', { round, amount: money(win), is_closed: isClosed }),
    rollback: (round: string, reference: string) => call('rollback', { round, reference }),
  }
}
export type Seat = Awaited<ReturnType<typeof seat>>

const everyTerms = JSON.stringify({
  starts_at: '2026-01-05T00:00Z',
  ends_at: '2026-01-12T00:00Z',
  prizes: [{ from: 1, to: 1, kind: 'cash', amount: { EUR: '5' } }],
})

/** A cup that is to come, which this player has left, and one of long ago, in which it won: it is on no list. */
export async function addOldEntries(
  { sql: db }: Pick<Database, 'sql'>,
  playerId: bigint,
  mark: string,
): Promise<bigint> {
  const cup = (sysname: string, years: number) =>
    sql<{ id: bigint }>`insert into tournaments_tournament (sysname, definition, starts_at, ends_at, join_until, cut_at,
        version_id, terms, state, result_hash)
      select ${sysname}, ${sysname}, at, at + interval '7 days', at + interval '7 days', at + interval '7 days', '',
        ${everyTerms}::jsonb, ${years < 0 ? 'finished' : 'open'}, ${years < 0 ? 'hash' : null}
      from (select date_trunc('day', now()) + make_interval(years => ${years}) as at) as moment
      on conflict (sysname) do update set note = '' returning id`.execute(db)
  const [coming] = (await cup('every-cup', 1)).rows
  const [past] = (await cup('past-cup', -2)).rows
  if (!coming || !past) throw new Error('a cup was not made')
  const joined = { player_id: playerId, join_no: -Number(playerId), joined_at: '2024-01-01T00:00Z', version: 0n }
  await db
    .insertInto('tournaments_entry')
    .values({ ...joined, tournament_id: coming.id, state: 'left' })
    .execute()
  await db
    .insertInto('tournaments_entry')
    .values({ ...joined, tournament_id: past.id, note: mark })
    .execute()
  await db.insertInto('tournaments_cursor').values({ player_id: playerId, purse: 0n, seq: 0n }).execute()
  await db
    .insertInto('tournaments_ticket')
    .values({ player_id: playerId, definition: 'every-cup', key: mark })
    .execute()
  await db.insertInto('tournaments_player').values({ player_id: playerId, is_hidden: false }).execute()
  await db.insertInto('tournaments_open').values({ player_id: playerId, provider: 'studio', round: mark }).execute()
  const placed = { tournament_id: past.id, player_id: playerId, place: Number(playerId) }
  await db
    .insertInto('tournaments_result')
    .values({ ...placed, score: 100n, rounds: 1 })
    .execute()
  await db
    .insertInto('tournaments_prize')
    .values({ ...placed, kind: 'cash', currency: 'EUR', amount: 500n, state: 'paid' })
    .execute()
  return coming.id
}
