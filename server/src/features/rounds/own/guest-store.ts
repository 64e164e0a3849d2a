import { sql } from 'kysely'
import type { Db, Tx } from '../../../context.ts'

/** Play money that no ledger knows, and seeds of its own. */
export type Guest = {
  id: bigint
  balance: bigint
  serverSeed: Buffer
  clientSeed: string
  nonce: bigint
  stakedMs: number | null
  isExpired: boolean
  nowMs: number
}

const columns = sql`id, balance, server_seed as "serverSeed", client_seed as "clientSeed", nonce,
  extract(epoch from staked_at)::float8 * 1000 as "stakedMs", expires_at <= now() as "isExpired",
  extract(epoch from clock_timestamp())::float8 * 1000 as "nowMs"`

export async function readGuest(db: Db, id: bigint): Promise<Guest | undefined> {
  const { rows } = await sql<Guest>`select ${columns} from rounds_guest where id = ${id}`.execute(db)
  return rows[0]
}

/** Nothing else of theirs moves until this transaction ends. */
export async function lockGuest(tx: Tx, id: bigint): Promise<Guest | undefined> {
  const locked = await sql`select 1 from rounds_guest where id = ${id} for update`.execute(tx)
  return locked.rows.length === 0 ? undefined : readGuest(tx, id)
}

/** With everything they played. */
export const dropGuests = (db: Db) => sql`delete from rounds_guest`.execute(db)

type NewGuest = {
  tokenHash: string
  game: string
  balance: bigint
  serverSeed: Buffer
  clientSeed: string
  lifeSeconds: number
}

export const addGuest = (tx: Tx, { tokenHash, game, balance, serverSeed, clientSeed, lifeSeconds }: NewGuest) =>
  tx
    .insertInto('rounds_guest')
    .values({
      token_hash: Buffer.from(tokenHash, 'hex'),
      game,
      balance,
      server_seed: serverSeed,
      client_seed: clientSeed,
      expires_at: sql<Date>`now() + make_interval(secs => ${lifeSeconds})`,
    })
    .execute()

/** After a stake. */
export const writeGuest = (
  tx: Tx,
  { id, balance, nonce, stakedMs }: Pick<Guest, 'id' | 'balance' | 'nonce' | 'stakedMs'>,
) =>
  sql`update rounds_guest set balance = ${balance}, nonce = ${nonce}, staked_at = to_timestamp(${stakedMs}::float8 / 1000)
    where id = ${id}`.execute(tx)
