import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import type { Link, PlayerPurse } from './rules.ts'

/** The history of purses: each line is one side of a transfer. */

export type Line = Link & { hash: Buffer }

/** Lines of one purse after one place in its history, up to another. */
export type Slice = { purse: bigint; after: bigint; upTo: bigint }

const sideOf = (own: 'from' | 'to') => {
  const other = own === 'from' ? 'to' : 'from'
  const ref = (name: string) => sql.ref(name)
  return sql`
    select ${ref(`${own}_seq`)} as seq, ${own === 'from' ? sql`-amount` : sql`amount`} as amount,
      ${ref(`${own}_balance`)} as balance, ${ref(`${other}_purse`)} as other, ${ref(`${own}_hash`)} as hash,
      scope, key, part, reason, ref, (extract(epoch from at) * 1000)::bigint as "atMs"
    from wallet_transfer
    where ${ref(`${own}_purse`)} = s.purse and ${ref(`${own}_seq`)} > s.after and ${ref(`${own}_seq`)} <= s.up_to`
}

/** Any place is one step through an index, the first and the millionth. Ordered by purse and place. */
export async function readLines(db: Db, slices: readonly Slice[]): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select s.purse, t.* from unnest(
      ${slices.map(({ purse }) => String(purse))}::bigint[],
      ${slices.map(({ after }) => String(after))}::bigint[],
      ${slices.map(({ upTo }) => String(upTo))}::bigint[]
    ) as s (purse, after, up_to)
    cross join lateral (${sideOf('from')} union all ${sideOf('to')}) t
    order by s.purse, t.seq`.execute(db)
  return rows
}

/** What a line is about, without its place in the chain. */
type BriefLine = Pick<Line, 'purse' | 'seq' | 'amount' | 'reason' | 'ref'> & { atMs: number }

const briefSide = (own: 'from' | 'to', isMeant: ReturnType<typeof sql>) => {
  const ref = (name: string) => sql.ref(`${own}_${name}`)
  return sql`select ${ref('seq')} as seq, ${own === 'from' ? sql`-amount` : sql`amount`} as amount, reason, ref, at
    from wallet_transfer where ${ref('purse')} = s.purse and ${ref('seq')} > s.after and ${ref('seq')} <= s.up_to
      and ${isMeant}`
}

/** Of many purses, by purse and place: for those who read much and prove nothing. With `reasons`: of these alone. */
export async function readBriefLines(
  db: Db,
  slices: readonly Slice[],
  reasons: readonly string[] | null = null,
): Promise<BriefLine[]> {
  if (slices.length === 0) return []
  const all = (pick: (slice: Slice) => bigint) => `{${slices.map(pick).join()}}`
  const isMeant = reasons === null ? sql`true` : sql`reason in (${sql.join(reasons.map((each) => sql.lit(each)))})`
  const { rows } = await sql<BriefLine>`select s.purse, t.seq, t.amount, t.reason, t.ref,
      round(date_part('epoch', t.at) * 1000) as "atMs"
    from unnest(${all(({ purse }) => purse)}::bigint[], ${all(({ after }) => after)}::bigint[],
      ${all(({ upTo }) => upTo)}::bigint[]) as s (purse, after, up_to)
    cross join lateral (${briefSide('from', isMeant)} union all ${briefSide('to', isMeant)}) t
    order by s.purse, t.seq`.execute(db)
  return rows
}

export const findPurse = (db: Db, playerId: bigint, kind: PlayerPurse, currency: string) =>
  db
    .selectFrom('wallet_purse')
    .select(['id', 'seq', 'balance', 'head'])
    .where('player_id', '=', playerId)
    .where('kind', '=', kind)
    .where('currency', '=', currency)
    .executeTakeFirst()

/** What a player was given, and what became of bonus money without a stake. */
type Gift = { seq: bigint; amount: bigint; currency: string; ref: string; at: Date; reason: string }

/**
 * Newest first. There are few of them, so a page is found by counting. Of bonuses it is also what became the player's own
 * and what went back to the house. Both conditions are written as their partial indexes have them.
 */
export async function readGifts(
  db: Db,
  wanted: { playerId: bigint; reason: 'bonus' | 'cashback'; offset: number; count: number },
): Promise<{ gifts: Gift[]; total: number }> {
  const { playerId, reason, offset, count } = wanted
  const given = sql`select t.to_seq as seq, t.amount, p.currency, t.ref, t.at, t.reason, t.to_purse as purse
    from wallet_purse p join wallet_transfer t on t.to_purse = p.id
    where p.player_id = ${playerId} and t.reason = ${reason} and t.reason in ('bonus', 'cashback')`
  const gone = sql`select t.from_seq, t.amount, p.currency, t.ref, t.at, t.reason, t.from_purse
    from wallet_purse p join wallet_transfer t on t.from_purse = p.id
    where p.player_id = ${playerId} and t.reason in ('conversion', 'forfeit')`
  const lines = reason === 'bonus' ? sql`(${given} union all ${gone}) as lines` : sql`(${given}) as lines`
  const { rows: gifts } = await sql<Gift>`select seq, amount, currency, ref, at, reason from ${lines}
    order by at desc, purse, seq desc offset ${offset} limit ${count}`.execute(db)
  const { rows } = await sql<{ total: bigint }>`select count(*) as total from ${lines}`.execute(db)
  return { gifts, total: Number(rows[0]?.total ?? 0n) }
}

type AskedPayout = { playerId: bigint; at: Date }

/** When these players asked for payouts, whatever became of them: lines into a hold are few. */
export async function readPayouts(db: Db, playerIds: readonly bigint[]): Promise<AskedPayout[]> {
  const { rows } = await sql<AskedPayout>`select p.player_id as "playerId", t.at
    from wallet_purse p join wallet_transfer t on t.to_purse = p.id
    where p.player_id = any(${`{${playerIds.join()}}`}::bigint[]) and p.kind = 'withdrawal_hold' and t.reason = 'withdrawal'
    order by p.player_id, t.to_seq`.execute(db)
  return rows
}
