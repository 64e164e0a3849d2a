import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'
import { textArray } from '../../db/array-text.ts'
import { isPlayerPurse, ownerOf, type PlayerPurse, type Purse, type PurseName, purseKey, type Row } from './rules.ts'

/** The hot statements are written by hand: one batch is one statement over arrays, however many movements it has. */

// Purses

/** Numbers and bytes need no escaping, so their arrays are written as PostgreSQL reads them: it is several times quicker. */
const numbers = (values: readonly (bigint | number | null)[]) => `{${values.map((value) => value ?? 'null').join()}}`
const bytes = (values: readonly Buffer[]) => `{${values.map((value) => `"\\\\x${value.toString('hex')}"`).join()}}`

/** Asks for purses by name; those that do not exist are not in the answer. */
export async function findPurses(tx: Tx, names: readonly PurseName[]): Promise<Map<string, bigint>> {
  const { rows } = await sql<NamedRow>`
    select p.id, p.player_id as "playerId", p.owner, p.kind, p.currency from ${asked(names)} join wallet_purse p
    on p.player_id = a.player_id and p.owner = 'player' and p.kind = a.kind and p.currency = a.currency
    where a.player_id is not null
    union all
    select p.id, p.player_id, p.owner, p.kind, p.currency from ${asked(names)} join wallet_purse p
    on p.player_id is null and p.owner = a.owner and p.kind = a.kind and p.currency = a.currency
    where a.player_id is null`.execute(tx)
  return new Map(rows.map((row) => [rowName(row), row.id]))
}

/** Two that open the same purse at once both get the one there is. */
export async function openPurses(tx: Tx, names: readonly PurseName[]): Promise<void> {
  await sql`
    insert into wallet_purse (player_id, owner, kind, currency)
    select player_id, owner, kind, currency from ${asked(names)} order by player_id nulls first, owner, kind, currency
    on conflict do nothing`.execute(tx)
}

const asked = (names: readonly PurseName[]) => sql`unnest(
  ${numbers(names.map(({ playerId }) => playerId))}::bigint[],
  ${textArray(names.map(ownerOf))}::text[],
  ${textArray(names.map(({ kind }) => kind))}::text[],
  ${textArray(names.map(({ currency }) => currency))}::text[]) as a (player_id, owner, kind, currency)`

type NamedRow = { id: bigint; playerId: bigint | null; owner: string; kind: string; currency: string }

const rowName = ({ playerId, owner, kind, currency }: NamedRow) => `${playerId ?? owner}/${kind}/${currency}`

/** In the order of their ids, as every transaction does it. */
export async function lockPurses(tx: Tx, ids: readonly bigint[]): Promise<Map<string, Purse>> {
  const { rows } = await sql<NamedRow & { balance: bigint; seq: bigint; head: Buffer; movedMs: bigint }>`
    select id, player_id as "playerId", owner, kind, currency, balance, seq, head,
      coalesce((extract(epoch from moved_at) * 1000)::bigint, 0) as "movedMs"
    from wallet_purse where id = any(${numbers(ids)}::bigint[]) order by id for update`.execute(tx)
  return new Map(
    rows.map((row) => {
      const { id, playerId, balance, seq, head, movedMs } = row
      return [rowName(row), { id, isPlayers: playerId !== null, balance, seq, head, movedMs }]
    }),
  )
}

// Movements

export type StoredMovement = { bodyHash: Buffer; answer: string }
type Key = { scope: string; key: string }

/** What is known under these keys, and the database's clock. */
export async function findMovements(db: Db, keys: readonly Key[]) {
  const { rows } = await sql<{ nowMs: bigint; scope: string | null; key: string; bodyHash: Buffer; answer: string }>`
    select clock.ms as "nowMs", m.scope, m.key, m.body_hash as "bodyHash", m.answer
    from (select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as ms) clock
    left join (
      select m.* from unnest(${textArray(keys.map(({ scope }) => scope))}::text[], ${textArray(keys.map(({ key }) => key))}::text[])
        as a (scope, key) cross join lateral (
          -- Key by key: for a crowd of them the planner would read all there are.
          select * from wallet_movement where scope = a.scope and key = a.key limit 1) m
    ) m on true`.execute(db)
  const known = new Map<string, StoredMovement>()
  for (const { scope, key, bodyHash, answer } of rows) {
    if (scope !== null) known.set(keyName({ scope, key }), { bodyHash, answer })
  }
  return { nowMs: rows[0]?.nowMs ?? 0n, known }
}

export const keyName = ({ scope, key }: Key) => `${scope}\n${key}`

export type NewMovement = Key & { bodyHash: Buffer; playerId: bigint | null; answer: string }
type NewState = Pick<Purse, 'id' | 'balance' | 'seq' | 'head'>

type Batch = { movements: readonly NewMovement[]; rows: readonly Row[]; purses: readonly NewState[]; atMs: bigint }

/** The whole batch in one statement: keys with their answers, transfers, and how the purses stand. */
export async function writeBatch(tx: Tx, { movements, rows, purses, atMs }: Batch): Promise<void> {
  const at = new Date(Number(atMs)).toISOString()
  const ids = numbers(purses.map(({ id }) => id))
  await sql`
    with movements as (
      insert into wallet_movement (scope, key, body_hash, player_id, answer, at)
      select scope, key, body_hash, player_id, answer, ${at}::timestamptz from unnest(
        ${textArray(movements.map(({ scope }) => scope))}::text[],
        ${textArray(movements.map(({ key }) => key))}::text[],
        ${bytes(movements.map(({ bodyHash }) => bodyHash))}::bytea[],
        ${numbers(movements.map(({ playerId }) => playerId))}::bigint[],
        ${textArray(movements.map(({ answer }) => answer))}::text[]
      ) as a (scope, key, body_hash, player_id, answer)
    ), transfers as (
      insert into wallet_transfer (from_purse, from_seq, to_purse, to_seq, amount, from_balance, to_balance, from_hash,
        to_hash, scope, key, part, reason, ref, at)
      select *, ${at}::timestamptz from unnest(
        ${numbers(rows.map(({ fromPurse }) => fromPurse))}::bigint[],
        ${numbers(rows.map(({ fromSeq }) => fromSeq))}::bigint[],
        ${numbers(rows.map(({ toPurse }) => toPurse))}::bigint[],
        ${numbers(rows.map(({ toSeq }) => toSeq))}::bigint[],
        ${numbers(rows.map(({ amount }) => amount))}::bigint[],
        ${numbers(rows.map(({ fromBalance }) => fromBalance))}::bigint[],
        ${numbers(rows.map(({ toBalance }) => toBalance))}::bigint[],
        ${bytes(rows.map(({ fromHash }) => fromHash))}::bytea[],
        ${bytes(rows.map(({ toHash }) => toHash))}::bytea[],
        ${textArray(rows.map(({ scope }) => scope))}::text[],
        ${textArray(rows.map(({ key }) => key))}::text[],
        ${numbers(rows.map(({ part }) => part))}::smallint[],
        ${textArray(rows.map(({ reason }) => reason))}::text[],
        ${textArray(rows.map(({ ref }) => ref))}::text[])
    )
    update wallet_purse p set balance = n.balance, seq = n.seq, head = n.head, moved_at = ${at}::timestamptz
    from unnest(
      ${ids}::bigint[],
      ${numbers(purses.map(({ balance }) => balance))}::bigint[],
      ${numbers(purses.map(({ seq }) => seq))}::bigint[],
      ${bytes(purses.map(({ head }) => head))}::bytea[]
    ) as n (id, balance, seq, head)
    -- Said twice, because by the join alone the planner reads all purses there are.
    where p.id = n.id and p.id = any(${ids}::bigint[])`.execute(tx)
}

/** In portions, so that no transaction waits for it. Keys are promised for 13 months; a month more is for late clocks. */
export async function forgetOldKeys(db: Db): Promise<number> {
  const portion = 5_000
  let forgotten = 0
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from wallet_movement where ctid = any(array(
        select ctid from wallet_movement where at < now() - interval '14 months' limit ${portion}))`.execute(db)
    forgotten += Number(numAffectedRows)
    if (numAffectedRows < BigInt(portion)) return forgotten
  }
}

// Balances

export type Balance = { kind: PlayerPurse; currency: string; balance: bigint }

/** Of many players in one question; a purse that was never used is not listed. */
export async function balancesOfAll(db: Db, playerIds: readonly bigint[]): Promise<Map<bigint, Balance[]>> {
  const found = new Map<bigint, Balance[]>(playerIds.map((id) => [id, []]))
  const { rows } = await sql<{ playerId: bigint; kind: string; currency: string; balance: bigint }>`
    select player_id as "playerId", kind, currency, balance from wallet_purse
    where player_id = any(${numbers(playerIds)}::bigint[]) order by id`.execute(db)
  for (const { playerId, kind, currency, balance } of rows) {
    if (isPlayerPurse(kind)) found.get(playerId)?.push({ kind, currency, balance })
  }
  return found
}

export const balancesOf = async (db: Db, playerId: bigint): Promise<Balance[]> =>
  (await balancesOfAll(db, [playerId])).get(playerId) ?? []

/** Purses of an owner who is no player, such as a pot; as they stand, without a lock. */
export const balancesOfOwner = (
  db: Db,
  owner: string,
): Promise<{ kind: string; currency: string; balance: bigint }[]> =>
  db
    .selectFrom('wallet_purse')
    .select(['kind', 'currency', 'balance'])
    .where('player_id', 'is', null)
    .where('owner', '=', owner)
    .execute()

/** What is in it until this transaction ends; nothing where it was never used. */
export async function lockBalance(tx: Tx, purse: PurseName): Promise<bigint> {
  const id = (await findPurses(tx, [purse])).get(purseKey(purse))
  if (id === undefined) return 0n
  return (await lockPurses(tx, [id])).get(purseKey(purse))?.balance ?? 0n
}
