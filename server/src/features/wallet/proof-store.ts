import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'

/** A purse as it is stored, and as it stood when it was last anchored. */
export type Stored = {
  id: bigint
  isPlayers: boolean
  currency: string
  balance: bigint
  seq: bigint
  head: Buffer
  anchored: State | null
}
export type State = { seq: bigint; balance: bigint; head: Buffer }

/** The next purses in the order of their ids. */
export async function readStored(tx: Tx, afterId: bigint, count: number): Promise<Stored[]> {
  const rows = await tx
    .selectFrom('wallet_purse as p')
    .leftJoin('wallet_anchored as a', 'a.purse_id', 'p.id')
    .select(['p.id', 'p.currency', 'p.balance', 'p.seq', 'p.head', 'p.player_id as playerId'])
    .select(['a.seq as anchoredSeq', 'a.balance as anchoredBalance', 'a.head as anchoredHead'])
    .where('p.id', '>', afterId)
    .orderBy('p.id')
    .limit(count)
    .execute()
  return rows.map(({ id, currency, balance, seq, head, playerId, anchoredSeq, anchoredBalance, anchoredHead }) => ({
    id,
    isPlayers: playerId !== null,
    currency,
    balance,
    seq,
    head,
    anchored:
      anchoredSeq === null || anchoredBalance === null || anchoredHead === null
        ? null
        : { seq: anchoredSeq, balance: anchoredBalance, head: anchoredHead },
  }))
}

/** The proof reads one moment; long questions are expected here. */
export async function patiently(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = '10min'`.execute(tx)
  await sql`set local idle_in_transaction_session_timeout = '1h'`.execute(tx)
}

/** One proof at a time over all nodes, until the transaction ends. */
export async function takeTurn(tx: Tx): Promise<void> {
  await sql`set local lock_timeout = '10min'`.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtext('wallet proof'))`.execute(tx)
}

export async function countTransfers(tx: Tx): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`select count(*) from wallet_transfer`.execute(tx)
  return rows[0]?.count ?? 0n
}

export type Anchor = { id: bigint; at: Date; transfers: bigint; purses: bigint; root: string }

/** Proofs without a fault; one that found something anchors nothing. */
const goodAnchors = (db: Db) =>
  db
    .selectFrom('wallet_anchor')
    .select(['id', 'at', 'transfers', 'purses', sql<string>`encode(root, 'hex')`.as('root')])
    .where(sql<boolean>`faults = '[]'`)

export const readLastAnchor = (db: Db): Promise<Anchor | undefined> =>
  goodAnchors(db).orderBy('id', 'desc').limit(1).executeTakeFirst()

export const readAnchors = (db: Db, ids: readonly bigint[]): Promise<Anchor[]> =>
  goodAnchors(db)
    .where('id', '=', sql<bigint>`any(${ids.map(String)}::bigint[])`)
    .execute()

type NewAnchor = { transfers: bigint; purses: bigint; root: string; faults: readonly object[] }

export const addAnchor = (tx: Tx, { transfers, purses, root, faults }: NewAnchor) =>
  tx
    .insertInto('wallet_anchor')
    .values({ transfers, purses, root: Buffer.from(root, 'hex'), faults: JSON.stringify(faults) })
    .returning(['id', 'at'])
    .executeTakeFirstOrThrow()

export async function setAnchored(tx: Tx, purses: readonly ({ id: bigint } & State)[]): Promise<void> {
  const portion = 5_000
  for (let start = 0; start < purses.length; start += portion) {
    const part = purses.slice(start, start + portion)
    await sql`
      insert into wallet_anchored (purse_id, seq, balance, head)
      select * from unnest(
        ${part.map(({ id }) => String(id))}::bigint[],
        ${part.map(({ seq }) => String(seq))}::bigint[],
        ${part.map(({ balance }) => String(balance))}::bigint[],
        ${part.map(({ head }) => `\\x${head.toString('hex')}`)}::bytea[])
      on conflict (purse_id) do update set seq = excluded.seq, balance = excluded.balance, head = excluded.head`.execute(
      tx,
    )
  }
}
