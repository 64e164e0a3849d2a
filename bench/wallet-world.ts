import { createHash } from 'node:crypto'
import { pino } from 'pino'
import { begin, type Database, openDatabase } from '../server/src/db/db.ts'
import { move, moveAll } from '../server/src/features/wallet/wallet.ts'
import { addPlayers } from '../server/src/test/world.ts'

export const startMinor = 1_000_000_00n

export type Gambler = { playerId: string; token: string }

export const openWorld = (url: string): Database => openDatabase(url, pino({ level: 'silent' }))

const hash = (token: string) => `\\x${createHash('sha256').update(token).digest('hex')}`

/** Players with money and a launched game each: one of our own, or, where none is named, one of the sample provider. */
export async function addGamblers(db: Database, count: number, name: string, own?: string): Promise<Gambler[]> {
  const [provider, game] = own === undefined ? ['sample', 'dice'] : ['studio', own]
  const ids = (await addPlayers(db, count)).map(String)
  for (let at = 0; at < ids.length; at += 500) await pay(db, ids.slice(at, at + 500))
  const gamblers = ids.map((playerId) => ({ playerId, token: `${name}-token-${playerId}` }))
  await db.pool.query(
    `insert into rounds_session (token_hash, player_id, provider, game, mode, currency, expires_at)
    select hash, id, $3, $4, 'real', 'EUR', now() + interval '1 day'
    from unnest($1::bytea[], $2::bigint[]) as made (hash, id)`,
    [gamblers.map(({ token }) => hash(token)), ids, provider, game],
  )
  return gamblers
}

const depositOf = (playerId: bigint, amount: bigint, ref: string) =>
  ({
    from: { playerId: null, owner: 'payment:sandbox', kind: 'main', currency: 'EUR' },
    to: { playerId, kind: 'main', currency: 'EUR' },
    amount,
    reason: 'deposit',
    ref,
  }) as const

async function pay(db: Database, ids: readonly string[]) {
  const movements = ids.map((id) => ({
    scope: 'bench',
    key: id,
    playerId: null,
    body: {},
    transfers: [depositOf(BigInt(id), startMinor, 'bench')],
    answer: () => ({}),
  }))
  await begin(db, (tx) => moveAll(tx, movements))
}

/** A long history: so many deposits of one player, in the ledger and in the cashier. */
export async function addHistory(db: Database, login: string, count: number): Promise<void> {
  const { rows } = await db.pool.query('select id from account_player where login_key = $1', [login])
  const playerId: bigint = rows[0].id
  for (let at = 0; at < count; at += 1000) {
    const transfers = Array.from({ length: Math.min(1000, count - at) }, (_, n) =>
      depositOf(playerId, 100n, `deposit:${at + n}`),
    )
    const movement = { scope: 'bench', key: `history-${at}`, playerId: null, body: {}, transfers, answer: () => ({}) }
    await begin(db, (tx) => move(tx, movement))
  }
  await db.pool.query(
    `insert into cashier_entry (player_id, type, number, method, provider, currency, amount, status, domain, key, body_hash)
    select $1, 'deposit', (select coalesce(max(number), 0) from cashier_entry where player_id = $1 and type = 'deposit') + n,
      'card', 'sandbox', 'EUR', 100, 'paid', 'localhost', 'bench-' || n, '\\x00'
    from generate_series(1, $2::int) n`,
    [playerId, count],
  )
  await db.pool.query('vacuum analyze')
}

/**
 * A long ledger: transfers of the same players, far ahead of their real ones, so that every page of every index is as
 * full as it would be. Their hashes are of the right size and nothing more: this ledger is for speed, not for proof.
 */
export async function fill(db: Database, count: number): Promise<void> {
  const portion = 500_000
  const client = await db.pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    for (let at = 0; at < count; at += portion) {
      await client.query(
        `with players as (
          select array_agg(id order by id) as ids, count(*) as many
          from wallet_purse where player_id is not null and kind = 'main'
        )
        insert into wallet_transfer (from_purse, from_seq, to_purse, to_seq, amount, from_balance, to_balance, from_hash,
          to_hash, scope, key, part, reason, ref, at)
        select ids[n % many + 1], 1000000000 + n, house.id, 1000000000 + n, 100, 0, 0, sha256(int8send(n)), sha256(int8send(-n)),
          'fill', 'fill-' || n, 0, 'stake', 'fill', now()
        from generate_series($1::bigint + 1, $1::bigint + $2::bigint) n, players,
        (select id from wallet_purse where owner = 'game:sample' and kind = 'main' limit 1) house`,
        [at, portion],
      )
    }
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  } finally {
    client.release(true)
  }
}
