import { sql } from 'kysely'
import type { Db, Tx } from '../../../context.ts'
import { plannedOnce } from '../../../db/db.ts'
import { type ChanceKey, ownerOfChain, sealChance } from '../sealed-chance.ts'
import { unsettled } from './plays-store.ts'

/** Moments are milliseconds of the database's clock. */
export const ms = (moment: ReturnType<typeof sql>) => sql<number>`(extract(epoch from ${moment}) * 1000)::float8`
const clock = ms(sql`clock_timestamp()`)

export async function readClockMs(db: Db): Promise<number> {
  const { rows } = await sql<{ nowMs: number }>`select ${clock} as "nowMs"`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database does not know the time')
  return row.nowMs
}

// Who runs the table

export const addTable = (db: Db, game: string) =>
  sql`insert into rounds_table (game) values (${game}) on conflict do nothing`.execute(db)

export type Holding = { holder: string | null; beatMs: number; watchedMs: number; nowMs: number }

const holding = sql`holder, ${ms(sql`beat_at`)} as "beatMs", ${ms(sql`watched_at`)} as "watchedMs", ${clock} as "nowMs"`

async function readHolding(db: Db, game: string): Promise<Holding | undefined> {
  const { rows } = await sql<Holding>`select ${holding} from rounds_table where game = ${game}`.execute(db)
  return rows[0]
}

/** Locked before it is read: the clock is looked at when it is ours. */
export async function lockHolding(tx: Tx, game: string): Promise<Holding | undefined> {
  await sql`select 1 from rounds_table where game = ${game} for update`.execute(tx)
  return readHolding(tx, game)
}

export const hold = (tx: Tx, game: string, holder: string) =>
  sql`update rounds_table set holder = ${holder}, beat_at = clock_timestamp() where game = ${game}`.execute(tx)

/** Still here, while it is busy paying. */
export const stay = (db: Db, game: string, holder: string) =>
  sql`update rounds_table set beat_at = clock_timestamp() where game = ${game} and holder = ${holder}`.execute(db)

/** So that another node need not wait until it is sure. */
export const letGo = (db: Db, game: string, holder: string) =>
  sql`update rounds_table set holder = null where game = ${game} and holder = ${holder}`.execute(db)

export const noteWatched = (db: Db, game: string) =>
  sql`update rounds_table set watched_at = clock_timestamp() where game = ${game}`.execute(db)

// Rounds

type Phase = 'open' | 'running' | 'over'

export type Shared = {
  id: bigint
  phase: Phase
  place: number
  /** Null: it waits for the first stake of its chain. */
  startsMs: number | null
  endedMs: number | null
  point: bigint | null
  link: Buffer | null
  isInterrupted: boolean
  chain: { id: bigint; game: string; rootKept: Buffer; length: number; terminal: Buffer; salt: string | null }
}

type SharedRow = Omit<Shared, 'phase' | 'chain'> & {
  phase: string
  chainId: bigint
  game: string
  rootKept: Buffer
  length: number
  terminal: Buffer
  salt: string | null
}

const sharedColumns = sql`s.id, s.phase, s.place, ${ms(sql`s.starts_at`)} as "startsMs", ${ms(sql`s.ended_at`)} as "endedMs",
  s.point, s.hash as link, s.is_interrupted as "isInterrupted", c.id as "chainId", c.game, c.root as "rootKept", c.length,
  c.terminal_hash as terminal, c.salt`
const withChain = sql`rounds_shared as s join rounds_chain as c on c.id = s.chain_id`

const phaseOf = (word: string): Phase => (word === 'open' || word === 'running' ? word : 'over')

const sharedOf = ({ phase, chainId, game, rootKept, length, terminal, salt, ...row }: SharedRow): Shared => ({
  ...row,
  phase: phaseOf(phase),
  chain: { id: chainId, game, rootKept, length, terminal, salt },
})

const latest = (game: string) => sql`(select id from rounds_shared where game = ${game} order by id desc limit 1)`

/** The round that the table is at. */
export async function readShared(db: Db, game: string): Promise<Shared | undefined> {
  const { rows } = await sql<SharedRow>`select ${sharedColumns} from ${withChain} where s.id = ${latest(game)}`.execute(
    db,
  )
  return rows.map(sharedOf)[0]
}

/** All that a turn is decided by, in one question: most turns of most tables find nothing to do. */
export async function readTurn(db: Db, game: string) {
  type Row = Holding & { isOwing: boolean } & (SharedRow | { id: null })
  const { rows } = await sql<Row>`${plannedOnce('table-turn')}select ${holding}, latest.*,
      exists (${unsettled(game)}) as "isOwing"
    from rounds_table as t
    left join lateral (select ${sharedColumns} from ${withChain} where s.id = ${latest(game)}) as latest on true
    where t.game = ${game}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { holder, beatMs, watchedMs, nowMs, isOwing, ...shared } = row
  const seen: Holding = { holder, beatMs, watchedMs, nowMs }
  return { seen, shared: shared.id === null ? undefined : sharedOf(shared), isOwing }
}

export async function readSharedById(db: Db, id: bigint): Promise<Shared | undefined> {
  const { rows } = await sql<SharedRow>`select ${sharedColumns} from ${withChain} where s.id = ${id}`.execute(db)
  return rows.map(sharedOf)[0]
}

/**
 * As stakes hold it: its start waits for them, they do not wait for each other. Read after the lock. Once its moment has
 * come it is not held any more: a stream of stakes that are too late would keep it from starting.
 */
export async function lockSharedForStake(tx: Tx, game: string): Promise<Shared | undefined> {
  for (;;) {
    const { rows } = await sql<{ id: bigint }>`select id from rounds_shared where id = ${latest(game)}
      and phase = 'open' and (starts_at is null or starts_at > clock_timestamp()) for share`.execute(tx)
    const [locked] = rows
    if (locked) return readSharedById(tx, locked.id)
    const shared = await readShared(tx, game)
    const isLate = shared?.phase !== 'open' || (shared.startsMs !== null && shared.startsMs <= (await readClockMs(tx)))
    // Else it was announced again in between.
    if (isLate) return shared
  }
}

export const lockShared = (tx: Tx, id: bigint) =>
  sql`select 1 from rounds_shared where id = ${id} for update`.execute(tx)

export const setStart = (tx: Tx, id: bigint, waitMs: number) =>
  sql`update rounds_shared set starts_at = clock_timestamp() + make_interval(secs => ${waitMs / 1_000}::float8)
    where id = ${id}`.execute(tx)

export const setRunning = (tx: Tx, id: bigint) =>
  sql`update rounds_shared set phase = 'running' where id = ${id}`.execute(tx)

/** Nothing is known of one whose chain cannot be opened any more. */
type Ending = { point: number | null; link: Buffer | null; isInterrupted: boolean }

export const setOver = (tx: Tx, id: bigint, { point, link, isInterrupted }: Ending) =>
  sql`update rounds_shared set phase = 'over', ended_at = clock_timestamp(), point = ${point}, hash = ${link},
    is_interrupted = ${isInterrupted} where id = ${id}`.execute(tx)

/** The next round, from the chain in use; false where there is none. A chain without a salt waits for it. */
export async function addShared(tx: Tx, game: string, waitMs: number): Promise<boolean> {
  const { rows } = await sql`with taken as (
      update rounds_chain set used = used + 1 where game = ${game} and used < length returning id, used, salt
    )
    insert into rounds_shared (chain_id, place, game, phase, starts_at)
    select id, used, ${game}, 'open',
      case when salt is not null then clock_timestamp() + make_interval(secs => ${waitMs / 1_000}::float8) end
    from taken returning id`.execute(tx)
  return rows.length > 0
}

/** Games that have a table. */
export async function listTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ game: string }>`select game from rounds_table order by game`.execute(db)
  return rows.map(({ game }) => game)
}

/** No further round is taken from a chain of this game: the next one needs a new chain. */
export const endChains = (tx: Tx, game: string) =>
  sql`update rounds_chain set used = length where game = ${game} and used < length`.execute(tx)

/** A round that waited for the first stake of its chain: there is nothing in it. */
export const dropShared = (tx: Tx, id: bigint) => sql`delete from rounds_shared where id = ${id}`.execute(tx)

type NewChain = { game: string; root: Buffer; length: number; terminal: Buffer }

/** Its root is kept sealed. */
export const addChain = (db: Db, { game, root, length, terminal }: NewChain, keys: ChanceKey) =>
  sql`insert into rounds_chain (game, root, length, terminal_hash) values (${game}, ${sealChance(root, ownerOfChain(game), keys)}, ${length}, ${terminal})
    on conflict do nothing`.execute(db)

/** Until this transaction ends no other stake gives the chain its salt; what it is now. */
export async function lockSalt(tx: Tx, chainId: bigint): Promise<string | null> {
  const { rows } = await sql<{ salt: string | null }>`select salt from rounds_chain where id = ${chainId}
    for update`.execute(tx)
  return rows[0]?.salt ?? null
}

/** Once: the first stake decides. Answers with the salt that counts. */
export async function fixSalt(tx: Tx, chainId: bigint, salt: string): Promise<string> {
  const { rows } = await sql<{ salt: string }>`update rounds_chain set salt = coalesce(salt, ${salt})
    where id = ${chainId} returning salt`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('a round without a chain')
  return row.salt
}

// News

export const sharedChannel = 'croupier_shared'

/** Every node's streams look at the table again when this commits. */
export const tellTable = (tx: Tx, game: string) => sql`select pg_notify(${sharedChannel}, ${game})`.execute(tx)
